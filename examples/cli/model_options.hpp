// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_MODEL_OPTIONS_HPP
#define T2S_CLI_MODEL_OPTIONS_HPP

#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "command.hpp"
#include "t2s/core/budget.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/http_model.hpp"
#include "t2s/llm/replayed.hpp"
#include "t2s/llm/response_cache.hpp"

namespace cli {

/// A chat model of any type, so that the command line can put one together at run time.
class any_model {
 public:
  template <t2s::llm::ChatModel Model>
  static any_model of(std::shared_ptr<Model> model) {
    any_model m;
    m.ask_ = [model = std::move(model)](t2s::llm::request asked) -> t2s::awaitable<t2s::llm::completion> {
      if constexpr (t2s::settled<decltype(model->complete(std::move(asked)))>::later)
        return model->complete(std::move(asked));
      else
        return answered(model->complete(std::move(asked)));
    };
    return m;
  }

  t2s::awaitable<t2s::llm::completion> complete(t2s::llm::request asked) { return ask_(std::move(asked)); }

 private:
  static t2s::awaitable<t2s::llm::completion> answered(t2s::llm::completion c) { co_return c; }

  std::function<t2s::awaitable<t2s::llm::completion>(t2s::llm::request)> ask_{};
};
static_assert(t2s::llm::ChatModel<any_model>);

/// The model that the options of a command describe: --llm, --model, --record, --replay, --cache and what goes with them.
class model_options {
 public:
  /// Adds the options to a command's.
  static void describe(po::options_description& to);
  /// Refuses --embedding-model for a command that asks for no embeddings.
  static void require_no_embedding(po::variables_map const& given);

  enum class model_name { required, optional };

  /// Checks the options against each other. Throws usage_error; t2s::error for files that cannot be read or written.
  explicit model_options(po::variables_map const& given, model_name name = model_name::required);

  /// Whether any model is asked for.
  [[nodiscard]] bool present() const { return !url_.empty() || replay_ != nullptr; }

  /// Whether there is the endpoint and nothing around it.
  [[nodiscard]] bool is_plain() const { return !recorder_ && !replay_ && !cache_; }

  [[nodiscard]] std::string const& url() const { return url_; }
  [[nodiscard]] t2s::llm::endpoint const& endpoint() const { return endpoint_; }
  /// The model's name for embeddings, or "".
  [[nodiscard]] std::string const& embedding_model() const { return embedding_model_; }
  [[nodiscard]] std::optional<double> temperature() const { return temperature_; }

  /// What a run may spend.
  [[nodiscard]] t2s::limits const& allowed() const { return allowed_; }

  /// The endpoint itself.
  [[nodiscard]] t2s::llm::http_model connect(boost::asio::any_io_executor executor) const;
  /// The same with the model for embeddings.
  [[nodiscard]] t2s::llm::http_model connect_embedding(boost::asio::any_io_executor executor) const;

  /// The endpoint, or the recording, with recording and cache around it. Models of one command share files.
  [[nodiscard]] any_model make(boost::asio::any_io_executor executor) const;

 private:
  [[nodiscard]] t2s::llm::http_model connect(boost::asio::any_io_executor executor, t2s::llm::endpoint to) const;

  std::string url_{};
  t2s::llm::endpoint endpoint_{};
  std::string embedding_model_{};
  std::string ca_file_{};
  std::optional<double> temperature_ = 0.0;
  t2s::limits allowed_{};
  std::shared_ptr<t2s::llm::cassette_recorder> recorder_{};
  std::shared_ptr<t2s::llm::replay> replay_{};
  std::shared_ptr<t2s::llm::response_cache> cache_{};
};

}  // namespace cli

#endif
