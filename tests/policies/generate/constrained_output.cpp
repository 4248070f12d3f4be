// SPDX-License-Identifier: BSL-1.0
// Constrained replies: which statements the grammar lets a model write, by a reader of llama.cpp's notation made for this test.
#include "t2s/policies/generate/constrained_output.hpp"

#include "support/scripted_database.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

using namespace t2s;

namespace {

/// Matches texts by rules in GBNF: literals, sets of characters, groups, alternatives, and the repetitions ? * + {n,m}.
class gbnf {
 public:
  using ends = std::set<std::size_t>;

  explicit gbnf(std::string_view rules) {
    while (!rules.empty()) {
      auto const end = std::min(rules.find('\n'), rules.size());
      auto const line = rules.substr(0, end);
      rules.remove_prefix(std::min(end + 1, rules.size()));
      if (auto const is = line.find(" ::= "); is != line.npos) rules_[std::string(line.substr(0, is))] = std::string(line.substr(is + 5));
    }
  }
  [[nodiscard]] bool accepts(std::string_view text) {
    text_ = text;
    known_.clear();
    return of_rule("root", 0).contains(text.size());
  }

 private:
  ends const& of_rule(std::string const& name, std::size_t from) {
    auto const [at, fresh] = known_.try_emplace({name, from});
    if (!fresh) return at->second;
    BOOST_REQUIRE(rules_.contains(name));
    std::string_view rest = rules_.at(name);
    auto found = alternatives(rest, {from});
    return known_[{name, from}] = std::move(found);
  }
  ends alternatives(std::string_view& rule, ends const& from) {
    ends all = sequence(rule, from);
    while (rule.starts_with('|')) {
      rule.remove_prefix(1);
      all.merge(sequence(rule, from));
    }
    return all;
  }
  ends sequence(std::string_view& rule, ends at) {
    for (skip(rule); !rule.empty() && rule.front() != '|' && rule.front() != ')'; skip(rule)) {
      auto const item = rule;
      auto once = element(rule, at);
      auto const [least, most] = times(rule);
      ends all = least == 0 ? at : ends{};
      for (std::size_t n = 1; n <= most && !once.empty(); ++n) {
        auto const before = all.size();
        if (n >= least) all.insert(once.begin(), once.end());
        if (n > least && all.size() == before) break;
        auto again = item;
        once = n < most ? element(again, once) : ends{};
      }
      at = std::move(all);
    }
    return at;
  }
  static void skip(std::string_view& rule) {
    while (rule.starts_with(' ')) rule.remove_prefix(1);
  }
  static std::pair<std::size_t, std::size_t> times(std::string_view& rule) {
    if (rule.empty()) return {1, 1};
    char const mark = rule.front();
    if (mark != '?' && mark != '*' && mark != '+' && mark != '{') return {1, 1};
    if (mark == '{') {
      auto const text = std::string(rule.substr(1, rule.find('}') - 1));
      rule.remove_prefix(text.size() + 2);
      return {std::stoul(text), std::stoul(text.substr(text.find(',') + 1))};
    }
    rule.remove_prefix(1);
    return {mark == '+' ? 1 : 0, mark == '?' ? 1 : 1000};
  }
  ends element(std::string_view& rule, ends const& from) {
    if (rule.front() == '(') {
      rule.remove_prefix(1);
      auto found = alternatives(rule, from);
      rule.remove_prefix(1);
      return found;
    }
    ends found;
    if (rule.front() == '"') {
      auto const text = literal(rule);
      for (auto const at : from)
        if (text_.substr(at).starts_with(text)) found.insert(at + text.size());
    } else if (rule.front() == '[') {
      auto const set = std::string(rule.substr(1, rule.find(']') - 1));
      rule.remove_prefix(set.size() + 2);
      for (auto const at : from)
        if (at < text_.size() && is_in(set, text_[at])) found.insert(at + 1);
    } else {
      auto const end = std::min(rule.find_first_of(" |)?*+{"), rule.size());
      auto const name = std::string(rule.substr(0, end));
      rule.remove_prefix(end);
      for (auto const at : from) {
        auto const& more = of_rule(name, at);
        found.insert(more.begin(), more.end());
      }
    }
    return found;
  }
  static std::string literal(std::string_view& rule) {
    std::string text;
    std::size_t i = 1;
    for (; rule[i] != '"'; ++i) {
      bool const escaped = rule[i] == '\\';
      if (escaped) ++i;
      text += escaped && rule[i] == 'n' ? '\n' : rule[i];
    }
    rule.remove_prefix(i + 1);
    return text;
  }
  static bool is_in(std::string set, char c) {
    bool const negated = set.front() == '^';
    for (auto at = set.find("\\n"); at != set.npos; at = set.find("\\n")) set.replace(at, 2, "\n");
    bool in = false;
    for (std::size_t i = negated ? 1 : 0; i < set.size(); ++i) {
      bool const range = i + 2 < set.size() && set[i + 1] == '-';
      in = in || (range ? c >= set[i] && c <= set[i + 2] : c == set[i]);
      if (range) i += 2;
    }
    return in != negated;
  }

