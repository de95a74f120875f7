// More threads for one proof: each asks what the leading thread asks, of the whole table, and leaves what it finds in the
// memo.
//
// Helpers claim nothing and find no lists. Everything that they prove is a fact about a row set, so the leading thread
// comes to the same answer as alone, only sooner.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "sparse/state_search.hpp"

namespace shortlist {

class Helpers {
 public:
  Helpers(const Problem& problem, const Bounds& bounds, SharedKnowledge& shared, const StatePackings::Options& options,
          int count)
      : problem_(problem), bounds_(bounds), shared_(shared), options_(options), count_(count) {}
  ~Helpers() { stop(); }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  // The question from now on: is V of all rows below this?
  void ask(Cost budget);
  // Begins, unless they have begun. They need the packing of the table.
  void start();
  // Ends all threads; they begin no more.
  void stop() noexcept;
  // Raises what went wrong in one of them; for after the end.
  void rethrow() const;
  // Row sets looked at by all of them; for after the end.
  std::int64_t states() const { return states_; }
  bool started() const { return !threads_.empty(); }

 private:
  void run(int thread);
  void work(int thread, Monitor& monitor);
  // Waits for a question that is not the last one; false at the end.
  bool next(Cost& last);

  const Problem& problem_;
  const Bounds& bounds_;
  SharedKnowledge& shared_;
  StatePackings::Options options_;
  int count_;
  std::vector<std::thread> threads_;
  std::mutex lock_;
  std::condition_variable changed_;
  Cost budget_ = 0;
  std::atomic<bool> stop_ = false;
  std::int64_t states_ = 0;
  std::exception_ptr fault_;
};

}  // namespace shortlist
