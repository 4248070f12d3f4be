// SPDX-License-Identifier: BSL-1.0
// The database's dialect reaches prompts and the parser. The manuals of the dialects define the differences in the SQL below: PostgreSQL
// casts with `::`, which SQLite does not know.
#include <boost/test/unit_test.hpp>

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/policies/feedback/missing_entities.hpp"
#include "t2s/policies/feedback/unknown_text.hpp"
#include "t2s/policies/generate/c3.hpp"
#include "t2s/policies/generate/dail_sql.hpp"
#include "t2s/policies/generate/decomposed.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/generate/revision_chain.hpp"
#include "t2s/policies/generate/sql_craft.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/sql/mysql.hpp"
#include "t2s/sql/postgres.hpp"
#include "t2s/systems/tcsr_sql/detail/keyword_extraction.hpp"
#include "t2s/systems/tcsr_sql/detail/precise_sql.hpp"

using namespace t2s;

namespace {

schema::database boats(sql::grammar const* dialect) {
  return schema::database({{.name = "boats", .columns = {{.name = "name", .type = "TEXT"}, {.name = "built", .type = "DATE"}}}}, dialect);
}

struct never_twice {
  std::optional<stop> done(auto const&) const { return stop{"once"}; }
};

/// The complete prompts of a draft by this generator, over a database of that schema.
template <class Generator>
std::string told(Generator generator, schema::database shape) {
  tests::scripted_database database{.shape = std::move(shape)};
  llm::scripted_model model;
  model.on([](llm::request const&) { return true; }, {"SELECT name FROM boats"});
  pipeline<none, none, Generator, none, never_twice> once{.generator = std::move(generator)};
  static_cast<void>(once.run(context(model, database), "Which boats are there?"));
  std::string all;
  for (auto const& request : model.asked())
    for (auto const& m : request.messages) all += m.text + "\n";
  return all;
}

bool has(std::string const& text, std::string_view part) { return text.find(part) != text.npos; }

template <class Generator>
void check(Generator const& generator) {
  auto const usual = told(generator, boats(nullptr)), other = told(generator, boats(&sql::postgres));
  BOOST_TEST(has(usual, "SQLite"));
  BOOST_TEST(!has(usual, "PostgreSQL"));
  BOOST_TEST(has(other, "PostgreSQL"));
  BOOST_TEST(!has(other, "SQLite"));
  BOOST_TEST(!has(other, "Sqlite"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dialect)

BOOST_AUTO_TEST_CASE(prompts_name_the_dialect_of_the_database) {
  check(generate::few_shot());
  check(generate::sql_only());
  check(generate::code_blocks());
  check(generate::c3{.values = 0});
  check(generate::revision_chain());
  tcsr::precise_sql precise;
  precise.demonstrations.clear();  // worked examples over SQLite
  check(precise);
}

BOOST_AUTO_TEST_CASE(prompts_quote_as_the_database_does) {
  auto const check_quotes = [](auto const& generator) {
    schema::table const order{.name = "order", .columns = {{.name = "mean load", .type = "INT"}}};
    auto const usual = told(generator, schema::database({order})), other = told(generator, schema::database({order}, &sql::mysql));
    BOOST_TEST(has(usual, "\"order\""));
    BOOST_TEST(has(other, "`order`"));
    BOOST_TEST(has(other, "`mean load`"));
    BOOST_TEST(!has(other, "\"order\""));
    BOOST_TEST(!has(other, "\"mean load\""));
  };
  check_quotes(generate::few_shot());
  check_quotes(generate::dail_sql());
  check_quotes(generate::decomposed());
  tcsr::precise_sql precise;
  precise.demonstrations.clear();
  check_quotes(precise);
}

BOOST_AUTO_TEST_CASE(a_template_of_ones_own_need_not_name_the_dialect) {
  generate::few_shot own;
  own.draft_prompt = llm::prompt_template("{{schema}}{{demonstrations}}{{question}}");
  BOOST_TEST(!has(told(own, boats(&sql::postgres)), "PostgreSQL"));
}

BOOST_AUTO_TEST_CASE(sql_is_read_in_the_dialect_of_the_database) {
  std::string const cast = "SELECT name FROM boats WHERE built::date > '2000-01-01'";
  BOOST_TEST(!sql::parse(cast, boats(nullptr)));
  BOOST_TEST(static_cast<bool>(sql::parse(cast, boats(&sql::postgres))));
  auto const used = align::entities_used(cast, boats(&sql::postgres));
  BOOST_TEST(used.why == "");
  BOOST_TEST(used.columns.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
