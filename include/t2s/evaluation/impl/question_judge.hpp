// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_QUESTION_JUDGE_HPP
#define T2S_EVALUATION_IMPL_QUESTION_JUDGE_HPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/bird.hpp"
#include "t2s/evaluation/hardness.hpp"
#include "t2s/evaluation/impl/evaluation_database.hpp"
#include "t2s/evaluation/plug_value.hpp"
#include "t2s/evaluation/result_match.hpp"
#include "t2s/evaluation/strict_match.hpp"
#include "t2s/sql/parse.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::evaluation::detail {

/// Judges predictions for one question. Works the gold SQL out once.
class question_judge {
 public:
  question_judge(retrieve::demonstration const& gold, evaluation_connections& connections, official_schema const& names,
                 evaluation_options const& options)
      : gold_(gold), connections_(connections), names_(names), options_(options) {
    gold_sql_ = official() ? official_sql(gold.sql, options.keep_distinct) : gold.sql;
    ordered_ = official() ? order_matters(gold_sql_) : orders(gold.sql);
    official_gold_ = read_official(gold.sql, names);
    about_.hardness = group();
    execute_gold();
    if (about_.skipped) return;
    if (!official()) strict_gold_ = strict_fingerprint(gold.sql, connections.schema());
    if (options.wanted.structure) structure_gold_ = structure_of(gold.sql, connections.schema());
  }

  [[nodiscard]] question_report const& about() const { return about_; }

  [[nodiscard]] verdict judge(std::string const& sql) {
    verdict v;
    auto const ready = prepared(sql);
    v.failure = text::trim(sql).empty() ? nothing_predicted() : failure_of(*outcome(0, ready));
    v.ex_single = !v.failure && same(0, ready);
    v.ex = passes(sql, ready, v);
    if (options_.wanted.em) match(sql, v);
    if (options_.wanted.bird) judge_as_bird(sql, v);
    if (options_.wanted.structure) judge_structure(sql, v);
    return v;
  }

  /// Only whether it is right; for the rounds of a run.
  [[nodiscard]] bool is_right(std::string const& sql) {
    verdict unused;
    return passes(sql, prepared(sql), unused);
  }

 private:
  [[nodiscard]] bool official() const { return options_.how == mode::official; }
  [[nodiscard]] std::string prepared(std::string const& sql) const {
    return official() ? official_prediction(sql, options_.keep_distinct) : sql;
  }

  [[nodiscard]] std::string group() const {
    if (!gold_.difficulty.empty()) return gold_.difficulty;
    return official_gold_ ? std::string(evaluation::name_of(hardness_of(*official_gold_))) : "other";
  }

  void execute_gold() {
    for (std::size_t f = 0; f < connections_.size() && !about_.skipped; ++f) {
      auto const found = outcome(f, gold_sql_);
      about_.skipped = failure_of(*found);
      if (!about_.skipped && official()) comparable_.emplace_back(found->rows);
      results_.push_back(found);
    }
  }

  [[nodiscard]] std::shared_ptr<db::execution const> outcome(std::size_t file, std::string const& sql) {
    return connections_.execute(file, sql);
  }

  /// To the official program a comment alone is a statement without rows.
  [[nodiscard]] std::optional<failure> failure_of(db::execution const& e) const {
    if (official() && e.failure && e.failure->code == errc::no_statement) return {};
    return e.failure;
  }

  /// Whether the gold's last say is ORDER BY.
  [[nodiscard]] static bool orders(std::string const& gold) {
    auto const parsed = sql::parse(gold);
    return parsed && parsed->root().find(sql::kind::order_by) != nullptr;
  }

  [[nodiscard]] bool same(std::size_t file, std::string const& sql) {
    auto const found = outcome(file, sql);
    if (failure_of(*found)) return false;
    if (found == results_[file]) return true;
    return official() ? same_result(comparable_[file], found->rows, ordered_)
                      : strictly_same_result(results_[file]->rows, found->rows, ordered_);
  }

  [[nodiscard]] bool same_everywhere(std::string const& sql) {
    for (std::size_t f = 0; f < connections_.size(); ++f)
      if (!same(f, sql)) return false;
    return true;
  }

  [[nodiscard]] static std::optional<failure> nothing_predicted() {
    return failure{errc::no_statement, "the prediction is empty", {}, "write SELECT NULL where there is no SQL", {}};
  }

  [[nodiscard]] bool passes(std::string const& sql, std::string const& ready, verdict& v) {
    if (text::trim(sql).empty()) return false;
    if (same_everywhere(ready)) return true;
    if (!official() || !options_.plug_value) return false;
    plug_value ways(gold_.sql, sql, options_.keep_distinct);
    for (std::size_t tried = 0; auto const plugged = ways.next(); ++tried) {
      if (tried == options_.plugged) v.unfinished = true;
      if (v.unfinished) return false;
      if (same_everywhere(*plugged)) return true;
    }
    return false;
  }

  void match(std::string const& sql, verdict& v) const {
    if (!official()) {
      auto const m = strict_match(strict_gold_, strict_fingerprint(sql, connections_.schema()));
      v.parsed = m.parsed;
      v.em = m.equal;
      return;
    }
    auto const predicted = read_official(with_values_as_one(sql), names_);
    v.parsed = predicted.has_value();
    if (!official_gold_) return;
    auto const m = compare(predicted, *official_gold_);
    v.em = m.equal;
    v.parts = m.parts;
  }

  void judge_as_bird(std::string const& sql, verdict& v) {
    auto const gold = outcome(0, gold_.sql), predicted = outcome(0, sql);
    if (gold->failure || predicted->failure) return;
    v.bird_ex = bird::same_result(gold->rows, predicted->rows);
    v.soft_f1 = bird::soft_f1(gold->rows, predicted->rows);
  }

  void judge_structure(std::string const& sql, verdict& v) const {
    v.structure = compare_structure(structure_gold_, structure_of(sql, connections_.schema()));
    if (!v.ex) v.kind = error_class_of(v.structure, !v.failure);
  }

  retrieve::demonstration const& gold_;
  evaluation_connections& connections_;
  official_schema const& names_;
  evaluation_options const& options_;

  std::string gold_sql_{};
  bool ordered_ = false;
  std::optional<official_query> official_gold_{};
  std::optional<std::uint64_t> strict_gold_{};
  query_structure structure_gold_{};
  std::vector<std::shared_ptr<db::execution const>> results_{};
  std::vector<comparable_result> comparable_{};
  question_report about_{};
};

}  // namespace t2s::evaluation::detail

#endif
