// SPDX-License-Identifier: BSL-1.0
#include "t2s/db/sqlite/pool.hpp"

#include "support.hpp"

// A sanitizer's own memory is not limited in this way.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define T2S_CAN_RUN_SHORT_OF_THREADS 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef T2S_CAN_RUN_SHORT_OF_THREADS
#endif
#endif

#ifdef T2S_CAN_RUN_SHORT_OF_THREADS
#include <sys/resource.h>
#include <unistd.h>

using namespace t2s;
using namespace t2s::test;

namespace {

/// Limits the process's further memory to the stacks of a few threads, while the object lives.
class few_threads {
 public:
  few_threads() {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    auto limit = before_;
    limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (48U << 20U);
    setrlimit(RLIMIT_AS, &limit);
  }
  few_threads(few_threads const&) = delete;
  few_threads& operator=(few_threads const&) = delete;
  ~few_threads() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sqlite_threads)

BOOST_AUTO_TEST_CASE(threads_that_cannot_be_started_are_said) {
  folder const where;
  auto const file = make_database(where / "small.db", small_world);
  db::sqlite_options options;
  options.connections = 64;
  few_threads const few;
  BOOST_CHECK_THROW(db::sqlite(file, options), std::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
#endif
