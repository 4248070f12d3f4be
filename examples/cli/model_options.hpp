// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_MODEL_OPTIONS_HPP
#define T2S_CLI_MODEL_OPTIONS_HPP

#include <array>
#include <boost/asio/any_io_executor.hpp>
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

/// What a command asks a model for: runs of a pipeline, a repository of simplified questions, one answer, whether it works.
enum class purpose { runs, pool, chat, check };

/// The model that the options of a command describe: --llm, --model, --record, --replay, --cache and what goes with them.
class model_options {
 public:
  /// Adds the options to a command's.
  static void describe(po::options_description& to, purpose p);

  /// Checks the options against each other; says on standard error what is odd. Throws usage_error; t2s::error for files that cannot be
  /// read or written.
  model_options(po::variables_map const& given, purpose p);

  /// Whether any model is asked for.
  [[nodiscard]] bool present() const { return stand_in_ || server_.present() || files_.replays(); }

  /// Whether there is the server and nothing around it.
  [[nodiscard]] bool is_plain() const { return !files_.any(); }

  [[nodiscard]] cli::server const& server() const { return server_; }
  /// Whether a model for embeddings is asked for.
  [[nodiscard]] bool embeds() const { return !embedding_model_.empty(); }
  /// The models' names by `t2s::llm::model_role`; "" where a role has none of its own.
  [[nodiscard]] std::array<std::string, 3> names() const {
    auto const of = [](std::optional<cli::server> const& by) { return by ? by->endpoint().model : std::string(); };
    return {server_.endpoint().model, of(judge_), of(small_)};
  }
  /// The model's name for embeddings, or "".
  [[nodiscard]] std::string const& embedding_model() const { return embedding_model_; }
  /// Of one answer.
  [[nodiscard]] std::optional<double> temperature() const { return temperature_.value_or(0.0); }
  /// Of the calls of a run, if the user says so; none leaves it to the model.
  [[nodiscard]] std::optional<std::optional<double>> chosen_temperature() const { return temperature_; }

  /// How much of a schema prompts may show.
  [[nodiscard]] std::size_t schema_tokens() const { return present() ? schema_tokens_ : t2s::unlimited; }
  /// What a run may spend.
  [[nodiscard]] t2s::limits const& allowed() const { return allowed_; }

  /// The servers, or the recording, with recording and cache around each model: that of a request's role answers. Models of one command
  /// share files.
  [[nodiscard]] any_model make(boost::asio::any_io_executor executor) const;
  /// The same for embeddings, with the model of that name.
  [[nodiscard]] any_model make_embedder(boost::asio::any_io_executor executor) const {
    return make(std::move(executor), server_.for_role(embedding_model_, {}, {}, ""));
  }

  /// From now on the server's answers are kept in that file and asked for once, drawn ones too. Throws t2s::error.
  void keep_answers(std::string const& path) {
    if (server_.present()) files_.keep_in(path);
  }

  /// The same options with `model` in the place of the server, for completions and embeddings.
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

  cli::server server_{};
  std::optional<cli::server> judge_{}, small_{};  // where they are not the same model
  model_files files_{};
  std::string embedding_model_{};
  std::optional<std::optional<double>> temperature_{};
  std::size_t schema_tokens_ = t2s::unlimited;
  t2s::limits allowed_{};
  std::optional<any_model> stand_in_{};
};

}  // namespace cli

#endif
