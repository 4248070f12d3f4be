// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_CASSETTE_HPP
#define T2S_LLM_CASSETTE_HPP

#include "t2s/llm/exchange.hpp"
#include "t2s/llm/impl/records/embedding_batch.hpp"

#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::llm {

/// Recorded exchanges: a file of JSON Lines, one `to_record` of an exchange a line, in the order in which they were answered.
struct cassette {
  std::vector<exchange> exchanges{};           ///< in the order of the file
  std::vector<std::size_t> lines{};            ///< of each exchange, from 1
  std::vector<std::string> notes{};            ///< what was skipped or looks odd, with the line: for the user to see
  std::vector<embedding_exchange> embedded{};  ///< in the order of the file
  std::vector<std::size_t> embedded_lines{};   ///< of each of them
};

/// Reads the text of a cassette. A line that is no whole JSON, as a crash may leave at the end, is skipped with a note; empty lines are
/// skipped without. A line whose key is not that of its request or text (edited by hand) counts as it is, with a note. O(|text|).
///
/// Throws `error` with `malformed_data`: a line is JSON and no exchange, or there are lines and not one of them is an exchange. `name` is
/// what messages call the text.
[[nodiscard]] T2S_DECL cassette parse_cassette(std::string_view text, std::string_view name = "the cassette");

/// The same from a file. Throws also what `read_file` throws.
[[nodiscard]] T2S_DECL cassette read_cassette(std::string const& path);

/// Appends exchanges to a file, whole lines only, each handed to the operating system before `append` returns. Any number of threads may
/// use one recorder, and several processes one file of a local file system.
class cassette_recorder {
 public:
  /// Makes the file if there is none. A broken last line of an earlier run is closed, so that it spoils no other.
  /// Throws `error`: `file_unwritable`; `malformed_data` if the file holds something else, which stays as it is.
  T2S_DECL explicit cassette_recorder(std::string path);

  /// Throws `error` with `file_unwritable`, for instance when the disk is full; what was written before stays readable.
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

/// A model whose every answer is written to a cassette, for `replayed` to answer from. Synchronous or awaitable as the model is; completes
/// if the model does, and embeds if the model does.
///
/// `recorded<Model>` owns its model, `recorded<Model&>` refers to one. Several may share a cassette, each with the name of its model. What
/// the model throws is not recorded. As safe for threads as the model itself.
///
///     t2s::llm::recorded model(http_model, "run.jsonl", "gpt-4o");
template <ChatOrEmbeddingModel Model>
class recorded {
 public:
  /// `name` becomes part of the key: give the same one to `replayed`.
  recorded(Model model, std::shared_ptr<cassette_recorder> to, std::string name = {})
      : model_(std::forward<Model>(model)), to_(std::move(to)), name_(std::move(name)) {}

  /// Opens the cassette too. Throws `error` with `file_unwritable`.
  recorded(Model model, std::string path, std::string name = {})
      : recorded(std::forward<Model>(model), std::make_shared<cassette_recorder>(std::move(path)), std::move(name)) {}

  /// Asks the model and records its answer. Throws what the model throws, and `error` with `file_unwritable`.
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

  /// Asks the model for each text once, 256 at a time, and records each vector; what came before a failure is recorded. Throws as
  /// `complete`, and `error` with `malformed_reply` or `malformed_data` if the model does not return a vector a text, all of one length;
  /// nothing of that call is recorded then.
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

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/cassette.ipp"
#endif

#endif
