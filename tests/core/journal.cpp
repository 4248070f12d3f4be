// SPDX-License-Identifier: BSL-1.0
// Journals: their content after an end at any byte, after damage, on a full disk, and with two writers.
#include "t2s/core/journal.hpp"
#include "support/folder.hpp"
#include "t2s/core/error.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

namespace {

namespace fs = std::filesystem;
using texts = std::vector<std::string>;

constexpr char header[] = R"({"command":"count","questions":3})";

/// A test's path, deleted with it.
struct place {
  t2s::test::folder in{"journal"};
  std::string path = (in / "the journal").string();

  [[nodiscard]] std::string bytes() const { return t2s::test::read_file(path); }
  void write(std::string const& content) const { t2s::test::write_file(path, content); }
};

/// The content of a journal when it is opened.
texts known(std::string const& path, char const* of = header) {
  texts all;
  t2s::journal const j(path, of, [&](std::string_view text, t2s::journal_place) { all.emplace_back(text); });
  return all;
}

t2s::failure failure_of(std::string const& path, char const* of = header, t2s::journal_options const& how = {}) {
  try {
    t2s::journal const j(path, of, {}, how);
  } catch (t2s::error const& e) {
    return e.details();
  }
  return {};
}

texts known_after_restart(std::string const& path) {
  texts all;
  t2s::journal const j(path, header, [&](std::string_view text, t2s::journal_place) { all.emplace_back(text); }, {.restart = true});
  return all;
}

bool contains(std::string const& text, std::string_view part) { return text.find(part) != text.npos; }

/// A CRC-32C bit by bit, as in RFC 3720.
std::uint32_t plain_crc(std::string_view text) {
  std::uint32_t sum = 0xFFFFFFFFU;
  for (char const c : text) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0x82F63B78U : 0U);
  }
  return ~sum;
}

texts const entries{R"({"item":0,"text":"a"})", R"({"item":1,"text":"äöü"})", R"({"item":2,"text":""})"};

void make(std::string const& path) {
  t2s::journal j(path, header);
  for (auto const& e : entries) static_cast<void>(j.append(e));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(journal)

BOOST_AUTO_TEST_CASE(entries_come_back_in_their_order) {
  place const p;
  make(p.path);
  BOOST_TEST(known(p.path) == entries, boost::test_tools::per_element());
  BOOST_TEST(known(p.path) == entries, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_line_is_a_crc_32c_and_a_text) {
  BOOST_TEST(plain_crc("123456789") == 0xE3069283U);  // the check value of CRC-32C
  place const p;
  make(p.path);
  std::ifstream in(p.path);
  std::size_t n = 0;
  for (std::string line; std::getline(in, line); ++n) {
    BOOST_TEST(std::stoul(line.substr(0, 8), nullptr, 16) == plain_crc(line.substr(9)));
    BOOST_TEST(line[8] == ' ');
  }
  BOOST_TEST(n == 4u);
  BOOST_TEST(contains(p.bytes(), R"( {"journal":1,"command":"count")"));
}

BOOST_AUTO_TEST_CASE(an_end_at_any_byte_takes_the_last_entry_alone) {
  place const p;
  make(p.path);
  auto const whole = p.bytes();
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    p.write(whole.substr(0, cut));
    auto const lines = static_cast<std::size_t>(std::ranges::count(whole.substr(0, cut), '\n'));
    auto const left = lines == 0 ? 0 : lines - 1;
    auto const found = known(p.path);
    BOOST_TEST(found == texts(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(left)), "cut at " << cut);
    {
      t2s::journal j(p.path, header);
      for (std::size_t i = left; i < entries.size(); ++i) static_cast<void>(j.append(entries[i]));
    }
    BOOST_TEST((p.bytes() == whole), "cut at " << cut);
  }
}

BOOST_AUTO_TEST_CASE(a_bit_that_flips_costs_its_line_and_is_named) {
  place const p;
  make(p.path);
  auto const whole = p.bytes();
  auto const second = whole.find('\n', whole.find('\n') + 1) + 1, third = whole.find('\n', second) + 1;
  for (std::size_t at = second; at + 1 < third; ++at)
    for (unsigned bit = 0; bit < 8; ++bit) {
      auto damaged = whole;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ (1U << bit));
      p.write(damaged);
      texts found;
      t2s::journal const j(p.path, header, [&](std::string_view text, t2s::journal_place) { found.emplace_back(text); });
      BOOST_TEST((found == texts{entries[0], entries[2]}), "byte " << at << ", bit " << bit);
      BOOST_TEST(!j.notes().empty());
      BOOST_TEST((j.notes().empty() || contains(j.notes()[0], "line 3")));
    }
}

