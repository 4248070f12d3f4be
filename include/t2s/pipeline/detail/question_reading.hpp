// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_QUESTION_READING_HPP
#define T2S_PIPELINE_DETAIL_QUESTION_READING_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s {

/// What a part of a question would have done if it had been read.
enum class unread_role : std::uint8_t {
  restricts,  ///< fewer rows: an adjective, a value, a time, a number, a negation
  asks,       ///< another result: "each year", "per month", "the share of", "the second", "a running total"
  other,      ///< a word that has a meaning and probably changes nothing
};

/// As JSON and reports name it.
[[nodiscard]] constexpr std::string_view name_of(unread_role r) noexcept {
  constexpr std::array<std::string_view, 3> names{"restricts", "asks", "other"};
  return names[static_cast<std::size_t>(r)];
}

/// A part of a question that has no place in the SQL.
struct unread_part {
  std::string text{};                     ///< as the question has it
  std::size_t begin = 0, end = 0;         ///< bytes [begin, end) of the question
  unread_role role = unread_role::other;  ///< what it would have done

  /// Whether the SQL probably answers another question than the one that was asked.
  [[nodiscard]] bool matters() const noexcept { return role != unread_role::other; }

  friend bool operator==(unread_part const&, unread_part const&) = default;
};

/// What a generator that reads the question knows of its SQL: a fact of a `candidate`.
struct question_reading {
  std::vector<unread_part> not_read{};     ///< parts of `question::clear` that the SQL does not use
  std::vector<std::string> other_joins{};  ///< joins over other keys between which the question does not decide
  bool led_to_sql = true;                  ///< whether the SQL was made of the question, by `reader::fill_skeletons`
};

}  // namespace t2s

#endif
