// SPDX-License-Identifier: BSL-1.0
// Uses files of predictions as the candidates of a set, one after the other.
#include "../generous.hpp"
#include "modes.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/offline/select/vote.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace ev = t2s::evaluation;
using namespace t2s;

struct drafting {
  auto draft(auto& ctx, question const& asked, samples const&) const {
    return then(ctx.ask(llm::request(asked.clear)), [](llm::completion c) { return candidate(std::move(c.text)); });
  }
  candidate revise(auto&, question const&, samples const&, auto const&) const { return candidate("", "no revision"); }
};

struct predicting_model {
  std::vector<std::string> replies{};
  std::size_t calls = 0;

  llm::completion complete(llm::request const& asked) {
    ++calls;
    llm::completion c;
    c.text = replies[asked.draw / 1000];
    return c;
  }
};

/// The same selection without an early end.
template <class Selection>
struct patient {
  using states = states_of<Selection>;
  Selection inner{};
  auto select(auto& ctx, question const& asked, samples const& shown, candidate_set const& set) const {
    return inner.select(ctx, asked, shown, set);
  }
};

struct subject {
  explicit subject(std::string const& file) : connection(file, generous()) {}
  db::sqlite_connection connection;
  prepared<db::sqlite_connection> database{connection};
};

template <class Selection>
using set_of = pipeline<none, none, generate::times<2, drafting>, none, terminate::after_draft, Selection>;

template <class Selection>
class comparison {
 public:
  explicit comparison(std::size_t files) { early_.generator.candidates = whole_.generator.candidates = files; }

  void add(demonstration const& q, std::vector<std::string> const& replies, subject& s) {
    predicting_model model{replies};
    auto const first = early_.run(context(model, s.database), q.question);
    auto const sent = std::exchange(model.calls, 0);
    auto const all = whole_.run(context(model, s.database), q.question);
    calls_ += sent;
    all_calls_ += model.calls;
    same_ += first.sql() == all.sql();
    auto const run = [&](std::string const& text) { return s.connection.execute(text); };
    right_ += ev::execution_match(q.sql, ev::official_prediction(std::string(all.sql())), run);
    ++questions_;
  }

  void print() const {
    std::printf("%-14s %zu questions: %.1f %% of the calls saved, the same SQL for %zu; execution accuracy %.1f\n", Selection::name.data(),
                questions_, 100.0 * (1.0 - static_cast<double>(calls_) / static_cast<double>(all_calls_)), same_,
                100.0 * static_cast<double>(right_) / static_cast<double>(questions_));
  }

 private:
  set_of<Selection> early_{};
  set_of<patient<Selection>> whole_{};
  std::size_t questions_ = 0, calls_ = 0, all_calls_ = 0, same_ = 0, right_ = 0;
};

}  // namespace

int calls_of_sets(std::string const& data, std::span<char*> files) {
  auto const gold = ev::read_gold(data + "/dev.json");
  std::vector<ev::prediction_set> sets;
  for (auto const* f : files) sets.push_back(ev::read_predictions(f, gold));
  std::map<std::string, std::unique_ptr<subject>> subjects;
  comparison<select::majority> majority(files.size());
  comparison<select::weighted_vote> weighted(files.size());
  for (std::size_t i = 0; i < gold.questions.size(); ++i) {
    auto const& q = gold.questions[i];
    auto& s = subjects[q.database];
    if (!s) s = std::make_unique<subject>(data + "/databases/" + q.database + "/" + q.database + ".sqlite");
    std::vector<std::string> replies;
    for (auto const& set : sets) replies.push_back(i < set.predictions.size() ? ev::official_prediction(set.predictions[i].sql) : "");
    majority.add(q, replies, *s);
    weighted.add(q, replies, *s);
  }
  majority.print();
  weighted.print();
  return 0;
}
