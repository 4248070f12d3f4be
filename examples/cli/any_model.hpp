// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ANY_MODEL_HPP
#define T2S_CLI_ANY_MODEL_HPP

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "t2s/llm/model.hpp"

namespace cli {

/// A chat or embedding model of any type, or both, so that the command line can build one at run time. Missing abilities are never called.
class any_model {
 public:
  static constexpr bool has_roles = true;  ///< if the inner model has them

  template <t2s::llm::ChatOrEmbeddingModel Model>
  static any_model of(std::shared_ptr<Model> model) {
    any_model m;
    if constexpr (t2s::llm::ChatModel<Model>)
      m.ask_ = [model](t2s::llm::request asked) {
        t2s::llm::keep_role_for<Model>(asked);
        return awaited(model->complete(std::move(asked)));
      };
    if constexpr (t2s::llm::EmbeddingModel<Model>)
      m.embed_ = [model](std::vector<std::string> texts, t2s::llm::call_bounds const& bounds) {
        return awaited(t2s::llm::embed_within(*model, std::move(texts), bounds));
      };
    return m;
  }

  t2s::awaitable<t2s::llm::completion> complete(t2s::llm::request asked) { return ask_(std::move(asked)); }
  t2s::awaitable<t2s::llm::embeddings> embed(std::vector<std::string> texts, t2s::llm::call_bounds const& bounds = {}) {
    return embed_(std::move(texts), bounds);
  }

 private:
  template <class T>
  static t2s::awaitable<T> awaited(T given) {
    co_return given;
  }
  template <class T>
  static t2s::awaitable<T> awaited(t2s::awaitable<T> given) {
    return given;
  }

  std::function<t2s::awaitable<t2s::llm::completion>(t2s::llm::request)> ask_{};
  std::function<t2s::awaitable<t2s::llm::embeddings>(std::vector<std::string>, t2s::llm::call_bounds const&)> embed_{};
};
static_assert(t2s::llm::ChatModel<any_model> && t2s::llm::EmbeddingModel<any_model>);

}  // namespace cli

#endif