BOOST_AUTO_TEST_CASE(zeros_that_a_power_failure_leaves_are_cut_off) {
  place const p;
  make(p.path);
  auto const whole = p.bytes();
  p.write(whole + std::string(5000, '\0'));
  BOOST_TEST(known(p.path) == entries, boost::test_tools::per_element());
  BOOST_TEST((p.bytes() == whole));
}

BOOST_AUTO_TEST_CASE(other_work_is_refused_with_what_differs) {
  place const p;
  make(p.path);
  auto const before = p.bytes();
  auto const why = failure_of(p.path, R"({"command":"count","questions":4,"settings":{"model":"tiny"}})");
  BOOST_TEST((why.code == t2s::errc::invalid_argument));
  BOOST_TEST(contains(why.message, R"("questions" is 3 in the file and 4 in this run)"), why.message);
  BOOST_TEST(contains(why.message, R"("settings" is missing in the file)"), why.message);
  BOOST_TEST(!contains(why.message, "command"), why.message);
  BOOST_TEST(!why.remedy.empty());
  BOOST_TEST((p.bytes() == before));
  BOOST_TEST(known(p.path, R"({"command":"count","questions":3,"about":"for readers"})").size() == 3u);
}

BOOST_AUTO_TEST_CASE(members_of_members_are_named) {
  auto const differs = t2s::journal_difference(R"({"settings":{"a":1,"b":2},"about":1})", "x", R"({"settings":{"a":1,"b":3}})", "y");
  BOOST_TEST(differs == R"("settings.b" is 2 in x and 3 in y)");
}

BOOST_AUTO_TEST_CASE(files_of_something_else_stay_as_they_are) {
  place const p;
  for (std::string const content : {"SELECT 1\n", "{\"a\":1}\n", "no line", "12345678 {\"a\":1}\n", "0123abcd", "42", "12345678 {\"jour"})
    for (bool const restart : {false, true}) {
      p.write(content);
      t2s::journal_options how;
      how.restart = restart;
      auto const why = failure_of(p.path, header, how);
      BOOST_TEST((why.code == t2s::errc::malformed_data), content);
      BOOST_TEST(p.bytes() == content);
    }
}

