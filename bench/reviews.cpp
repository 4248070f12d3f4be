// SPDX-License-Identifier: BSL-1.0
// Measures the library's work in a review by each feedback, and in a round (a review and the following revision) of each system, without
// model and database: allocations and, with valgrind, instructions. Drafts are published predictions; docs/studies has the results.
// Usage:
//   bench_reviews --data DIR [--json] [--every N]          allocations of all; every N-th question (1)
//   bench_reviews --data DIR --one NAME [--every N]        of one alone, for callgrind (--instr-atstart=no --collect-atstart=no); prints
//   how
//                                                          many reviews there were
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overhead/allocations.hpp"
#include "t2s/lab/studies/study.hpp"
#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/policies/align/local.hpp"
#include "t2s/policies/align/prompted.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/feedback/execution_refinement.hpp"
#include "t2s/policies/feedback/explanation.hpp"
#include "t2s/policies/feedback/missing_entities.hpp"
#include "t2s/policies/feedback/related_contents.hpp"
#include "t2s/policies/feedback/result_csv.hpp"
#include "t2s/policies/feedback/skeleton_mismatch.hpp"
#include "t2s/policies/feedback/unknown_text.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/skeleton/prompted.hpp"
#include "t2s/policies/skeleton/retrieved.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dart_sql.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION static_cast<void>(0)
#define CALLGRIND_TOGGLE_COLLECT static_cast<void>(0)
#endif

namespace {

using namespace t2s;
using embedder = retrieve::hashed_ngrams;

/// Counts allocations during a review, with `rounds` also during a revision, and lets callgrind collect it. Calls of models and statements
/// do not count.
class meter {
 public:
  explicit meter(bool rounds) : rounds_(rounds) {}

  /// A stage begins; none: a call or a statement.
  void begin(std::optional<events::stage> stage) noexcept {
    pause();
    if (depth_ < open_.size()) open_[depth_] = stage;
    if (depth_++ == 0 && stage == events::stage::review) reviews_ += std::exchange(is_new_, false) ? 1U : 0U;
    is_new_ |= stage == events::stage::draft || stage == events::stage::revise;
    resume();
  }
  void end() noexcept {
    pause();
    --depth_;
    resume();
  }
  /// Calls `f()`, which does not count.
  void without(auto const& f) noexcept {
    pause();
    f();
    resume();
  }

  [[nodiscard]] std::size_t reviews() const noexcept { return reviews_; }
  [[nodiscard]] std::size_t allocations() const noexcept { return allocations_; }

 private:
  [[nodiscard]] bool counts() const noexcept {
    if (depth_ == 0 || !(open_[0] == events::stage::review || (rounds_ && open_[0] == events::stage::revise))) return false;
    auto const* const last = open_.data() + std::min(depth_, open_.size());
    return std::none_of(open_.data(), last, [](auto const& stage) { return !stage; });
  }
  void pause() noexcept {
    if (!std::exchange(is_counting_, false)) return;
    CALLGRIND_TOGGLE_COLLECT;
    allocations_ += overhead::heap_used().allocations - since_;
  }
  void resume() noexcept {
    is_counting_ = counts();
    if (!is_counting_) return;
    since_ = overhead::heap_used().allocations;
    CALLGRIND_TOGGLE_COLLECT;
  }

  bool rounds_;
  std::array<std::optional<events::stage>, 16> open_{};
  std::size_t depth_ = 0, since_ = 0, reviews_ = 0, allocations_ = 0;
  bool is_new_ = false;       // an attempt that no feedback has reviewed
  bool is_counting_ = false;  // so that little of the meter itself is counted
};

/// Passes the events of a run to the study, which does not count, and to a meter.
struct metering_trace {
  static constexpr bool enabled = true;
  studies::observed_run* run;
  meter* to;

  template <class Event>
  void on(Event const& e) noexcept {
    if constexpr (requires { run->on(e); }) to->without([&] { run->on(e); });
    measure(e);
  }

