// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/sample/nearest_demonstrations.hpp"

#include "support/scripted_database.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/scripted_model.hpp"
#ifdef T2S_WITH_HNSWLIB
#include "t2s/retrieve/hnsw_index.hpp"
#endif
#include "t2s/systems/few_shot_corrected.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;

namespace {

using system_by_vectors = systems::few_shot_corrected_with<sample::nearest_demonstrations<llm::scripted_embedding_model>>;

struct rivers {
  rivers() {
    made.sampler.pool =
        retrieve::embed_pool(vectors, {{"d", "How many lakes?", "SELECT 1", "", ""}, {"d", "How many rivers?", "SELECT 2", "", ""}});
    made.sampler.by = &vectors;
    made.sampler.most = 1;
  }

  llm::scripted_embedding_model vectors{{{"How many lakes?", {0, 1}}, {"How many rivers?", {1, 0}}, {"Count the streams.", {3, 1}}}};
  llm::scripted_model model{"SELECT 3"};
  scripted_database database{{{"SELECT 3", gives({"r"})}}};
  system_by_vectors made{};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(nearest_demonstrations_)

#ifdef T2S_WITH_HNSWLIB
BOOST_FIXTURE_TEST_CASE(the_pool_may_have_another_index, rivers) {
  using approximate = retrieve::embedded<demonstration, retrieve::hnsw_index>;
  systems::few_shot_corrected_with<sample::nearest_demonstrations<llm::scripted_embedding_model, approximate>> by_graph;
  auto& sampler = by_graph.sampler;
  sampler.pool = retrieve::embed_pool<retrieve::hnsw_index>(
      vectors, {{"d", "How many lakes?", "SELECT 1", "", ""}, {"d", "How many rivers?", "SELECT 2", "", ""}});
  sampler.by = &vectors;
  sampler.most = 1;
  (void)by_graph.run(context(model, database), "Count the streams.");
  auto const& prompt = model.asked().at(0).messages.back().text;
  BOOST_TEST(prompt.find("SELECT 2") != std::string::npos);
  BOOST_TEST(prompt.find("SELECT 1") == std::string::npos);
}
#endif

BOOST_FIXTURE_TEST_CASE(no_vector_is_asked_for_where_none_is_shown, rivers) {
  auto const known = vectors.asked().size();
  made.sampler.most = 0;
  (void)made.run(context(model, database), "Count the streams.");
  BOOST_TEST(vectors.asked().size() == known);
}

BOOST_FIXTURE_TEST_CASE(the_prompt_shows_the_nearest, rivers) {
  auto const a = made.run(context(model, database), "Count the streams.");
  BOOST_TEST(a.sql() == "SELECT 3");
  auto const& prompt = model.asked().at(0).messages.back().text;
  BOOST_TEST(prompt.find("SELECT 2") != std::string::npos);
  BOOST_TEST(prompt.find("SELECT 1") == std::string::npos);
  BOOST_TEST(vectors.asked().back() == std::vector<std::string>{"Count the streams."});
  BOOST_TEST(a.revisions.at(0).spent.prompt_tokens > std::string("Count the streams.").size() / 4);
}

BOOST_FIXTURE_TEST_CASE(vectors_are_paid_from_the_budget, rivers) {
  auto const calls = vectors.asked().size();
  BOOST_CHECK_EXCEPTION((void)made.run(context(model, database, {.allowed = {.prompt_tokens = 0}}), "Count the streams."), error,
                        [](error const& e) { return e.code() == errc::budget_prompt_tokens; });
  BOOST_TEST(vectors.asked().size() == calls);
  BOOST_CHECK_EXCEPTION((void)made.run(context(model, database, {.allowed = {.prompt_tokens = 1}}), "Count the streams."), error,
                        [](error const& e) { return e.code() == errc::budget_prompt_tokens; });
  BOOST_TEST(model.asked().empty());  // the vector took all the room
}

BOOST_FIXTURE_TEST_CASE(a_missing_model_is_an_error_that_names_the_option, rivers) {
  made.sampler.by = nullptr;
  BOOST_CHECK_EXCEPTION((void)made.run(context(model, database), "Count the streams."), error, [](error const& e) {
    return e.code() == errc::invalid_argument && std::string(e.what()).find("nearest_demonstrations::by") != std::string::npos;
  });
}

BOOST_FIXTURE_TEST_CASE(without_a_pool_nothing_is_asked, rivers) {
  auto const calls = vectors.asked().size();
  made.sampler.pool = nullptr;
  BOOST_TEST(made.run(context(model, database), "Count the streams.").has_sql());
  BOOST_TEST(vectors.asked().size() == calls);
}

BOOST_AUTO_TEST_SUITE_END()
