// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_LIMIT_FAILURES_HPP
#define T2S_DB_DETAIL_LIMIT_FAILURES_HPP

#include "t2s/core/error.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// What statements are told that exceed a limit, the same for every engine.
namespace t2s::db::detail {

/// Before anything is made of a statement's text.
template <class Limits>
[[nodiscard]] std::optional<failure> check_text(std::string_view sql, Limits const& within) {
  if (sql.size() > within.statement_bytes)
    return failure{errc::statement_too_long,
                   "the statement has " + std::to_string(sql.size()) + " bytes, the limit is " + std::to_string(within.statement_bytes),
                   {},
                   "write a shorter statement, or raise the limit"};
  if (auto const nul = sql.find('\0'); nul != sql.npos)
    return failure{errc::sql_syntax, "the statement has a NUL byte", {}, "remove it", nul};
  return {};
}

/// What to say before one more row than `rows` is taken, if `bytes` with it are too many or it is itself.
template <class Limits>
[[nodiscard]] std::optional<failure> too_much(Limits const& within, std::size_t rows, std::size_t bytes) {
  if (rows >= within.rows)
    return failure{errc::row_limit, "there are more than " + std::to_string(within.rows) + " rows", {}, "ask for fewer rows"};
  if (bytes > within.bytes)
    return failure{errc::size_limit, "the rows take more than " + std::to_string(within.bytes) + " bytes", {}, "ask for less"};
  return {};
}

template <class Limits>
[[nodiscard]] failure value_too_large(Limits const& within, std::string column) {
  return {
      errc::size_limit, "a value takes more than " + std::to_string(within.value_bytes) + " bytes", std::move(column), "ask for less", {}};
}

[[nodiscard]] inline failure too_slow(std::chrono::nanoseconds limit) {
  std::array<char, 64> digits{};
  auto const seconds = std::chrono::duration<double>(limit).count();
  auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), seconds, std::chars_format::fixed).ptr;
  auto message = std::string("the time limit of ").append(digits.data(), end).append(" s was met");
  return {errc::time_limit, std::move(message), {}, "ask for less, or raise the limit", {}};
}

[[noreturn]] inline void throw_cancelled() { throw error(failure{errc::cancelled, {}, {}, {}, {}}); }

/// Whether the rows read until then are kept.
[[nodiscard]] constexpr bool is_cut_short(errc code) noexcept {
  return code == errc::time_limit || code == errc::row_limit || code == errc::size_limit;
}

}  // namespace t2s::db::detail

#endif
