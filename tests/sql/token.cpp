// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/detail/token.hpp"

#include "support.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/sql/dialects.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

BOOST_AUTO_TEST_SUITE(tokens)

BOOST_AUTO_TEST_CASE(views_are_the_text) {
  std::vector<token> found;
  std::string const text = "SELECT \"a\"\"b\" >= x'0F' --c\n.5e1;";
  tokenize(text, sqlite, found);
  std::vector<std::string> views;
  for (auto const& t : found) views.emplace_back(t.view());
  BOOST_TEST(views == (std::vector<std::string>{"SELECT", "\"a\"\"b\"", ">=", "x'0F'", ".5e1", ";", ""}));
  BOOST_TEST(found[1].escaped);
}

BOOST_AUTO_TEST_CASE(each_dialect_has_its_own_tokens) {
  auto const views = [](std::string const& text, grammar const& in) {
    std::vector<token> found;
    tokenize(text, in, found);
    std::vector<std::string> all;
    for (auto const& t : found)
      if (t.kind != token_kind::end) all.emplace_back(t.view());
    return all;
  };
  using list = std::vector<std::string>;
  BOOST_TEST(views(R"(`a` "b\"c" 'd\'e' # f)", mysql) == (list{"`a`", R"("b\"c")", R"('d\'e')"}));
  BOOST_TEST(views("$$it's$$ E'a\\'b' a::text /* /* */ c */", postgres) == (list{"$$it's$$", "E'a\\'b'", "a", "::", "text"}));
  BOOST_TEST(views("'a\\' b", sqlite) == (list{"'a\\'", "b"}));
}

BOOST_AUTO_TEST_CASE(a_token_stands_for_its_content) {
  auto const content = [](std::string const& text, grammar const& in) {
    std::vector<token> found;
    tokenize(text, in, found);
    return content_of(found.front());
  };
  BOOST_TEST(content("'it''s'", sqlite) == "it's");
  BOOST_TEST(content("[a b]", sqlite) == "a b");
  BOOST_TEST(content("name", sqlite) == "name");
  BOOST_TEST(content("'a\\'", sqlite) == "a\\");
  BOOST_TEST(content("\"it\\\"s\"", mysql) == "it\"s");
  BOOST_TEST(content("`a``b`", mysql) == "a`b");
  BOOST_TEST(content("$x$it's$x$", postgres) == "it's");
  BOOST_TEST(content("E'a\\nb'", postgres) == "a\nb");
  BOOST_TEST(content("U&'d\\0061t'", postgres) == "dat");
}

// Each keyword of SQLite, as a name with and without quotes: SQLite decides where it is a name.
BOOST_AUTO_TEST_CASE(keywords_are_names_where_sqlite_says_so) {
  auto const db = open_empty();
  auto const agree = [&](std::string const& sql) {
    auto const message = complaint(db.get(), sql);
    BOOST_TEST(bool(t2s::sql::parse(sql)) == !is_about_syntax(message), sql << "\n" << message);
  };
  for (int i = 0; i < sqlite3_keyword_count(); ++i) {
    char const* data = nullptr;
    int size = 0;
    sqlite3_keyword_name(i, &data, &size);
    std::string const word(data, static_cast<std::size_t>(size));
    // clang-format off
    std::vector<std::string> const places{
        "SELECT @", "SELECT @ FROM t", "SELECT t.@ FROM t", "SELECT @.a FROM t", "SELECT @.* FROM t", "SELECT a @ FROM t",
        "SELECT a AS @ FROM t", "SELECT a FROM @", "SELECT a FROM t @", "SELECT a FROM t AS @", "SELECT a FROM t.@",
        "SELECT a FROM t, @ b", "SELECT a FROM t JOIN @ USING (@)", "SELECT a FROM t JOIN u ON @ = 1", "SELECT a FROM t WHERE @ = 1",
        "SELECT a FROM t WHERE a = @", "SELECT a FROM t WHERE a IN @", "SELECT a FROM t WHERE a IN (@)", "SELECT a FROM t WHERE (@)",
        "SELECT a FROM t WHERE NOT @", "SELECT a FROM t WHERE a @ b", "SELECT a FROM t GROUP BY @", "SELECT a FROM t GROUP BY a @",
        "SELECT a FROM t ORDER BY @", "SELECT a FROM t ORDER BY a @", "SELECT a FROM t LIMIT @", "SELECT a FROM t LIMIT 1 @ 2",
        "WITH @ AS (SELECT 1) SELECT 1", "WITH a(@) AS (SELECT 1) SELECT 1", "WITH a AS @ (SELECT 1) SELECT 1", "SELECT max(@) FROM t",
        "SELECT f(a, @)", "SELECT sum(a) OVER @", "SELECT sum(a) OVER (@)", "SELECT sum(a) OVER (@ ORDER BY b)",
        "SELECT sum(a) OVER (ROWS @ PRECEDING)", "SELECT sum(a) OVER (ROWS 1 @)", "SELECT sum(a) OVER (PARTITION BY @)",
        "SELECT sum(a) OVER (PARTITION BY b @)", "SELECT sum(a) OVER (ORDER BY b @)", "SELECT 1 FROM t WINDOW @ AS (ORDER BY a)",
        "SELECT 1 FROM t WINDOW w AS (@)", "SELECT sum(a) FILTER (@ b)", "SELECT a COLLATE @", "SELECT CAST(a AS @)",
        "SELECT CASE @ WHEN 1 THEN 2 END", "SELECT CASE WHEN 1 THEN @ END", "SELECT CASE WHEN 1 THEN 2 @",
        "SELECT a FROM t INDEXED BY @", "SELECT a FROM (@)", "SELECT a FROM (SELECT 1) @", "SELECT a FROM t @ JOIN u",
        "SELECT a FROM t LEFT @ JOIN u", "SELECT 1 @ SELECT 2", "@ SELECT 1", "SELECT @ a", "SELECT sum(a) @ FROM t",
        "SELECT sum(a) OVER w @ FROM t", "SELECT a IS @ b", "SELECT a IS NOT @", "SELECT a @ NULL", "SELECT a NOT @ b", "SELECT a NOT @",
        "SELECT 'x' @", "SELECT EXISTS @", "SELECT -@", "VALUES (@)", "SELECT a BETWEEN @ AND b", "SELECT a LIKE b @ c",
        "SELECT sum(a) OVER (ROWS BETWEEN @ ROW AND 1 FOLLOWING)", "SELECT sum(a) OVER (ROWS 1 PRECEDING EXCLUDE @)",
        "SELECT sum(a) OVER (ROWS 1 PRECEDING EXCLUDE NO @)"};
    // clang-format on
    for (auto place : places) {
      if (word == "EXPLAIN" && place.starts_with('@')) continue;  // no SELECT
      for (auto at = place.find('@'); at != place.npos; at = place.find('@')) place.replace(at, 1, word);
      agree(place);
    }
  }
}

BOOST_AUTO_TEST_CASE(plain_names) {
  for (auto const* yes : {"a", "_a1", "año", "a$", "abort"}) BOOST_TEST(is_plain_name(yes), yes);
  for (auto const* no : {"", "1a", "a b", "select", "Order", "a-b", "$a", "left", "asc"}) BOOST_TEST(!is_plain_name(no), no);
}

BOOST_AUTO_TEST_SUITE_END()
