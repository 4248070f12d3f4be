// SPDX-License-Identifier: BSL-1.0
// Algorithm 1 and the steps before it as plain loops, written from the papers: the number of requests of each stage for random behaviours
// of the model, with each base prompt and with self-consistency. They share only the behaviours with the policies.
#include "shed.hpp"

#include <boost/test/unit_test.hpp>
#include "t2s/pipeline/prepared.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>

using namespace t2s;
using namespace t2s::tests;

namespace {

enum class writes { good, empty, star, left_join, wrong_column, wrong_syntax, refusal };

bool executes(writes w) { return w < writes::wrong_column; }

struct behaviour {
  std::uint32_t seed;
  bool chatty;

  /// The model's text in the `draw`th choice of the `call`th call of a stage. Some calls with several choices have none that executes.
  [[nodiscard]] writes sql(std::string const& stage, std::size_t call, std::size_t draw, std::size_t draws) const {
    static constexpr std::array kinds{writes::good,         writes::good, writes::empty,     writes::wrong_column,
                                      writes::wrong_syntax, writes::star, writes::left_join, writes::refusal};
    auto const n = number(stage, call * 100 + draw);
    auto const kind = kinds[n % (n % 3 == 0 ? kinds.size() : kinds.size() - 1)];  // refusals are rarer
    bool const hopeless = draws > 1 && number(stage + " hopeless", call) % 3 == 0;
    return hopeless && executes(kind) ? writes::wrong_column : kind;
  }
  [[nodiscard]] bool agrees(std::size_t call) const { return number("judge", call) % 3 == 0; }
  [[nodiscard]] bool recalls(std::string const& stage, std::size_t call) const { return number(stage, call) % 3 != 0; }
  [[nodiscard]] std::uint64_t number(std::string const& stage, std::size_t i) const {
    std::mt19937_64 random(text::hash(stage, seed * 100'000 + i));
    return random() >> 7U;
  }
};

/// A model with this behaviour, in the words of models.
struct random_model {
  behaviour as;
  std::map<std::string, std::size_t> calls{};

  llm::completion complete(llm::request const& r) {
    auto const stage = stage_of(r);
    auto const call = calls[stage]++;
    llm::completion c;
    c.text = words(stage, call, 0, r.choices);
    for (std::size_t draw = 1; draw < r.choices; ++draw) c.others.push_back({words(stage, call, draw, r.choices), "stop", {}});
    return c;
  }

  [[nodiscard]] std::string words(std::string const& stage, std::size_t call, std::size_t draw, std::size_t draws) const {
    if (stage == "rewrite") return call % 2 == 0 ? "results: Which tools are there?" : "";
    if (stage == "analyse") return call % 2 == 0 ? "The name is wrong." : "";
    if (stage == "judge") return as.agrees(call) ? "Yes. All is as asked." : call % 2 == 0 ? "No. A column too many." : "Well, hm.";
    if (stage.ends_with("recall")) {
      if (!as.recalls(stage, call) || draw % 3 != 0) return "I would have to guess, and that would not be right, would it?";
      return stage == "table recall" ? "[\"tool\", \"shelf\"]" : R"(The name first. {"tool": ["label"], "shelf": ["id"]})";
    }
    return sql(as.sql(stage, call, draw, draws), draw);
  }

  [[nodiscard]] std::string sql(writes what, std::size_t draw) const {
    static std::map<writes, std::string> const written{
        {writes::good, "label FROM tool"},
        {writes::empty, "label FROM tool WHERE id = 99"},
        {writes::wrong_column, "lable FROM tool"},
        {writes::wrong_syntax, "label FROM FROM tool"},
        {writes::star, "* FROM shelf"},
        {writes::left_join, "s.label FROM shelf AS s LEFT JOIN tool AS t ON s.id = t.shelf"}};
    if (what == writes::refusal) return "I am afraid that is not possible.";
    // The same in other words: draws are grouped by their results.
    auto const& text = what == writes::good && draw % 2 == 1 ? "t.label FROM tool AS t" : written.at(what);
    return as.chatty ? "Here is the query:\n```sql\nSELECT " + text + "\n```\nIt answers the question." : text;
  }
};

using counts = std::map<std::string, std::size_t>;

/// The differences between the base prompts, and with self-consistency: the choices of each call, and the most repetitions of a draft.
struct setting {
  bool c3 = false;
  std::size_t draft_draws = 1, draft_rounds = 1, other_draws = 1;
};

/// The most frequent kind of draw, the first of equal ones; a refusal if none executes.
writes voted(std::vector<writes> const& drawn) {
  writes best = writes::refusal;
  std::ptrdiff_t most = 0;
  for (auto const w : drawn) {
    auto const votes = std::count(drawn.begin(), drawn.end(), w);
    if (!executes(w) || votes <= most) continue;
    best = w;
    most = votes;
  }
  return best;
}

class simulation {
 public:
  simulation(behaviour const& b, setting const& s) : b_(b), s_(s) {}

  counts run() {
    calls_["rewrite"] = 1;
    if (s_.c3) {
      recall("table recall");
      recall("column recall");
    } else {
      calls_["draft"] = 1;  // the preliminary one, which determines the demonstrations but not the calls
    }
    auto sql = write("draft", s_.draft_draws, s_.draft_rounds);
    for (int round = 1; round <= 3 && sql != writes::refusal; ++round) {
      if (sql == writes::wrong_column || sql == writes::wrong_syntax)
        ++calls_["analyse"];
      else if (b_.agrees(calls_["judge"]++))
        break;
      sql = write("revise", s_.other_draws, 1);
    }
    std::erase_if(calls_, [](auto const& c) { return c.second == 0; });
    return calls_;
  }

 private:
  /// base_methods 2.3 and 2.4, with one repetition.
  void recall(std::string const& stage) {
    if (!b_.recalls(stage, calls_[stage]++)) ++calls_[stage];
  }

  writes draw(std::string const& stage, std::size_t draws, std::size_t rounds) {
    writes first = writes::refusal;
    for (std::size_t round = 0; round < rounds; ++round) {
      auto const call = calls_[stage]++;
      std::vector<writes> drawn;
      for (std::size_t i = 0; i < draws; ++i) drawn.push_back(b_.sql(stage, call, i, draws));
      std::erase(drawn, writes::refusal);
      if (!drawn.empty()) first = drawn.front();
      if (draws == 1) return first;
      if (auto const best = voted(drawn); best != writes::refusal) return best;
    }
    return first;
  }

  /// Section 3.3: forbidden keywords are sent back immediately.
  writes write(std::string const& stage, std::size_t draws, std::size_t rounds) {
    auto sql = draw(stage, draws, rounds);
    for (int again = 0; again < 2 && (sql == writes::star || sql == writes::left_join); ++again) {
      auto const other = draw("again", s_.other_draws, 1);
      if (other == writes::refusal) break;
      sql = other;
    }
    return sql;
  }

  behaviour b_;
  setting s_;
  counts calls_{};
};

struct simulated_shed : shed {
  /// The number of different call counts of the runs, all of them as simulated.
  template <class System>
  std::size_t compare(System const& system, setting const& how) {
    prepared known(database);
    std::set<std::size_t> totals;
    for (std::uint32_t seed = 0; seed < 600; ++seed) {
      behaviour const b{seed, seed % 2 == 0};
      random_model model{b};
      (void)system.run(context(model, known, {.seed = seed}), "Which tools are there?");
      BOOST_TEST_REQUIRE((model.calls == simulation(b, how).run()), "seed " << seed);
      std::size_t total = 0;
      for (auto const& [stage, n] : model.calls) total += n;
      totals.insert(total);
    }
    return totals.size();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(dart_sql_simulated, simulated_shed)

BOOST_AUTO_TEST_CASE(around_dail_sql) { BOOST_TEST(compare(made(), {}) > 8u); }

// Section 4.1: five choices of every SQL.
BOOST_AUTO_TEST_CASE(with_self_consistency) {
  BOOST_TEST(compare(made({.self_consistency = true}), {.draft_draws = 5, .other_draws = 5}) > 8u);
}

// base_methods 2.6: only the draft is drawn twenty times, and repeated at most five times.
BOOST_AUTO_TEST_CASE(around_c3) {
  systems::dart_parts<hashed> parts;
  parts.rows = &vectors;
  BOOST_TEST(compare(systems::make_dart_sql_c3(parts), {.c3 = true, .draft_draws = 20, .draft_rounds = 5}) > 8u);
}

BOOST_AUTO_TEST_SUITE_END()
