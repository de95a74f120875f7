#include "sparse/helpers.hpp"

#include <optional>

namespace shortlist {

void Helpers::ask(Cost budget) {
  const std::lock_guard hold(lock_);
  budget_ = budget;
  changed_.notify_all();
}

void Helpers::start() {
  if (started()) return;
  for (int i = 1; i <= count_; ++i) threads_.emplace_back([this, i] { run(i); });
}

void Helpers::stop() noexcept {
  {
    const std::lock_guard hold(lock_);
    stop_ = true;
    changed_.notify_all();
  }
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

void Helpers::rethrow() const {
  if (fault_) std::rethrow_exception(fault_);
}

void Helpers::run(int thread) {
  Monitor monitor(std::nullopt, &stop_, nullptr);
  std::exception_ptr fault;
  try {
    work(thread, monitor);
  } catch (const Stopped&) {
    // by `stop`
  } catch (...) {
    fault = std::current_exception();
  }
  const std::lock_guard hold(lock_);
  states_ += monitor.states();
  if (fault) fault_ = fault;
}

void Helpers::work(int thread, Monitor& monitor) {
  StateSearch states(problem_, bounds_, shared_, thread, nullptr, monitor, options_);
  std::vector<Word> rows;
  fill_bits(rows, problem_.rows);
  for (Cost budget = 0; next(budget);) {
    states.packings().take_table_packing();
    states.search(rows, problem_.allowance, budget);
  }
}

bool Helpers::next(Cost& last) {
  std::unique_lock hold(lock_);
  changed_.wait(hold, [&] { return stop_ || budget_ != last; });
  last = budget_;
  return !stop_;
}

}  // namespace shortlist
