// SPDX-License-Identifier: BSL-1.0
#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/sample/rows.hpp"
#include "t2s/policies/sample/together.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

using namespace t2s;
using namespace t2s::tests;

namespace {

struct two_tables {
  two_tables() {
    schema::table rivers, lakes, seen;
    rivers.name = "rivers";
    lakes.name = "lakes";
    seen.name = "seen";
    seen.is_view = true;
    database.shape = schema::database({rivers, lakes, seen});
    std::vector<std::string> cells;
    for (int i = 0; i < 100; ++i) cells.push_back(std::to_string(i));
    database.world = {{"sample rivers", gives(cells)}, {"sample lakes", gives({"a", "b"})}};
  }

  template <class Sampler>
  samples of(Sampler const& sampler, std::uint64_t seed = 1) {
    run_context<context<llm::scripted_model, scripted_database>, states_of<Sampler>> ctx(context(model, database, {.seed = seed}));
    question const asked("q");
    auto sampled = ctx.lift(sampler.sample(ctx, asked));
    if constexpr (requires { std::move(sampled).get(); })
      return std::move(sampled).get();
    else
      return sampled;
  }

  llm::scripted_model model{};
  scripted_database database{};
};

std::set<std::string> cells(table_sample const& t) {
  std::set<std::string> all;
  for (auto const& row : t.shown.values) all.insert(to_string(row.at(0)));
  return all;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rows_of_tables, two_tables)

BOOST_AUTO_TEST_CASE(first_rows_of_tables_in_their_order) {
  auto const s = of(sample::first_rows{});
  BOOST_REQUIRE(s.tables.size() == 2u);  // not a view
  BOOST_TEST(s.tables[0].table == "rivers");
  BOOST_TEST(s.tables[1].table == "lakes");
  BOOST_TEST((database.asked == std::vector<std::string>{"sample rivers", "sample lakes"}));
}

BOOST_AUTO_TEST_CASE(random_rows_are_drawn_by_the_seed_alone) {
  auto const once = of(sample::random_rows{});
  BOOST_TEST(once.tables[0].shown.values.size() == 6u);
  BOOST_TEST(cells(once.tables[0]).size() == 6u);  // without replacement
  BOOST_TEST(once.tables[0].left_out == 94u);
  BOOST_TEST((cells(once.tables[1]) == std::set<std::string>{"a", "b"}));
  BOOST_TEST(once.tables[1].left_out == 0u);
  BOOST_TEST((of(sample::random_rows{}).tables[0].shown == once.tables[0].shown));

  // Every row may be drawn: in 400 draws of 6 from 100 each row is expected 24 times.
  std::map<std::string, int> drawn;
  for (std::uint64_t seed = 1; seed <= 400; ++seed)
    for (auto const& c : cells(of(sample::random_rows{}, seed).tables[0])) ++drawn[c];
  BOOST_TEST(drawn.size() == 100u);
  for (auto const& [cell, times] : drawn) BOOST_TEST((times > 5 && times < 50), cell << " " << times);
}

BOOST_AUTO_TEST_CASE(long_values_are_cut) {
  db::rows long_cells{{"c"}, {{value(std::string(3000, 'x'))}, {value("short")}}};
  database.world["sample lakes"] = db::execution(long_cells);
  std::set<std::string> const cut{std::string(500, 'x') + "...", "short"};
  BOOST_TEST((cells(of(sample::first_rows{}).tables[1]) == cut));
  BOOST_TEST((cells(of(sample::random_rows{}).tables[1]) == cut));
  BOOST_TEST((cells(of(sample::first_rows{.cell_bytes = 2}).tables[1]) == std::set<std::string>{"xx...", "sh..."}));
  BOOST_TEST((cells(of(sample::random_rows{.cell_bytes = 2}).tables[1]) == std::set<std::string>{"xx...", "sh..."}));
}

BOOST_AUTO_TEST_CASE(samplers_together) {
  sample::together<sample::random_rows, none, sample::first_rows> both;
  both.get<sample::random_rows>().most = 1;
  auto const s = of(both);
  BOOST_REQUIRE(s.tables.size() == 4u);
  BOOST_TEST(s.tables[0].shown.values.size() == 1u);
  BOOST_TEST(s.tables[2].shown.values.size() == 100u);
}

BOOST_AUTO_TEST_SUITE_END()
