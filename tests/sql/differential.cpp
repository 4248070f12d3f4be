// SPDX-License-Identifier: BSL-1.0
// The strict parser compared with SQLite's own: both must accept and reject the same mutated statements.
#include <algorithm>
#include <array>
#include <random>

#include "support.hpp"
#include "t2s/sql/print.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

using words = std::vector<std::string>;

/// Statements that together use every rule of the grammar.
words const& seeds() {
  static words const all{
      "SELECT DISTINCT a , t . b AS c , t . * , * FROM t AS x WHERE a = 1 AND b <> 'y' OR NOT c",
      "SELECT ALL a b FROM main . t u JOIN v ON u . i = v . i LEFT OUTER JOIN w USING ( k , l ) NATURAL JOIN z CROSS JOIN y , x",
      "SELECT a FROM ( t JOIN u ) INNER JOIN ( SELECT b FROM v ) AS w ON 1 FULL JOIN f ( 1 , a ) RIGHT JOIN q",
      "SELECT count ( * ) , count ( DISTINCT a ) , f ( ) , sum ( a , b ) FROM t GROUP BY a , b HAVING count ( * ) > 2",
      "SELECT a FROM t ORDER BY a ASC NULLS FIRST , b DESC NULLS LAST LIMIT 1 OFFSET 2",
      "SELECT a FROM t LIMIT 1 , 2 ;",
      "SELECT a UNION SELECT b UNION ALL VALUES ( 1 , 2 ) , ( 3 , 4 ) INTERSECT SELECT c EXCEPT SELECT d ORDER BY 1",
      "WITH RECURSIVE a ( x , y ) AS MATERIALIZED ( SELECT 1 ) , b AS NOT MATERIALIZED ( VALUES ( 1 ) ) SELECT * FROM a",
      "SELECT a IN ( 1 , 2 ) , a NOT IN ( SELECT b ) , a IN t , a IN main . f ( 1 ) , a IN ( )",
      "SELECT a BETWEEN 1 AND 2 AND b , a NOT BETWEEN b AND c OR d , a LIKE 'x' ESCAPE 'y' , a NOT GLOB b , a REGEXP c , a MATCH d",
      "SELECT a IS NULL , a IS NOT NULL , a IS NOT DISTINCT FROM b , a IS DISTINCT FROM b , a ISNULL , a NOTNULL , a NOT NULL",
      "SELECT CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 ELSE 5 END , CASE WHEN a THEN b END , CAST ( a AS DECIMAL ( 10 , 2 ) )",
      "SELECT EXISTS ( SELECT 1 ) , ( SELECT 1 ) , ( 1 , 2 ) = ( 3 , 4 ) , - + ~ a , a COLLATE nocase , NOT EXISTS ( SELECT 2 )",
      "SELECT a || b -> c ->> d * e / f % g + h - i << j >> k & l | m < n <= o > p >= q == r != s",
      "SELECT sum ( a ) OVER w , sum ( a ) FILTER ( WHERE b ) OVER ( w PARTITION BY c ORDER BY d ) FROM t WINDOW w AS ( ORDER BY e ) , v "
      "AS ( w )",
      "SELECT sum ( a ) OVER ( ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS ) , rank ( ) OVER ( RANGE 1 PRECEDING )",
      "SELECT sum ( a ) OVER ( GROUPS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING EXCLUDE TIES ) , f ( a ) OVER ( ROWS CURRENT ROW EXCLUDE "
      "GROUP )",
      "SELECT x'0F' , 1.5e3 , .5 , 0xAF , ? , ?1 , :a , @b , $c , NULL , CURRENT_DATE , TRUE , \"a\" , [b] , `c` , 'it''s'",
      "SELECT a FROM t INDEXED BY i , u NOT INDEXED , v AS w INDEXED BY j WHERE year = date AND t . left = key",
      "SELECT 'a' . b , a . b . c , replace ( a , b , c ) , end , desc AS asc FROM first AS last , offset",
  };
  return all;
}

words split(std::string const& text) {
  words found;
  std::string word;
  for (char const c : text + " ") {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      found.push_back(std::move(word));
      word.clear();
    }
  }
  return found;
}

/// Changes one or two words of a seed, or some characters: deletes, doubles, exchanges, inserts, replaces.
class mutator {
 public:
  explicit mutator(unsigned seed) : random_(seed) {
    for (auto const& s : seeds())
      for (auto& w : split(s)) vocabulary_.push_back(std::move(w));
  }

  std::string next() {
    auto statement = split(pick(seeds()));
    for (auto times = below(4) == 0 ? 2 : 1; times != 0; --times) change(statement);
    std::string text;
    for (auto const& w : statement) text.append(w).append(below(20) == 0 ? " /* c */ " : " ");
    return text;
  }

