// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/detail/new_file.hpp"
#include "support/folder.hpp"
#include "t2s/core/detail/data_file.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace t2s;
namespace fs = std::filesystem;

namespace {

std::set<std::string> names_in(fs::path const& folder) {
  std::set<std::string> all;
  for (auto const& entry : fs::directory_iterator(folder)) all.insert(entry.path().filename().string());
  return all;
}

/// A process is killed while it writes.
void kill_while_writing(fs::path const& place) {
  int ready[2];
  BOOST_REQUIRE(::pipe(ready) == 0);
  auto const child = ::fork();
  if (child == 0) {
    detail::new_file file(place, "a file", "");
    file.put("half", 4);
    (void)!::write(ready[1], "!", 1);
    for (;;) ::pause();
  }
  char c = 0;
  BOOST_REQUIRE(::read(ready[0], &c, 1) == 1);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(new_files)

BOOST_AUTO_TEST_CASE(what_a_killed_process_left_is_deleted_by_the_next) {
  test::folder const in("parts");
  auto const place = in / "study.json";
  kill_while_writing(place);
  BOOST_TEST(names_in(in.path()).size() == 1u);
  test::write_file(in / "study.json.t2s-part4711-0", "older");
  detail::replace_file(place.string(), "whole", "a file");
  BOOST_TEST((names_in(in.path()) == std::set<std::string>{"study.json"}));
  BOOST_TEST(test::read_file(place) == "whole");

  kill_while_writing(place);
  {
    detail::new_file file(place, "a file", "");
    file.put("new", 3);
    file.finish();
  }
  BOOST_TEST((names_in(in.path()) == std::set<std::string>{"study.json"}));
  BOOST_TEST(test::read_file(place) == "new");
}

BOOST_AUTO_TEST_CASE(what_others_write_now_and_other_files_stay) {
  test::folder const in("parts");
  auto const place = in / "a";
  std::set<std::string> const others{"a.part", "a.part1", "a.t2s-part", "a.t2s-part7x", "b.t2s-part7-0", "a.json.t2s-part7-0"};
  for (auto const& name : others) test::write_file(in / name, "mine");
  detail::new_file first(place, "a file", ""), second(place, "a file", "");
  first.put("first", 5);
  second.put("second", 6);
  detail::replace_file(place.string(), "third", "a file");
  BOOST_TEST(names_in(in.path()).size() == others.size() + 3);
  second.finish();
  first.finish();
  BOOST_TEST(test::read_file(place) == "first");
  auto expected = others;
  expected.insert("a");
  BOOST_TEST((names_in(in.path()) == expected));
}

// Each looks for what killed processes left while the others make their files.
BOOST_AUTO_TEST_CASE(many_may_write_the_same_file_at_once) {
  test::folder const in("parts");
  auto const place = in / "a";
  std::atomic<int> failures{0};
  std::vector<std::thread> writers;
  for (int t = 0; t < 4; ++t)
    writers.emplace_back([&] {
      for (int i = 0; i < 250; ++i) try {
          detail::replace_file(place.string(), "whole", "a file");
        } catch (error const&) {
          ++failures;
        }
    });
  for (auto& w : writers) w.join();
  BOOST_TEST(failures == 0);
  BOOST_TEST((names_in(in.path()) == std::set<std::string>{"a"}));
  BOOST_TEST(test::read_file(place) == "whole");
}

BOOST_AUTO_TEST_SUITE_END()
