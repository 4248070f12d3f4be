// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_MODEL_OPTIONS_HPP
#define T2S_CLI_MODEL_OPTIONS_HPP

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "any_model.hpp"
#include "command.hpp"
#include "model_files.hpp"
#include "server.hpp"
#include "t2s/core/detail/budget.hpp"
#include "t2s/llm/http_model.hpp"

namespace cli {

/// What a command uses a model for: runs of a pipeline, a repository of simplified questions, one answer, or a check.
enum class purpose { runs, pool, chat, check };

/// The model described by a command's options: --llm, --model, --record, --replay, --cache and related ones.
class model_options {
 public:
  /// Adds the options to a command's. `schema_tokens` is the default of that option, for runs.
  static void describe(po::options_description& to, purpose p, double schema_tokens = 12'000);

  /// Checks the options for conflicts, and reports problems on standard error. Throws usage_error; t2s::error for unreadable or unwritable
  /// files.
  model_options(po::variables_map const& given, purpose p);

  /// Whether any model is asked for.
  [[nodiscard]] bool present() const { return stand_in_ || server_.present() || files_.replays(); }

  /// Whether there is a server, and no files around it.
  [[nodiscard]] bool is_plain() const { return !files_.any(); }

  [[nodiscard]] cli::server const& server() const { return server_; }
  /// Whether a model for embeddings is asked for.
  [[nodiscard]] bool embeds() const { return !embedding_model_.empty(); }
  /// The models' names by `t2s::llm::model_role`; "" for a role without its own model.
  [[nodiscard]] std::array<std::string, 3> names() const {
    auto const of = [](std::optional<cli::server> const& by) { return by ? by->endpoint().model : std::string(); };
    return {server_.endpoint().model, of(judge_), of(small_)};
  }
  /// The name of the embedding model, or "".
  [[nodiscard]] std::string const& embedding_model() const { return embedding_model_; }
  /// The server of the embedding model: that of --embedding-llm, or else the chat model's.
  [[nodiscard]] cli::server embedding_server() const {
    return server_.for_role(embedding_model_, embedding_url_, "--embedding-llm", "EMBEDDING_API_KEY");
  }
  [[nodiscard]] bool embeds_elsewhere() const { return !embedding_url_.empty(); }
  /// The temperature of a single answer.
  [[nodiscard]] std::optional<double> temperature() const { return temperature_.value_or(0.0); }
  /// The temperature of a run's calls if the user sets it; none leaves it to the model.
  [[nodiscard]] std::optional<std::optional<double>> chosen_temperature() const { return temperature_; }

  /// The most tokens of schema and rows in a prompt.
  [[nodiscard]] std::size_t schema_tokens() const { return present() ? schema_tokens_ : t2s::unlimited; }
  /// The same or less, so that prompts fit into the contexts that the servers name; as it is if the user chose it. The servers are asked at
  /// the first call, which says on standard error if it is less. Thread safe.
  [[nodiscard]] std::size_t fitted_schema_tokens() const;
  /// The least context of the servers that name one, in tokens; 0 if none does. Asks them.
  [[nodiscard]] std::size_t context_length() const;
  /// The limits of a run.
  [[nodiscard]] t2s::limits const& allowed() const { return allowed_; }

  /// The servers, or the recording, inside recording and cache; each request goes to the model of its role. Models of one command share
  /// files.
  [[nodiscard]] any_model make(boost::asio::any_io_executor executor) const;
  /// The same for the embedding model.
  [[nodiscard]] any_model make_embedder(boost::asio::any_io_executor executor) const {
    return make(std::move(executor), embedding_server());
  }

  /// Keeps the server's answers in that file from now on, also drawn ones, and asks for each only once. Throws t2s::error.
  void keep_answers(std::string const& path) {
    if (server_.present()) files_.keep_in(path);
  }

  /// The same options with `model` in place of the server, for completions and embeddings.
  [[nodiscard]] model_options played_by(any_model model) const {
    auto played = *this;
    played.stand_in_ = std::move(model);
    return played;
  }

 private:
  [[nodiscard]] any_model make(boost::asio::any_io_executor executor, cli::server const& by) const;
  void read_roles(po::variables_map const& given);
  void read_limits(po::variables_map const& given);
  void require_whole(po::variables_map const& given, purpose p) const;
  void note_absence() const;

  /// What the servers said, for all copies of the options.
  struct fitting {
    std::once_flag asked{};
    std::size_t tokens = 0;
  };

  cli::server server_{};
  std::optional<cli::server> judge_{}, small_{};  // if they are different models
  model_files files_{};
  std::string embedding_model_{}, embedding_url_{};
  std::optional<std::optional<double>> temperature_{};
  std::size_t schema_tokens_ = t2s::unlimited;
  std::shared_ptr<fitting> fitting_{};  // null if prompts are not fitted
  t2s::limits allowed_{};
  std::optional<any_model> stand_in_{};
};

}  // namespace cli

#endif