 private:
  void measure(auto const&) noexcept {}
  void measure(events::stage_begun const& e) noexcept { to->begin(e.what); }
  void measure(events::stage_ended const&) noexcept { to->end(); }
  void measure(events::model_call_begun const&) noexcept { to->begin({}); }
  void measure(events::model_called const&) noexcept { to->end(); }
  void measure(events::embedding_begun const&) noexcept { to->begin(events::stage::step); }
  void measure(events::texts_embedded const&) noexcept { to->end(); }
  void measure(events::statement_begun const&) noexcept { to->begin({}); }
  void measure(events::statement_executed const&) noexcept { to->end(); }
};

/// A strategy by name, and the name of one of its reviews.
struct subject {
  std::string name;
  bool is_system;
  std::function<studies::strategy(meter&)> strategy;
};

template <class Make>
subject subject_of(std::string name, bool is_system, Make make) {
  return {name, is_system, [=](meter& to) {
            return studies::strategy{name, [make, &to](studies::run_place& at) {
                                       auto const pipeline = studies::observed(make(at.asked), &at.run);
                                       return pipeline.run(context(at.model, at.database, at.how, metering_trace{&at.run, &to}),
                                                           at.question);
                                     }};
          }};
}

/// One round of a feedback, and nothing else.
template <class Feedback>
auto alone(Feedback f) {
  using once = terminate::any_of<terminate::nothing_left, terminate::revisions>;
  return pipeline<none, none, generate::few_shot, Feedback, once>{
      {}, {}, {}, std::move(f), once(terminate::nothing_left(), terminate::revisions{1})};
}

/// The demonstrations, in the forms that feedbacks and systems need.
struct pools {
  explicit pools(std::string const& data, embedder& by) {
    auto const pairs = retrieve::read_pool(data + "/train.json");
    masked = retrieve::embed_masked_pool(by, pairs);
    plain = retrieve::embed_pool(by, pairs);
    dail = std::make_shared<retrieve::dail_skeletons const>(pairs);
    words = std::make_shared<retrieve::bm25 const>(pairs);
    schemas = std::make_shared<retrieve::pool_schemas const>(retrieve::read_pool_schemas(data + "/tables.json"));
    index = std::make_shared<retrieve::skeleton_index const>(pairs);
    ranker = std::make_shared<skeleton::ranker const>(index);
  }

