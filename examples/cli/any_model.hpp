// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ANY_MODEL_HPP
#define T2S_CLI_ANY_MODEL_HPP

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <utility>

#include "t2s/llm/model.hpp"

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

}  // namespace cli

#endif
