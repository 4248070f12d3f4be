// SPDX-License-Identifier: BSL-1.0
// Files: which are opened, which are read in place, and which are rejected.
#include "support.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace t2s;
using namespace t2s::test;

namespace {

struct some_files {
  scratch folder{};

  some_files() {
    write_file(folder / "sales.csv", "id,amount,day\n1,2.5,2025-01-31\n2,,2025-02-01\n");
    write_file(folder / "people.json", "[{\"name\": \"Ada\", \"tags\": [\"x\"]}, {\"name\": \"Blaise\"}]");
    write_file(folder / "notes.txt", "secret");
    write_file(folder / "elsewhere.log", "a,b\n1,2\n");
    administrator().run("COPY (SELECT range AS n, range % 7 AS m FROM range(1000)) TO '" + folder / "numbers.parquet" +
                        "' (FORMAT parquet)");
    administrator().run("COPY (SELECT 1 AS a) TO '" + folder / "packed.csv.gz" + "' (FORMAT csv, COMPRESSION gzip)");
  }
};

std::vector<std::string> names_of(schema::database const& d) {
  std::vector<std::string> names;
  for (auto const& t : d.tables()) names.push_back(t.name);
  std::ranges::sort(names);
  return names;
}

failure not_opened(std::string const& file, db::duckdb_options const& o = {}) {
  return failure_of([&] { db::duckdb_connection(file, o); });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_files, some_files)

BOOST_AUTO_TEST_CASE(a_file_is_a_view_of_its_name) {
  db::duckdb_connection sales(folder / "sales.csv");
  BOOST_TEST(names_of(sales.schema()) == (std::vector<std::string>{"sales"}), boost::test_tools::per_element());
  auto const& t = sales.schema().tables().at(0);
  BOOST_REQUIRE(t.columns.size() == 3U);
  BOOST_TEST(t.columns[2].type == "DATE");
  auto const e = sales.execute("SELECT * FROM sales ORDER BY id");
  BOOST_REQUIRE(e.ok());
  std::vector<std::vector<value>> const expected{{1, 2.5, "2025-01-31"}, {2, value(), "2025-02-01"}};
  BOOST_TEST((e.rows.values == expected));
  db::duckdb_connection numbers(folder / "numbers.parquet");
  BOOST_TEST(first_value(numbers.execute("SELECT sum(n) FROM numbers WHERE m = 3")) == value(71'500));
  db::duckdb_connection people(folder / "people.json");
  BOOST_TEST(first_value(people.execute("SELECT tags FROM people WHERE name = 'Ada'")) == value("[x]"));
  db::duckdb_connection packed(folder / "packed.csv.gz");
  BOOST_TEST(first_value(packed.execute("SELECT a FROM packed")) == value(1));
}

BOOST_AUTO_TEST_CASE(a_folder_is_all_its_files) {
  db::duckdb_connection db(folder.text());
  BOOST_TEST(names_of(db.schema()) == (std::vector<std::string>{"numbers", "packed", "people", "sales"}), boost::test_tools::per_element());
  BOOST_TEST(first_value(db.execute("SELECT count(*) FROM sales JOIN numbers ON sales.id = numbers.n")) == value(2));
  BOOST_TEST(db.sample("people", 1).rows.values.size() == 1U);
  BOOST_TEST(db.distinct("numbers", "m", 10).rows.values.size() == 7U);
  BOOST_TEST(db.file() == folder.text());
}

BOOST_AUTO_TEST_CASE(several_files_and_names_that_are_taken) {
  std::filesystem::create_directory(folder / "more");
  write_file(folder / "more/sales.csv", "x\n9\n");
  write_file(folder / "more/people.jsonl", "{\"y\": 8}\n");
  db::duckdb_options o;
  o.more_files = {folder / "people.json", folder / "more"};
  db::duckdb_connection db(folder / "sales.csv", o);
  BOOST_TEST(names_of(db.schema()) == (std::vector<std::string>{"people", "people_json", "sales", "sales_csv"}),
             boost::test_tools::per_element());
  BOOST_TEST(first_value(db.execute("SELECT x FROM sales_csv")) == value(9));
}

BOOST_AUTO_TEST_CASE(nothing_but_what_was_named_is_read) {
  db::duckdb_options o;
  o.guard = db::statement_guard(sql::duckdb);  // without a list: DuckDB itself refuses
  db::duckdb_connection db(folder / "sales.csv", o);
  for (std::string const& file : {folder / "notes.txt", folder / "numbers.parquet", folder / "elsewhere.log", folder / "*", folder / "../*",
                                  std::string("/etc/passwd"), folder / "more/../notes.txt", std::string("http://127.0.0.1:9/x.csv")})
    for (std::string const reader : {"read_text", "read_csv", "read_blob", "read_parquet", "read_json", "parquet_schema", "sniff_csv"}) {
      auto const e = db.execute("SELECT * FROM " + reader + "('" + file + "')");
      BOOST_REQUIRE_MESSAGE(e.failure, reader << " " << file);
      BOOST_TEST(e.failure->code == errc::statement_denied, reader << " " << file << ": " << e.failure->text());
    }
  BOOST_TEST(db.execute("SELECT * FROM '" + folder / "numbers.parquet" + "'").failure->code == errc::statement_denied);
  BOOST_TEST(first_value(db.execute("SELECT count(*) FROM read_csv('" + folder / "sales.csv" + "')")) == value(2));  // this one was named
  BOOST_TEST(first_value(db.execute("SELECT count(*) FROM sales")) == value(2));
}

BOOST_AUTO_TEST_CASE(views_of_a_database_read_the_files_that_are_named_too) {
  auto const file = folder / "views.duckdb";
  administrator(file).run("CREATE VIEW n AS SELECT * FROM read_parquet('" + folder / "numbers.parquet" + "'); CREATE TABLE t (a INTEGER)");
  db::duckdb_connection alone(file);
  BOOST_TEST(alone.execute("SELECT count(*) FROM n").failure->code == errc::statement_denied);
  BOOST_TEST(alone.execute("SELECT count(*) FROM t").ok());
  db::duckdb_options o;
  o.more_files = {folder / "numbers.parquet"};
  db::duckdb_connection both(file, o);
  BOOST_TEST(first_value(both.execute("SELECT count(*) FROM n")) == value(1000));
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_opened) {
  BOOST_TEST(not_opened(folder / "nothing.duckdb").code == errc::file_not_found);
  BOOST_TEST(not_opened(folder / "nothing.csv").code == errc::file_not_found);
  BOOST_TEST(not_opened("").code == errc::file_not_found);
  BOOST_TEST(not_opened(folder / "notes.txt").code == errc::not_a_database);
  write_file(folder / "empty.duckdb", "");
  BOOST_TEST(not_opened(folder / "empty.duckdb").code == errc::not_a_database);
  std::filesystem::create_directory(folder / "hollow");
  BOOST_TEST(not_opened(folder / "hollow").code == errc::no_tables);
  write_file(folder / "wrong.parquet", "this is no Parquet");
  BOOST_TEST(not_opened(folder / "wrong.parquet").code == errc::malformed_data);
  write_file(folder / "wrong.json", "{\"a\": ");
  BOOST_TEST(not_opened(folder / "wrong.json").code == errc::malformed_data);
  write_file(folder / "a[1].csv", "a\n1\n");
  BOOST_TEST(not_opened(folder / "a[1].csv").code == errc::invalid_argument);
  mkfifo((folder / "pipe.csv").c_str(), 0600);
  BOOST_TEST(not_opened(folder / "pipe.csv").code == errc::not_a_file);
  administrator(folder / "bare.duckdb").run("CREATE SEQUENCE s");
  BOOST_TEST(not_opened(folder / "bare.duckdb").code == errc::no_tables);
  db::duckdb_options o;
  o.more_files = {folder / "notes.txt"};
  BOOST_TEST(not_opened(folder / "sales.csv", o).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_database_that_is_cut_or_overwritten_is_corrupt) {
  auto const file = folder / "cut.duckdb";
  administrator(file).run("CREATE TABLE t AS SELECT range AS a, md5(range::VARCHAR) AS b FROM range(100000); CHECKPOINT");
  auto const whole = read_file(file);
  write_file(file, whole.substr(0, 20'000));
  BOOST_TEST(not_opened(file).code == errc::corrupt_database);
  auto spoilt = whole;
  for (std::size_t i = 300'000; i < spoilt.size() && i < 2'000'000; ++i) spoilt[i] = static_cast<char>(spoilt[i] ^ 0x55);
  write_file(file, spoilt);
  auto const code = failure_of([&] {
                      db::duckdb_connection db(file);
                      std::ignore = db.execute("SELECT count(DISTINCT b) FROM t");
                    }).code;
  BOOST_TEST(code == errc::corrupt_database);
}

BOOST_AUTO_TEST_CASE(a_log_that_was_left_behind_is_read) {
  auto const file = folder / "log.duckdb";
  auto const child = fork();
  if (child == 0) {
    administrator const admin(file);
    admin.run("CREATE TABLE t (a INTEGER); CHECKPOINT; INSERT INTO t VALUES (7)");
    _exit(0);  // without closing it
  }
  int status = 0;
  waitpid(child, &status, 0);
  BOOST_REQUIRE(std::filesystem::exists(file + ".wal"));
  auto const before = read_file(file + ".wal");
  {
    db::duckdb_connection db(file);
    BOOST_TEST(first_value(db.execute("SELECT a FROM t")) == value(7));
  }
  BOOST_TEST((read_file(file + ".wal") == before));
}

BOOST_AUTO_TEST_CASE(a_file_that_another_process_holds) {
  auto const file = folder / "held.duckdb";
  administrator(file).run("CREATE TABLE t (a INTEGER)");
  int ready[2], done[2];
  BOOST_REQUIRE((pipe(ready) == 0 && pipe(done) == 0));
  auto const child = fork();
  if (child == 0) {
    char byte = 'x';
    administrator const admin(file);
    bool const told = write(ready[1], &byte, 1) == 1 && read(done[0], &byte, 1) == 1;
    _exit(told ? 0 : 1);
  }
  char byte = 0;
  BOOST_REQUIRE(read(ready[0], &byte, 1) == 1);
  auto const f = not_opened(file);
  BOOST_TEST(f.code == errc::file_unreadable);
  BOOST_TEST(f.remedy.find("end the process") != std::string::npos, f.text());
  BOOST_REQUIRE(write(done[1], &byte, 1) == 1);
  int status = 0;
  waitpid(child, &status, 0);
  BOOST_TEST(db::duckdb_connection(file).execute("SELECT count(*) FROM t").ok());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_overwritten_while_it_is_open) {
  db::duckdb_connection db(folder / "numbers.parquet");
  BOOST_TEST(first_value(db.execute("SELECT sum(n) FROM numbers")) == value(499'500));
  write_file(folder / "numbers.parquet", "something else");
  db::execution e;
  try {
    e = db.execute("SELECT sum(m) FROM numbers");
  } catch (error const& thrown) {
    e.failure = thrown.details();
  }
  BOOST_TEST(e.failure.has_value());
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
}

/// A database with one table and one number, written beside its later path.
std::string number_file(scratch const& folder, int n) {
  auto const file = folder / ("made" + std::to_string(n) + ".duckdb");
  administrator(file).run("CREATE TABLE t AS SELECT " + std::to_string(n) + " AS a");
  return file;
}

BOOST_AUTO_TEST_CASE(a_database_that_takes_the_place_of_one_that_is_open_is_read) {
  auto const file = folder / "current.duckdb";
  std::filesystem::rename(number_file(folder, 1), file);
  db::duckdb_connection first(file), beside(file);
  std::filesystem::rename(number_file(folder, 2), file);
  db::duckdb_connection second(file);
  BOOST_TEST(first_value(second.execute("SELECT a FROM t")) == value(2));
  BOOST_TEST(first_value(first.execute("SELECT a FROM t")) == value(1));
  std::filesystem::rename(file, folder / "old.duckdb");
  BOOST_TEST(not_opened(file).code == errc::file_not_found);
  std::filesystem::rename(number_file(folder, 3), file);
  BOOST_TEST(first_value(db::duckdb_connection(file).execute("SELECT a FROM t")) == value(3));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_written_anew_has_its_new_columns) {
  db::duckdb_connection const before(folder / "sales.csv");
  auto const written = std::filesystem::last_write_time(folder / "sales.csv");
  write_file(folder / "sales.csv", "other\n7\n");
  std::filesystem::last_write_time(folder / "sales.csv", written + std::chrono::seconds(1));
  db::duckdb_connection after(folder / "sales.csv");
  BOOST_TEST(first_value(after.execute("SELECT other FROM sales")) == value(7));
}

BOOST_AUTO_TEST_CASE(no_message_has_a_token) {
  for (std::string const name : {"md:shop?motherduck_token=s3cret", "md:?saas_mode=true&motherduck_token=s3cret",
                                 "a/motherduck_token=s3cret", "md:shop?MOTHERDUCK_TOKEN = s3cret"}) {
    auto const f = not_opened(name);
    BOOST_TEST(f.code == errc::file_not_found, name);
    for (auto const& words : {f.message, f.subject, f.remedy, f.text()}) BOOST_TEST(words.find("s3cret") == std::string::npos, words);
  }
}

BOOST_AUTO_TEST_CASE(a_library_that_is_none) {
  db::duckdb_options o;
  o.library = folder / "nothing.so";
  auto const missing = not_opened(folder / "sales.csv", o);
  BOOST_TEST(missing.code == errc::database_unreachable);
  BOOST_TEST(missing.remedy.find("T2S_DUCKDB_LIBRARY") != std::string::npos);
  o.library = "libsqlite3.so.0";
  auto const other = not_opened(folder / "sales.csv", o);
  BOOST_TEST(other.code == errc::database_unreachable);
}

BOOST_AUTO_TEST_CASE(options_that_duckdb_does_not_take) {
  db::duckdb_options o;
  o.threads = 100'000'000'000;
  BOOST_TEST(not_opened(folder / "sales.csv", o).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
