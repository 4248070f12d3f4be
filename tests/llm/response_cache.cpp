// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/response_cache.hpp"
#include "support.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <thread>

using namespace t2s;
using namespace t2s::llm;
using namespace t2s::tests;

namespace {

completion answer(std::string text) {
  completion c;
  c.text = std::move(text);
  c.prompt_tokens = 7;
  return c;
}

void execute(std::string const& path, char const* sql) {
  sqlite3* db = nullptr;
  BOOST_TEST_REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
  BOOST_TEST(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(db);
}

/// Uses a cache in another process. Returns true if nothing is thrown there.
template <class F>
pid_t in_another_process(F f) {
  auto const child = fork();
  if (child != 0) return child;
  try {
    f();
    _exit(0);
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    _exit(1);
  }
}
bool went_well(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(response_caches)

BOOST_AUTO_TEST_CASE(what_is_kept_is_found_now_and_later) {
  scratch const folder;
  {
    response_cache cache(folder("c.sqlite"));
    BOOST_TEST(!cache.find(request("a")).has_value());
    cache.keep(request("a"), answer("1"));
    cache.keep(request("a"), answer("2"), "m");
    BOOST_TEST((cache.find(request("a")) == answer("1")));
  }
  response_cache cache(folder("c.sqlite"));
  BOOST_TEST((cache.find(request("a")) == answer("1")));
  BOOST_TEST((cache.find(request("a"), "m") == answer("2")));
  cache.keep(request("a"), answer("3"));
  BOOST_TEST((cache.find(request("a")) == answer("3")));
  BOOST_TEST(cache.size().entries == 2u);
}

BOOST_AUTO_TEST_CASE(what_is_drawn_by_lot_is_kept_only_if_asked) {
  scratch const folder;
  auto drawn = request("a"), left = request("a");
  drawn.temperature = 0.7;
  left.temperature.reset();
  response_cache cache(folder("c.sqlite"));
  response_cache all(folder("d.sqlite"), {.sampled = true});
  for (auto const& r : {drawn, left}) {
    cache.keep(r, answer("1"));
    all.keep(r, answer("1"));
    BOOST_TEST(!cache.find(r).has_value());
    BOOST_TEST(all.find(r).has_value());
  }
  BOOST_TEST(cache.size().entries == 0u);
}

BOOST_AUTO_TEST_CASE(of_equal_requests_under_way_at_once_the_first_answer_stays) {
  scratch const folder;
  response_cache cache(folder("c.sqlite"), {.sampled = true});
  request asked("a");
  asked.temperature = 1.0;
  BOOST_TEST(cache.keep_first(asked, answer("1")).text == "1");
  BOOST_TEST(cache.keep_first(asked, answer("2")).text == "1");
  BOOST_TEST(cache.find(asked)->text == "1");
  response_cache greedy(folder("g.sqlite"));  // drawn answers are not kept
  BOOST_TEST(greedy.keep_first(asked, answer("3")).text == "3");
  BOOST_TEST(!greedy.find(asked).has_value());
}

BOOST_AUTO_TEST_CASE(draws_of_one_request_are_kept_apart) {
  scratch const folder;
  response_cache cache(folder("c.sqlite"), {.sampled = true});
  request first("a"), second("a");
  second.draw = 1;
  cache.keep(first, answer("1"));
  BOOST_TEST(!cache.find(second).has_value());
  cache.keep(second, answer("2"));
  BOOST_TEST(cache.find(first)->text == "1");
  BOOST_TEST(cache.find(second)->text == "2");
}

BOOST_AUTO_TEST_CASE(what_was_not_used_for_longest_goes_first) {
  scratch const folder;
  response_cache cache(folder("c.sqlite"), {.max_entries = 3});
  for (auto const* q : {"a", "b", "c"}) cache.keep(request(q), answer(q));
  BOOST_TEST(cache.find(request("a")).has_value());
  cache.keep(request("d"), answer("d"));
  BOOST_TEST(!cache.find(request("b")).has_value());
  for (auto const* q : {"a", "c", "d"}) BOOST_TEST(cache.find(request(q)).has_value());
  BOOST_TEST(cache.size().entries == 3u);
}

BOOST_AUTO_TEST_CASE(the_bytes_are_bounded) {
  scratch const folder;
  response_cache cache(folder("c.sqlite"), {.max_bytes = 10'000});
  for (int i = 0; i < 200; ++i) {
    cache.keep(request(std::to_string(i)), answer(std::string(static_cast<std::size_t>(i) * 10, 'x')));
    BOOST_TEST(cache.size().bytes <= 10'000u);
  }
  BOOST_TEST(cache.find(request("199")).has_value());
  BOOST_TEST(!cache.find(request("150")).has_value());
  cache.keep(request("huge"), answer(std::string(20'000, 'x')));
  BOOST_TEST(!cache.find(request("huge")).has_value());
  BOOST_TEST(cache.find(request("199")).has_value());
  cache.keep(request("199"), answer("short"));
  BOOST_TEST((cache.find(request("199")) == answer("short")));
}

BOOST_AUTO_TEST_CASE(a_model_is_asked_once) {
  scratch const folder;
  scripted_model script{"S0", "S1"};
  cached<scripted_model&> model(script, folder("c.sqlite"), "m");
  auto const first = model.complete(request("a"));
  BOOST_TEST((model.complete(request("a")) == first));
  BOOST_TEST(script.asked().size() == 1u);

  scripted_async_model later(scripted_model{"S2"});
  cached<scripted_async_model&> awaited(later, folder("c.sqlite"), "m");
  BOOST_TEST(wait_for(awaited.complete(request("a"))).text == "S0");
  BOOST_TEST(wait_for(awaited.complete(request("b"))).text == "S2");
  BOOST_TEST(wait_for(awaited.complete(request("b"))).text == "S2");
}

static_assert(ChatModel<cached<scripted_model&>> && !EmbeddingModel<cached<scripted_model&>>);
static_assert(!ChatModel<cached<scripted_embedding_model>> && EmbeddingModel<cached<scripted_embedding_model>>);

BOOST_AUTO_TEST_CASE(a_vector_is_asked_for_once) {
  scratch const folder;
  using words = std::vector<std::string>;
  scripted_embedding_model script({{"river", {1, 0}}, {"lake", {0, 1}}, {"sea", {0.1F, -0.7F}}});
  {
    cached<scripted_embedding_model&> model(script, folder("c.sqlite"), "m");
    BOOST_TEST((model.embed({"river", "river"}).vectors == std::vector<std::vector<float>>{{1, 0}, {1, 0}}));
  }
  cached<scripted_embedding_model&> model(script, folder("c.sqlite"), "m");
  auto const all = model.embed({"sea", "river", "lake", "sea"});
  BOOST_TEST((all.vectors == std::vector<std::vector<float>>{{0.1F, -0.7F}, {1, 0}, {0, 1}, {0.1F, -0.7F}}));
  BOOST_TEST((model.embed({"sea", "river", "lake", "sea"}) == all));
  BOOST_TEST((script.asked() == std::vector<words>{{"river"}, {"sea", "lake"}}));

  cached<scripted_embedding_model&> other(script, folder("c.sqlite"), "n");
  (void)other.embed({"river"});
  BOOST_TEST(script.asked().size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_model_that_changed_its_vectors_is_noticed) {
  scratch const folder;
  (void)cached(scripted_embedding_model({{"river", {1, 0}}}), folder("c.sqlite")).embed({"river"});
  cached changed(scripted_embedding_model({{"lake", {1, 2, 3}}}), folder("c.sqlite"));
  auto const f = thrown_by([&] { (void)changed.embed({"river", "lake"}); });
  BOOST_TEST((f.code == errc::malformed_data), f.text());
  BOOST_TEST(!response_cache(folder("c.sqlite")).find_vector("lake").has_value());
}

BOOST_AUTO_TEST_CASE(threads_share_a_cache_and_a_file) {
  scratch const folder;
  response_cache shared(folder("c.sqlite"), {.max_entries = 50});
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      response_cache own(folder("c.sqlite"), {.max_entries = 50});
      auto& cache = t % 2 == 0 ? shared : own;
      for (int i = 0; i < 300; ++i) {
        auto const q = std::to_string(i % 70);
        cache.keep(request(q), answer(q));
        auto const found = cache.find(request(std::to_string((i + 5) % 70)));
        wrong[t] += found && found->text != std::to_string((i + 5) % 70);
      }
    });
  for (auto& t : threads) t.join();
  for (int const w : wrong) BOOST_TEST(w == 0);
  BOOST_TEST(shared.size().entries == 50u);
}

BOOST_AUTO_TEST_CASE(processes_share_a_file) {
  scratch const folder;
  auto const path = folder("c.sqlite");
  auto const work = [&](int who) {
    response_cache cache(path);
    for (int i = 0; i < 200; ++i) cache.keep(request(std::to_string(who) + "/" + std::to_string(i)), answer(std::to_string(i)));
  };
  constexpr int processes = 8;
  std::vector<pid_t> children;
  for (int who = 0; who < processes; ++who) children.push_back(in_another_process([&] { work(who); }));
  for (auto const child : children) BOOST_TEST(went_well(child));
  response_cache cache(path);
  BOOST_TEST(cache.size().entries == processes * 200u);
  for (int who = 0; who < processes; ++who)
    for (int i = 0; i < 200; ++i)
      BOOST_TEST((cache.find(request(std::to_string(who) + "/" + std::to_string(i))) == answer(std::to_string(i))));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_held_is_waited_for_and_then_an_error) {
  scratch const folder;
  auto const path = folder("c.sqlite");
  response_cache cache(path, {.busy_timeout = std::chrono::milliseconds(50)});
  sqlite3* other = nullptr;
  sqlite3_open(path.c_str(), &other);
  sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
  auto const f = thrown_by([&] { cache.keep(request("a"), answer("1")); });
  BOOST_TEST((f.code == errc::file_unwritable));
  BOOST_TEST(f.text().find("another process") != std::string::npos);
  sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  cache.keep(request("a"), answer("1"));
  BOOST_TEST(cache.find(request("a")).has_value());
}

BOOST_AUTO_TEST_CASE(what_is_not_ours_stays_as_it_is) {
  scratch const folder;
  write_file(folder("text"), std::string(5000, 'x'));
  execute(folder("other"), "CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  execute(folder("newer"), "PRAGMA application_id = 1949463395; PRAGMA user_version = 9; CREATE TABLE t(a)");
  for (auto const& [name, code] : std::vector<std::pair<std::string, errc>>{{"text", errc::not_a_database},
                                                                            {"other", errc::malformed_data},
                                                                            {"newer", errc::malformed_data},
                                                                            {"no/folder", errc::file_unwritable}}) {
    auto const before = content_of(folder(name));
    auto const f = thrown_by([&] { response_cache cache(folder(name)); });
    BOOST_TEST_MESSAGE(f.text());
    BOOST_TEST((f.code == code), name);
    BOOST_TEST(f.message.find(folder(name)) != std::string::npos);
    BOOST_TEST(!f.remedy.empty());
    BOOST_TEST((content_of(folder(name)) == before), name);
  }
}

BOOST_AUTO_TEST_CASE(a_damaged_file_says_what_to_do) {
  scratch const folder;
  auto const path = folder("c.sqlite");
  {
    response_cache cache(path);
    for (int i = 0; i < 500; ++i) cache.keep(request(std::to_string(i)), answer(std::string(300, 'x')));
  }
  auto damaged = content_of(path);
  for (auto i = damaged.size() / 8; i < damaged.size(); ++i) damaged[i] = static_cast<char>(i * 7);
  write_file(path, damaged);
  auto const f = thrown_by([&] {
    response_cache cache(path);
    for (int i = 0; i < 500; ++i) (void)cache.find(request(std::to_string(i)));
  });
  BOOST_TEST((f.code == errc::corrupt_database), f.text());
  BOOST_TEST(f.text().find("delete it") != std::string::npos);

  auto const other = folder("d.sqlite");
  {
    response_cache(other).keep(request("a"), answer("1"));
    response_cache(other).keep_vector("a", {{1}, 0});
  }
  execute(other, "UPDATE answers SET answer = 'x'");
  BOOST_TEST((thrown_by([&] { (void)response_cache(other).find(request("a")); }).code == errc::corrupt_database));
  BOOST_TEST((thrown_by([&] { (void)response_cache(other).find_vector("a"); }).code == errc::corrupt_database));
}

BOOST_AUTO_TEST_SUITE_END()
