// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_CASSETTE_HPP
#define T2S_LLM_CASSETTE_HPP

#include "t2s/llm/detail/embedding_batch.hpp"
#include "t2s/llm/model.hpp"

#include <cstdio>
#include <memory>
#include <mutex>
#include <unordered_map>

/// Recorded requests and answers.
namespace t2s::llm {

/// A request and its answer.
struct exchange {
  std::string model{};    ///< name of the model; empty if it has none
  request asked{};        ///< the request
  completion answered{};  ///< the answer

  friend bool operator==(exchange const&, exchange const&) = default;
};

/// A text and its vector. Each text is a separate exchange, so it does not matter which texts were sent together.
struct embedding_exchange {
  std::string model{};   ///< name of the model; empty if it has none
  std::string text{};    ///< the embedded text
  embedding answered{};  ///< its vector

  friend bool operator==(embedding_exchange const&, embedding_exchange const&) = default;
};

/// Recorded exchanges: a file of JSON Lines, one exchange a line, in the order of the answers.
struct cassette {
  std::vector<exchange> exchanges{};           ///< in the order of the file
  std::vector<std::size_t> lines{};            ///< line of each exchange, from 1
  std::vector<std::string> notes{};            ///< messages for the user about lines that were skipped or look wrong
  std::vector<embedding_exchange> embedded{};  ///< in the order of the file
  std::vector<std::size_t> embedded_lines{};   ///< line of each of them
};

/// Reads the text of a cassette. A line that is not complete JSON, as a crash may leave at the end, is skipped with a note. A line whose
/// key does not match its request or text (edited by hand) counts as it is, with a note. O(|text|). Throws `error` with `malformed_data` if
/// a line is JSON but not an exchange, or if no line is an exchange. `name` is the name of the text in messages.
[[nodiscard]] T2S_DECL cassette parse_cassette(std::string_view text, std::string_view name = "the cassette");

/// The same for a file. Throws also what `read_file` throws.
[[nodiscard]] T2S_DECL cassette read_cassette(std::string const& path);

/// Appends exchanges to a file in whole lines, each passed to the operating system before `append` returns. Any number of threads may use
/// one recorder, and several processes one file of a local file system.
class cassette_recorder {
 public:
  /// Creates the file if it does not exist; completes a broken last line of an earlier run. Throws `error`: `file_unwritable`;
  /// `malformed_data` if the file holds something else, which stays unchanged.
  T2S_DECL explicit cassette_recorder(std::string path);

  /// Throws `error` with `file_unwritable`, for instance if the disk is full; earlier exchanges stay readable.
  T2S_DECL void append(exchange const& e);
  T2S_DECL void append(embedding_exchange const& e);  ///< the same for a vector

 private:
  struct closer {
    void operator()(std::FILE* f) const noexcept { (void)std::fclose(f); }
  };

  void look_at_content();
  [[nodiscard]] bool begins_as_cassette();
  void append_line(std::string line);
  [[noreturn]] void refuse() const;

  std::string path_;
  std::mutex guard_{};
  std::unique_ptr<std::FILE, closer> file_{};
  bool broken_ = false;  // the file may end within a line
};

/// A model whose answers are all written to a cassette, from which `replayed` answers. It completes, embeds, waits and is thread safe as
/// the model is. `recorded<Model>` owns its model, `recorded<Model&>` refers to one. Several may share a cassette, each with the name of
/// its model. Failures of the model are not recorded.
///
///     t2s::llm::recorded model(http_model, "run.jsonl", "gpt-4o");
template <ChatOrEmbeddingModel Model>
class recorded {
 public:
  static constexpr bool has_roles = HasRoles<Model>;  ///< as the model's

  /// `name` becomes part of the key: give the same one to `replayed`.
  recorded(Model model, std::shared_ptr<cassette_recorder> to, std::string name = {})
      : model_(std::forward<Model>(model)), to_(std::move(to)), name_(std::move(name)) {}

  /// Opens the cassette too. Throws `error` with `file_unwritable`.
  recorded(Model model, std::string path, std::string name = {})
      : recorded(std::forward<Model>(model), std::make_shared<cassette_recorder>(std::move(path)), std::move(name)) {}

  /// Throws what the model throws, and `error` with `file_unwritable`.
  auto complete(request asked)
    requires ChatModel<Model>
  {
    exchange e{name_, asked, {}};
    return then(model_.complete(std::move(asked)), [to = to_, e = std::move(e)](completion answered) mutable {
      e.answered = std::move(answered);
      to->append(e);
      return std::move(e.answered);
    });
  }

  /// Asks for each text once, 256 at a time, and records each vector; answers before a failure stay recorded. Throws as `complete`, and
  /// `error` with `malformed_reply` or `malformed_data` unless each text has one vector, all of one length; nothing of that call is
  /// recorded then.
  auto embed(std::vector<std::string> texts, call_bounds bounds = {})
    requires EmbeddingModel<Model>
  {
    detail::embedding_batch batch(texts, [](std::string const&) { return std::optional<embedding>(); });
    return detail::answered_by(
        model_, std::move(batch), std::move(bounds),
        [to = to_, name = name_](std::string const& text, embedding const& given) { to->append(embedding_exchange{name, text, given}); });
  }

