// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_QUESTION_JUDGE_HPP
#define T2S_LAB_EVALUATION_DETAIL_QUESTION_JUDGE_HPP

#include "t2s/lab/evaluation/detail/bird.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"
#include "t2s/lab/evaluation/detail/ehrsql.hpp"
#include "t2s/lab/evaluation/detail/evaluation_database.hpp"
#include "t2s/lab/evaluation/detail/executed_form.hpp"
#include "t2s/lab/evaluation/detail/fault.hpp"
#include "t2s/lab/evaluation/detail/gold_choices.hpp"
#include "t2s/lab/evaluation/detail/plug_value.hpp"

#include <algorithm>

namespace t2s::evaluation::detail {

/// Judges predictions for one question: first `add` them all, then `judge`. It processes the database's files one after the other, so that
/// only the rows of one are in memory.
class question_judge {
 public:
  /// `choice`: the further golds, or nullptr. `files`: of the database, 0 if it need not be opened.
  question_judge(demonstration const& gold, gold_choice const* choice, evaluation_connections& connections, std::size_t files,
                 official_schema const& names, evaluation_options const& options)
      : gold_(gold),
        choice_(choice),
        connections_(connections),
        names_(names),
        options_(options),
        how_(comparison_of(options)),
        official_gold_(read_official(gold.sql, names)) {
    collect_golds();
    files_ = golds_.empty() || golds_.front().result ? std::min<std::size_t>(files, 1) : files;
    about_.hardness = !gold.difficulty.empty() ? gold.difficulty : official_gold_ ? name_of(hardness_of(*official_gold_)) : "other";
  }

  /// Adds a prediction. It must outlive the judge.
  void add(prediction const& p) { add(p.result ? p.result_file : p.sql, true, p.result.get()); }
  /// Adds the SQL of a round, for which only `verdict::ex` is needed. The text must outlive the judge.
  void add(std::string const& sql) { add(sql, false, nullptr); }

  void judge() {
    auto const& wanted = options_.wanted;
    find_refusals();
    if (about_.has_no_answer) return;
    bool const ex = wanted.ex || wanted.structure;
    fail_unexecutable();
    if (ex) judge_rows();
    if (wanted.bird) judge_as_bird(!ex);
    if ((!ex || about_.no_ex) && (!wanted.bird || about_.no_bird)) about_.skipped = ex ? about_.no_ex : about_.no_bird;
    if (about_.skipped) return;
    if (wanted.em) match();
    if (wanted.structure && !about_.no_ex) judge_structure();
    if (wanted.robust && !about_.no_ex) look_for_luck();
    if (wanted.faults) find_faults();
  }

  /// Valid after `judge`.
  [[nodiscard]] question_report const& about() const { return about_; }
  [[nodiscard]] verdict const& of(std::string const& sql) const { return candidates_[places_.at(sql)].v; }
  [[nodiscard]] verdict const& of(prediction const& p) const { return of(p.result ? p.result_file : p.sql); }

 private:
  struct candidate {
    std::string const* sql;
    db::rows const* result;  // in the place of SQL
    std::string ready;       // to be executed
    verdict v;
    bool predicted;
    bool is_unexecutable;      // empty or too long
    std::vector<bool> fits{};  // for each gold: equal to it so far
  };

  /// A query or a result, each as right as the others.
  struct gold_answer {
    std::string const* sql = nullptr;
    db::rows const* result = nullptr;
    std::string ready{};  // to be executed
    comparison_rules rules{};
  };

  /// A gold's rows on one file.
  struct gold_rows {
    std::shared_ptr<db::execution const> found;
    std::optional<comparable_result> comparable{};
  };

  enum class fit { right, wrong, out_of_time };

  [[nodiscard]] bool official() const { return options_.how == mode::official; }
  /// Whether statements are changed before they are executed.
  [[nodiscard]] bool as_spider() const { return how_ == comparison::spider; }

  void add(std::string const& sql, bool predicted, db::rows const* result) {
    auto const [place, is_new] = places_.emplace(sql, candidates_.size());
    if (is_new) candidates_.push_back({&sql, result, {}, {}, false, false});
    candidates_[place->second].predicted |= predicted;
  }

