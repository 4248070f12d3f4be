// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_SKELETON_REPOSITORY_HPP
#define T2S_RETRIEVE_DETAIL_SKELETON_REPOSITORY_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/journal.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/retrieve/detail/question_simplifier.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/retrieve/embedded.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

/// The retrieval repository of dynamic revision (section 3.1): for every training pair its SQL under the skeleton of its question and under
/// that of the simplified question. A repository file is JSON Lines, one line for each pair (`repository_builder` makes it).
namespace t2s::retrieve {

/// A training pair and its simplified question.
struct simplified_pair {
  demonstration shown{};     ///< the demonstration
  std::string simplified{};  ///< empty if the model returned no question
  std::string why{};         ///< why it is empty
  std::string made_by{};     ///< model, prompt and temperature, in the words of `repository_builder`

  friend bool operator==(simplified_pair const&, simplified_pair const&) = default;
};

namespace detail {

/// What identifies a training pair across runs.
using pair_key = std::tuple<std::string, std::string, std::string, std::string>;

inline pair_key key_of(demonstration const& d) { return {d.database, d.question, d.sql, d.evidence}; }

}  // namespace detail

/// The content of a repository file.
struct repository_text {
  std::vector<simplified_pair> pairs{};  ///< each pair once, by its last line; sorted, so that the order of building does not matter
  std::vector<std::string> notes{};      ///< the skipped lines, as messages for the user
};

/// The pairs of a text of JSON Lines: objects with `question`, `query` and `simplified`, and optionally `db_id`, `evidence`, `why` and
/// `made_by`. A line that is not complete JSON, as an interruption leaves it, is skipped with a note.
///
/// Throws `error` with `malformed_data` for a JSON line that is not such a pair or has a `format`, as later releases may write it, and if
/// none of the lines is a pair or the beginning of one. `name` is the name of the text in messages.
[[nodiscard]] T2S_DECL repository_text parse_repository(std::string_view text, std::string_view name = "the repository");

/// The same from a file. Throws also what `read_file` throws.
[[nodiscard]] T2S_DECL repository_text read_repository(std::string const& path);

/// A pair as a line of the file, without the line end.
[[nodiscard]] T2S_DECL std::string to_line(simplified_pair const& pair);

/// Writes pairs to a file, each once (of equal ones, the last), sorted, atomically. Throws `error` with `file_unwritable`.
T2S_DECL void write_repository(std::string const& path, std::span<simplified_pair const> pairs);

/// Every pair twice, with its question and with the simplified one; once without a simplified one.
[[nodiscard]] T2S_DECL std::vector<demonstration> doubled(std::span<simplified_pair const> pairs);

/// An index of a file's doubled pairs by their skeletons; any number of pipelines may share it.
[[nodiscard]] T2S_DECL std::shared_ptr<skeleton_index const> open_repository(std::string const& path);

/// A pool with the vectors of its skeletons, masked by `masks`: see `embed_items`.
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_skeletons(Embedder& by, std::vector<demonstration> pool, index_place const& kept = {},
                                   question_mask const& masks = mask_by_sql) {
  return embed_items<Index>(by, std::move(pool), [&masks](demonstration const& d) { return skeleton_text(d, masks); }, kept);
}

/// The cost of building a repository: a call for each pair that the file does not have. Tokens are estimates
/// (llm/detail/token_estimate.hpp), which assume that an answer is as long as its question.
struct building_cost {
  std::size_t pairs = 0;              ///< distinct pairs of the training data
  std::size_t calls = 0;              ///< model calls: pairs still to be made
  std::size_t prompt_tokens = 0;      ///< estimated tokens sent
  std::size_t completion_tokens = 0;  ///< estimated tokens received

  /// "7000 pairs, 0 of them in the file: 7000 model calls, about 280000 tokens sent and 98000 received"
  [[nodiscard]] T2S_DECL std::string text() const;
};

/// Options of building a repository.
struct building_options {
  std::size_t most = std::numeric_limits<std::size_t>::max();  ///< pairs to make now
  std::stop_token stop{};                                      ///< checked before every call
  std::function<void(std::size_t left)> progress{};            ///< called after every pair, by the thread that made it
};

/// Makes the retrieval repository: asks the model once for every training pair and appends each at once to a journal beside the file,
/// PATH.journal, so that building can be interrupted and resumed at any time. When `build` ends it writes all of them to the file, sorted,
/// and removes the journal: the bytes do not depend on interruptions, nor on the order of building. Pairs in the file or the journal that
/// were made with the same model, prompt and temperature are not requested again; others are, and the newer one counts.
///
///     t2s::retrieve::repository_builder builder("repository.jsonl", t2s::retrieve::read_pool("train.json"), {}, "gpt-4o");
///     std::cout << builder.cost().text() << '\n';
///     builder.build(model);
///
/// Several threads, or coroutines, may call `build` of one builder at the same time: they share the work, and the last to end writes the
/// file. While one builder of a file works, another one, in any process, fails; a builder that starts later first reads what the other one
/// made.
class repository_builder {
 public:
  /// Reads file and journal; they need not exist yet, and nothing is written before `build`. `model` is the model's name in the file.
  /// Throws `error` as `read_repository`, with `malformed_data` also if the file holds something else, which stays unchanged.
  T2S_DECL repository_builder(std::string path, std::vector<demonstration> pairs, question_simplifier how = {}, std::string model = {});

