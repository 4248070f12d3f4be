// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/sample/relevant_rows.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "support/kept_trace.hpp"
#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/sample/masked_demonstrations.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <set>

using namespace t2s;
using namespace t2s::tests;

namespace {

/// Vectors at an angle to the question's: the number in a text minus the question's 50, so that 49 and 51 are exactly equally near.
struct numbers {
  llm::embeddings embed(std::vector<std::string> texts) {
    calls.push_back(texts.size());
    llm::embeddings all;
    for (auto const& t : texts) {
      auto const digits = t.find_first_of("0123456789");
      auto const angle = digits == t.npos ? 0.0F : (std::stof(t.substr(digits)) - 50) / 100;
      all.vectors.push_back({std::cos(angle), std::sin(angle)});
    }
    return all;
  }
  std::vector<std::size_t> calls{};
};

struct rivers {
  rivers() {
    schema::table many, few;
    many.name = "many";
    few.name = "few";
    database.shape = schema::database({few, many});
    std::vector<std::string> cells;
    for (int i = 0; i < 100; ++i) cells.push_back(std::to_string(i));
    database.world = {{"sample many", gives(cells)}, {"sample few", gives({"a", "b"})}};
  }

  samples of(sample::relevant_rows<numbers> const& sampler, std::uint64_t seed = 1) { return of(sampler, database, seed); }

  template <class Database>
  samples of(sample::relevant_rows<numbers> const& sampler, Database& over, std::uint64_t seed = 1) {
    run_context<context<llm::scripted_model, Database>, facts<>> ctx(context(model, over, {.seed = seed}));
    return sampler.sample(ctx, question("near 50")).get();
  }

