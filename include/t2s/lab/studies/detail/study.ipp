// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_STUDY_IPP
#define T2S_LAB_STUDIES_DETAIL_STUDY_IPP

#include "t2s/core/detail/journal_lines.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/detail/comparison.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/studies/detail/kept_questions.hpp"
#include "t2s/lab/studies/detail/question_loop.hpp"
#include "t2s/lab/studies/detail/run_counter.hpp"
#include "t2s/lab/studies/detail/study.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/detail/described_schema.hpp"
#include "t2s/retrieve/knowledge/detail/kept_values.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

namespace t2s::studies {

T2S_DECL llm::completion study_model::complete(llm::request asked) const {
  auto given = by_->answer(*at_, asked);
  if (given.prompt_tokens == 0)
    for (auto const& m : asked.messages) given.prompt_tokens += llm::estimate_tokens(m.text);
  if (given.completion_tokens == 0) given.completion_tokens = llm::estimate_tokens(given.text);
  return given;
}

namespace detail {

/// A checksum of texts in order.
class text_checksum {
 public:
  void add(std::string_view text) {
    std::uint64_t const size = text.size();
    sum_.process_bytes(&size, sizeof size);
    sum_.process_bytes(text.data(), text.size());
  }
  [[nodiscard]] std::uint32_t value() const { return sum_.checksum(); }

 private:
  t2s::detail::crc_32c sum_{};
};

/// As a model would write it.
inline std::string without_semicolon(std::string sql) {
  while (!sql.empty() && (sql.back() == ';' || sql.back() == ' ')) sql.pop_back();
  return sql;
}

/// Whether SQL answers one question, by execution accuracy. Remembers its verdicts.
class sql_judge {
 public:
  sql_judge(remembering_connection& database, demonstration const& asked, bool by_bird)
      : database_(database),
        asked_(asked),
        by_bird_(by_bird),
        gold_(database.execute(by_bird ? asked.sql : evaluation::official_sql(asked.sql))) {}

  /// The execution of the gold SQL.
  [[nodiscard]] db::execution const& gold() const { return gold_; }

  [[nodiscard]] bool is_right(std::string const& sql) {
    auto const [known, is_new] = right_.try_emplace(sql, false);
    if (is_new) known->second = judge(sql);
    return known->second;
  }

  [[nodiscard]] bool executes(std::string const& sql) {
    auto const text = by_bird_ ? sql : evaluation::official_prediction(sql);
    return !text.empty() && database_.execute(text).ok();
  }

 private:
  [[nodiscard]] bool judge(std::string const& sql) {
    auto const text = by_bird_ ? sql : evaluation::official_prediction(sql);
    if (text.empty() || !gold_.ok()) return false;
    auto const found = database_.execute(text);
    if (!found.ok()) return false;
    auto const how = by_bird_ ? evaluation::comparison::bird : evaluation::comparison::spider;
    return evaluation::same_by(how, gold_.rows, found.rows, {evaluation::order_matters(asked_.sql), {}});
  }

  remembering_connection& database_;
  demonstration asked_;
  bool by_bird_;
  db::execution gold_;
  std::unordered_map<std::string, bool> right_{};
};

}  // namespace detail

/// A database with what is known of it, and its idle connections.
class study::session::opened_database {
 public:
  opened_database(std::filesystem::path file, study_options const& how, std::atomic<std::size_t>& bytes_left) : file_(std::move(file)) {
    evaluation::evaluation_options limits;
    limits.time = how.statement_time;
    options_ = evaluation::sqlite_options_of(limits);
    if (!how.times) store_ = std::make_shared<evaluation::result_store>(bytes_left);
    auto first = std::make_unique<remembering_connection>(file_, options_, store_);
    study_database database(*first, known_);
    (void)database.known<knowledge::lexicon>();  // otherwise the first run that needs it would pay for it
    (void)database.known<knowledge::kept_values>();
    (void)database.known<knowledge::described_schema>();
    free_.push_back(std::move(first));
  }

  using connection = std::unique_ptr<remembering_connection>;

  [[nodiscard]] connection take() {
    {
      std::scoped_lock const lock(mutex_);
      if (!free_.empty()) {
        auto taken = std::move(free_.back());
        free_.pop_back();
        return taken;
      }
    }
    return std::make_unique<remembering_connection>(file_, options_, store_);
  }
  void give_back(connection c) {
    std::scoped_lock const lock(mutex_);
    free_.push_back(std::move(c));
  }
  [[nodiscard]] std::shared_ptr<known_parts> const& known() const { return known_; }

