// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_SKELETON_REPOSITORY_HPP
#define T2S_RETRIEVE_DETAIL_SKELETON_REPOSITORY_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/journal.hpp"
#include "t2s/core/task.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/samples.hpp"
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
/// that of the simplified question. A file of it is JSON Lines, a line a pair (`repository_builder` makes it).
namespace t2s::retrieve {

/// A training pair and what the model made of its question.
struct simplified_pair {
  demonstration shown{};     ///< the demonstration
  std::string simplified{};  ///< empty if the model gave no question
  std::string why{};         ///< it gave none
  std::string made_by{};     ///< model, prompt and temperature, as `repository_builder` names them

  friend bool operator==(simplified_pair const&, simplified_pair const&) = default;
};

namespace detail {

/// What makes a training pair the same pair in two runs.
using pair_key = std::tuple<std::string, std::string, std::string, std::string>;

inline pair_key key_of(demonstration const& d) { return {d.database, d.question, d.sql, d.evidence}; }

}  // namespace detail

/// What a repository file holds.
struct repository_text {
  std::vector<simplified_pair> pairs{};  ///< each pair once, by its last line; sorted, so that the order of building does not matter
  std::vector<std::string> notes{};      ///< which lines were skipped, for the user to see
};

/// The pairs of a text of JSON Lines: objects with `question`, `query` and `simplified`, and where known `db_id`, `evidence`, `why` and
/// `made_by`. A line that is no whole JSON, as an interruption leaves, is skipped with a note.
///
/// Throws `error` with `malformed_data` for a line that is JSON and no such pair or has a `format`, as later releases may write it, and if
/// there are lines and none is a pair or the beginning of one. `name` is what messages call the text.
[[nodiscard]] T2S_DECL repository_text parse_repository(std::string_view text, std::string_view name = "the repository");

/// The same from a file. Throws also what `read_file` throws.
[[nodiscard]] T2S_DECL repository_text read_repository(std::string const& path);

/// A pair as a line of the file, without its end.
[[nodiscard]] T2S_DECL std::string to_line(simplified_pair const& pair);

/// Puts pairs into a file, each once, the last of equal ones, sorted: whole or not at all. Throws `error` with `file_unwritable`.
T2S_DECL void write_repository(std::string const& path, std::span<simplified_pair const> pairs);

/// Every pair twice, with its question and with the simplified one; once if there is none.
[[nodiscard]] T2S_DECL std::vector<demonstration> doubled(std::span<simplified_pair const> pairs);

/// An index of the doubled pairs of a file by their skeletons, to be shared by any number of pipelines.
[[nodiscard]] T2S_DECL std::shared_ptr<skeleton_index const> open_repository(std::string const& path);

/// A pool to be found by the vectors of its skeletons, masked by `masks`: see `embed_items`.
template <class Index = vector_index, llm::EmbeddingModel Embedder>
[[nodiscard]] auto embed_skeletons(Embedder& by, std::vector<demonstration> pool, index_place const& kept = {},
                                   question_mask const& masks = mask_by_sql) {
  return embed_items<Index>(by, std::move(pool), [&masks](demonstration const& d) { return skeleton_text(d, masks); }, kept);
}

/// What building a repository takes: a call a pair that the file does not have. Tokens are estimates (llm/detail/token_estimate.hpp); an
/// answer is taken to be as long as its question.
struct building_cost {
  std::size_t pairs = 0;              ///< different ones of the training data
  std::size_t calls = 0;              ///< of the model: pairs that are still to be made
  std::size_t prompt_tokens = 0;      ///< tokens sent, about
  std::size_t completion_tokens = 0;  ///< tokens received, about

  /// "7000 pairs, 0 of them in the file: 7000 model calls, about 280000 tokens sent and 98000 received"
  [[nodiscard]] T2S_DECL std::string text() const;
};

/// How a repository is made.
struct building_options {
  std::size_t most = std::numeric_limits<std::size_t>::max();  ///< pairs to make now
  std::stop_token stop{};                                      ///< looked at before every call
  std::function<void(std::size_t left)> progress{};            ///< called after every pair, by whoever made it
};

/// Makes the retrieval repository: asks the model once for every training pair and keeps each in a journal beside the file, PATH.journal,
/// as soon as it is made, so that building can end at any time and go on later where it ended. `build` puts all of them into the file when
/// it ends, sorted, and removes the journal: the bytes do not depend on interruptions, nor on the order of building. Pairs that file or
/// journal have, made by the same model, prompt and temperature, are not asked again; those of another making are, and the newer one
/// counts.
///
///     t2s::retrieve::repository_builder builder("repository.jsonl", t2s::retrieve::read_pool("train.json"), {}, "gpt-4o");
///     std::cout << builder.cost().text() << '\n';
///     builder.build(model);
///
/// Several threads, or coroutines, may call `build` of one builder at the same time: they share the work, and the last to end writes the
/// file. While one builder of a file is at work another one, in this process or another, is refused; begun later, it reads first what the
/// other one made.
class repository_builder {
 public:
  /// Reads what file and journal have; they need not exist yet, and nothing is written before `build`. `model` names the model in the file.
  /// Throws `error` as `read_repository`, with `malformed_data` also if the file holds something else, which stays as it is.
  T2S_DECL repository_builder(std::string path, std::vector<demonstration> pairs, question_simplifier how = {}, std::string model = {});

  /// What is left to do. O(pairs left).
  [[nodiscard]] T2S_DECL building_cost cost() const;

  /// Pairs that are still to be made and not being made now.
  [[nodiscard]] T2S_DECL std::size_t left() const;

  /// What was odd about the file, for the user to see.
  [[nodiscard]] T2S_DECL std::vector<std::string> notes() const;

  /// Makes pairs until none is left, `most` are made or `stop` is requested: how many it made, at once or as an `awaitable`. A reply that
  /// is no question makes a pair of the original question alone, and says why in its line; so does a question that the server refuses
  /// (`request_rejected`), unless nothing was answered before or the third in a row is refused: then it is not about the question.
  ///
  /// Throws what the model throws, and, before it is asked, `error` with `file_unwritable` if the file cannot be written to or another
  /// builder writes it; the pair in hand is then left for later, the others are kept.
  /// Executor: that of the coroutine that awaits it. Cancellation: as the model's. Builder and model outlive it.
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

  /// A pair in hand, given back unless it is made.
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

  /// A call of `build`. The last one to end writes the file, also if the model fails; then what cannot be written stays in the journal.
  class work {
   public:
    explicit work(repository_builder& of) : of_(of) { of_.begin(); }
    work(work const&) = delete;
    work& operator=(work const&) = delete;
    ~work() {
      if (!ended_) of_.settle_quietly();
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
  T2S_DECL void settle_quietly() noexcept;
  [[nodiscard]] T2S_DECL std::optional<std::size_t> take();
  T2S_DECL void give_back(std::size_t pair) noexcept;
  /// Whether another refusal may be taken for one of the question.
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