  std::map<std::string, std::string> rules_{};
  std::map<std::pair<std::string, std::size_t>, ends> known_{};
  std::string_view text_{};
};

schema::database boats() {
  return schema::database(
      {{.name = "boat", .columns = {{.name = "name"}, {.name = "length"}, {.name = "built in"}, {.name = "harbour_id"}}},
       {.name = "harbour", .columns = {{.name = "harbour_id"}, {.name = "name"}}}});
}

/// Keeps what it is asked.
struct listening {
  std::shared_ptr<llm::request> heard = std::make_shared<llm::request>();

  llm::completion complete(llm::request asked) {
    *heard = std::move(asked);
    return {.text = R"({"sql": "SELECT 1"})", .finish_reason = "stop"};
  }
};

bool writes(std::string const& sql) {
  static gbnf grammar(generate::as_sql(boats()).schema);
  return grammar.accepts("```sql\n" + sql + "\n```");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(constrained_output)

BOOST_AUTO_TEST_CASE(statements_over_the_schema_can_be_written) {
  for (std::string const sql :
       {"SELECT name FROM boat",
        "SELECT DISTINCT T1.name, count(*) AS n FROM boat AS T1 JOIN harbour AS T2 ON T1.harbour_id = T2.harbour_id;",
        "SELECT name FROM boat\nWHERE length > 8.5 AND name LIKE '%O''Hara%'\nORDER BY length DESC LIMIT 3",
        "SELECT harbour_id, AVG(length) FROM boat GROUP BY harbour_id HAVING COUNT(*) >= 2",
        "SELECT name FROM boat WHERE harbour_id IN (SELECT harbour_id FROM harbour WHERE name = 'Odda') OR \"built in\" IS NOT NULL",
        "SELECT b.name FROM boat b LEFT JOIN harbour h ON b.harbour_id = h.harbour_id WHERE NOT (b.length BETWEEN 1 AND 2)",
        "SELECT name FROM boat EXCEPT SELECT name FROM harbour", "SELECT MAX(length) - MIN(length) FROM boat",
        "SELECT CASE WHEN length > 8 THEN 'long' ELSE 'short' END, CAST(length AS INTEGER) FROM boat",
        "SELECT COUNT(DISTINCT name) FROM (SELECT name FROM boat) AS T1 WHERE strftime('%Y', name) = '2020'"})
    BOOST_TEST(writes(sql), sql);
}

BOOST_AUTO_TEST_CASE(other_names_and_other_texts_cannot) {
  for (std::string const sql : {"SELECT nme FROM boat", "SELECT name FROM boats", "SELECT name FROM boat WHERE lenght > 8",
                                "SELECT built in FROM boat", "Here is the query: SELECT name FROM boat", "DELETE FROM boat",
                                "SELECT name FROM boat; SELECT name FROM boat", "SELECT name FROM boat WHERE name = 'Odda", "SELECT name"})
    BOOST_TEST(!writes(sql), sql);
}

BOOST_AUTO_TEST_CASE(names_are_quoted_as_the_dialect_and_the_grammar_need) {
  schema::database const odd({{.name = "a\"b\\c", .columns = {{.name = "order"}}}});
  gbnf grammar(generate::as_sql(odd).schema);
  BOOST_TEST(grammar.accepts("```sql\nSELECT \"order\" FROM \"a\"\"b\\c\"\n```"));
  BOOST_TEST(!grammar.accepts("```sql\nSELECT order FROM \"a\"\"b\\c\"\n```"));
}

BOOST_AUTO_TEST_CASE(json_has_the_sql_alone) {
  auto const form = generate::as_json(boats());
  BOOST_TEST((form.what == llm::answer_form::kind::json_schema));
  BOOST_TEST((boost::json::parse(form.schema).at("required") == boost::json::array{"sql"}));
}

BOOST_AUTO_TEST_CASE(a_generator_asks_for_the_form_and_reads_it) {
  tests::scripted_database database;
  pipeline<none, none, generate::few_shot, none, terminate::after_draft> line;
  listening model;
  BOOST_TEST(line.run(context(model, database), "What is one?").sql() == "SELECT 1");
  BOOST_TEST((model.heard->form.what == llm::answer_form::kind::text));
  line.generator.constraint = generate::as_json;
  BOOST_TEST(line.run(context(model, database), "What is one?").sql() == "SELECT 1");
  BOOST_TEST((model.heard->form == generate::as_json({})));
  BOOST_TEST((model.heard->expects == llm::reply_kind::json));
  line.generator.constraint = generate::as_sql;
  static_cast<void>(line.run(context(model, database), "What is one?"));
  BOOST_TEST((model.heard->form.what == llm::answer_form::kind::grammar));
}

BOOST_AUTO_TEST_SUITE_END()
