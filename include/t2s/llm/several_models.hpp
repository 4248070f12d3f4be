// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_SEVERAL_MODELS_HPP
#define T2S_LLM_SEVERAL_MODELS_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/temporary.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/detail/budget_by_role.hpp"
#include "t2s/llm/model.hpp"

#include <concepts>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

/// Chat models made of several: one for each role, or the first that is available.
namespace t2s::llm {
namespace detail {

/// Compile errors for types that cannot be models here.
template <class... Models>
struct check_models {
  static_assert(!(t2s::detail::is_temporary<Models> || ...),
                "t2s: a model of models_by_role is a temporary and would be gone before the run: keep it in a variable");
  static_assert(((t2s::detail::is_temporary<Models> || ChatModel<Models>) && ...),
                "t2s: a model of models_by_role has no verb `t2s::llm::completion complete(t2s::llm::request)`, or is const and its verb "
                "is not");
};

template <class... Models>
struct mode_of_models : now {};
template <ChatModel... Models>
struct mode_of_models<Models...> : run_mode<decltype(std::declval<Models&>().complete(request()))...> {};

}  // namespace detail

/// A chat model that refers to up to three, which must outlive it. It passes each request to the model of its role (`request::asks`), with
/// the default role, so that records of a model do not depend on its role. The draft model replaces those that are not given. Awaitable if
/// one of them is. Throws what the models throw. Thread safety: that of the models.
///
///     models_by_role models(large, judge);         // small tasks go to `large`
///     models_by_role models(large, large, little);
template <class Draft, class Judge = Draft, class Small = Draft>
class models_by_role : detail::check_models<Draft, Judge, Small> {
  using mode = detail::mode_of_models<Draft, Judge, Small>;

 public:
  static constexpr bool has_roles = true;  ///< it uses `request::asks`

  /// One model in every role: a budget by role still distinguishes the roles.
  explicit models_by_role(Draft& draft)
    requires std::same_as<Judge, Draft> && std::same_as<Small, Draft>
      : models_by_role(draft, draft, draft) {}
  /// A model for judging and one for drafts and small tasks.
  models_by_role(Draft& draft, Judge& judge)
    requires std::same_as<Small, Draft>
      : models_by_role(draft, judge, draft) {}
  /// A model for each role; any two may be the same.
  models_by_role(Draft& draft, Judge& judge, Small& small) : draft_(&draft), judge_(&judge), small_(&small) {}

  /// Deleted, with an explanation.
  template <class... Given>
    requires(t2s::detail::is_temporary<Draft> || t2s::detail::is_temporary<Judge> || t2s::detail::is_temporary<Small>)
  explicit models_by_role(Given&&...);

  /// A `completion`, at once or as an `awaitable`.
  auto complete(request asked) const {
    switch (std::exchange(asked.asks, model_role::draft)) {
      case model_role::judge: return ask(*judge_, std::move(asked));
      case model_role::small: return ask(*small_, std::move(asked));
      case model_role::draft: break;
    }
    return ask(*draft_, std::move(asked));
  }

 private:
  template <class Model>
  static auto ask(Model& model, request asked) {
    using reply = decltype(model.complete(std::move(asked)));
    if constexpr (settled<reply>::later)
      return model.complete(std::move(asked));
    else
      return mode::lift(then(model.complete(std::move(asked)), std::identity()));
  }

  Draft* draft_;
  Judge* judge_;
  Small* small_;
};

/// Deleted for temporaries, with an explanation.
template <class... Models>
  requires(sizeof...(Models) > 0 && !(std::is_lvalue_reference_v<Models> && ...))
models_by_role(Models&&...) -> models_by_role<t2s::detail::kept<Models>...>;

static_assert(ChatModel<models_by_role<no_model>>);

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
