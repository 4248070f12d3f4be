// SPDX-License-Identifier: BSL-1.0
// Files that are not databases, or unusual ones.
#include "support.hpp"

#if __has_include(<unistd.h>)
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace t2s;
using namespace t2s::test;

namespace {

/// The code with which opening fails; the file and its folder must stay unchanged.
errc refused(folder const& where, std::filesystem::path const& file, db::sqlite_options const& options = {}) {
  auto const before = where.bytes();
  auto const code = thrown_by([&] { db::sqlite_connection const db(file, options); });
  BOOST_TEST((where.bytes() == before));
  return code;
}

/// Opens and reads `city` while nothing in the folder changes.
void readable(folder const& where, std::filesystem::path const& file, std::size_t rows = 2) {
  auto const before = where.bytes();
  {
    db::sqlite_connection db(file);
    auto const e = db.execute("SELECT * FROM city");
    BOOST_TEST(e.ok());
    BOOST_TEST(e.rows.values.size() == rows);
  }
  BOOST_TEST((where.bytes() == before));
}

std::string padded(int n) {
  return "INSERT INTO city(name) SELECT hex(zeroblob(500)) FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (" + std::to_string(n) + "));";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sqlite_file)

BOOST_AUTO_TEST_CASE(what_is_no_database_is_refused) {
  folder const where;
  write_file(where / "text.db", std::string(5000, 'x'));
  write_file(where / "short.db", "xy");  // SQLite takes a file of one byte for an empty one
  write_file(where / "empty.db", "");
  write_file(where / "magic.db", std::string("SQLite format 3\0", 16));
  BOOST_TEST(refused(where, where / "missing.db") == errc::file_not_found);
  BOOST_TEST(refused(where, where / "text.db" / "below a file") == errc::file_not_found);
  BOOST_TEST(refused(where, where / std::string(5000, 'n')) == errc::file_unreadable);  // ENAMETOOLONG
  BOOST_TEST(refused(where, std::string("text.db\0x", 9)) == errc::file_not_found);
  BOOST_TEST(refused(where, ":memory:") == errc::file_not_found);
  BOOST_TEST(refused(where, "") == errc::file_not_found);
  BOOST_TEST(refused(where, where / "") == errc::not_a_file);
  BOOST_TEST(refused(where, where / "text.db") == errc::not_a_database);
  BOOST_TEST(refused(where, where / "short.db") == errc::not_a_database);
  BOOST_TEST(refused(where, where / "empty.db") == errc::no_tables);
  BOOST_TEST(refused(where, where / "magic.db") == errc::corrupt_database);
}

BOOST_AUTO_TEST_CASE(the_error_names_the_file_and_a_remedy) {
  folder const where;
  try {
    db::sqlite_connection const db(where / "missing.db");
    BOOST_ERROR("nothing was thrown");
  } catch (error const& e) {
    BOOST_TEST(e.details().subject == (where / "missing.db").string());
    BOOST_TEST(std::string(e.what()).find("missing.db") != std::string::npos);
    BOOST_TEST(!e.details().remedy.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_database_without_tables_is_refused) {
  folder const where;
  make_database(where / "none.db", "CREATE TABLE t(x); DROP TABLE t;");
  make_database(where / "own.db", "CREATE TABLE t(x INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE t;");  // sqlite_sequence stays
  BOOST_TEST(refused(where, where / "none.db") == errc::no_tables);
  BOOST_TEST(refused(where, where / "own.db") == errc::no_tables);
}

BOOST_AUTO_TEST_CASE(a_truncated_database_is_refused) {
  folder const where;
  auto const whole = read_file(make_database(where / "whole.db", std::string(small_world) + padded(8)));
  for (std::size_t size = 16; size < whole.size(); size += size < 200 ? 7 : 499) {
    write_file(where / "cut.db", whole.substr(0, size));
    BOOST_TEST(refused(where, where / "cut.db") == errc::corrupt_database);
  }
  readable(where, where / "whole.db", 10);
}

BOOST_AUTO_TEST_CASE(damage_inside_is_met_when_it_is_read) {
  folder const where;
  auto bytes = read_file(make_database(where / "good.db", std::string("PRAGMA page_size = 512;") + small_world + padded(8)));
  auto no_schema = bytes;
  no_schema.replace(100, 412, 412, '\xEE');  // the page that holds the schema
  write_file(where / "schema.db", no_schema);
  BOOST_TEST(refused(where, where / "schema.db") == errc::corrupt_database);

  bytes.replace(512, std::string::npos, bytes.size() - 512, '\xEE');  // all pages but the first: the schema is on it
  write_file(where / "data.db", bytes);
  auto const before = where.bytes();
  {
    auto const code = thrown_by([&] {
      db::sqlite_connection db(where / "data.db");
      (void)db.execute("SELECT * FROM city");
    });
    BOOST_TEST(code == errc::corrupt_database);
  }
  BOOST_TEST((where.bytes() == before));
}

BOOST_AUTO_TEST_CASE(every_single_damaged_byte_is_survived) {
  folder const where;
  auto const good = read_file(make_database(where / "good.db", std::string("PRAGMA page_size = 512;") + small_world));
  std::filesystem::remove(where / "good.db");
  for (std::size_t at = 0; at < good.size(); at += 3) {
    auto bad = good;
    bad[at] = static_cast<char>(~bad[at]);
    write_file(where / "bad.db", bad);
    try {
      db::sqlite_connection db(where / "bad.db");
      for (auto const& t : db.schema().tables()) (void)db.sample(t.name, 10);
    } catch (error const&) {  // any code: no crash, nothing written
    }
    BOOST_TEST((where.bytes() == std::map<std::string, std::string>{{"bad.db", bad}}));
  }
}

BOOST_AUTO_TEST_CASE(any_path_can_be_opened) {
  folder const where;
  for (std::string const name :
       {"a b.db", "50%.db", "%41.db", "what?.db", "x?mode=rw&immutable=1", "#1.db", "file:x.db", "Zürich 東京.db", "a&b=c;d'e\".db", "-db"})
    readable(where, make_database(where / name, small_world));
  std::filesystem::create_symlink(where / "a b.db", where / "link.db");
  readable(where, where / "link.db");
  auto const here = std::filesystem::current_path();
  std::filesystem::current_path(where / "");
  readable(where, "a b.db");
  std::filesystem::current_path(here);
}

BOOST_AUTO_TEST_CASE(a_database_of_utf_16_gives_utf_8) {
  folder const where;
  db::sqlite_connection db(make_database(
      where / "wide.db", "PRAGMA encoding = 'UTF-16'; CREATE TABLE \"Städte\"(n); INSERT INTO \"Städte\" VALUES ('Zürich');"));
  BOOST_TEST(*db.sample("Städte", 1).rows.values.at(0).at(0).text() == "Zürich");
}

BOOST_AUTO_TEST_CASE(a_closed_write_ahead_log_leaves_nothing_beside) {
  folder const where;
  readable(where, make_database(where / "wal.db", std::string("PRAGMA journal_mode = WAL;") + small_world));
}

BOOST_AUTO_TEST_CASE(a_write_ahead_log_in_use_is_read) {
  folder const where;
  writer const w(where / "wal.db");
  w.run(std::string("PRAGMA journal_mode = WAL;") + small_world);
  db::sqlite_connection db(where / "wal.db");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.size() == 2u);
  w.run("INSERT INTO city(name) VALUES ('Nuku''alofa')");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.size() == 3u);
  BOOST_TEST(where.bytes().size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_write_ahead_log_is_found_behind_a_link) {
  folder const where;
  folder const links;
  writer const w(where / "wal.db");
  w.run(std::string("PRAGMA journal_mode = WAL;") + small_world + "PRAGMA wal_checkpoint; INSERT INTO city(name) VALUES ('Vava''u')");
  std::filesystem::create_symlink(where / "wal.db", links / "link.db");
  readable(links, links / "link.db", 3);
}

BOOST_AUTO_TEST_CASE(a_write_ahead_log_and_its_index_stay_as_they_are) {
  folder const where;
  folder const copy;
  {
    writer const w(where / "wal.db");
    w.run(std::string("PRAGMA journal_mode = WAL;") + small_world);
    w.run("PRAGMA wal_checkpoint; INSERT INTO city(name) VALUES ('Neiafu')");
    for (char const* name : {"wal.db", "wal.db-wal", "wal.db-shm"}) std::filesystem::copy_file(where / name, copy / name);
  }
  readable(copy, copy / "wal.db", 3);
  BOOST_TEST(copy.bytes().size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_writer_that_comes_later_is_seen) {
  folder const where;
  make_database(where / "wal.db", std::string("PRAGMA journal_mode = WAL;") + small_world + padded(8));
  db::sqlite_connection db(where / "wal.db");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.size() == 10u);
  writer const w(where / "wal.db");
  w.run("INSERT INTO city(name) VALUES ('Pangai')");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.size() == 11u);  // from the log
  w.run("DELETE FROM city; VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.empty());
}

BOOST_AUTO_TEST_CASE(a_writer_that_has_come_and_gone_is_seen) {
  folder const where;
  make_database(where / "wal.db", std::string("PRAGMA journal_mode = WAL;") + small_world + padded(8));
  db::sqlite_connection db(where / "wal.db");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.size() == 10u);
  make_database(where / "wal.db", "DELETE FROM city WHERE id > 1; VACUUM");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.size() == 1u);
  BOOST_TEST(db.schema().find_table("city"));
  BOOST_TEST(where.bytes().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_log_that_comes_later_without_index_is_thrown) {
  folder const where;
  folder const busy;
  auto const file = make_database(where / "wal.db", std::string("PRAGMA journal_mode = WAL;") + small_world);
  db::sqlite_connection db(file);
  std::filesystem::copy_file(file, busy / "wal.db");
  writer const w(busy / "wal.db");
  w.run("INSERT INTO city(name) VALUES ('Ohonua')");
  std::filesystem::copy_file(busy / "wal.db-wal", where / "wal.db-wal");
  BOOST_TEST(thrown_by([&] { (void)db.execute("SELECT * FROM city"); }) == errc::file_unreadable);
  std::filesystem::remove(where / "wal.db-wal");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_write_ahead_log_without_index_is_refused) {
  folder const where;
  folder const copy;
  writer const w(where / "wal.db");
  w.run(std::string("PRAGMA journal_mode = WAL;") + small_world);
  std::filesystem::copy_file(where / "wal.db", copy / "wal.db");
  std::filesystem::copy_file(where / "wal.db-wal", copy / "wal.db-wal");
  BOOST_TEST(refused(copy, copy / "wal.db") == errc::file_unreadable);
}

BOOST_AUTO_TEST_CASE(a_writer_is_waited_for_until_the_time_limit) {
  folder const where;
  make_database(where / "small.db", small_world);
  writer const w(where / "small.db");
  db::sqlite_options options;
  options.limits.time = std::chrono::milliseconds(200);
  db::sqlite_connection db(where / "small.db", options);
  w.run("BEGIN EXCLUSIVE");
  BOOST_TEST(refused(where, where / "small.db", options) == errc::file_unreadable);
  BOOST_TEST(db.execute("SELECT * FROM city").failure->code == errc::time_limit);
  w.run("COMMIT");
  BOOST_TEST(db.execute("SELECT * FROM city").rows.values.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_limit_of_statements_leaves_time_to_read_the_schema_and_is_named) {
  folder const where;
  make_database(where / "small.db", small_world);
  db::sqlite_options options;
  options.limits.time = std::chrono::microseconds(1);
  db::sqlite_connection db(where / "small.db", options);
  BOOST_TEST(!db.schema().empty());
  auto const slow = db.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n").failure.value();
  BOOST_TEST(slow.code == errc::time_limit);
  BOOST_TEST(slow.message == "the time limit of 0.000001 s was met");
}

BOOST_AUTO_TEST_CASE(an_interrupted_writer_leaves_a_journal_that_is_not_touched) {
  folder const where;
  folder const copy;
  writer const w(make_database(where / "small.db", small_world));
  w.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;" + padded(8) + padded(9) + padded(10));
  BOOST_REQUIRE(std::filesystem::exists(where / "small.db-journal"));
  make_database(copy / "small.db", small_world);
  db::sqlite_connection db(copy / "small.db");
  BOOST_TEST(db.execute("SELECT * FROM city").ok());
  for (char const* name : {"small.db", "small.db-journal"})
    std::filesystem::copy_file(where / name, copy / name, std::filesystem::copy_options::overwrite_existing);
  BOOST_TEST(refused(copy, copy / "small.db") == errc::file_unreadable);
  BOOST_CHECK_EXCEPTION(db::sqlite_connection(copy / "small.db"), error,
                        [](error const& e) { return e.details().remedy.find("for writing") != std::string::npos; });
  BOOST_TEST(thrown_by([&] { (void)db.execute("SELECT * FROM city"); }) == errc::file_unreadable);  // also when it comes later
}

#if __has_include(<unistd.h>)
BOOST_AUTO_TEST_CASE(a_pipe_is_refused_without_waiting) {
  folder const where;
  BOOST_REQUIRE(mkfifo((where / "pipe").c_str(), 0600) == 0);
  BOOST_TEST(thrown_by([&] { db::sqlite_connection const db(where / "pipe"); }) == errc::not_a_file);
}

BOOST_AUTO_TEST_CASE(a_file_without_permission_is_refused) {
  if (geteuid() == 0) {
    BOOST_TEST_MESSAGE("skipped: the superuser may read everything");
    return;
  }
  folder const where;
  std::filesystem::permissions(make_database(where / "closed.db", small_world), std::filesystem::perms::none);
  BOOST_TEST(thrown_by([&] { db::sqlite_connection const db(where / "closed.db"); }) == errc::file_unreadable);
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_written_is_no_hindrance) {
  folder const where;
  make_database(where / "wal.db", std::string("PRAGMA journal_mode = WAL;") + small_world);
  std::filesystem::permissions(where / "", std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  readable(where, where / "wal.db");
  std::filesystem::permissions(where / "", std::filesystem::perms::owner_all);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
