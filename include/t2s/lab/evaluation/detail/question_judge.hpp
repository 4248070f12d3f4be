// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_QUESTION_JUDGE_HPP
#define T2S_LAB_EVALUATION_DETAIL_QUESTION_JUDGE_HPP

#include "t2s/lab/evaluation/detail/bird.hpp"
#include "t2s/lab/evaluation/detail/evaluation_database.hpp"
#include "t2s/lab/evaluation/detail/plug_value.hpp"
#include "t2s/sql/parse.hpp"

namespace t2s::evaluation::detail {

/// Judges predictions for one question: first `add` them all, then `judge`. It processes the database's files one after the other, so that
/// only the rows of one are in memory.
class question_judge {
 public:
  question_judge(demonstration const& gold, evaluation_connections& connections, official_schema const& names,
                 evaluation_options const& options)
      : gold_(gold), connections_(connections), names_(names), options_(options), official_gold_(read_official(gold.sql, names)) {
    about_.hardness = !gold.difficulty.empty() ? gold.difficulty : official_gold_ ? name_of(hardness_of(*official_gold_)) : "other";
  }

  /// Adds a prediction, or the SQL of a round, for which only `verdict::ex` is needed. The text must outlive the judge.
  void add(std::string const& sql, bool predicted) {
    auto const [place, is_new] = places_.emplace(sql, candidates_.size());
    if (is_new) candidates_.push_back({&sql, {}, {}, false, false});
    candidates_[place->second].predicted |= predicted;
  }

  void judge() {
    auto const& wanted = options_.wanted;
    bool const ex = wanted.ex || wanted.structure;
    fail_unexecutable();
    if (ex) judge_rows();
    if (wanted.bird) judge_as_bird(!ex);
    if ((!ex || about_.no_ex) && (!wanted.bird || about_.no_bird)) about_.skipped = ex ? about_.no_ex : about_.no_bird;
    if (about_.skipped) return;
    if (wanted.em) match();
    if (wanted.structure && !about_.no_ex) judge_structure();
  }

  /// Valid after `judge`.
  [[nodiscard]] question_report const& about() const { return about_; }
  [[nodiscard]] verdict const& of(std::string const& sql) const { return candidates_[places_.at(sql)].v; }

 private:
  struct candidate {
    std::string const* sql;
    std::string ready;  // to be executed
    verdict v;
    bool predicted;
    bool is_unexecutable;  // empty or too long
  };

  /// The gold's rows on one file.
  struct gold_rows {
    std::shared_ptr<db::execution const> found;
    std::optional<comparable_result> comparable{};
  };

  enum class fit { right, wrong, out_of_time };

  [[nodiscard]] bool official() const { return options_.how == mode::official; }

  /// Handles predictions that need not be executed.
  void fail_unexecutable() {
    auto const most = sqlite_options_of(options_).limits.statement_bytes;
    auto const limit = std::to_string(most);
    for (auto& c : candidates_) {
      if (text::trim(*c.sql).empty())
        c.v.failure = failure{errc::no_statement, "the prediction is empty", {}, "write SELECT NULL where there is no SQL"};
      else if (c.sql->size() > most)
        c.v.failure = failure{errc::statement_too_long, "the prediction has over " + limit + " bytes", {}, "write a shorter statement"};
      c.is_unexecutable = c.v.failure.has_value();
    }
  }

  // ---- execution accuracy

  void judge_rows() {
    gold_sql_ = official() ? official_sql(gold_.sql, options_.keep_distinct) : gold_.sql;
    ordered_ = official() ? order_matters(gold_sql_) : orders(gold_.sql);
    for (auto& c : candidates_) {
      if (c.is_unexecutable) continue;
      c.ready = official() ? official_prediction(*c.sql, options_.keep_distinct) : *c.sql;
      c.v.ex = true;
    }
    for (std::size_t f = 0; f < connections_.size() && !about_.no_ex; ++f) compare_on(f);
    if (about_.no_ex || !official() || !options_.plug_value) return;
    for (auto& c : candidates_)
      if (!c.v.ex && !c.is_unexecutable) plug(c);
  }

  void compare_on(std::size_t file) {
    gold_rows gold{connections_.execute(file, gold_sql_)};
    about_.no_ex = gold_failure(file, gold_sql_, failure_of(*gold.found));
    if (about_.no_ex) return;
    for (auto& c : candidates_) {
      if (!c.v.ex) continue;
      auto const found = connections_.execute(file, c.ready);
      auto const failed = failure_of(*found);
      c.v.ex = !failed && (found == gold.found || same(gold, found->rows));
      if (file > 0) continue;
      c.v.failure = failed;
      c.v.ex_single = c.v.ex;
    }
  }

  /// For the official program a single comment is a statement without rows.
  [[nodiscard]] std::optional<failure> failure_of(db::execution const& e) const {
    if (official() && e.failure && e.failure->code == errc::no_statement) return {};
    return e.failure;
  }

