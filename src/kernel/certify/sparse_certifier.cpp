#include "certify/sparse_certifier.hpp"

#include <algorithm>
#include <tuple>

namespace shortlist {
namespace {

constexpr std::size_t kMostSiblings = 32;         // looked at, the latest first
constexpr int kFewestRows = 4;                    // that are worth packing
constexpr std::int64_t kDearTable = 120'000'000;  // work after which any table is packed
constexpr std::int64_t kPackAfter = 70;           // percent of what packing costs that is spent before

}  // namespace

SparseCertifier::SparseCertifier(const Problem& problem, std::size_t memory_limit, Monitor& monitor, ProofLog& log)
    : problem_(problem),
      monitor_(monitor),
      log_(log),
      worth_(problem, monitor),
      packings_(problem, monitor, log),
      store_(memory_limit),
      price_(problem.usable_prices()) {
  for (int f = 0; f < problem.table.features; ++f)
    for (const int l : {f, problem.table.stride + f})
      if (price_[l] < kInfinite) literals_.push_back(l);
}

bool SparseCertifier::prove(Cost target) {
  const Evidence found = prove_state(worth_.all(), target, problem_.allowance, {}, problem_.min_mass > 0);
  if (!found) return false;
  if (*found != 0) goals_ = {*found};
  return true;
}

Cost SparseCertifier::fallback(std::vector<int>& goals) {
  const Cost plain = worth_.structure(worth_.all(), worth_.of(worth_.all()), problem_.allowance);
  if (table_bound_ <= plain) return plain;
  goals = {table_packing_};
  return table_bound_;
}

// What proves that V(rows) >= need without a search: structure, the same rows, packings, or claims used nearby.
SparseCertifier::Evidence SparseCertifier::known(const RowSet& rows, const Worth& worth, Cost need,
                                                 const Allowance& left, bool exact, const State* near) const {
  if (need <= 0 || worth_.structure(rows, worth, left) >= need) return 0;
  if (const auto number = store_.find(rows, need, left, exact)) return store_.at(*number).id;
  if (near != nullptr) {
    const std::vector<int>& siblings = near->siblings;
    const std::size_t last = siblings.size() > kMostSiblings ? siblings.size() - kMostSiblings : 0;
    for (std::size_t k = siblings.size(); k-- > last;) {
      const ProvedClaim& claim = store_.at(siblings[k]);
      if (claim.exact || claim.bound < need || !serves(claim.within, left)) continue;
      if (claim.bound - worth_.weight(difference(claim.rows, rows)) >= need) return claim.id;
    }
  }
  return packings_.proof(rows, need);
}

SparseCertifier::Evidence SparseCertifier::prove_state(const RowSet& rows, Cost bound, const Allowance& left,
                                                       const std::vector<Conjunction>& path, bool exact) {
  State s{rows, bound, left, path, worth_.of(rows), exact};
  if (const Evidence found = known(rows, s.worth, bound, left, exact, nullptr)) return found;
  if (worth_.default_loss(s.worth) < bound || store_.is_false(rows, bound, left, exact)) return std::nullopt;  // D
  s.longest = std::min({problem_.max_literals, left.rule_length(), problem_.table.features});
  s.work_before = monitor_.work_done();
  monitor_.count_state();
  const std::size_t depth = states_.size();
  states_.push_back(&s);
  Evidence found;
  try {
    if (enumerate(s)) found = write(s);
  } catch (const ClosedAbove& closed) {
    states_.resize(depth);
    packings_.leave(depth);
    if (closed.depth != depth) throw;
    return closed.id;
  }
  states_.resize(depth);
  packings_.leave(depth);
  if (!found) store_.add_false(rows, left, bound, exact);
  return found;
}

int SparseCertifier::write(const State& s) {
  const ClaimKind kind = s.exact ? ClaimKind::exact : ClaimKind::rest;
  LoggedClaim claim{kind, s.bound * problem_.unit, s.left.rules, s.left.size};
  for (const Conjunction& gone : s.path) {
    claim.conjunctions.emplace_back();
    for (const int l : gone) claim.conjunctions.back().push_back(origin(l));
  }
  claim.hints = s.hints;
  const int id = log_.add(std::move(claim));
  store_.add({s.rows, s.left, s.bound, id, s.exact});
  return id;
}

bool SparseCertifier::enumerate(State& s) {
  if (s.longest < 1) return true;
  std::vector<std::vector<Node>> singles(problem_.labels);
  for (const int c : problem_.rule_labels) singles[c] = first_children(s, c);
  if (!close_leaves(s, singles)) return false;
  if (s.longest < 2) return true;
  for (const int c : problem_.rule_labels)
    std::erase_if(singles[c], [&](const Node& node) { return extensions_closed(s, c, node); });
  for (const int c : problem_.rule_labels) {
    look_ahead(s, c, singles[c]);
    if (!descend(s, c, singles[c])) return false;
  }
  return true;
}

// Rules of one literal, first those that leave least to gain: if the claim is false they tell soonest.
bool SparseCertifier::close_leaves(State& s, const std::vector<std::vector<Node>>& singles) {
  std::vector<std::tuple<Cost, int, const Node*>> order;
  for (const int c : problem_.rule_labels)
    for (const Node& node : singles[c]) {
      Worth rest = s.worth;
      for (std::size_t k = 0; k < rest.size(); ++k) rest[k] -= node.worth[k];
      order.emplace_back(node.price + worth_.lost(node.worth, c) + worth_.default_loss(rest), c, &node);
    }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); });
  for (const auto& [cost, label, node] : order) {
    if (cost < s.bound) return false;
    if (!close_leaf(s, label, *node)) return false;
    pack_if_due();
  }
  return true;
}