 private:
  Model model_;
  std::shared_ptr<cassette_recorder> to_;
  std::string name_;
};

/// The answers of a cassette, found by request or text. If all recorded requests have the default role, as in a run with one model, roles
/// are ignored. Any number of threads may use it.
class replay {
 public:
  /// `name` is the name of the cassette in messages.
  T2S_DECL explicit replay(cassette tape, std::string name = "the cassette");

  /// The answer to a request, or nothing. Several answers to the same request are returned in their order; then the last one is repeated.
  [[nodiscard]] T2S_DECL std::optional<completion> next(request const& asked, std::string_view model = {});

  /// The failure for an unknown request, with code `unknown_exchange`: it shows the most similar recorded request, and the first
  /// difference. Compares at most 64 KiB from each end of a message.
  [[nodiscard]] T2S_DECL failure unknown(request const& asked, std::string_view model = {}) const;

  /// The vector of a text, or nothing. If several were recorded for the same text, the last one counts.
  [[nodiscard]] T2S_DECL std::optional<embedding> vector_of(std::string_view text, std::string_view model = {}) const;

  /// As `unknown`, for a text without a vector.
  [[nodiscard]] T2S_DECL failure unknown_text(std::string_view text, std::string_view model = {}) const;

  /// The notes made when the cassette was read.
  [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return tape_.notes; }

 private:
  struct answers {
    std::vector<std::size_t> of{};  // exchanges
    std::size_t given = 0;
  };

  [[nodiscard]] bool ignores_role_of(request const& asked) const noexcept { return !has_roles_ && asked.asks != model_role::draft; }
  [[nodiscard]] static request of_default_role(request asked) noexcept {
    asked.asks = model_role::draft;
    return asked;
  }

  std::string name_;
  cassette tape_;
  bool has_roles_ = false;
  std::unordered_map<std::string, answers> known_{};
  std::unordered_map<std::string, std::size_t> vectors_{};
  std::mutex guard_{};
};

/// A model that answers from a cassette: the same answers in every run, without a network. It completes and embeds as its model does;
/// `replayed<>` does both.
///
/// `replayed<>` is strict: an unrecorded request or text throws `error` with `unknown_exchange`. `replayed<Model>` asks the model instead;
/// `replayed<recorded<Model>>` also records the answer. Copies, and concurrent runs, share the position in the cassette.
///
///     t2s::llm::replayed<> model("run.jsonl", "gpt-4o");
template <ChatOrEmbeddingModel Model = no_model>
class replayed {
 public:
  static constexpr bool strict = std::same_as<Model, no_model>;  ///< whether an unrecorded request is an error
  static constexpr bool has_roles = strict || HasRoles<Model>;   ///< a strict one also answers for models with roles

  /// `name` is the model's name, as for `recorded`. Throws what `read_cassette` throws.
  explicit replayed(std::string const& path, std::string name = {})
    requires strict
      : replayed(std::make_shared<replay>(read_cassette(path), path), std::move(name)) {}
  /// Uses a shared replay.
  explicit replayed(std::shared_ptr<replay> from, std::string name = {})
    requires strict
      : from_(std::move(from)), name_(std::move(name)) {}

  /// Uses a cassette, and a model for unrecorded requests.
  replayed(Model live, std::string const& path, std::string name = {})
    requires(!strict)
      : replayed(std::forward<Model>(live), std::make_shared<replay>(read_cassette(path), path), std::move(name)) {}
  /// Uses a shared replay, and a model for unrecorded requests.
  replayed(Model live, std::shared_ptr<replay> from, std::string name = {})
    requires(!strict)
      : live_(std::forward<Model>(live)), from_(std::move(from)), name_(std::move(name)) {}

  /// The recorded answer, or the model's.
  auto complete(request asked)
    requires ChatModel<Model>
  {
    using reply = decltype(live_.complete(std::move(asked)));
    auto known = from_->next(asked, name_);
    if constexpr (strict) {
      if (!known) throw error(from_->unknown(asked, name_));
      return *std::move(known);
    } else {
      if (known) return run_mode<reply>::lift(*std::move(known));
      return then(live_.complete(std::move(asked)), [](completion answered) { return answered; });
    }
  }

  /// Asks for the unrecorded texts, 256 at a time. Throws also `error` with `malformed_data` if the vectors differ in length.
  auto embed(std::vector<std::string> texts, call_bounds bounds = {})
    requires(strict || EmbeddingModel<Model>)
  {
    detail::embedding_batch batch(texts, [this](std::string const& text) { return from_->vector_of(text, name_); });
    if constexpr (strict) {
      if (!batch.missing().empty()) throw error(from_->unknown_text(batch.missing().front(), name_));
      return batch.answer();
    } else {
      return detail::answered_by(live_, std::move(batch), std::move(bounds), [](std::string const&, embedding const&) {});
    }
  }

  /// See `replay::notes`.
  [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return from_->notes(); }

 private:
  [[no_unique_address]] Model live_{};
  std::shared_ptr<replay> from_;
  std::string name_;
};
static_assert(ChatModel<replayed<>> && EmbeddingModel<replayed<>>);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/cassette.ipp"
#endif

#endif