  /// Includes the file and the SQL.
  [[nodiscard]] std::optional<failure> gold_failure(std::size_t file, std::string const& sql, std::optional<failure> f) const {
    constexpr std::size_t most_shown = 1000;
    if (!f) return {};
    f->subject = connections_.shown(file);
    f->message.append(", on ").append(f->subject).append(", in ").append(text::trim(sql).substr(0, most_shown));
    f->offset.reset();  // it refers to another text
    return f;
  }

  /// Whether the outermost query of the gold has ORDER BY.
  [[nodiscard]] bool orders(std::string const& gold) const {
    auto const parsed = sql::parse(gold, {.grammar = sql::dialect_of(connections_.schema())});
    return parsed && parsed->root().find(sql::kind::order_by) != nullptr;
  }

  [[nodiscard]] bool same(gold_rows& gold, db::rows const& found) const {
    auto const& rows = gold.found->rows;
    if (rows.values.size() != found.values.size()) return false;
    if (!official()) return strictly_same_result(rows, found, ordered_);
    if (!gold.comparable) gold.comparable.emplace(rows);
    return same_result(*gold.comparable, found, ordered_);
  }

  // ---- plugged values

  /// All ways of a prediction share a time limit, otherwise the values of one question could occupy the evaluation for days.
  void plug(candidate& c) {
    constexpr int limits = 4;
    auto const begin = std::chrono::steady_clock::now();
    plug_value ways(gold_.sql, *c.sql, options_.keep_distinct);
    for (std::size_t tried = 0; auto const way = ways.next(); ++tried) {
      bool const late = (std::chrono::steady_clock::now() - begin) / limits >= options_.time;
      auto const how = tried == options_.plugged || late ? fit::out_of_time : fit_of(*way);
      c.v.ex = how == fit::right;
      c.v.unfinished = how == fit::out_of_time;
      if (how != fit::wrong) return;
    }
  }

  [[nodiscard]] fit fit_of(std::string const& way) {
    for (std::size_t f = 0; f < connections_.size(); ++f) {
      auto const found = connections_.execute_anew(f, way);
      if (found.failure && found.failure->code == errc::time_limit) return fit::out_of_time;
      if (failure_of(found) || !same(gold_on(f), found.rows)) return fit::wrong;
    }
    return fit::right;
  }

  /// Cached, since each way is compared on each file.
  [[nodiscard]] gold_rows& gold_on(std::size_t file) {
    while (kept_gold_.size() <= file) kept_gold_.push_back({connections_.execute(kept_gold_.size(), gold_sql_)});
    return kept_gold_[file];
  }

  // ---- the other metrics

  void judge_as_bird(bool sets_failure) {
    auto const gold = connections_.execute(0, gold_.sql);
    about_.no_bird = gold_failure(0, gold_.sql, gold->failure);
    if (about_.no_bird) return;
    for (auto& c : candidates_) {
      if (!c.predicted || c.is_unexecutable) continue;
      auto const found = connections_.execute(0, *c.sql);
      if (sets_failure) c.v.failure = found->failure;
      if (found->failure) continue;
      c.v.bird_ex = bird::same_result(gold->rows, found->rows);
      c.v.soft_f1 = bird::soft_f1(gold->rows, found->rows);
    }
  }

  void match() {
    auto const strict_gold = official() ? std::optional<std::uint64_t>() : strict_fingerprint(gold_.sql, connections_.schema());
    for (auto& c : candidates_) {
      if (!c.predicted || c.is_unexecutable) continue;
      if (official()) {
        match_as_official(c);
      } else {
        auto const m = strict_match(strict_gold, strict_fingerprint(*c.sql, connections_.schema()));
        c.v.parsed = m.parsed;
        c.v.em = m.equal;
      }
    }
  }

  void match_as_official(candidate& c) const {
    auto const predicted = read_official(with_values_as_one(*c.sql), names_);
    c.v.parsed = predicted.has_value();
    if (!official_gold_) return;
    auto const m = compare(predicted, *official_gold_);
    c.v.em = m.equal;
    c.v.parts = m.parts;
  }

  void judge_structure() {
    auto const gold = structure_of(gold_.sql, connections_.schema());
    for (auto& c : candidates_) {
      if (!c.predicted) continue;
      c.v.structure = compare_structure(gold, c.is_unexecutable ? query_structure() : structure_of(*c.sql, connections_.schema()));
      if (!(options_.wanted.bird ? c.v.bird_ex : c.v.ex)) c.v.kind = error_class_of(c.v.structure, !c.v.failure);
    }
  }

  demonstration const& gold_;
  evaluation_connections& connections_;
  official_schema const& names_;
  evaluation_options const& options_;
  std::optional<official_query> official_gold_;
  std::string gold_sql_{};
  bool ordered_ = false;
  std::vector<candidate> candidates_{};
  std::unordered_map<std::string_view, std::size_t> places_{};
  std::vector<gold_rows> kept_gold_{};
  question_report about_{};
};

}  // namespace t2s::evaluation::detail

#endif
