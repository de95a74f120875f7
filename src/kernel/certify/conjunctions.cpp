// The conjunctions of a state, closed one by one as the verifier will do it.
#include <algorithm>
#include <unordered_map>

#include "base/hash.hpp"
#include "certify/sparse_certifier.hpp"

namespace shortlist {

int SparseCertifier::origin(int literal) const {
  const int feature = problem_.table.origin[feature_of(problem_.table, literal)] + 1;
  return is_positive(problem_.table, literal) ? feature : -feature;
}

void SparseCertifier::use(State& s, int id, const Conjunction& scope, int label) const {
  if (id == 0) return;
  Hint hint{id, {}, kAnyLabel};
  if (id > 0) {
    for (const int l : scope) hint.literals.push_back(origin(l));
    if (label != kAnyLabel) hint.label = problem_.label_origin[label];
    s.siblings.push_back(id - 1);
  }
  const auto same = [&](const Hint& known) {
    return known.id == hint.id && known.literals == hint.literals && known.label == hint.label;
  };
  if (std::none_of(s.hints.begin(), s.hints.end(), same)) s.hints.push_back(std::move(hint));
}

SparseCertifier::Node SparseCertifier::extended(const Node& node, int literal) const {
  Node out;
  out.literals = node.literals;
  out.literals.push_back(literal);
  out.rows = intersection(node.rows, worth_.holds(literal));
  for (const RowSet& rows : node.without) out.without.push_back(intersection(rows, worth_.holds(literal)));
  out.without.push_back(node.rows);
  out.worth = worth_.of(out.rows);
  out.price = node.price + price_[literal];
  return out;
}

// Whether neither G, F nor N closes the conjunction with all its extensions.
bool SparseCertifier::survives(const State& s, int label, const Node& node) const {
  if (node.worth[label] <= node.price) return false;  // G
  if (s.exact) {
    if (node.worth[problem_.mass_column] < problem_.min_mass) return false;  // F
    return std::find(node.without.begin(), node.without.end(), node.rows) == node.without.end();
  }
  const Cost lost = worth_.lost(node.worth, label);
  for (std::size_t k = node.literals.size(); k-- > 0;)
    if (worth_.lost(worth_.of(node.without[k]), label) - lost <= price_[node.literals[k]]) return false;  // N
  return true;
}

// Single literals, all of them counted at once.
std::vector<SparseCertifier::Node> SparseCertifier::first_children(const State& s, int label) const {
  const Table& table = problem_.table;
  std::vector<Cost> counts(static_cast<std::size_t>(table.columns) * table.stride);
  count_features(table, s.rows.data(), counts.data());
  monitor_.work(counting_work(table));
  const Cost lost_before = worth_.lost(s.worth, label);
  Node root{{}, s.rows, {}, s.worth, problem_.rule_price};
  std::vector<int> promising;
  Worth worth(table.columns);
  for (const int l : literals_) {
    const int f = feature_of(table, l);
    for (int k = 0; k < table.columns; ++k) {
      const Cost with = counts[static_cast<std::size_t>(k) * table.stride + f];
      worth[k] = is_positive(table, l) ? with : s.worth[k] - with;
    }
    if (worth[label] <= problem_.rule_price + price_[l]) continue;
    if (!s.exact && lost_before - worth_.lost(worth, label) <= price_[l]) continue;
    promising.push_back(l);
  }
  return children(s, label, root, promising);
}

std::vector<SparseCertifier::Node> SparseCertifier::children(const State& s, int label, const Node& node,
                                                             const std::vector<int>& allowed) const {
  std::vector<Node> found;
  std::unordered_multimap<Word, std::size_t> by_rows;
  for (const int l : allowed) {
    Node child = extended(node, l);
    if (!survives(s, label, child)) continue;
    const Word hash = hash_words(child.rows.data(), static_cast<int>(child.rows.size()));
    const auto [begin, end] = by_rows.equal_range(hash);
    const bool equal = std::any_of(begin, end, [&](const auto& entry) {
      return found[entry.second].price <= child.price && found[entry.second].rows == child.rows;
    });
    if (equal) continue;  // E
    by_rows.emplace(hash, found.size());
    found.push_back(std::move(child));
  }
  return found;
}

// L: the rule itself, by what is left of the state.
bool SparseCertifier::close_leaf(State& s, int label, const Node& node) {
  const Cost need = s.bound - node.price - worth_.lost(node.worth, label);
  if (need <= 0) return true;
  const RowSet rest = difference(s.rows, node.rows);
  const Allowance left = s.left.after(static_cast<int>(node.literals.size()));
  Evidence found = known(rest, worth_.of(rest), need, left, s.exact, &s);
  if (!found) {
    std::vector<Conjunction> path = s.path;
    path.push_back(node.literals);
    found = prove_state(rest, need, left, path, s.exact);
  }
  if (found) use(s, *found, node.literals, label);
  return found.has_value();
}

// X: all longer conjunctions, by what they leave at least; only by what is known.
bool SparseCertifier::extensions_closed(State& s, int label, const Node& node) {
  const Cost need = s.bound - node.price - problem_.least_literal;
  const Allowance left = s.left.after(static_cast<int>(node.literals.size()) + 1);
  for (const bool live_only : {false, true}) {
    const RowSet gone = live_only ? intersection(node.rows, worth_.live(label)) : node.rows;
    const RowSet rest = difference(s.rows, gone);
    const Evidence found = known(rest, worth_.of(rest), need, left, false, &s);
    if (!found) continue;
    use(s, *found, node.literals, label);
    return true;
  }
  return false;
}

bool SparseCertifier::expand(State& s, int label, const Node& node, const std::vector<int>& allowed) {
  std::vector<Node> found = children(s, label, node, allowed);
  pack_if_due();
  for (const Node& child : found)
    if (!close_leaf(s, label, child)) return false;
  if (static_cast<int>(node.literals.size()) + 1 >= s.longest) return true;
  std::erase_if(found, [&](const Node& child) { return extensions_closed(s, label, child); });
  return descend(s, label, found);
}

// Each set of open literals in one order.
bool SparseCertifier::descend(State& s, int label, const std::vector<Node>& open) {
  std::vector<int> allowed;
  for (std::size_t i = open.size(); i-- > 0;) {
    std::vector<int> later(allowed.rbegin(), allowed.rend());
    if (!later.empty() && !expand(s, label, open[i], later)) return false;
    allowed.push_back(open[i].literals.back());
  }
  return true;
}

}  // namespace shortlist