  std::shared_ptr<retrieve::embedded_pool const> masked{}, plain{};
  std::shared_ptr<retrieve::dail_skeletons const> dail{};
  std::shared_ptr<retrieve::bm25 const> words{};
  std::shared_ptr<retrieve::pool_schemas const> schemas{};
  std::shared_ptr<retrieve::skeleton_index const> index{};
  std::shared_ptr<skeleton::ranker const> ranker{};
};

template <class Feedback>
subject feedback_subject(std::string name) {
  return subject_of(std::move(name), false, [](studies::asked_place const&) { return alone(Feedback()); });
}

template <class Parser>
subject retrieved_subject(std::string name, pools const& of) {
  return subject_of(std::move(name), false, [&of](studies::asked_place const&) {
    feedback::skeleton_mismatch<Parser> f;
    f.parser.pool = of.index;
    f.parser.ranker = of.ranker;
    return alone(std::move(f));
  });
}

template <class System>
subject pooled_subject(std::string name, pools const& of) {
  return subject_of(std::move(name), true, [&of](studies::asked_place const&) {
    System made;
    made.sampler.pool = of.index;
    return made;
  });
}

std::vector<subject> feedbacks(pools const& of) {
  using namespace feedback;
  return {feedback_subject<execution_error>("execution_error"),
          feedback_subject<empty_result>("empty_result"),
          feedback_subject<unknown_text>("unknown_text"),
          feedback_subject<missing_entities<align::local>>("missing_entities, local"),
          feedback_subject<missing_entities<align::prompted>>("missing_entities, prompted"),
          subject_of("missing_entities, oracle", false,
                     [](studies::asked_place const& at) {
                       missing_entities<align::oracle> f;
                       f.linker.gold = at.gold;
                       return alone(std::move(f));
                     }),
          subject_of("skeleton_mismatch, oracle", false,
                     [](studies::asked_place const& at) {
                       skeleton_mismatch<skeleton::oracle> f;
                       f.parser.gold = at.gold;
                       return alone(std::move(f));
                     }),
          retrieved_subject<skeleton::retrieved>("skeleton_mismatch, retrieved", of),
          retrieved_subject<skeleton::retrieved_with<generate::skeleton_fill>>("skeleton_mismatch, drafted", of),
          feedback_subject<skeleton_mismatch<skeleton::prompted>>("skeleton_mismatch, prompted"),
          feedback_subject<execution_refinement>("execution_refinement"),
          feedback_subject<result_csv>("result_csv"),
          feedback_subject<execution_report>("execution_report"),
          feedback_subject<explanation>("explanation"),
          feedback_subject<related_contents>("related_contents")};
}

std::vector<subject> all_subjects(pools const& of, embedder& by) {
  auto all = feedbacks(of);
  all.push_back(pooled_subject<systems::few_shot_corrected>("few_shot_corrected", of));
  all.push_back(pooled_subject<systems::offline>("offline", of));
  all.push_back(subject_of("dart_sql", true,
                           [&](studies::asked_place const&) { return systems::make_dart_sql<embedder>({&by, &by, of.masked, of.dail}); }));
  all.push_back(
      subject_of("sql_craft", true, [&](studies::asked_place const& at) { return systems::make_sql_craft(of.plain, by, at.database); }));
  all.push_back(subject_of("tcsr_sql", true, [&](studies::asked_place const& at) { return systems::make_tcsr_sql(by, at.database); }));
  all.push_back(subject_of("dac", true, [&](studies::asked_place const&) {
    return systems::make_dac<align::prompted, skeleton::prompted>(of.words, of.schemas);
  }));
  all.push_back(
      subject_of("dynamic_revision", true, [&](studies::asked_place const&) { return systems::make_dynamic_revision(of.index); }));
  return all;
}

struct settings {
  std::string data{}, one{};
  std::size_t every = 1;
  bool json = false;
};

std::optional<settings> read_settings(int argc, char** argv) {
  settings s;
  for (int i = 1; i < argc; ++i) {
    std::string_view const word = argv[i];
    bool const followed = i + 1 < argc;
    if (word == "--data" && followed)
      s.data = argv[++i];
    else if (word == "--one" && followed)
      s.one = argv[++i];
    else if (word == "--every" && followed)
      s.every = static_cast<std::size_t>(std::max(1, std::atoi(argv[++i])));
    else if (word == "--json")
      s.json = true;
    else
      return {};
  }
  return s.data.empty() ? std::nullopt : std::optional(s);
}

std::vector<std::string> predictions_in(std::string const& data) {
  std::vector<std::string> found;
  for (auto const& entry : std::filesystem::directory_iterator(data + "/predictions")) found.push_back(entry.path().string());
  std::ranges::sort(found);
  return found;
}

/// Runs one subject over every n-th question. Knowledge about the databases is read before counting.
meter measured(subject const& one, studies::question_set const& data, std::vector<studies::draft_set> const& drafts, settings const& how) {
  meter counted(one.is_system);
  studies::study all(data, drafts, correctors::published());
  all.add(one.strategy(counted));
  studies::study::session runs(all, {});
  for (bool const counts : {false, true}) {
    if (counts) counted = meter(one.is_system);
    if (counts) CALLGRIND_START_INSTRUMENTATION;
    for (std::size_t i = 0; i < data.size(); i += how.every) (void)runs.ask(i);
  }
  return counted;
}

void print(subject const& one, meter const& m, settings const& how) {
  auto const each = m.reviews() == 0 ? 0 : static_cast<double>(m.allocations()) / static_cast<double>(m.reviews());
  auto const* const what = one.is_system ? "a round" : "a review";
  if (!how.one.empty())
    std::printf("%zu\n", m.reviews());
  else if (how.json)
    std::printf("{\"name\":\"allocations of %s of %s\",\"value\":%.1f,\"unit\":\"\",\"exact\":true}\n", what, one.name.c_str(), each);
  else
    std::printf("%-32s %8zu %-9s %10.1f allocations\n", one.name.c_str(), m.reviews(), what, each);
}

}  // namespace

int main(int argc, char** argv) try {
  auto const given = read_settings(argc, argv);
  if (!given) return std::fputs("usage: bench_reviews --data DIR [--json] [--one NAME] [--every N]\n", stderr), 2;
  embedder by;
  pools const of(given->data, by);
  studies::question_set const data(given->data);
  auto const drafts = data.drafts(predictions_in(given->data));
  for (auto const& one : all_subjects(of, by))
    if (given->one.empty() || given->one == one.name) print(one, measured(one, data, drafts, *given), *given);
} catch (std::exception const& e) {
  return std::fprintf(stderr, "bench_reviews: %s\n", e.what()), 3;
}
