#include "certify/proof_log.hpp"

#include <unordered_map>

namespace shortlist {
namespace {

constexpr int kMostUses = 1;  // of one claim in another, with their conjunctions

void write_literals(const std::vector<int>& literals, std::string& out) {
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(literals[i]);
  }
}

void write_number(char before, std::int64_t number, std::string& out) {
  out += before;
  out += std::to_string(number);
}

void write_limit(int limit, std::string& out) {
  if (limit < 0) {
    out += "/*";
  } else {
    write_number('/', limit, out);
  }
}

// Three and more in a row as a range.
void write_rows(const std::vector<int>& rows, std::string& out) {
  for (std::size_t i = 0, end = 0; i < rows.size(); i = end) {
    for (end = i + 1; end < rows.size() && rows[end] == rows[end - 1] + 1;) ++end;
    if (end - i < 3) end = i + 1;
    write_number(' ', rows[i], out);
    if (end > i + 1) write_number('-', rows[end - 1], out);
  }
}

// The pairs of a row that stand one behind the other share a word.
void write_packing(const LoggedPacking& packing, std::string& out) {
  out += "pack";
  write_number(' ', packing.unit, out);
  for (std::size_t k = 0; k < packing.first.size(); ++k) {
    const bool pair = packing.second[k] >= 0;
    const bool goes_on = pair && k > 0 && packing.second[k - 1] >= 0 && packing.first[k] == packing.first[k - 1];
    if (!goes_on) write_number(' ', packing.first[k], out);
    if (pair) write_number(':', packing.second[k], out);
    write_number(':', packing.amount[k], out);
  }
  out += '\n';
}

// What is of use at many conjunctions may be tried at all of them: that is shorter, and no more work.
std::vector<Hint> shortened(const std::vector<Hint>& hints) {
  std::unordered_map<int, int> uses;
  for (const Hint& hint : hints) ++uses[hint.id];
  std::vector<Hint> out;
  for (const Hint& hint : hints) {
    int& left = uses[hint.id];
    if (left == 0) continue;
    const bool everywhere = left > kMostUses;
    out.push_back(everywhere ? Hint{hint.id, {}, kAnyLabel} : hint);
    if (everywhere) left = 0;
  }
  return out;
}

template <class NewId>
void write_claim(const LoggedClaim& claim, NewId new_id, std::string& out) {
  out += claim.kind == ClaimKind::core ? "core" : claim.kind == ClaimKind::rest ? "rest" : "exact";
  write_number(' ', claim.bound, out);
  if (claim.rules >= 0 || claim.size >= 0) {
    write_limit(claim.rules, out);
    write_limit(claim.size, out);
  }
  write_rows(claim.rows, out);
  for (const std::vector<int>& literals : claim.conjunctions) {
    out += ' ';
    write_literals(literals, out);
  }
  out += " :";
  for (const Hint& hint : shortened(claim.hints)) {
    write_number(' ', new_id(hint.id), out);
    if (hint.literals.empty()) continue;
    out += '@';
    write_literals(hint.literals, out);
    if (hint.label != kAnyLabel) write_number('>', hint.label, out);
  }
  out += '\n';
}

}  // namespace

std::string ProofLog::text(const std::vector<int>& goals) const {
  std::vector<int> claim_id(claims_.size() + 1, 0), packing_id(packings_.size() + 1, 0);
  const auto mark = [&](int id) { (id > 0 ? claim_id[id] : packing_id[-id]) = 1; };
  for (const int id : goals) mark(id);
  for (std::size_t k = claims_.size(); k > 0; --k)
    if (claim_id[k] != 0)
      for (const Hint& hint : claims_[k - 1].hints) mark(hint.id);
  int last = 0, next = 0;
  for (int& id : claim_id) id = id != 0 ? ++last : 0;
  for (int& id : packing_id) id = id != 0 ? --next : 0;
  // Claims are named by how many lines they stand before.
  const auto back = [&](int id, int line) { return id > 0 ? line - claim_id[id] : packing_id[-id]; };
  std::string out;
  for (std::size_t k = 0; k < packings_.size(); ++k)
    if (packing_id[k + 1] != 0) write_packing(packings_[k], out);
  for (std::size_t k = 0; k < claims_.size(); ++k)
    if (claim_id[k + 1] != 0) write_claim(claims_[k], [&](int id) { return back(id, claim_id[k + 1]); }, out);
  out += "goal";
  for (const int id : goals) write_number(' ', back(id, last + 1), out);
  return out + '\n';
}

}  // namespace shortlist
