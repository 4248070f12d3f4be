// SPDX-License-Identifier: BSL-1.0
// The messages about wrong calls of the command line, and about incomplete knowledge or input.
#include "run_program.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

namespace fs = std::filesystem;
using cli_test::t2s;

namespace {

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

struct shelf {
  fs::path path = fs::temp_directory_path() / ("t2s messages " + std::to_string(::getpid()));
  std::string file = (path / "shelf.sqlite").string();

  shelf() { fs::create_directories(path); }
  ~shelf() { fs::remove_all(path); }
  [[nodiscard]] cli_test::said ask(std::string const& words) const { return t2s("ask --db " + cli_test::quoted(file) + " " + words); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(messages, shelf)

BOOST_AUTO_TEST_CASE(a_missing_or_repeated_word_is_named_with_the_usage) {
  for (std::string const command : {"ask", "skeleton"}) {
    auto const r = t2s(command + " --db x");
    BOOST_TEST(r.status == 2);
    BOOST_TEST(contains(r.err, "there is no question; give it in quotes: t2s " + command + " --db FILE"), r.err);
    BOOST_TEST(contains(t2s(command + " 'How many?'").err, "--db is missing; usage: t2s " + command));
  }
  BOOST_TEST(contains(t2s("explain --sql X Y").err, "--sql is given twice, or a word after it lacks quotes; usage: t2s explain"));
  BOOST_TEST(contains(t2s("ask --db x --db y Q").err, "--db is given twice; usage: t2s ask"));
}

BOOST_AUTO_TEST_CASE(a_file_in_the_wrong_place_is_named_with_its_option) {
  auto const database = (path / "wrong place.sqlite").string(), text = (path / "text.txt").string();
  std::ofstream(database) << "SQLite format 3" << '\0';
  std::ofstream(text) << "no database";
  auto const says = [](std::string const& words, std::string const& part) {
    auto const r = t2s(words);
    BOOST_TEST(r.status == 2, r.err);
    BOOST_TEST(contains(r.err, part), r.err);
  };
  for (std::string const command : {"ask", "skeleton", "explain"}) {
    says(command + " " + cli_test::quoted(database) + " 'How many?'",
         "is a database; name it with --db: t2s " + command + " --db '" + database + "' ...");
    says(command + " " + cli_test::quoted(text) + " 'How many?'",
         text + "' is not an SQLite database; name one with --db: t2s " + command + " --db FILE ...");
  }
  says("ask --db= Q", "--db lacks its FILE|URL: the value is empty");
  auto const r = t2s("pool build --dry-run --out none.jsonl --demonstrations " + cli_test::quoted(database));
  BOOST_TEST(contains(r.err, "--demonstrations: " + database + " is an SQLite database; give a file of questions"), r.err);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_database_leads_to_what_reads_it) {
  auto const says = [&](std::string const& name, std::string const& part) {
    std::ofstream(path / name) << "id,name\n1,Tides\n";
    auto const r = t2s("ask --db " + cli_test::quoted((path / name).string()) + " 'How many?'");
    BOOST_TEST(r.status == 3);
    BOOST_TEST(contains(r.err, part), name << ": " << r.err);
  };
  for (std::string const name : {"books.csv", "Books.CSV", "books.tsv", "books.json", "books.jsonl", "books.parquet", "books.csv.gz"})
    says(name, "; DuckDB reads it in place: name 'duckdb:" + (path / name).string() + "'");
  says("books.sql", "; it has SQL: make a database of it, sqlite3 books.sqlite < ");
  says("books.xlsx", "; save its sheets as CSV in a folder: DuckDB reads these in place, named duckdb:FOLDER");
  says("books.txt", "; give the path of an SQLite 3 database");
  auto const plain = fs::temp_directory_path() / ("t2s_plain_" + std::to_string(::getpid()) + ".csv");
  std::ofstream(plain) << "id,name\n1,Tides\n";
  BOOST_TEST(contains(
      t2s("ask --db " + plain.string() + " Q").err,
      "; or import it: sqlite3 " + plain.stem().string() + ".sqlite '.import --csv " + plain.string() + " " + plain.stem().string() + "'"));
  fs::remove(plain);
  auto const folder = t2s("ask --db " + cli_test::quoted(path.string()) + " 'How many?'");
  BOOST_TEST(contains(folder.err, "this is a directory; DuckDB reads the data files in it in place: name 'duckdb:" + path.string()),
             folder.err);
  fs::create_directories(path / "bare");
  BOOST_TEST(contains(t2s("ask --db " + cli_test::quoted((path / "bare").string()) + " Q").err, "give the path of a database file"));
}

BOOST_AUTO_TEST_CASE(a_copy_into_a_file_with_other_content_leaves_it) {
  cli_test::make_database(file, "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT)");
  std::ofstream(path / "notes.txt") << "not a database, and worth keeping";
  auto const r = t2s("copy " + cli_test::quoted(file) + " " + cli_test::quoted((path / "notes.txt").string()));
  BOOST_TEST(r.status == 3);
  BOOST_TEST(contains(r.err, "file is not a database; name a file that does not exist yet, or a database; this one has other content"),
             r.err);
  std::ifstream in(path / "notes.txt");
  std::string kept;
  std::getline(in, kept);
  BOOST_TEST(kept == "not a database, and worth keeping");
}

BOOST_AUTO_TEST_CASE(an_option_of_another_command_or_program_leads_to_the_right_one) {
  BOOST_TEST(contains(t2s("ask --database x Q").err, "unknown option --database; the database is given as --db FILE|URL"));
  BOOST_TEST(contains(t2s("ask --db x --system dac Q").err, "--pipeline NAME chooses it; t2s systems lists them"));
  BOOST_TEST(contains(t2s("ask --db x --sql 'SELECT 1'").err, "t2s explain, repair and transpile take SQL"));
  BOOST_TEST(contains(t2s("--db x 'How many?'").err, "--db stands before any command: write t2s COMMAND --db ..."));
  BOOST_TEST(contains(t2s("--hlp").err, "did you mean --help?"));
  BOOST_TEST(contains(t2s("predict --db x Q").err, "t2s predict takes a data set, --data DIR; t2s ask --db FILE asks one database"));
  for (std::string const option : {"--port 80", "--http 1:80", "--host x"})
    BOOST_TEST(contains(t2s("serve --db x " + option).err, "the address is given as --bind HOST:PORT"));
  BOOST_TEST(contains(t2s("mcp --db x --port 80").err, "the address is given as --http HOST:PORT"));
}

BOOST_AUTO_TEST_CASE(a_name_that_is_near_or_a_part_of_one_is_proposed) {
  for (auto const& [typed, meant] : {std::pair("dart", "dart-sql"), std::pair("dial", "dail-sql"), std::pair("dail", "dail-sql"),
                                     std::pair("tcsr", "tcsr-sql"), std::pair("few-shots", "few-shot")})
    BOOST_TEST(contains(t2s(std::string("systems ") + typed).err, std::string("did you mean ") + meant + "?"), typed);
  BOOST_TEST(contains(t2s("systems nonsense").err, "t2s systems lists them"));
}

BOOST_AUTO_TEST_CASE(a_database_is_named_as_a_url_and_a_near_file_is_proposed) {
  cli_test::make_database(file,
                          "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books VALUES (1, 'a'), (2, 'b')");
  auto const asked = [](std::string const& name) { return t2s("ask --db " + cli_test::quoted(name) + " 'How many books are there?'"); };
  BOOST_TEST(asked("sqlite://" + file).status == 0);
  BOOST_TEST(asked("sqlite:///" + std::filesystem::relative(file).string()).status == 0);
  auto const misspelt = asked(file + "x");
  BOOST_TEST(misspelt.status == 3);
  BOOST_TEST(contains(misspelt.err, "there is no such file; did you mean " + file + "?"), misspelt.err);
  BOOST_TEST(contains(asked("sqlite:///nowhere/x.sqlite").err,
                      "nowhere/x.sqlite: there is no such file; check the path: the folder nowhere does not exist"));
  BOOST_TEST(contains(asked(std::filesystem::path(file).replace_filename("quite_another").string()).err, "; check the path"));
}

BOOST_AUTO_TEST_CASE(sql_as_a_question_is_told_apart) {
  cli_test::make_database(file,
                          "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books VALUES (1, 'a'), (2, 'b')");
  auto const asked = [&](std::string const& question) {
    return t2s("ask --db " + cli_test::quoted(file) + " " + cli_test::quoted(question));
  };
  for (std::string const sql : {"SELECT b.title FROM books b JOIN books c ON b.book_id = c.book_id", "select count(*) from books;",
                                "WITH x AS (SELECT 1) SELECT * FROM x"}) {
    BOOST_TEST(asked(sql).status == 2);
    BOOST_TEST(contains(asked(sql).err, "the question is SQL: t2s repair --db FILE SQL runs and corrects it"), sql);
  }
  for (std::string const question : {"Select the title of every book", "How many books are there?"})
    BOOST_TEST(asked(question).status == 0, question);
}

// DuckDB's own forms, as its documentation names them.
BOOST_AUTO_TEST_CASE(explain_says_what_a_statement_does_and_names_forms_that_are_not_read) {
  auto const counted = t2s("explain 'SELECT city, count(*) FROM shops WHERE open = 1 GROUP BY city ORDER BY 2 DESC LIMIT 3'");
  BOOST_TEST(counted.status == 0);
  BOOST_TEST(counted.out.starts_with("Meaning\n  Takes the rows of shops.\n  Keeps those where open = 1.\n  Makes one row for each city.\n"
                                     "  Gives city, count(*).\n  Sorted by 2 DESC.\n  At most: 3.\n\nStatement\n"),
             counted.out);
  for (auto const& [sql, says] :
       {std::pair("PIVOT sales ON year USING sum(amount)", "PIVOT is not read: write a GROUP BY with aggregates"),
        std::pair("SELECT * FROM sales PIVOT (sum(amount) FOR year IN (1, 2))", "PIVOT is not read"),
        std::pair("UNPIVOT sales ON jan, feb INTO NAME month VALUE amount", "UNPIVOT is not read: write a UNION ALL"),
        std::pair("SUMMARIZE sales", "SUMMARIZE is not read"), std::pair("DESCRIBE sales", "DESCRIBE and SHOW are not read"),
        // with a SELECT, which alone would be something else
        std::pair("SUMMARIZE SELECT city FROM shops", "SUMMARIZE is not read"),
        std::pair("DESCRIBE SELECT city FROM shops", "DESCRIBE and SHOW are not read"),
        std::pair("EXPLAIN SELECT city FROM shops", "EXPLAIN is not read: give one statement that reads"),
        std::pair("explain analyze SELECT city FROM shops", "explain is not read"),
        std::pair("ATTACH 'x.db' AS y; SELECT city FROM shops", "ATTACH is not read"), std::pair("USE x; SELECT 1", "USE is not read"),
        std::pair("SELECT city FROM shops; DROP TABLE shops", "DROP is not read"),
        std::pair("SELECT city FROM shops; delete from shops", "delete is not read"),
        std::pair("WITH p AS (PIVOT sales ON year USING sum(amount)) SELECT * FROM p", "PIVOT is not read"),
        std::pair("SELECT column_name FROM (SUMMARIZE shops)", "SUMMARIZE is not read"),
        std::pair("SELECT column_name FROM (DESCRIBE shops) d", "DESCRIBE and SHOW are not read"),
        std::pair("SHOW COLUMNS FROM shops", "DESCRIBE and SHOW are not read"),
        std::pair("COPY (SELECT city FROM shops) TO 'x.csv'", "COPY is not read"),
        // misspelt
        std::pair("SELCT city, name FROM shops", "SELCT is perhaps meant as SELECT"),
        std::pair("SLECT DISTINCT city FROM shops", "SLECT is perhaps meant as SELECT"),
        std::pair("SELECT city FORM shops", "; FORM is perhaps meant as FROM\n  SELECT city FORM shops\n              ^"),
        std::pair("SELECT city FROM shops WHER open = 1", "WHER is perhaps meant as WHERE"),
        std::pair("SELECT city FROM shops GRUOP BY city", "GRUOP is perhaps meant as GROUP"),
        std::pair("SELECT city FROM shops s ODER BY city", "ODER is perhaps meant as ORDER")}) {
    auto const r = t2s("explain " + cli_test::quoted(sql));
    BOOST_TEST(r.status == 1);
    BOOST_TEST(contains(r.out, says), sql << ": " << r.out);
  }
}

// Prose around a statement, and names like words of SQL, are none of these.
BOOST_AUTO_TEST_CASE(explain_reads_drafts_with_prose_around_them) {
  for (std::string const sql :
       {"Here is the query: SELECT city FROM shops", "Use this: SELECT city FROM shops", "with this: SELECT city FROM shops",
        "Show it by\nSELECT city FROM shops", "city, name FROM shops", "selected FROM shops", "selects, city FROM shops",
        "SELECT city FROM show", "SELECT s.city FROM show s", "SELECT city FROM (SELECT city FROM describe)",
        "SELECT city FROM shops; SELECT 2", "SELECT city FROM shops;\nThis lists the cities."}) {
    auto const r = t2s("explain " + cli_test::quoted(sql));
    BOOST_TEST(r.status == 0, sql << ": " << r.out);
    BOOST_TEST(contains(r.out, "Meaning\n"), sql << ": " << r.out);
  }
  BOOST_TEST(contains(t2s("transpile --from mysql --to sqlite 'SELECT a FORM b'").err, "; FORM is perhaps meant as FROM"));
  BOOST_TEST(contains(t2s("transpile --from sqlserver --to sqlite 'SELECT TOP 1 a FROM b'").err, "t2s repair --db FILE SQL"));
}

BOOST_AUTO_TEST_CASE(threads_are_checked_alike) {
  std::string const predictions = " --predictions a b";
  for (auto const& command : {"vote --data . --out c" + predictions, std::string("predict --data . --out c")})
    for (std::string const jobs : {"0", "1025", "1.5"})
      BOOST_TEST(contains(t2s(command + " --jobs " + jobs).err, "--jobs needs a whole number from 1 to 1024"), command << " " << jobs);
}

BOOST_AUTO_TEST_CASE(an_option_of_a_whole_number_says_which_numbers_it_takes) {
  cli_test::make_database(file, "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT)");
  auto const says = [&](std::string const& words, std::string_view part) {
    auto const r = t2s(words + " --db " + cli_test::quoted(file) + " 'How many books are there?'");
    BOOST_TEST(r.status == 2, words << ": " << r.err);
    BOOST_TEST(contains(r.err, part), words << ": " << r.err);
  };
  for (std::string const wrong : {"0", "1.5", "1e30", "-3", "99999999999999999999", "nan"})
    says("link --schema " + wrong, "--schema needs a whole number from 1 to 1000000000");
  for (std::string const wrong : {"abc", "1e400", "10x"})
    says("link --schema " + wrong, "--schema needs a number instead of \"" + wrong + "\"; usage: t2s link");
  for (std::string const wrong : {"-1", "1e3", "1.5", "99999999999999999999"})
    says("ask --seed=" + wrong, "--seed needs a whole number from 0 to 18446744073709551615 instead of \"" + wrong + "\"");
  says("ask --schema-tokens -5", "--schema-tokens needs a whole number from 0 to 1000000000000");
  BOOST_TEST(t2s("link --schema 1e3 --db " + cli_test::quoted(file) + " 'How many books are there?'").status == 0);
}

BOOST_AUTO_TEST_CASE(what_a_data_set_lacks_is_named_with_its_option) {
  auto const folder = path / "data";
  fs::create_directories(folder);
  auto const write = [&](char const* name, std::string const& content) { std::ofstream(folder / name) << content; };
  auto const says = [&](std::string const& command, std::string_view part) {
    auto const r = t2s(command + " --out " + cli_test::quoted((path / "out").string()) + " --data " + cli_test::quoted(folder.string()));
    BOOST_TEST(r.status == 3, r.err);
    BOOST_TEST(contains(r.err, part), r.err);
  };
  says("predict", "there is no folder of databases " + (folder / "databases").string() + "; name it with --databases");
  fs::create_directories(folder / "databases" / "shelf");
  says("predict",
       "--questions: no such file: " + (folder / "dev.json").string() + "; give the path of questions as JSON, JSON Lines or CSV");
  write("dev.json", R"([{"db_id": "shelf", "question": "How many?"}, {"question": "Which?"}])");
  for (std::string const command : {"predict", "link", "vote --predictions a b"})
    says(command, "dev.json: question #1 (Which?) has no db_id; add the name of its database");
  write("dev.json", "[]");
  says("predict", "dev.json: there is no question in it");
  write("dev.json", R"([{"db_id": "shelf", "query": "SELECT 1"}])");
  says("predict",
       "the element has no \"question\"; give a JSON array or JSON Lines of objects with \"question\", \"db_id\" and, where known");
  write("dev.json", R"([{"db_id": "shelf", "question": "How many?"}])");
  says("predict", "the data set has no train.json: the demonstrations that come with t2s are used; --demonstrations names others\n");
  says("predict --demonstrations pairs.json",
       "--demonstrations: no such file: pairs.json; give the path of demonstrations as JSON, JSON Lines or CSV");
  write("train.json", "[]");
  says("predict", "--demonstrations: there are no demonstrations in");
  write("train.json", R"([{"question": "How many?", "query": "SELECT 1"}, {"question": "Which?", "query": "SELEC title"}])");
  says("predict", "the SQL of 1 of 2 demonstrations does not parse, first SELEC title;");
  says("predict", "shelf.sqlite; name its folder with --databases");
  fs::create_symlink("databases", folder / "database");
  fs::remove_all(folder / "databases");
  fs::create_symlink("database", folder / "databases");  // a loop: neither has a target
  says("predict", "; check the path and its permissions");
}

BOOST_AUTO_TEST_CASE(words_that_were_not_read_are_said) {
  cli_test::make_database(file, "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books VALUES (1, 'Tides');");
  auto const shown = ask("--min-confidence 0 'books from the north'");
  BOOST_TEST(contains(shown.out, "(read from the question; not read: \"from the north\")\n  returns 1 row\n"), shown.out);
  auto const revisions = boost::json::parse(ask("--json --min-confidence 0 'books from the north'").out).at("revisions").as_array();
  BOOST_TEST(revisions.at(0).at("why").as_string() == "read from the question; not read: \"from the north\"");
}

BOOST_AUTO_TEST_CASE(a_column_of_more_texts_than_are_read_leads_to_an_index) {
  cli_test::make_database(file,
                          "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT);"
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20001)"
                          "INSERT INTO books SELECT i, 'title ' || i FROM n;");
  auto const note =
      "only 20000 texts of books.title are known, and others are not found; to know all of them: t2s index --db " + cli_test::quoted(file);
  BOOST_TEST(contains(ask("'How many books are there?'").err, note));
  BOOST_TEST(contains(ask("--index none 'How many books are there?'").err, note + ", and leave out --index none\n"));
  BOOST_TEST(t2s("index --db " + cli_test::quoted(file)).status == 0);
  BOOST_TEST(ask("'How many books are there?'").err == "");
}

BOOST_AUTO_TEST_CASE(every_column_of_more_texts_than_are_read_is_named) {
  auto const note_of = [&](int columns) {
    std::string names, values;
    for (int c = 1; c <= columns; ++c) {
      names += ", c" + std::to_string(c) + " TEXT";
      values += ", 'text " + std::to_string(c) + " ' || i";
    }
    fs::remove(file);
    cli_test::make_database(file, ("CREATE TABLE books (book_id INTEGER PRIMARY KEY" + names +
                                   ");"
                                   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20001)"
                                   "INSERT INTO books SELECT i" +
                                   values + " FROM n;")
                                      .c_str());
    return ask("'How many books are there?'").err;
  };
  BOOST_TEST(note_of(2).starts_with("t2s: only 20000 texts of each of books.c1 and books.c2 are known, and others are not found; "));
  BOOST_TEST(note_of(7).starts_with(
      "t2s: only 20000 texts of each of books.c1, books.c2, books.c3, books.c4, books.c5 and 2 more columns are known"));
}

BOOST_AUTO_TEST_CASE(what_is_known_of_a_large_table_is_said_once) {
  cli_test::make_database(file,
                          "CREATE TABLE books (book_id INTEGER PRIMARY KEY, shelf TEXT);"
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100000)"
                          "INSERT INTO books SELECT i, CASE i WHEN 1100000 THEN 'attic' ELSE 'shelf ' || (i % 9) END FROM n;");
  auto const shown = ask("'Which book_id has the shelf attic?'");
  BOOST_TEST(contains(shown.out, "shelf = 'attic'"), shown.out);
  BOOST_TEST(shown.err ==
                 "t2s: the values of books.shelf were not read, or not all of them: only 200,000 of about 1,100,000 rows were looked at\n"
                 "t2s: to know more of them: t2s index --db " +
                     cli_test::quoted(file) + "\n",
             shown.err);
}