 private:
  std::filesystem::path file_;
  db::sqlite_options options_{};
  std::shared_ptr<evaluation::result_store> store_{};
  std::shared_ptr<known_parts> known_ = known_parts::make();
  std::mutex mutex_{};
  std::vector<connection> free_{};
};

/// Makes the runs of one question.
class study::session::runs_of_question {
 public:
  runs_of_question(study const& of, study_options const& how, std::size_t question, remembering_connection& connection,
                   std::shared_ptr<known_parts> const& known)
      : study_(of),
        how_(how),
        question_(question),
        asked_((*of.data_)[question]),
        database_(connection, known),
        judge_(connection, asked_, of.data_->birds()),
        gold_(evaluation::structure_of(asked_.sql, connection.schema())) {
    place_.database = asked_.database;
    place_.gold = std::make_shared<gold_answers const>(gold_answers{{asked_text(asked_), detail::without_semicolon(asked_.sql)}});
    place_.drafts = &drafts_;
    for (auto const& set : of.drafts_) drafts_.push_back(detail::without_semicolon(std::string(set.sql[question])));
  }

  [[nodiscard]] recorded_question run() {
    recorded_question out;
    out.question = question_;
    if (!judge_.gold().ok()) {
      out.skipped = "its gold SQL fails: " + judge_.gold().failure->text();
      return out;
    }
    for (std::size_t s = 0; s < study_.strategies_.size(); ++s)
      for (std::size_t f = 0; f < std::max<std::size_t>(1, drafts_.size()); ++f) out.runs.push_back(run(s, f));
    return out;
  }

 private:
  [[nodiscard]] recorded_run run(std::size_t s, std::size_t file) {
    observed_run run(drafts_.empty() ? std::nullopt : std::optional(drafts_[file]));
    std::function<bool(std::string const&)> const is_right = [this](std::string const& sql) { return judge_.is_right(sql); };
    correction const at{gold_asked_, question_, drafts_, file, database_.schema(), run, is_right, how_.seed};
    run_options how;
    how.allowed.attempts = how_.attempts;
    how.seed = how_.seed;
    how.stop = how_.stop;
    auto const text = asked_text(asked_);
    run_place place{place_, study_model(study_.by_, at), database_, run, std::move(how), text};
    auto const given = study_.strategies_[s].run(place);
    auto recorded = record(given, run);
    recorded.strategy = s;
    recorded.file = file;
    return recorded;
  }

  [[nodiscard]] recorded_run record(answer const& a, observed_run const& run) {
    recorded_run out;
    auto const& before = run.before_correction();
    std::size_t calls = 0;
    for (auto const& attempt : a.revisions) {
      calls += attempt.spent.calls;
      out.calls.push_back(calls - std::min(calls, before.calls));
      out.right.push_back(judge_.is_right(attempt.tried.sql));
    }
    if (a.selection()) out.calls.back() = a.spent.calls;  // those of all candidates and of the choice
    if (!a.revisions.empty())
      for (auto const& r : a.revisions.front().remarks)
        if (std::ranges::find(out.remarks, r.stage) == out.remarks.end()) out.remarks.emplace_back(r.stage);
    auto const correction = a.spent - before;
    out.prompt_tokens = correction.prompt_tokens;
    out.cached_tokens = correction.cached_tokens;
    out.completion_tokens = correction.completion_tokens;
    out.statements = correction.statements;
    if (how_.times) out.seconds = std::chrono::duration<double>(correction.time).count();
    if (drafts_.empty()) out.drafted = cost_of(before);
    out.stopped = a.stopped;
    auto const draft = a.revisions.empty() ? run.draft().value_or("") : a.revisions.front().tried.sql;
    if (a.has_sql() && a.sql() != draft) out.sql = a.sql();
    if (!out.before())
      out.wrong_in = evaluation::error_class_of(evaluation::compare_structure(gold_, evaluation::structure_of(draft, database_.schema())),
                                                judge_.executes(draft));
    return out;
  }

  [[nodiscard]] evaluation::cost cost_of(spending const& s) const {
    auto const seconds = how_.times ? std::chrono::duration<double>(s.time).count() : 0;
    return {s.calls, s.prompt_tokens, s.completion_tokens, seconds, s.cached_tokens};
  }

  study const& study_;
  study_options const& how_;
  std::size_t question_;
  demonstration asked_;
  demonstration gold_asked_ = with_plain_sql(asked_);
  study_database database_;
  detail::sql_judge judge_;
  evaluation::query_structure gold_;
  asked_place place_{};
  std::vector<std::string> drafts_{};