BOOST_AUTO_TEST_CASE(restart_forgets_what_a_journal_has) {
  place const p;
  t2s::journal_options how;
  how.restart = true;
  static_cast<void>(t2s::journal(p.path, header).append("1"));
  {
    t2s::journal const first(p.path, header);
    BOOST_TEST((failure_of(p.path, header, how).code == t2s::errc::file_unwritable));  // it is in use
  }
  std::size_t entries = 0;
  t2s::journal other(p.path, R"({"other":"work"})", [&](auto, auto) { ++entries; }, how);
  BOOST_TEST(entries == 0U);
  static_cast<void>(other.append("2"));
  BOOST_TEST(p.bytes().find("other") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(only_a_file_of_its_own_is_deleted) {
  place const p;
  t2s::journal first(p.path, header);
  std::filesystem::remove(p.path);
  t2s::journal const second(p.path, header);
  first.remove();
  BOOST_TEST(std::filesystem::exists(p.path));
}

BOOST_AUTO_TEST_CASE(damaged_header_is_an_error) {
  place const p;
  make(p.path);
  auto bytes = p.bytes();
  bytes[20] = '#';
  p.write(bytes);
  BOOST_TEST(contains(failure_of(p.path).message, "first line is damaged"));
}

BOOST_AUTO_TEST_CASE(a_second_writer_is_refused_in_the_process_and_in_another) {
  place const p;
  t2s::journal first(p.path, header);
  auto const why = failure_of(p.path);
  BOOST_TEST((why.code == t2s::errc::file_unwritable));
  BOOST_TEST(contains(why.message, "process"), why.message);
  auto const child = ::fork();
  if (child == 0) {
    auto const refused = failure_of(p.path);
    ::_exit(refused.code == t2s::errc::file_unwritable ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  BOOST_TEST(status == 0);
}

BOOST_AUTO_TEST_CASE(a_killed_writer_holds_nothing) {
  place const p;
  int ready[2];
  BOOST_REQUIRE(::pipe(ready) == 0);
  auto const child = ::fork();
  if (child == 0) {
    t2s::journal j(p.path, header);
    static_cast<void>(j.append(entries[0]));
    if (::write(ready[1], "x", 1) != 1) ::_exit(1);
    ::pause();
    ::_exit(0);
  }
  char c = 0;
  BOOST_TEST(::read(ready[0], &c, 1) == 1);
  BOOST_TEST(contains(failure_of(p.path).message, std::to_string(child)) == fs::exists("/proc/locks"));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  BOOST_TEST(known(p.path) == texts{entries[0]});
}

/// A limit of file sizes simulates a full disk: the last write is cut in the same way.
BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error_and_takes_nothing) {
  place const p;
  make(p.path);
  auto const whole = p.bytes();
  auto const child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit const most{whole.size() + 5, whole.size() + 5};
    ::setrlimit(RLIMIT_FSIZE, &most);
    bool refused = false;
    try {
      t2s::journal j(p.path, header);
      static_cast<void>(j.append(R"({"item":3})"));
    } catch (t2s::error const& e) {
      refused = e.details().code == t2s::errc::file_unwritable && contains(e.what(), "make space");
    }
    ::_exit(refused ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  BOOST_TEST(status == 0);
  BOOST_TEST((p.bytes() == whole));
}

BOOST_AUTO_TEST_CASE(a_device_is_refused) { BOOST_TEST((failure_of("/dev/full").code == t2s::errc::not_a_file)); }

BOOST_AUTO_TEST_CASE(threads_append_whole_lines) {
  place const p;
  {
    t2s::journal j(p.path, header, {}, {.sync = std::chrono::nanoseconds(0)});
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&j, t] {
        for (int i = 0; i < 50; ++i) {
          auto const text = "{\"item\":" + std::to_string(100 * t + i) + "}";
          auto const at = j.append(text);
          if (j.at(at) != text) std::terminate();
        }
      });
  }
  BOOST_TEST(known(p.path).size() == 200u);
}

BOOST_AUTO_TEST_CASE(an_entry_is_found_again_and_damage_is_seen) {
  place const p;
  make(p.path);
  std::vector<t2s::journal_place> places;
  t2s::journal j(p.path, header, [&](std::string_view, t2s::journal_place at) { places.push_back(at); });
  BOOST_REQUIRE(places.size() == 3u);
  BOOST_TEST(j.at(places[1]) == entries[1]);
  auto bytes = p.bytes();
  bytes[places[1].at + 12] = '#';
  p.write(bytes);
  BOOST_CHECK_THROW(static_cast<void>(j.at(places[1])), t2s::error);
}

BOOST_AUTO_TEST_CASE(removed_it_is_gone_and_takes_no_more) {
  place const p;
  t2s::journal j(p.path, header);
  j.remove();
  BOOST_TEST(!fs::exists(p.path));
  BOOST_CHECK_THROW(static_cast<void>(j.append("{}")), t2s::error);
}

BOOST_AUTO_TEST_CASE(an_entry_is_one_line) {
  place const p;
  t2s::journal j(p.path, header);
  BOOST_CHECK_THROW(static_cast<void>(j.append("{\n}")), t2s::error);
}

BOOST_AUTO_TEST_CASE(reading_alone_changes_nothing_and_does_not_read_what_is_being_written) {
  place const p;
  make(p.path);
  p.write(p.bytes() + "0123");
  auto const before = p.bytes();
  texts found;
  auto const said = t2s::read_journal(p.path, [&](std::string_view text, t2s::journal_place) { found.emplace_back(text); });
  BOOST_TEST(found == entries, boost::test_tools::per_element());
  BOOST_TEST(said.text == R"({"journal":1,"command":"count","questions":3})");
  BOOST_TEST((p.bytes() == before));
  p.write(before.substr(0, 20));
  BOOST_TEST(t2s::read_journal(p.path).text.empty());
  p.write(before);
  t2s::journal const writer(p.path, header);
  BOOST_CHECK_THROW(static_cast<void>(t2s::read_journal(p.path, {})), t2s::error);
}

/// A line with the right checksum.
std::string forged(std::string const& text) {
  char sum[16];
  std::snprintf(sum, sizeof sum, "%08x", plain_crc(text));
  return std::string(sum) + " " + text + "\n";
}

BOOST_AUTO_TEST_CASE(a_forged_header_is_refused_and_the_file_stays) {
  place const p;
  for (auto const* text : {R"({"journal":1,)", R"({"journal":1,"a":)", R"({"journal":1,"a":1}})", R"({"journal":1,"a":"\ud800"x})"}) {
    auto const bytes = forged(text) + forged(R"({"item":0})");
    p.write(bytes);
    auto const refused = failure_of(p.path);
    BOOST_TEST((refused.code == t2s::errc::malformed_data), text);
    BOOST_TEST(contains(refused.message, "first line is damaged"), refused.message);
    BOOST_TEST(p.bytes() == bytes);
    BOOST_CHECK_THROW((void)t2s::read_journal(p.path), t2s::error);
    BOOST_TEST(known_after_restart(p.path) == texts());
  }
}

BOOST_AUTO_TEST_SUITE_END()
