// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_READING_TIME_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_READING_TIME_HPP

#include "t2s/core/detail/statement_watch.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"

#include <chrono>
#include <concepts>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace t2s::knowledge::detail {

/// The time in which statements read what is known of a database. It ends the statement that runs when it is over, if the database answers
/// at once and can be interrupted, as the connections of this library; any other statement ends by its own limit. For one thread.
class reading_time {
 public:
  /// Begins now.
  template <class Context>
  reading_time(Context& ctx, std::chrono::nanoseconds time) : time_(time) {
    if (auto interrupts = interrupter_of(ctx)) watch_.emplace(std::move(interrupts));
  }

  [[nodiscard]] bool is_over() const { return watch::clock::now() >= end_; }

  /// Why a column is not read when the time is over.
  [[nodiscard]] std::string reason() const {
    char limit[32] = "";
    std::snprintf(limit, sizeof limit, "%g", std::chrono::duration<double>(time_).count());
    return std::string("the values of all columns together took longer than ").append(limit).append(" s");
  }

  /// The result of `ask()`, which sends a statement; the failure `time_limit` if the time is over before its end. Throws what `ask` throws.
  template <class Ask>
  auto of(Ask ask) -> std::invoke_result_t<Ask&> {
    if constexpr (!std::same_as<std::invoke_result_t<Ask&>, db::execution>) {
      return ask();  // it is awaited later
    } else {
      if (is_over()) return over();
      if (!watch_) return ask();
      watch_->begin(end_);
      finishing const ends{*watch_};
      try {
        return ask();
      } catch (error const& e) {
        if (e.code() != errc::cancelled || watch_->ended_for() != watch::reason::late) throw;
        return over();
      }
    }
  }

 private:
  using watch = t2s::detail::statement_watch;

  struct finishing {
    watch& of;

    ~finishing() { of.finish(); }
  };

  template <class Context>
  static std::function<void()> interrupter_of(Context& ctx) {
    if constexpr (requires { ctx.wrapped([](auto&) {}); })
      return ctx.wrapped([](auto& database) -> std::function<void()> {
        if constexpr (requires { database.interrupt(); })
          return [&database] { database.interrupt(); };
        else
          return {};
      });
    else
      return {};
  }

  [[nodiscard]] db::execution over() const { return db::execution(failure{errc::time_limit, reason(), {}, {}, {}}); }

  std::chrono::nanoseconds time_;
  watch::clock::time_point end_ = watch::after(time_);
  std::optional<watch> watch_{};
};

}  // namespace t2s::knowledge::detail

#endif