  llm::scripted_model model{};
  scripted_database database{};
  numbers by{};
};

std::vector<std::string> cells(table_sample const& t) {
  std::vector<std::string> all;
  for (auto const& row : t.shown.values) all.push_back(to_string(row.at(0)));
  return all;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(relevant_rows, rivers)

BOOST_AUTO_TEST_CASE(eight_by_relevance_then_seven_by_chance) {
  sample::relevant_rows<numbers> sampler;
  sampler.by = &by;
  auto const s = of(sampler);
  BOOST_REQUIRE(s.tables.size() == 2u);
  BOOST_TEST((cells(s.tables[0]) == std::vector<std::string>{"a", "b"}));  // all of a small table, in order
  BOOST_TEST(s.tables[0].left_out == 0u);
  auto const shown = cells(s.tables[1]);
  BOOST_REQUIRE(shown.size() == 15u);
  BOOST_TEST(s.tables[1].left_out == 85u);
  std::vector<std::string> const nearest{"50", "49", "51", "48", "52", "47", "53", "46"};  // ties in the table's order
  BOOST_TEST(std::vector(shown.begin(), shown.begin() + 8) == nearest, boost::test_tools::per_element());
  BOOST_TEST(std::set(shown.begin(), shown.end()).size() == 15u);  // none twice
  BOOST_TEST((by.calls == std::vector<std::size_t>{100, 1}));      // the rows, then the question once
  BOOST_TEST((cells(of(sampler).tables[1]) == shown));
  auto const other = cells(of(sampler, 2).tables[1]);
  BOOST_TEST((std::vector(other.begin(), other.begin() + 8) == std::vector(shown.begin(), shown.begin() + 8)));
  BOOST_TEST((other != shown));

  // Every row except the eight may be drawn.
  std::set<std::string> drawn;
  for (std::uint64_t seed = 1; seed < 200; ++seed)
    for (auto const& c : cells(of(sampler, seed).tables[1])) drawn.insert(c);
  BOOST_TEST(drawn.size() == 100u);
}

BOOST_AUTO_TEST_CASE(known_rows_give_the_same_and_read_nothing) {
  sample::relevant_rows<numbers> sampler;
  sampler.by = &by;
  auto const fresh = of(sampler, 5);
  prepared over(database);
  (void)of(sampler, over);
  database.asked.clear();
  by.calls.clear();
  auto const known = of(sampler, over, 5);
  BOOST_TEST(database.asked.empty());
  BOOST_TEST((by.calls == std::vector<std::size_t>{1}));
  for (std::size_t i = 0; i < 2; ++i) BOOST_TEST((known.tables[i].shown == fresh.tables[i].shown));
  sampler.most = 1;  // odd and small: by relevance only; the small table's vectors are new and get made
  by.calls.clear();
  BOOST_TEST((cells(of(sampler, over).tables[1]) == std::vector<std::string>{"50"}));
  BOOST_TEST((by.calls == std::vector<std::size_t>{2, 1, 100}));
  BOOST_TEST(cells(of(sampler, over).tables[0]).size() == 1u);
}

// Not the megabytes that are in no vector and no prompt.
BOOST_AUTO_TEST_CASE(known_rows_keep_no_more_than_was_embedded) {
  std::vector<std::string> huge(20, std::string(50'000, 'x'));
  database.world["sample many"] = gives(huge);
  sample::relevant_rows<numbers> sampler;
  sampler.by = &by;
  auto const fresh = of(sampler);
  prepared over(database);
  BOOST_TEST((of(sampler, over).tables[1].shown == fresh.tables[1].shown));
  BOOST_TEST((of(sampler, over).tables[1].shown == fresh.tables[1].shown));
  context ctx(model, over);
  database.asked.clear();
  auto const kept = sampler.known_rows(ctx, "many");
  BOOST_TEST(database.asked.empty());
  BOOST_TEST(kept->rows.values.size() == 20u);
  for (auto const& row : kept->rows.values) BOOST_TEST(row[0].text()->size() == sample::longest_row_text + 3);
  BOOST_TEST(cells(fresh.tables[1])[0] == std::string(500, 'x') + "...");
}

// A table that cannot be read need not be empty: the next run may read it.
BOOST_AUTO_TEST_CASE(a_failed_read_is_not_kept) {
  auto const readable = database.world["sample many"];
  database.world["sample many"] = fails(errc::time_limit, "out of time");
  sample::relevant_rows<numbers> sampler;
  sampler.by = &by;
  prepared over(database);
  kept_words words;
  run_context<context<llm::scripted_model, prepared<scripted_database>, kept_trace>, facts<>> ctx(
      context(model, over, {}, kept_trace{&words}));
  auto const none = sampler.sample(ctx, question("near 50")).get();
  BOOST_TEST(none.tables[1].shown.values.empty());
  BOOST_TEST(words.says("not read: many: out of time"));
  database.world["sample many"] = readable;
  database.asked.clear();
  BOOST_TEST(of(sampler, over).tables[1].shown.values.size() == 15u);
  BOOST_TEST((database.asked == std::vector<std::string>{"sample many"}));  // the other table is known
}

BOOST_AUTO_TEST_CASE(long_values_are_cut_where_they_are_shown) {
  database.world["sample few"] = gives({"short", std::string(2000, 'x'), "caf\u00e9" + std::string(2000, '\xc3')});
  sample::relevant_rows<numbers> sampler;
  sampler.by = &by;
  BOOST_TEST(cells(of(sampler).tables[0])[1] == std::string(500, 'x') + "...");
  sampler.cell_bytes = 4;  // within the last character
  BOOST_TEST((cells(of(sampler).tables[0]) == std::vector<std::string>{"shor...", "xxxx...", "caf..."}));
}

BOOST_AUTO_TEST_CASE(switched_off_it_reads_nothing) {
  sample::relevant_rows<numbers> sampler;
  sampler.most = 0;
  BOOST_TEST(of(sampler).tables.empty());
  BOOST_TEST(database.asked.empty());
}

BOOST_AUTO_TEST_CASE(without_an_embedder_it_says_so) {
  sample::relevant_rows<numbers> const sampler;
  BOOST_CHECK_EXCEPTION((void)of(sampler), error,
                        [](error const& e) { return std::string(e.what()).find("its option by") != std::string::npos; });
}

BOOST_AUTO_TEST_CASE(rows_as_dictionaries) {
  BOOST_TEST(sample::row_text({"Id", "Maker", "Note", "Share"}, {value(1), value("a \"b\"\n"), value(), value(2.5)}) ==
             R"({"Id": 1, "Maker": "a \"b\" ", "Note": null, "Share": 2.5})");
  auto const cut = sample::row_text({"Long", "Next"}, {value(std::string(10'000, 'x')), value(1)});
  BOOST_TEST(cut.size() == 4096u);
  BOOST_TEST(cut.ends_with("xxx...}"));
  std::string two_bytes;
  while (two_bytes.size() < 10'000) two_bytes += "\u00e9";
  for (auto const* name : {"odd", "even"})  // no character is cut in two
    BOOST_TEST(!text::first_invalid_utf8(sample::row_text({name}, {value(two_bytes)})));
}

BOOST_AUTO_TEST_CASE(questions_masked_by_the_schema) {
  schema::table river;
  river.name = "river";
  schema::column length, name;
  length.name = "total_length";
  name.name = "name";
  river.columns = {length, name};
  schema::database const d({river});
  auto names = knowledge::lexicon(d);
  std::vector<std::vector<value>> const rows{{value("Blue Nile")}, {value("Rhine")}};
  names.add_values({0, 1}, rows);
  BOOST_TEST(sample::masked_by_schema(d, &names, "What is the length of the Nile and 3 rivers?") ==
             "what is the <mask> of the <unk> and <unk> <mask> ?");
  BOOST_TEST(sample::masked_by_schema(d, nullptr, "What is the length of the Rhine?") == "what is the <mask> of the rhine ?");
}

BOOST_AUTO_TEST_SUITE_END()