BOOST_AUTO_TEST_CASE(the_time_for_preparing_can_be_chosen) {
  cli_test::make_database(file, "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books VALUES (1, 'Tides');");
  BOOST_TEST(
      contains(ask("--prepare-seconds 0 'How many books are there?'").err,
               "the values of books.title were not read, or not all of them: the values of all columns together took longer than 0 s"));
  BOOST_TEST(ask("--prepare-seconds 0.5 'How many books are there?'").err == "");
  for (auto const* wrong : {"-1", "nan", "1e10"}) {
    auto const refused = ask(std::string("--prepare-seconds ") + wrong + " 'How many books are there?'");
    BOOST_TEST(refused.status == 2, wrong);
    BOOST_TEST(contains(refused.err, "--prepare-seconds takes seconds, from 0 to 1000000000"), refused.err);
  }
}

BOOST_AUTO_TEST_CASE(the_time_for_preparing_ends_a_view_that_gives_no_row) {
  cli_test::make_database(file,
                          "CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books VALUES (1, 'Tides');"
                          "CREATE VIEW endless(word) AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) "
                          "SELECT 'w' || max(n) FROM t;");
  auto const r = ask("--prepare-seconds 0.2 'How many books are there?'");
  BOOST_TEST(
      contains(r.err, "the values of endless.word were not read, or not all of them: the values of all columns together took longer"),
      r.err);  // else by the limit of a statement
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.out, "count(*)"), r.out);
}

BOOST_AUTO_TEST_SUITE_END()