// X by a claim about S without the literal, for literals that some longer conjunction needs; it serves all labels.
void SparseCertifier::look_ahead(State& s, int label, std::vector<Node>& open) {
  std::vector<std::vector<std::size_t>> partners(open.size());
  for (std::size_t i = 0; i < open.size(); ++i)
    for (std::size_t j = i + 1; j < open.size(); ++j) {
      if (!survives(s, label, extended(open[i], open[j].literals[0]))) continue;
      partners[i].push_back(j);
      partners[j].push_back(i);
    }
  pack_if_due();
  std::vector<std::size_t> order(open.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return partners[a].size() > partners[b].size(); });
  std::vector<bool> gone(open.size(), false);
  const auto needed = [&](std::size_t i) {
    return std::any_of(partners[i].begin(), partners[i].end(), [&](std::size_t j) { return !gone[j]; });
  };
  for (const std::size_t i : order) {
    const Node& node = open[i];
    gone[i] = !needed(i);
    if (gone[i]) continue;
    std::vector<Conjunction> path = s.path;
    path.push_back(node.literals);
    const Cost need = s.bound - node.price - problem_.least_literal;
    const Evidence found = prove_state(difference(s.rows, node.rows), need, s.left.after(2), path, false);
    if (found) use(s, *found, node.literals, kAnyLabel);
    gone[i] = found.has_value();
    pack_if_due();
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < open.size(); ++i)
    if (!gone[i] && needed(i)) {
      if (kept != i) open[kept] = std::move(open[i]);
      ++kept;
    }
  open.resize(kept);
}

// States on the way here that have taken as much as packing them would, from the whole table down.
void SparseCertifier::pack_if_due() {
  if (problem_.labels > kWordBits) return;
  for (std::size_t depth = 0; depth < states_.size(); ++depth) {
    State& s = *states_[depth];
    const int rows = count_bits(s.rows.data(), static_cast<int>(s.rows.size()));
    if (s.packed || rows < kFewestRows) continue;
    const std::int64_t cost = std::min(packing_cost_per_row_ * rows * kPackAfter / 100, kDearTable);
    if (monitor_.work_done() - s.work_before >= cost) pack(s, depth);
  }
}

void SparseCertifier::pack(State& s, std::size_t depth) {
  s.packed = true;
  const std::int64_t before = monitor_.work_done();
  const int rows = count_bits(s.rows.data(), static_cast<int>(s.rows.size()));
  const Cost bound = packings_.pack(s.rows, s.bound, depth);
  packing_cost_per_row_ = (3 * packing_cost_per_row_ + (monitor_.work_done() - before) / rows) / 4;
  if (depth == 0 && bound > table_bound_) {
    table_bound_ = bound;
    table_packing_ = packings_.last_id();
  }
  if (bound >= s.bound) throw ClosedAbove{depth, packings_.last_id()};
}

}  // namespace shortlist