  static demonstration with_plain_sql(demonstration q) {
    q.sql = detail::without_semicolon(std::move(q.sql));
    return q;
  }
};

T2S_DECL study::session::session(study const& of, study_options how) : study_(of), how_(std::move(how)) {
  if (how_.attempts < 1 || how_.attempts > 32)
    throw error(errc::invalid_argument, "study_options::attempts is " + std::to_string(how_.attempts), "set it from 1 to 32");
}

T2S_DECL study::session::~session() = default;

T2S_DECL std::vector<std::size_t> study::session::order() const {
  auto const& data = *study_.data_;
  std::vector<std::size_t> all(data.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::ranges::sort(all, {}, [&](std::size_t i) { return std::pair(std::string_view(data.database(i)), i); });
  return all;
}

T2S_DECL std::shared_ptr<study::session::opened_database> study::session::open(std::string const& id) {
  constexpr std::size_t most = 8;
  std::scoped_lock const lock(mutex_);
  if (auto const found = databases_.find(id); found != databases_.end()) return found->second;
  if (databases_.size() >= most) std::erase_if(databases_, [](auto const& d) { return d.second.use_count() == 1; });
  return databases_[id] = std::make_shared<opened_database>(study_.data_->databases().file_of(id), how_, bytes_left_);
}

T2S_DECL recorded_question study::session::ask(std::size_t question) {
  if (how_.stop.stop_requested()) throw error(errc::cancelled, "the study was cancelled");
  if (question >= study_.data_->size())
    throw error(errc::invalid_argument, "there is no question #" + std::to_string(question), "ask one of the places of session::order()");
  auto const database = open(study_.data_->database(question));
  auto connection = database->take();
  auto recorded = runs_of_question(study_, how_, question, *connection, database->known()).run();
  database->give_back(std::move(connection));
  return recorded;
}

T2S_DECL study::study(question_set const& data, std::vector<draft_set> drafts, any_corrector by)
    : data_(&data), drafts_(std::move(drafts)), by_(std::move(by)) {
  if (drafts_.empty())
    throw error(errc::invalid_argument, "a study has no file of drafts", "give it one, or make it with study::own_drafts");
  std::set<std::string> names;
  for (auto const& set : drafts_) {
    if (set.sql.size() < data.size())
      throw error(errc::invalid_argument, "the drafts " + set.name + " are fewer than the questions",
                  "read them with question_set::drafts");
    if (!names.insert(set.name).second)
      throw error(errc::invalid_argument, "two files of drafts are named " + set.name, "give each a name of its own");
  }
}

T2S_DECL study study::own_drafts(question_set const& data, any_corrector by) { return study(data, std::move(by)); }

T2S_DECL study& study::add(strategy of) {
  if (std::ranges::find(strategies_, of.name, &strategy::name) != strategies_.end())
    throw error(errc::invalid_argument, "there are two strategies \"" + of.name + "\" in a study", "give each a name of its own");
  strategies_.push_back(std::move(of));
  return *this;
}

T2S_DECL std::string study::settings(study_options const& how) const {
  detail::text_checksum questions;
  for (std::size_t i = 0; i < data_->size(); ++i) {
    auto const q = (*data_)[i];
    for (auto const* part : {&q.database, &q.question, &q.sql, &q.evidence}) questions.add(*part);
  }
  boost::json::array drafts;
  for (auto const& set : drafts_) {
    detail::text_checksum sum;
    for (std::size_t i = 0; i < data_->size(); ++i) sum.add(set.sql[i]);
    drafts.push_back(boost::json::array{set.name, sum.value()});
  }
  boost::json::array names;
  for (auto const& s : strategies_) names.emplace_back(s.name);
  return boost::json::serialize(boost::json::object{{"data", data_->description()},
                                                    {"questions", questions.value()},
                                                    {"drafts", std::move(drafts)},
                                                    {"strategies", std::move(names)},
                                                    {"corrector", by_.description()},
                                                    {"seed", how.seed},
                                                    {"attempts", how.attempts},
                                                    {"statement_seconds", std::chrono::duration<double>(how.statement_time).count()},
                                                    {"times", how.times}});
}

/// Throws unless the record has the runs of this study: each strategy with each file of drafts.
T2S_DECL void study::require_runs(recorded_question const& q) const {
  auto const files = std::max<std::size_t>(1, drafts_.size());
  bool fits = !q.skipped.empty() || q.runs.size() == strategies_.size() * files;
  for (std::size_t i = 0; fits && i < q.runs.size(); ++i) fits = q.runs[i].strategy == i / files && q.runs[i].file == i % files;
  if (!fits)
    throw error(errc::malformed_data, "the record of question #" + std::to_string(q.question) + " has other runs than the study",
                "it was edited or is of another study: delete it and run the study again");
}

T2S_DECL study_figures study::figures(std::function<std::optional<recorded_question>()> const& next) const {
  std::vector<std::string> names, files;
  for (auto const& s : strategies_) names.push_back(s.name);
  for (auto const& set : drafts_) files.push_back(set.name);
  run_counter counter(std::move(names), std::move(files), *data_);
  while (auto const q = next()) {
    require_runs(*q);
    counter.add(*q);
  }
  auto out = counter.figures();
  out.corrector = by_.description();
  out.simulated = by_.is_simulated();
  out.assumptions = by_.assumptions();
  return out;
}

T2S_DECL study_figures study::run(study_options const& how) const {
  session runs(*this, how);
  auto const order = runs.order();
  detail::kept_questions kept(how.journal, R"({"t2s":")" T2S_VERSION_STRING R"(","study":)" + settings(how) + "}", order.size());
  std::size_t done = kept.count();
  std::mutex saying;
  detail::for_each_question(order, how.jobs, [&](std::size_t i) {
    if (kept.has(i)) return;
    kept.keep(runs.ask(i));
    std::scoped_lock const lock(saying);
    if (how.progress) how.progress(++done, order.size());
  });
  return figures([&, i = std::size_t{0}]() mutable { return i < order.size() ? std::optional(kept.at(i++)) : std::nullopt; });
}

}  // namespace t2s::studies

#endif
