// One question, answered with a proof or a list: is W(S) >= budget on the active rows S?
//
// The proof is a core, a small T within S with W(T) >= budget. T starts from the best core known within S. All
// rules that a cheap list for T could begin with are enumerated; a rule that is not pure on S brings the rows on which
// it is wrong into T, a pure one brings the core that refutes what it leaves of S. When no rule is left, T is proved.
#pragma once

#include <memory>
#include <vector>

#include "perfect/core_check.hpp"
#include "perfect/core_observer.hpp"
#include "perfect/core_store.hpp"
#include "perfect/rule_enumeration.hpp"

namespace shortlist {

template <int N>
class Refutation {
 public:
  using Mask = RowMask<N>;

  // `activity` [position]: how often a row was of use. `check` may be null.
  Refutation(const ActiveRows<N>& active, CoreStore<N>& store, Switches<PerfectBound> switches, Monitor& monitor,
             std::vector<std::int64_t>& activity, const CoreCheck* check);

  // True: there is no list for all active rows cheaper than `budget` (at least 1). False: list() is one.
  bool run(Cost budget);
  const List& list() const { return list_; }
  void observe(CoreObserver* observer) { observer_ = observer; }

 private:
  // A rule that is tried on S.
  struct Trial {
    Mask cover;  // on S
    int rule;    // of the frame's rules
    int length;
  };
  struct Frame {
    KnownCores<N> known;   // cores within S
    Mask rows;             // S
    Mask core;             // T
    CoreArrays<N> within;  // cores within T
    std::vector<FoundRule<N>> rules;
    std::vector<Trial> trials;
    std::vector<Core<N>> fresh;  // cores that refute what rules leave
  };

  // `gone`: the rows of the frame above that this one has no more; `known` is of the frame above, too, if there is one.
  bool refute(int depth, const Mask& gone, Cost budget, const Mask& near);
  bool without_search(const Mask& rows, const KnownCores<N>& known, const Mask& gone, Cost budget, const Mask& near,
                      bool& refuted);
  bool one_label_left(const Mask& rows, Cost budget, bool& refuted);
  bool by_class_count(const Mask& rows, Cost budget, const Mask& near);
  void begin_core(Frame& frame, Cost budget, const Mask& near);
  void break_labels(const Mask& rows, Mask& core) const;
  int pick_row(const Mask& rows) const;
  Word labels_of(const Mask& rows) const;
  void add_labels(const Mask& rows, Cost budget, const Mask& near, Core<N>& core) const;
  bool pass(int depth, Cost budget, bool& found_list);
  bool take_known_cores(Frame& frame, Cost budget);
  bool is_killed(const Frame& frame, const Trial& trial, Cost rest) const;
  static void add_to_core(Frame& frame, const Core<N>& child);
  bool try_rules(Frame& frame);
  void hit_wrong_rows(Frame& frame);
  bool try_child(int depth, const Trial& trial, Cost budget, bool& found_list);
  bool suits_one_label(const Mask& rows) const;
  void shorten(Frame& frame, Cost budget);
  void learn(Frame& frame, Cost budget);
  void tell(const Frame& frame, Cost budget) const;
  Frame& frame_at(int depth);

  const ActiveRows<N>& active_;
  const PerfectTable& table_;
  CoreStore<N>& store_;
  Switches<PerfectBound> switches_;
  Monitor& monitor_;
  std::vector<std::int64_t>& activity_;
  const CoreCheck* check_;
  CoreObserver* observer_ = nullptr;
  RowBound<N> bound_;
  RuleEnumeration<N> enumeration_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<Mask> wrong_;
  std::vector<int> times_wrong_;  // [position] how many of wrong_ have it
  Core<N> answer_;                // of the last call that refuted
  List list_;                     // of the last call that did not; rules from last to first while it is built
};

}  // namespace shortlist
