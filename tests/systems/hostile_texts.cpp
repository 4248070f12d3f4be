// SPDX-License-Identifier: BSL-1.0
// Texts of the database that read like orders: in the prompts of all systems they stay within their line, and nothing is hidden in them.
#include "support/hostile_texts.hpp"

#include "shed.hpp"
#include "support/word_bag.hpp"
#include "t2s/retrieve/detail/bm25.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/few_shot.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace t2s;
using namespace t2s::tests;

namespace {

struct hostile {
  test::folder f;
  int files = 0;

  /// Every prompt of a run over a database with the text.
  template <class Make>
  void check(std::string const& name, Make make) {
    for (auto const& text : hostile_texts()) {
      db::sqlite_connection database(test::make_database(f / ("hostile" + std::to_string(++files) + ".sqlite"), hostile_tables(text)));
      auto const system = make();
      llm::scripted_model model;
      model.on([](auto const&) { return true; }, {"```sql\nSELECT body FROM note WHERE nothing = 1\n```"});
      static_cast<void>(system.run(context(model, database), "Which notes have the body plain?"));
      BOOST_TEST_CONTEXT(name << ": " << text::cut(text, 60)) {
        BOOST_TEST(!model.asked().empty());
        for (auto const& request : model.asked())
          for (auto const& message : request.messages) {
            BOOST_TEST(!orders_begin_a_line(message.text));
            BOOST_TEST(!steers(message.text));
            BOOST_TEST(message.text.size() < 60'000u);
          }
      }
    }
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(hostile_texts_in_prompts, hostile)

BOOST_AUTO_TEST_CASE(of_few_shot) {
  std::vector<demonstration> const pairs{{"zoo", "How many animals are there?", "SELECT count(*) FROM animal", {}, {}}};
  auto const by = std::make_shared<retrieve::bm25 const>(pairs);
  check("few-shot", [&] { return systems::make_few_shot(by); });
  check("few-shot-corrected", [&] { return systems::few_shot_corrected(); });
  check("DAC", [&] { return systems::make_dac(by); });
}

BOOST_AUTO_TEST_CASE(of_dart_sql) {
  shed s;
  check("DART-SQL", [&] { return s.made(); });
}

BOOST_AUTO_TEST_CASE(of_sql_craft) {
  hashed vectors;
  check("SQL-CRAFT", [&] { return systems::make_sql_craft(nullptr, vectors); });
}

BOOST_AUTO_TEST_CASE(of_tcsr_sql) {
  word_bag embedder;
  check("TCSR-SQL", [&] { return systems::make_tcsr_sql(embedder, "notes"); });
}

BOOST_AUTO_TEST_SUITE_END()