  /// The remaining cost. O(pairs left).
  [[nodiscard]] T2S_DECL building_cost cost() const;

  /// Number of pairs that are neither made nor in progress.
  [[nodiscard]] T2S_DECL std::size_t left() const;

  /// Messages for the user about oddities of the file.
  [[nodiscard]] T2S_DECL std::vector<std::string> notes() const;

  /// Makes pairs until none is left, `most` are made or `stop` is requested. Returns how many it made, at once or as an `awaitable`. A
  /// reply that is not a question makes a pair with the original question only, and the reason in its line. The same happens for a question
  /// that the server rejects (`request_rejected`), unless there was no answer before, or it is the third rejection in a row: then the
  /// question is not the cause.
  ///
  /// Throws what the model throws, and, before the model is asked, `error` with `file_unwritable` if the file cannot be written to or
  /// another builder writes it; the current pair is then left for later, the others are kept.
  /// Executor: that of the coroutine that awaits it. Cancellation: as the model's. Builder and model must outlive it.
  template <llm::ChatModel Model>
  auto build(Model& model, building_options options = {}) {
    using given = run_mode<decltype(model.complete(llm::request()))>;
    return given::outcome(drive<given>(model, std::move(options)));
  }

 private:
  template <class Mode, class Model>
  auto drive(Model& model, building_options options) -> task<Mode, std::size_t> {
    std::size_t made = 0;
    work const here(*this);
    while (made < options.most && !options.stop.stop_requested()) {
      auto const next = take();
      if (!next) break;
      turn const mine(*this, *next);
      auto asked = how_.request_for(pairs_[*next].question);
      asked.bounds.stop = options.stop;
      llm::keep_role_for<Model>(asked);
      try {
        auto asking = Mode::lift(model.complete(std::move(asked)));
        auto const reply = co_await std::move(asking);
        keep(*next, reply.text);
      } catch (error const& e) {
        if (e.code() != errc::request_rejected || !is_about_question()) throw;
        keep_original(*next, e.details().message);
      }
      ++made;
      if (options.progress) options.progress(left());
    }
    here.end();
    co_return made;
  }

  /// A pair in progress, returned to the queue unless it is made.
  class turn {
   public:
    turn(repository_builder& of, std::size_t pair) : of_(of), pair_(pair) {}
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;
    ~turn() { of_.give_back(pair_); }

   private:
    repository_builder& of_;
    std::size_t pair_;
  };

  /// A call of `build`. The last one to end writes the file, also if the model fails; what cannot be written then stays in the journal.
  class work {
   public:
    explicit work(repository_builder& of) : of_(of) { of_.begin(); }
    work(work const&) = delete;
    work& operator=(work const&) = delete;
    ~work() {
      if (!ended_) of_.try_settle();
    }
    void end() const {
      ended_ = true;
      of_.settle();
    }

   private:
    repository_builder& of_;
    mutable bool ended_ = false;
  };

  T2S_DECL void begin();
  T2S_DECL void settle();
  T2S_DECL void try_settle() noexcept;
  [[nodiscard]] T2S_DECL std::optional<std::size_t> take();
  T2S_DECL void give_back(std::size_t pair) noexcept;
  /// Whether the question may be the cause of another rejection.
  [[nodiscard]] T2S_DECL bool is_about_question();
  T2S_DECL void keep(std::size_t pair, std::string const& completion);
  T2S_DECL void keep_original(std::size_t pair, std::string const& why);
  T2S_DECL void keep(std::size_t pair, simplified_pair const& made);
  T2S_DECL void open();
  T2S_DECL void read_file_and_journal();
  T2S_DECL void look_for(std::span<simplified_pair const> known);
  [[nodiscard]] std::string journal_path() const { return path_ + ".journal"; }

  std::string path_;
  std::vector<demonstration> pairs_;
  question_simplifier how_;
  std::string made_by_;
  std::vector<std::string> notes_{};
  mutable std::mutex guard_{};
  std::vector<bool> made_{};
  bool has_answered_ = false;  // in this build
  std::size_t refused_in_a_row_ = 0, at_work_ = 0;
  std::deque<std::size_t> queue_{};
  std::unique_ptr<journal> journal_{};
  std::vector<simplified_pair> kept_{};  // in the journal
};

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/skeleton_repository.ipp"
#endif

#endif