  void collect_golds() {
    if (choice_)
      for (auto const& r : choice_->results) golds_.push_back({nullptr, &r.found, {}, {}});
    if (!golds_.empty() || gold_.sql.empty()) return;
    golds_.push_back({&gold_.sql, nullptr, {}, {}});
    if (choice_)
      for (auto const& sql : choice_->queries) golds_.push_back({&sql, nullptr, {}, {}});
  }

  /// Handles predictions that need not be executed.
  void fail_unexecutable() {
    auto const most = sqlite_options_of(options_).limits.statement_bytes;
    auto const limit = std::to_string(most);
    for (auto& c : candidates_) {
      if (c.result) continue;
      if (text::trim(*c.sql).empty() && how_ != comparison::ehrsql)
        c.v.failure = failure{errc::no_statement, "the prediction is empty", {}, "write SELECT NULL where there is no SQL"};
      else if (c.sql->size() > most)
        c.v.failure = failure{errc::statement_too_long, "the prediction has over " + limit + " bytes", {}, "write a shorter statement"};
      c.is_unexecutable = c.v.failure.has_value();
    }
  }

  /// A question without an answer has no gold query. For EHRSQL's program only its own word is a refusal.
  void find_refusals() {
    about_.has_no_answer = golds_.size() == 1 && golds_.front().sql && is_no_answer(*golds_.front().sql);
    about_.ambiguous = choice_ && choice_->ambiguous;
    for (auto& c : candidates_)
      c.v.refuses = !c.result && (how_ == comparison::ehrsql ? ehrsql::statement_form::of(*c.sql) == no_answer : is_refusal(*c.sql));
    if (about_.has_no_answer) about_.hardness = unanswerable_questions;
  }

  // ---- execution accuracy

  void judge_rows() {
    about_.no_ex = lacking_gold();
    for (auto& g : golds_) prepare(g);
    for (auto& c : candidates_) {
      if (c.is_unexecutable) continue;
      c.ready = executed_prediction(how_, *c.sql, options_.keep_distinct);
      c.fits.assign(golds_.size(), true);
      c.v.ex = true;
    }
    for (std::size_t f = 0; f < std::max<std::size_t>(files_, 1) && !about_.no_ex; ++f) compare_on(f);
    if (about_.no_ex || !as_spider() || !options_.plug_value) return;
    for (auto& c : candidates_)
      if (!c.v.ex && !c.is_unexecutable && !c.result) plug(c);
  }

  [[nodiscard]] std::optional<failure> lacking_gold() const {
    if (!golds_.empty()) return {};
    auto const where = choice_ && !choice_->missing.empty() ? "there is no gold result " + choice_->missing : "there is no gold";
    return failure{errc::file_not_found, where, {}, "add it, or take the question out"};
  }

  void prepare(gold_answer& g) const {
    g.rules.columns = condition_columns_of(choice_, static_cast<std::size_t>(&g - golds_.data()), golds_.size());
    auto const ignored = choice_ ? choice_->ignore_order : std::nullopt;
    if (g.sql) g.ready = executed_gold(how_, *g.sql, options_.keep_distinct);
    if (how_ == comparison::spider2)
      g.rules.ordered = !ignored.value_or(false);
    else
      g.rules.ordered = g.sql ? orders_rows(how_, *g.sql, g.ready, connections_.schema()) : !ignored.value_or(true);
  }

  void compare_on(std::size_t file) {
    for (std::size_t g = 0; g < golds_.size() && !about_.no_ex; ++g) compare_with(g, file);
    if (about_.no_ex) return;
    for (auto& c : candidates_) {
      c.v.ex = std::ranges::find(c.fits, true) != c.fits.end();
      if (file == 0) c.v.ex_single = c.v.ex;
    }
  }

  void compare_with(std::size_t number, std::size_t file) {
    auto const& answer = golds_[number];
    gold_rows gold{rows_of(answer, file)};
    about_.no_ex = gold_failure(file, answer.ready, failure_of(*gold.found));
    if (about_.no_ex) return;
    for (auto& c : candidates_) {
      if (c.is_unexecutable || !c.fits[number]) continue;
      if (c.result) {
        if (file == 0) c.fits[number] = same(answer, gold, *c.result);
        continue;
      }
      auto const found = connections_.execute(file, c.ready);
      auto const failed = failure_of(*found);
      c.fits[number] = !failed && ((found == gold.found && equals_itself(how_)) || same(answer, gold, found->rows));
      if (file == 0) c.v.failure = failed;
    }
  }

