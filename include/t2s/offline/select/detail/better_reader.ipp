// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_SELECT_DETAIL_BETTER_READER_IPP
#define T2S_OFFLINE_SELECT_DETAIL_BETTER_READER_IPP

#include "t2s/core/detail/probability_text.hpp"
#include "t2s/offline/confidence/detail/candidate_results.hpp"
#include "t2s/offline/select/detail/better_reader.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::select::detail {

/// The candidates of two readers, and what is known of them.
class two_readers {
 public:
  two_readers(candidate_set const& set, std::string_view reader, confidence::candidate_estimates const& known) : set_(set), known_(known) {
    for (std::size_t n = 0; n < set.size(); ++n) {
      auto const& c = set[n];
      auto& asked = c.generator == reader ? reader_ : model_;
      asked = &c;
      if (!c.has_sql()) continue;
      if (c.generator == reader) {
        own_ = &c;
        continue;
      }
      if (!draft_) draft_ = &c;
      last_ = &c;
    }
  }

  [[nodiscard]] selected choose(bool weighs) const {
    if (!last_) return alone(*own_, "read without a model; " + why_no_model(), model_ ? "not checked: " + why_no_model() : "");
    if (!own_) return alone(better(*draft_, *last_), "by the model; " + why_no_reading(), "not checked: " + why_no_reading());
    if (same(*draft_, *own_)) return made(better(*draft_, *own_), "the model and the question read without it have the same result");
    auto const& model = better(*draft_, *last_);
    bool const conceded = same(*last_, *own_);
    if (weighs ? conceded || of_reader() > p(model) || !confidence::runs(model) : !confidence::runs(model)) return the_reader(conceded);
    return the_model(model);
  }

 private:
  [[nodiscard]] bool same(candidate_run const& a, candidate_run const& b) const {
    return confidence::have_same_result(set_, a.number, b.number);
  }
  /// The estimate of a candidate: the run's, or the one that it made itself (`feedback::own_estimate`).
  [[nodiscard]] estimated const* estimate_of(candidate_run const& c) const {
    auto const* const found = known_.find(c.number);
    return found || !c.has_sql() ? found : c.revisions.back().known<estimated>();
  }
  /// Its confidence; without one a failure is unlikelier than anything else.
  [[nodiscard]] double p(candidate_run const& c) const {
    auto const* const found = estimate_of(c);
    return found ? found->confidence : confidence::runs(c) ? 0.5 : 0;
  }
  /// The likelier one, the first of equal ones.
  [[nodiscard]] candidate_run const& better(candidate_run const& a, candidate_run const& b) const { return p(b) > p(a) ? b : a; }

  /// The reader's confidence beside a model with another result.
  [[nodiscard]] double of_reader() const {
    auto const own = p(*own_), other = p(*last_);
    return same(*last_, *own_) ? own : own * (1 - other) / (1 - own * other);
  }

  [[nodiscard]] std::string why_no_model() const {
    if (!model_) return "it is sure enough, and no model was asked";
    return model_->failed ? "the model failed: " + model_->stopped : model_->stopped;
  }
  [[nodiscard]] std::string why_no_reading() const { return "without a model the question could not be read: " + reader_->stopped; }

  [[nodiscard]] selected made(candidate_run const& of, std::string why, std::vector<std::string> doubts = {},
                              std::optional<double> confidence = {}) const {
    selected out(of.number, std::move(why));
    auto const* const found = estimate_of(of);
    if (!found) return out;
    for (auto const& m : found->missing)
      if (std::find(doubts.begin(), doubts.end(), m) == doubts.end()) doubts.push_back(m);
    out.estimate.emplace(confidence.value_or(found->confidence), std::move(doubts));
    return out;
  }
  [[nodiscard]] selected alone(candidate_run const& of, std::string why, std::string doubt) const {
    std::vector<std::string> doubts;
    if (!doubt.empty()) doubts.push_back(std::move(doubt));
    return made(of, std::move(why), std::move(doubts));
  }

  [[nodiscard]] selected the_reader(bool conceded) const {
    auto const* const why = conceded ? "read without a model; the model came to the same result after its first SQL"
                                     : "read without a model; the model's SQL is less likely or fails";
    return made(*own_, why, {doubt(conceded ? "the model first" : "the model", *draft_, p(*draft_))}, of_reader());
  }
  [[nodiscard]] selected the_model(candidate_run const& model) const {
    std::vector<std::string> doubts{doubt("the question read without a model", *own_, of_reader())};
    auto const& other = &model == draft_ ? *last_ : *draft_;
    if (!same(other, model)) doubts.push_back(doubt(&other == draft_ ? "the model first" : "the model then", other, p(other)));
    return made(model, "by the model; another result is read without it", std::move(doubts));
  }

  /// "the model gives 51 rows (confidence 0.12): SELECT ..."
  [[nodiscard]] static std::string doubt(std::string_view who, candidate_run const& c, double confidence) {
    std::string out(who);
    out.append(" ").append(confidence::result_words(c.outcome()));
    if (confidence::runs(c)) out.append(" (confidence ").append(t2s::detail::probability_text(confidence)).append(")");
    return out.append(": ").append(c.sql());
  }

  candidate_set const& set_;
  confidence::candidate_estimates const& known_;
  candidate_run const *reader_ = nullptr, *model_ = nullptr;                 // asked, with or without SQL
  candidate_run const *own_ = nullptr, *draft_ = nullptr, *last_ = nullptr;  // with SQL: the reader's, the model's first and last
};

T2S_DECL selected better_of(candidate_set const& set, std::string_view reader, bool weighs, confidence::candidate_estimates const& known) {
  return two_readers(set, reader, known).choose(weighs);
}

}  // namespace t2s::select::detail

#endif
