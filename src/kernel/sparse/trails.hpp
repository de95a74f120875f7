// Where the threads of a search are, so that two of them seldom do the same.
//
// Each thread has a trail: the states from the whole table down to the one it is in, by the hashes of their keys. A
// thread passes over a child that is on the trail of another, and comes back to it after its siblings (Weill, The
// ABDADA distributed minimax search algorithm, 1996). By then it mostly finds the answer in the memo; if not, it helps
// with the children of that child. Who has settled a state tells those who are in it.
//
// Nothing here is a claim: hashes may collide and news may be late, and only time is lost.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "base/bitset.hpp"

namespace shortlist {

class Trails {
 public:
  explicit Trails(int threads) {
    for (int i = 0; i < threads; ++i) trails_.push_back(std::make_unique<Trail>());
  }

  // While it lives, the thread is in the state.
  class Stay {
   public:
    Stay(Trails& trails, int thread, int depth, Word hash)
        : at_(trails.several() && depth < kDeepest ? &trails.trails_[thread]->states[depth] : nullptr) {
      if (at_ != nullptr) at_->store(hash, std::memory_order_relaxed);
    }
    ~Stay() {
      if (at_ != nullptr) at_->store(0, std::memory_order_relaxed);
    }
    Stay(const Stay&) = delete;
    Stay& operator=(const Stay&) = delete;

   private:
    std::atomic<Word>* at_;
  };

  // Whether another thread is in this state.
  bool is_taken(int thread, Word hash) const {
    for (int other = 0; several() && other < threads(); ++other)
      if (other != thread && depth_of(*trails_[other], hash) < kDeepest) return true;
    return false;
  }

  // Tells the threads that are in this state that the memo answers it.
  void settled(int thread, Word hash) {
    for (int other = 0; several() && other < threads(); ++other) {
      if (other == thread) continue;
      const int depth = depth_of(*trails_[other], hash);
      if (depth < kDeepest) trails_[other]->news.store(depth, std::memory_order_relaxed);
    }
  }

  // The depth of a state on this thread's trail that another has settled since the last call; 0 if there is none.
  int news(int thread) {
    std::atomic<int>& news = trails_[thread]->news;
    if (news.load(std::memory_order_relaxed) == 0) return 0;
    return news.exchange(0, std::memory_order_relaxed);
  }

 private:
  static constexpr int kDeepest = 48;  // states below are nobody's business

  struct Trail {
    std::array<std::atomic<Word>, kDeepest> states = {};
    std::atomic<int> news = 0;
  };

  bool several() const { return trails_.size() > 1; }
  int threads() const { return static_cast<int>(trails_.size()); }
  // States are numbered from 1.
  static int depth_of(const Trail& trail, Word hash) {
    for (int depth = 1; depth < kDeepest; ++depth) {
      const Word there = trail.states[depth].load(std::memory_order_relaxed);
      if (there == hash) return depth;
      if (there == 0) break;
    }
    return kDeepest;
  }

  std::vector<std::unique_ptr<Trail>> trails_;
};

}  // namespace shortlist
