// SPDX-License-Identifier: BSL-1.0
#include "t2s/db/any/open.hpp"

#include "db/support.hpp"
#include "t2s/core/error.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace {

using t2s::db::locate;
using t2s::db::without_password;
using t2s::test::folder;
using t2s::test::write_file;

t2s::failure refused(std::string const& written) {
  try {
    static_cast<void>(t2s::db::open(written));
  } catch (t2s::error const& e) {
    return e.details();
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(location)

BOOST_AUTO_TEST_CASE(schemes_name_the_engine_and_the_database) {
  struct expected {
    char const* written;
    char const* by;
    char const *target, *name;
  };
  constexpr std::array<expected, 11> all{
      {{"shop.sqlite", "sqlite", "shop.sqlite", "shop"},
       {"a folder/shop.db", "sqlite", "a folder/shop.db", "shop"},
       {"C:\\data\\shop", "sqlite", "C:\\data\\shop", "C:\\data\\shop"},
       {"sqlite:shop.sqlite", "sqlite", "shop.sqlite", "shop"},
       {"postgresql://host/shop", "postgres", "postgresql://host/shop", "shop"},
       {"postgres://u:p@host:5433/shop?sslmode=require", "postgres", "postgres://u:p@host:5433/shop?sslmode=require", "shop"},
       {"mysql://root@host/shop", "mysql", "mysql://root@host/shop", "shop"},
       {"postgresql:///?host=%2Ftmp&dbname=the%20shop", "postgres", "postgresql:///?host=%2Ftmp&dbname=the%20shop", "the shop"},
       {"MariaDB://host/shop", "mysql", "MariaDB://host/shop", "shop"},
       {"duckdb:d/shop.duckdb", "duckdb", "d/shop.duckdb", "shop"},
       {"odbc:DSN=Shop;UID=me;PWD=x", "odbc", "DSN=Shop;UID=me;PWD=x", "Shop"}}};
  for (auto const& e : all) {
    auto const l = locate(e.written);
    BOOST_TEST(l.engine.name == e.by, e.written);
    BOOST_TEST(l.target == e.target);
    BOOST_TEST(l.name == e.name);
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_begins_as_duckdbs_do_is_one) {
  folder const place;
  write_file(place / "data", std::string("\1\2\3\4\5\6\7\10DUCK\1\0\0\0", 16));
  BOOST_TEST(locate((place / "data").string()).engine.name == "duckdb");
  write_file(place / "other", "SQLite format 3");
  BOOST_TEST(locate((place / "other").string()).engine.name == "sqlite");
}

BOOST_AUTO_TEST_CASE(passwords_are_hidden) {
  struct expected {
    char const *written, *shown;
  };
  constexpr std::array<expected, 14> all{{
      {"postgresql://me:secret@host/db", "postgresql://me:***@host/db"},
      {"postgresql://me:se:c@ret@host/db", "postgresql://me:***@host/db"},
      {"postgresql://me:se/cr?et@host/db", "postgresql://me:***@host/db"},
      {"postgresql://host:5432/db", "postgresql://host:5432/db"},
      {"postgresql://me@host:5432/db?user=a@b", "postgresql://me@host:5432/db?user=a@b"},
      {"postgresql://host/db?password=secret&sslmode=require", "postgresql://host/db?password=***&sslmode=require"},
      {"postgresql://host/db?sslpassword=secret", "postgresql://host/db?sslpassword=***"},
      {"mysql://root:secret@127.0.0.1:3306/db", "mysql://root:***@127.0.0.1:3306/db"},
      {"odbc:DSN=x;UID=me;PWD=my secret;Database=d", "odbc:DSN=x;UID=me;PWD=***;Database=d"},
      {"odbc:DSN=x;Password={a;b}", "odbc:DSN=x;Password=***"},
      {"odbc:PWD=first;DSN=x", "odbc:PWD=***;DSN=x"},
      {"host=h password='my secret' dbname=d", "host=h password=*** dbname=d"},
      {"host=h password = secret dbname=d", "host=h password = *** dbname=d"},
      {"a file with = in it.sqlite", "a file with = in it.sqlite"},
  }};
  for (auto const& e : all) BOOST_TEST(without_password(e.written) == e.shown);
}

BOOST_AUTO_TEST_CASE(what_names_no_database_is_refused_with_what_to_do) {
  BOOST_TEST(refused("").remedy.find("postgresql://") != std::string::npos);
  auto const unknown = refused("oracle://me:secret@host/db");
  BOOST_TEST(unknown.message == "oracle: this kind of database is not known");
  BOOST_TEST(unknown.remedy.find("duckdb:FILE") != std::string::npos);
  BOOST_TEST(unknown.text().find("secret") == std::string::npos);
  BOOST_TEST(unknown.subject == "oracle://me:***@host/db");
}

/// Whoever copies the advice must not run what a file's name says, in the shell or in sqlite3, whose .import runs a name after "|".
BOOST_AUTO_TEST_CASE(commands_in_advice_are_safe_whatever_the_file_is_called) {
  folder const place;
  auto const advice = [&](std::string const& name) {
    write_file(place / name, "a,b\n1,2\n");
    return refused((place / name).string()).remedy;
  };
  auto const at = (place / "").string();
  BOOST_TEST(advice("books.csv") == "DuckDB reads it in place: name duckdb:" + at +
                                        "books.csv; or import it: sqlite3 books.sqlite '.import --csv " + at + "books.csv books'");
  BOOST_TEST(advice("-x.csv").find("; or import it: sqlite3 ./-x.sqlite '") != std::string::npos);
  for (std::string const name : {"$(id).csv", "|id.csv", "`id`.csv", "a\"b.csv", "a b.csv", "a;id.csv", "$HOME.csv", "*.csv", "a\\b.csv"})
    BOOST_TEST(advice(name) == "DuckDB reads it in place: name 'duckdb:" + at + name + "'", name);
  BOOST_TEST(advice("it's.csv") == "DuckDB reads it in place: name 'duckdb:" + at + "it'\\''s.csv'");
  BOOST_TEST(advice("$(id).sql") == "it has SQL: make a database of it, sqlite3 '$(id).sqlite' < '" + at + "$(id).sql'");
  BOOST_TEST(advice("-x.sql").find("sqlite3 ./-x.sqlite < ") != std::string::npos);
}

/// Every engine is available, or reports what to install.
BOOST_AUTO_TEST_CASE(an_engine_that_the_build_lacks_says_what_to_install) {
  auto const there = t2s::db::engines();
  static constexpr std::array<std::array<char const*, 3>, 4> all{{{"postgres", "PostgreSQL", "postgresql://u:secret@127.0.0.1:1/x"},
                                                                  {"mysql", "MySQL", "mysql://u:secret@127.0.0.1:1/x"},
                                                                  {"duckdb", "DuckDB", "duckdb:/nowhere/x"},
                                                                  {"odbc", "ODBC", "odbc:DSN=none;PWD=secret"}}};
  for (auto const& [by, title, written] : all) {
    auto const f = refused(written);
    BOOST_TEST(!f.message.empty());
    BOOST_TEST(f.text().find("secret") == std::string::npos);
    if (std::ranges::find(there, by, &t2s::db::engine::name) != there.end()) continue;
    BOOST_TEST(f.message == "this build has no " + std::string(title));
    BOOST_TEST(f.remedy.find("configure again") != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()