  [[nodiscard]] std::shared_ptr<db::execution const> rows_of(gold_answer const& g, std::size_t file) {
    return g.result ? std::make_shared<db::execution const>(*g.result) : connections_.execute(file, g.ready);
  }

  /// For the programs of Spider and EHRSQL a single comment is a statement without rows.
  [[nodiscard]] std::optional<failure> failure_of(db::execution const& e) const {
    bool const runs_empty = as_spider() || how_ == comparison::ehrsql;
    if (runs_empty && e.failure && e.failure->code == errc::no_statement) return {};
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

  [[nodiscard]] bool same(gold_answer const& answer, gold_rows& gold, db::rows const& found) const {
    auto const& rows = gold.found->rows;
    if (counts_rows(how_) && rows.values.size() != found.values.size()) return false;
    if (!as_spider()) return same_by(how_, rows, found, answer.rules);
    if (!gold.comparable) gold.comparable.emplace(rows);
    return same_result(*gold.comparable, found, answer.rules.ordered);
  }

  // ---- right by luck

  void look_for_luck() {
    for (auto& c : candidates_)
      if (c.predicted && c.v.ex && !c.result) look_for_luck(c);
  }

  /// Luck is a database for each gold query that the prediction equals.
  void look_for_luck(candidate& c) {
    std::optional<lucky_match> last;
    for (std::size_t g = 0; g < golds_.size(); ++g) {
      auto const& gold = golds_[g];
      if (!gold.sql || !c.fits[g]) continue;
      auto const tried = connections_.counterexamples().find(gold.ready, c.ready, {how_, gold.rules, options_.statements});
      bool const is_compared = tried.databases == 0 || tried.not_compared < tried.databases;
      c.v.searched = tried.found || (!tried.no_search && is_compared && tried.never_filled.empty());
      if (!c.v.searched) return;
      if (!tried.found) return;
      last = lucky_match{tried.found->needs, inserts_of(*tried.found)};
    }
    c.v.luck = std::move(last);
  }

  // ---- plugged values

  /// All ways of a prediction share a time limit, otherwise the values of one question could occupy the evaluation for days.
  void plug(candidate& c) {
    auto const begin = std::chrono::steady_clock::now();
    for (std::size_t g = 0; g < golds_.size() && !c.v.ex && !c.v.unfinished; ++g)
      if (golds_[g].sql) plug(c, g, begin);
  }

  void plug(candidate& c, std::size_t number, std::chrono::steady_clock::time_point begin) {
    constexpr int limits = 4;
    plug_value ways(*golds_[number].sql, *c.sql, options_.keep_distinct);
    for (std::size_t tried = 0; auto const way = ways.next(); ++tried) {
      bool const late = (std::chrono::steady_clock::now() - begin) / limits >= options_.time;
      auto const how = tried == options_.plugged || late ? fit::out_of_time : fit_of(number, *way);
      c.v.ex = how == fit::right;
      c.v.unfinished = how == fit::out_of_time;
      if (how != fit::wrong) return;
    }
  }

  [[nodiscard]] fit fit_of(std::size_t number, std::string const& way) {
    for (std::size_t f = 0; f < files_; ++f) {
      auto const found = connections_.execute_anew(f, way);
      if (found.failure && found.failure->code == errc::time_limit) return fit::out_of_time;
      if (failure_of(found) || !same(golds_[number], gold_on(number, f), found.rows)) return fit::wrong;
    }
    return fit::right;
  }

  /// Cached, since each way is compared on each file.
  [[nodiscard]] gold_rows& gold_on(std::size_t number, std::size_t file) {
    kept_gold_.resize(golds_.size());
    auto& kept = kept_gold_[number];
    while (kept.size() <= file) kept.push_back({rows_of(golds_[number], kept.size())});
    return kept[file];
  }

  // ---- the other metrics

  void judge_as_bird(bool sets_failure) {
    about_.no_bird = lacking_gold();
    for (std::size_t g = 0; g < golds_.size() && !about_.no_bird; ++g) judge_as_bird(golds_[g], sets_failure);
  }

  void judge_as_bird(gold_answer const& answer, bool sets_failure) {
    auto const gold = answer.result ? rows_of(answer, 0) : connections_.execute(0, *answer.sql);
    about_.no_bird = answer.sql ? gold_failure(0, *answer.sql, gold->failure) : std::nullopt;
    if (about_.no_bird) return;
    for (auto& c : candidates_) {
      if (!c.predicted || c.is_unexecutable) continue;
      auto const found = c.result ? std::make_shared<db::execution const>(*c.result) : connections_.execute(0, *c.sql);
      if (sets_failure) c.v.failure = found->failure;
      if (found->failure) continue;
      c.v.bird_ex |= bird::same_result(gold->rows, found->rows);
      c.v.soft_f1 = std::max(c.v.soft_f1, bird::soft_f1(gold->rows, found->rows));
    }
  }

  void match() {
    auto const strict_gold = official() ? std::optional<std::uint64_t>() : strict_fingerprint(gold_.sql, connections_.schema());
    for (auto& c : candidates_) {
      if (!c.predicted || c.is_unexecutable || c.result) continue;
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
      bool const has_sql = !c.is_unexecutable && !c.result;
      c.v.structure = compare_structure(gold, has_sql ? structure_of(*c.sql, connections_.schema()) : query_structure());
      if (!(options_.wanted.bird ? c.v.bird_ex : c.v.ex)) c.v.kind = error_class_of(c.v.structure, !c.v.failure);
    }
  }

  /// Compares wrong predictions, as they were executed, with the gold that they have the fewest faults against.
  void find_faults() {
    bool const by_ex = options_.wanted.ex;
    if (golds_.empty() || (by_ex ? about_.no_ex : about_.no_bird)) return;
    std::vector<std::optional<fault_finder>> trees(golds_.size());
    for (auto& c : candidates_) {
      if (!c.predicted || (by_ex ? c.v.ex : c.v.bird_ex)) continue;
      for (std::size_t g = 0; g < golds_.size(); ++g) {
        auto const found = faults_against(golds_[g], trees[g], c, by_ex);
        if (!c.v.faults || found.all().size() < c.v.faults->all().size()) c.v.faults = found;
      }
    }
  }

  /// `trees` is made where it is needed.
  [[nodiscard]] faults faults_against(gold_answer const& gold, std::optional<fault_finder>& trees, candidate const& c, bool by_ex) {
    auto const results = results_of(c, gold, by_ex);
    if (!gold.sql || c.result || c.is_unexecutable) return faults_of(results);
    if (!trees) trees.emplace(by_ex ? gold.ready : *gold.sql, connections_.schema());
    return trees->of(by_ex ? c.ready : *c.sql, results);
  }

  [[nodiscard]] result_difference results_of(candidate const& c, gold_answer const& gold, bool by_ex) {
    if (c.v.failure) return result_difference::failed;
    if (by_ex && c.v.ex_single) return result_difference::equal;
    auto const wanted = gold.result || by_ex ? rows_of(gold, 0) : connections_.execute(0, *gold.sql);
    if (c.result) return difference_of(wanted->rows, *c.result, by_ex && gold.rules.ordered);
    return difference_of(wanted->rows, connections_.execute(0, by_ex ? c.ready : *c.sql)->rows, by_ex && gold.rules.ordered);
  }

  demonstration const& gold_;
  gold_choice const* choice_;
  evaluation_connections& connections_;
  official_schema const& names_;
  evaluation_options const& options_;
  comparison how_;
  std::optional<official_query> official_gold_;
  std::vector<gold_answer> golds_{};
  std::size_t files_ = 0;  // that a prediction must be right on
  std::vector<candidate> candidates_{};
  std::unordered_map<std::string_view, std::size_t> places_{};
  std::vector<std::vector<gold_rows>> kept_gold_{};  // by gold and file
  question_report about_{};
};

}  // namespace t2s::evaluation::detail

#endif