  std::string next_by_character() {
    static std::string const characters = "'\"`[]()-/*;.,:@#$?!<>=|&~%+ \t\n_0x9eEaZ\xC3\xA9\x01\\{}^";
    auto text = pick(seeds());
    for (auto times = below(3) + 1; times != 0; --times) {
      char const c = characters[below(characters.size())];
      auto const at = below(text.size());
      if (below(3) == 0)
        text.erase(at, 1);
      else
        text.insert(at, 1, c);
    }
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  std::string const& pick(words const& from) { return from[below(from.size())]; }

  void change(words& s) {
    if (s.size() < 2) return;
    auto const at = s.begin() + static_cast<std::ptrdiff_t>(below(s.size()));
    switch (below(5)) {
      case 0: s.erase(at); break;
      case 1: s.insert(at, std::string(*at)); break;
      case 2: std::swap(*at, s[below(s.size())]); break;
      case 3: s.insert(at, pick(vocabulary_)); break;
      default: *at = pick(vocabulary_);
    }
  }

  std::mt19937 random_;
  words vocabulary_{};
};

/// Errors that SQLite raises in the middle of a statement, so that it says nothing about the syntax of the rest.
bool is_premature(std::string const& message) {
  static constexpr std::array beginnings{
      "a JOIN clause is required before", "all VALUES must",           "variable number must", "RAISE() may only",  "unknown join type",
      "syntax error after column name",   "duplicate WITH table name", "IN(...) element has",  "unsupported frame", "too many"};
  return message.find(" clause should come after ") != message.npos ||
         std::any_of(beginnings.begin(), beginnings.end(), [&](char const* b) { return message.starts_with(b); });
}

/// SQLite 3.44 accepts ORDER BY in an aggregate, and join words as names of functions; so do we.
bool is_newer_syntax(std::string const& message) {
  return sqlite3_libversion_number() < 3044000 && (message == "near \"ORDER\": syntax error" || message == "near \"(\": syntax error");
}

/// Compares verdicts, and the trees of accepted statements with those of their printed text.
class comparison {
 public:
  void add(std::string const& sql) {
    auto const message = complaint(db_.get(), sql);
    if (is_premature(message) || has_several_statements(sql)) return;
    ++compared_;
    auto const ours = parse(sql);
    bool const theirs = !is_about_syntax(message);
    accepted_ += theirs ? 1U : 0U;
    if (ours && is_newer_syntax(message)) return;
    BOOST_TEST(bool(ours) == theirs, sql << "\n SQLite: " << message << "\n we: " << (ours ? "accepted" : to_string(ours.error())));
    if (ours) BOOST_TEST((must_parse(print(*ours)) == *ours), sql << "\n" << print(*ours));
  }

  void report() const {
    BOOST_TEST_MESSAGE(compared_ << " compared, " << accepted_ << " of them accepted by SQLite");
    BOOST_TEST(compared_ > 20000U);
    BOOST_TEST(accepted_ > 2000U);
  }

 private:
  database db_ = open_empty();
  std::size_t compared_ = 0, accepted_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(differential)

BOOST_AUTO_TEST_CASE(mutated_words) {
  mutator mutants(1);
  comparison seen;
  for (int i = 0; i < 50000; ++i) seen.add(mutants.next());
  seen.report();
}

BOOST_AUTO_TEST_CASE(mutated_characters) {
  mutator mutants(3);
  comparison seen;
  for (int i = 0; i < 50000; ++i) seen.add(mutants.next_by_character());
  seen.report();
}

// Our position may be earlier: SQLite accepts any name after LEFT and reads on, and checks an ON before any join only later.
BOOST_AUTO_TEST_CASE(errors_stand_where_sqlite_sees_them) {
  auto const db = open_empty();
  mutator mutants(2);
  std::size_t compared = 0, same = 0;
  for (int i = 0; i < 5000; ++i) {
    auto const sql = mutants.next();
    auto const message = complaint(db.get(), sql);
    if (!message.ends_with(": syntax error")) continue;
    auto const ours = parse(sql);
    if (ours || is_newer_syntax(message)) continue;
    auto const theirs = static_cast<std::size_t>(sqlite3_error_offset(db.get()));
    BOOST_TEST(ours.error().offset <= theirs, sql << "\n SQLite: " << message << "\n we: " << to_string(ours.error()));
    ++compared;
    same += ours.error().offset == theirs ? 1U : 0U;
  }
  BOOST_TEST_MESSAGE(same << " of " << compared << " errors stand at the same byte");
  BOOST_TEST(compared > 2000U);
  BOOST_TEST(same * 100 >= compared * 99);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(prefixes, *boost::unit_test::precondition(data_are_here))

BOOST_AUTO_TEST_CASE(all_prefixes_of_all_dev_queries) {
  auto const db = open_empty();
  query q;
  for (auto const& s : gold("dev.json"))
    for (std::size_t n = 0; n < s.sql.size(); ++n) {
      auto const prefix = s.sql.substr(0, n);
      auto const message = complaint(db.get(), prefix);
      bool const blank = prefix.find_first_not_of(" \t\n") == prefix.npos;
      bool const theirs = !blank && !is_about_syntax(message);
      BOOST_TEST(!parse_into(q, prefix) == theirs, prefix << "\n" << message);
    }
}

BOOST_AUTO_TEST_SUITE_END()
