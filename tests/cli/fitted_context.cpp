// SPDX-License-Identifier: BSL-1.0
// Prompts are fitted to the context that a server names, and to none if it does not.
#include "model_place.hpp"

using namespace cli_test;

namespace {

/// A database whose schema has some 5,000 tokens, and a server that says what `models` has, which can be slow.
struct wide_place : place {
  std::string models = R"({"data":[{"id":"tiny"}]})";
  unsigned status = 200;
  std::chrono::milliseconds pause{0};
  http_server model{[this](seen_request const& r) {
    if (r.target != "/v1/models") return replies(200, reply_with("SELECT count(*) FROM shops"));
    auto script = replies(status, models);
    if (pause.count() > 0) script.insert(script.begin(), t2s::tests::wait_for(pause));
    return script;
  }};

  wide_place() {
    std::string sql;
    for (int t = 0; t < 60; ++t) {
      sql += "CREATE TABLE depot_" + std::to_string(t) + " (id INTEGER";
      for (int c = 0; c < 10; ++c) sql += ", pallets_" + std::to_string(c) + " TEXT";
      sql += ");";
    }
    cli_test::make_database(file("wide.sqlite"),
                            (sql + "CREATE TABLE shops (shop_id INTEGER, city TEXT); INSERT INTO shops VALUES (1, 'Oslo');").c_str());
  }
  void offers(std::size_t tokens) { models = R"({"data":[{"id":"tiny","meta":{"n_ctx":)" + std::to_string(tokens) + "}}]}"; }
  [[nodiscard]] said asked(std::string const& more = {}, char const* database = "wide.sqlite") const {
    return cli_test::t2s("ask --db " + quoted(file(database)) + " 'How many shops are there?'" + asks(model) + more);
  }
  [[nodiscard]] std::size_t lists() const {
    std::size_t n = 0;
    for (auto const& r : model.requests()) n += r.target == "/v1/models" ? 1U : 0U;
    return n;
  }
  [[nodiscard]] std::size_t longest_prompt() const {
    std::size_t most = 0;
    for (auto const& r : model.requests()) most = std::max(most, r.body.size());
    return most;
  }
};

constexpr std::string_view whole_line =
    "t2s: the server's context is 2048 tokens: prompts show 512 tokens of schema and rows, not 12000; raise it, or choose by "
    "--schema-tokens\n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(command_line_fitted_context, wide_place)

BOOST_AUTO_TEST_CASE(prompts_show_what_fits_into_the_context) {
  offers(2048);
  auto const r = asked();
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.err, whole_line), r.err);
  BOOST_TEST(contains(r.err, " of 61 tables"), r.err);
  BOOST_TEST(longest_prompt() < 2048u * 3);
  BOOST_TEST(contains(model.requests().back().body, "shops"));
}

BOOST_AUTO_TEST_CASE(a_large_context_changes_nothing) {
  offers(131072);
  auto const r = asked();
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(!contains(r.err, "context"), r.err);
  BOOST_TEST(contains(model.requests().back().body, "pallets_9"));
}

BOOST_AUTO_TEST_CASE(the_users_own_number_and_a_small_schema_ask_for_nothing) {
  offers(2048);
  auto const own = asked("--schema-tokens 9000");
  BOOST_TEST(own.status == 0, own.err);
  BOOST_TEST(contains(model.requests().back().body, "pallets_9"));
  auto const small = asked("", "shop.sqlite");
  BOOST_TEST(small.status == 0, small.err);
  BOOST_TEST(!contains(own.err + small.err, "context"), own.err + small.err);
  BOOST_TEST(lists() == 0u);
}

BOOST_AUTO_TEST_CASE(a_server_that_does_not_say_it_or_not_soon_is_no_failure) {
  auto const goes_on = [this] {
    auto const r = asked();
    BOOST_TEST(r.status == 0, r.err);
    BOOST_TEST(!contains(r.err, "context"), r.err);
    BOOST_TEST(contains(model.requests().back().body, "pallets_9"));
  };
  goes_on();
  models = "<html>";
  goes_on();
  status = 503;
  goes_on();
  BOOST_TEST(lists() == 3u);  // each is asked once
  status = 200;
  offers(2048);
  pause = std::chrono::seconds(20);
  goes_on();
}

BOOST_AUTO_TEST_CASE(many_questions_are_one_line) {
  offers(2048);
  make_data({"How many shops are there?", "How many shops?", "Count the shops."});
  fs::copy(file("wide.sqlite"), path / "databases/shop/shop.sqlite", fs::copy_options::overwrite_existing);
  auto const r = cli_test::t2s("predict --jobs 2" + data() + " --out " + quoted(file("out.sql")) + asks(model));
  BOOST_TEST(r.status == 0, r.err);
  auto const at = r.err.find(whole_line);
  BOOST_TEST(at != std::string::npos, r.err);
  BOOST_TEST(r.err.find("the server's context", at + whole_line.size()) == std::string::npos, r.err);
  BOOST_TEST(lists() == 1u);
}

// A paper's prompts are not fitted: what cannot fit is said before anything is asked.
BOOST_AUTO_TEST_CASE(a_paper_whose_prompts_do_not_fit_is_not_begun) {
  offers(2048);
  make_data({"How many shops are there?"});
  fs::copy(file("wide.sqlite"), path / "databases/shop/shop.sqlite", fs::copy_options::overwrite_existing);
  auto const words = "reproduce dac --table 3 --data spider=" + quoted(path.string()) + asks(model) + "--out ";
  auto const r = cli_test::t2s(words + quoted(file("refused")));
  BOOST_TEST(r.status == 3, r.err);
  BOOST_TEST(contains(r.err, "dac over spider has prompts of about "), r.err);
  BOOST_TEST(
      contains(r.err,
               "and the context of tiny is 2048; start its server with a larger context, or leave the paper's form by --schema-tokens 512"),
      r.err);
  BOOST_TEST(model.requests().size() == lists());
  auto const fits = cli_test::t2s(words + quoted(file("fits")) + " --schema-tokens 512");
  BOOST_TEST(fits.status == 0, fits.err);
  models = R"({"data":[{"id":"tiny"}]})";
  auto const unknown = cli_test::t2s(words + quoted(file("unknown")));
  BOOST_TEST(unknown.status == 0, unknown.err);
}

BOOST_AUTO_TEST_SUITE_END()
