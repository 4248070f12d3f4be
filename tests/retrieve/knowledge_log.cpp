// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/encoding_knowledge.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace t2s;
using retrieve::knowledge;
using retrieve::knowledge_log;

namespace {

std::vector<knowledge> pieces(std::size_t n) { return std::vector<knowledge>(n, {"keyword", "d", "t", "c", {}}); }

}  // namespace

BOOST_AUTO_TEST_SUITE(knowledge_log_)

BOOST_AUTO_TEST_CASE(the_last_run_of_a_question_counts) {
  knowledge_log log;
  log.keep("d", "q", pieces(3));
  log.keep("d", "q", pieces(1));
  log.keep("e", "q", pieces(2));
  BOOST_TEST(log.of("d", "q").size() == 1u);
  BOOST_TEST(log.of("e", "q").size() == 2u);
  BOOST_TEST(log.of("d", "r").empty());
}

BOOST_AUTO_TEST_CASE(what_is_taken_is_gone) {
  knowledge_log log;
  log.keep("d", "q", pieces(2));
  BOOST_TEST(log.take("d", "q").size() == 2u);
  BOOST_TEST(log.take("d", "q").empty());
  BOOST_TEST(log.of("d", "q").empty());
  BOOST_TEST(log.forgotten() == 0u);
}

// A limit of 6: a question and each of its pieces count as one.
BOOST_AUTO_TEST_CASE(it_does_not_grow_without_bound) {
  knowledge_log log(6);
  log.keep("d", "first", pieces(1));
  log.keep("d", "second", pieces(1));
  log.keep("d", "first", pieces(1));  // kept again: the second is now the oldest
  log.keep("d", "third", pieces(1));
  BOOST_TEST(log.forgotten() == 0u);
  log.keep("d", "fourth", pieces(0));
  BOOST_TEST(log.of("d", "second").empty());
  BOOST_TEST(log.of("d", "first").size() == 1u);
  BOOST_TEST(log.forgotten() == 1u);
  (void)log.take("d", "first");  // makes room for two
  log.keep("d", "fifth", pieces(1));
  BOOST_TEST(log.forgotten() == 1u);
  BOOST_TEST(log.of("d", "third").size() == 1u);

  log.keep("d", "large", pieces(100));  // kept alone, whatever its size
  BOOST_TEST(log.of("d", "large").size() == 100u);
  BOOST_TEST(log.of("d", "third").empty());
  log.keep("d", "small", pieces(1));
  BOOST_TEST(log.of("d", "large").empty());
  BOOST_TEST(log.of("d", "small").size() == 1u);
}

BOOST_AUTO_TEST_CASE(many_threads_keep_and_take) {
  knowledge_log log(50);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&log, t] {
      for (int i = 0; i < 2000; ++i) {
        auto const question = std::to_string((i * 7 + t) % 40);
        log.keep("d", question, pieces(static_cast<std::size_t>(i % 5)));
        if (i % 3 == 0) (void)log.take("d", question);
      }
    });
  for (auto& t : threads) t.join();
  std::size_t held = 0;
  for (int i = 0; i < 40; ++i) held += log.take("d", std::to_string(i)).size();
  BOOST_TEST(held <= 50u);
}

BOOST_AUTO_TEST_SUITE_END()
