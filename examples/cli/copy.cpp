// SPDX-License-Identifier: BSL-1.0
// t2s copy: copies a database into another one, of any kind.
#include "t2s/db/copy/copy.hpp"
#include "progress.hpp"

#include <unistd.h>
#include <chrono>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "advice.hpp"
#include "command.hpp"
#include "interruption.hpp"
#include "open_database.hpp"
#include "output_file.hpp"
#include "t2s/core/error.hpp"
#include "table.hpp"
#include "terminal.hpp"
#include "wording.hpp"

namespace cli {
namespace {

using clock = std::chrono::steady_clock;

/// Shows the current table and its progress: on a terminal in one line that is overwritten, elsewhere in a line every `between_lines`.
class copy_line {
 public:
  ~copy_line() { clear(); }

  void show(std::string const& table, std::size_t rows, std::size_t all) {
    using namespace std::chrono_literals;
    auto const now = clock::now();
    if (is_terminal_ ? rows < all && now - shown_ < 200ms : now - shown_ < between_lines(now - begin_)) return;
    shown_ = now;
    drawn_ = is_terminal_;
    std::cerr << (is_terminal_ ? "\r" : "t2s: ") << printable(table) << ": " << rows << " of " << counted(all, "row")
              << (is_terminal_ ? "\x1B[K" : "\n") << std::flush;
  }
  void clear() {
    if (std::exchange(drawn_, false)) std::cerr << "\r\x1B[K" << std::flush;
  }

 private:
  bool is_terminal_ = is_live_terminal(STDERR_FILENO), drawn_ = false;
  clock::time_point begin_ = clock::now(), shown_ = begin_;
};

/// A complete copy may take longer, and be larger, than the answer to a question.
t2s::db::any_options without_limits() {
  t2s::db::any_options o;
  o.limits.time = std::chrono::hours(24);
  o.limits.rows = o.limits.bytes = static_cast<std::size_t>(-1);
  o.limits.value_bytes = std::size_t{1} << 30U;
  return o;
}

t2s::db::copy_options how_of(po::variables_map const& given, copy_line& line) {
  t2s::db::copy_options how;
  how.replace = given.count("replace") != 0;
  how.views = given.count("views") != 0;
  how.dates = given.count("dates") != 0;
  if (given.count("table") != 0) how.tables = given["table"].as<std::vector<std::string>>();
  how.progress = [&line](std::string const& table, std::size_t rows, std::size_t all) { line.show(table, rows, all); };
  how.stop = stop_by_signal();
  return how;
}

void print_report(t2s::db::copy_report const& made, std::string const& to, clock::duration took) {
  std::size_t rows = 0;
  for (auto const& t : made.tables) rows += t.rows;
  for (auto const& r : made.remarks) std::cerr << "t2s: " << for_terminal(r) << "\n";
  std::cout << counted(made.tables.size(), "table") << ", " << counted(rows, "row") << ", " << counted(made.keys, "foreign key") << " in "
            << spoken(took) << ": " << printable(to) << "\n";
}

/// Reads the copy back and compares it with what was written.
exit_code check(t2s::db::copy_report const& made, std::string const& to) {
  auto copy = open_database(to, without_limits());
  auto const differing = t2s::db::differing_tables(made, copy);
  for (auto const& name : differing) std::cerr << "t2s: the rows of " << printable(name) << " differ from those that were written\n";
  if (differing.empty()) std::cout << "Read again: every row is there as it was written.\n";
  return differing.empty() ? answered : infrastructure;
}

options copy_command() {
  options o("copy FROM TO [--create] [--replace] [--table NAME]... [--views] [--dates] [--check]",
            "Copies a database into another one: tables, rows, primary and foreign keys. Each is a file of SQLite or DuckDB,\n"
            "postgresql://..., mysql://... or duckdb:FILE; FROM may also be odbc:DSN=..., and is only read. TO is written to: tables\n"
            "of the same names end the copy before it begins, unless --replace. Standard error lists what the copy\n"
            "changes or leaves out. docs/any_database.md has the types.");
  auto add = o.described.add_options();
  add("from", a_word("FROM")->required(), "what is copied");
  add("to", a_word("TO")->required(), "where to");
  add("create", "make the database on the server if it is not there");
  add("replace", "once the copy is complete, replace tables of TO with the same names");
  add("table", po::value<std::vector<std::string>>()->composing()->value_name("NAME"), "only this table; may be repeated");
  add("views", "copy views as tables (default: views are left out)");
  add("dates", "convert texts to dates and times in SQLite's columns of such types, if all texts of a column allow it");
  add("check", "read the copy and compare every row");
  o.positional.add("from", 1).add("to", 1);
  return o;
}

}  // namespace

int copy(std::vector<std::string> const& words) {
  po::variables_map given;
  if (!copy_command().read(words, given)) return answered;

  auto const to = given["to"].as<std::string>();
  auto const place = t2s::db::locate(to);
  auto from = open_database(given["from"].as<std::string>(), without_limits());
  if (!from.file().empty() && place.engine == t2s::db::engine::sqlite && is_same_file(from.file(), place.target))
    throw usage_error("FROM and TO are the same file");
  if (place.shown == from.shown()) throw usage_error("FROM and TO are the same database");
  auto const begin = clock::now();
  copy_line line;
  auto const how = how_of(given, line);
  t2s::db::copy_report made;
  try {
    auto const target = t2s::db::open_target(to, {.create = given.count("create") != 0});
    made = t2s::db::copy_database(from, *target, how);
  } catch (t2s::error const& e) {
    line.clear();
    if (e.code() == t2s::errc::cancelled && signal_seen() != 0) throw interrupted("the copy was interrupted");
    throw;
  }
  line.clear();
  print_report(made, place.shown, clock::now() - begin);
  return given.count("check") != 0 ? check(made, to) : answered;
}

}  // namespace cli
