// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_FALLBACK_HPP
#define T2S_LLM_FALLBACK_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/task.hpp"
#include "t2s/llm/model.hpp"

#include <tuple>

namespace t2s::llm {

/// Whether another model may succeed: the server cannot be reached, does not answer, fails, or rejects the key, the model or the rate.
/// False for a wrong request and for cancellation.
[[nodiscard]] inline bool is_exhausted(std::error_code failed) noexcept {
  return is_failure_of_model(failed) && failed != errc::request_rejected && failed != errc::unknown_exchange;
}

/// A chat model that asks the first of several, and the next one when that is exhausted (after its own retries). Refers to the models,
/// which must outlive it. Awaitable if one of them is. Without embeddings, since vectors of two models cannot be compared. Throws what the
/// last model throws, or the first failure that is not `is_exhausted`. Thread safety: that of the models.
///
///     first_available model(large, small);
template <ChatModel... Models>
  requires(sizeof...(Models) > 0)
class first_available {
  template <class Model>
  using reply_of = decltype(std::declval<Model&>().complete(request()));

  using mode = run_mode<reply_of<Models>...>;

 public:
  static constexpr bool has_roles = (HasRoles<Models> || ...);  ///< models without roles get each request with the default role

  /// The models in the order of trying them; all must outlive it.
  explicit first_available(Models&... models) : models_(&models...) {}

  /// A `completion`, at once or as an `awaitable`.
  auto complete(request asked) const { return mode::outcome(ask<0>(models_, std::move(asked))); }

 private:
  template <class Model>
  static request request_to(request asked) {
    keep_role_for<Model>(asked);
    return asked;
  }

  template <std::size_t I>
  static auto ask(std::tuple<Models*...> models, request asked) -> typename mode::template task<completion> {
    using model = std::tuple_element_t<I, std::tuple<Models...>>;
    if constexpr (I + 1 == sizeof...(Models)) {
      auto asking = mode::lift(std::get<I>(models)->complete(request_to<model>(std::move(asked))));
      auto reply = co_await std::move(asking);
      co_return reply;
    } else {
      try {
        auto asking = mode::lift(std::get<I>(models)->complete(request_to<model>(asked)));
        auto reply = co_await std::move(asking);
        co_return reply;
      } catch (error const& e) {
        if (!is_exhausted(e.code())) throw;
      }
      auto asking = ask<I + 1>(models, std::move(asked));
      auto reply = co_await std::move(asking);
      co_return reply;
    }
  }

  std::tuple<Models*...> models_;
};

static_assert(ChatModel<first_available<no_model, no_model>>);

}  // namespace t2s::llm

#endif
