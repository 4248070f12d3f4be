// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_SESSION_VARIABLES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_SESSION_VARIABLES_HPP

#include "t2s/core/detail/sort.hpp"
#include "t2s/offline/repair/detail/token_edits.hpp"
#include "t2s/sql/parse.hpp"

#include <map>

/// MySQL's session variables that count rows, `@n := @n + 1`, as `row_number() OVER (...)`.
namespace t2s::repair {

/// Reads the variables of one text.
class variable_reader {
 public:
  explicit variable_reader(std::string const& text) : text_(text), tokens_(tokens_of(text, sql::sqlite)) {}

  /// Whether the text assigns a variable within a statement.
  [[nodiscard]] bool assigns() const {
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (assigned_at(i)) return true;
    return false;
  }

  /// The text without variables; unchanged if one of them does more than count rows.
  std::string without_variables() {
    if (!assigns()) return text_;
    for (std::size_t i = 0; i < tokens_.size();) i = std::max(i + 1, read(i));
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (is_variable(i) && !changes_.covers(at(i).data())) return text_;
    for (auto const& [begin, variable] : number_of_)
      if (starts_[variable] != "0") changes_.at(begin) += " + " + starts_[variable];
    return changes_.made_in(text_);
  }

 private:
  [[nodiscard]] std::string_view at(std::size_t i) const { return i < tokens_.size() ? tokens_[i].view() : std::string_view(); }
  [[nodiscard]] bool is(std::size_t i, auto... any) const { return (text::same(at(i), any) || ...); }
  [[nodiscard]] bool is_variable(std::size_t i) const { return at(i).size() > 1 && at(i).front() == '@'; }
  [[nodiscard]] bool is_number(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == sql::token_kind::number; }

  /// `@n :=`
  [[nodiscard]] bool assigned_at(std::size_t i) const { return is_variable(i) && at(i + 1) == ":" && at(i + 2) == "="; }

  void change_tokens(std::size_t first, std::size_t last, std::string by) {
    changes_.add(at(first).data(), at(last - 1).data() + at(last - 1).size(), std::move(by));
  }

  /// The construct that begins at a token; returns the token after it, or 0.
  std::size_t read(std::size_t i) {
    if (i == 0 && is(i, "set")) return read_settings();
    if (is(i, ",", "cross", "inner", "join") && end_of_start(i) > 0) return change_tokens(i, end_of_start(i), ""), end_of_start(i);
    if (is(i, "from") && end_of_start(i) > 0) return read_leading_start(i);
    return read_count(i);
  }

  /// `SET @n := 0;` before the statement.
  std::size_t read_settings() {
    std::size_t i = 1;
    for (; is_variable(i); i += is(i, ",") ? 1U : 0U) {
      auto const value = i + (at(i + 1) == ":" ? 3 : 2);
      if (!is_number(value)) return 0;
      starts_[text::lower(at(i))] = at(value);
      i = value + 1;
    }
    if (at(i) != ";") return 0;
    return change_tokens(0, i + 1, ""), i + 1;
  }

  /// The end of `, (SELECT @n := 0) AS r` or of the same after CROSS JOIN; 0 otherwise.
  std::size_t end_of_start(std::size_t i) {
    while (is(i, ",", "cross", "inner", "join", "from")) ++i;
    if (at(i) != "(" || !is(i + 1, "select")) return 0;
    for (i += 2; assigned_at(i); i += is(i, ",") ? 1U : 0U) {
      if (!is_number(i + 3)) return 0;
      starts_[text::lower(at(i))] = at(i + 3);
      i += 4;
      if (is(i, "as")) i += 2;
    }
    if (at(i) != ")") return 0;
    if (is(++i, "as")) return i + 2;
    bool const named = i < tokens_.size() && tokens_[i].kind >= sql::token_kind::name && !is(i, "where", "order", "group", "limit");
    return i + (named ? 1 : 0);
  }

  /// `FROM (SELECT @n := 0) r, t`
  std::size_t read_leading_start(std::size_t from) {
    auto end = end_of_start(from);
    if (!is(end, ",", "cross", "inner", "join")) return 0;
    while (is(end, ",", "cross", "inner", "join")) ++end;
    return change_tokens(from + 1, end, ""), end;
  }

  /// `@n := @n + 1`
  std::size_t read_count(std::size_t i) {
    if (!assigned_at(i) || !text::same(at(i + 3), at(i)) || at(i + 4) != "+" || at(i + 5) != "1") return 0;
    number_of_[at(i).data()] = text::lower(at(i));
    change_tokens(i, i + 6, "row_number() OVER (" + order_after(i + 6) + ")");
    return i + 6;
  }

  /// The ORDER BY of the select that contains a token, unless it sorts by another row number.
  [[nodiscard]] std::string order_after(std::size_t i) const {
    auto const name = is(i, ")") ? at(i + (is(i + 1, "as") ? 2 : 1)) : at(i + (is(i, "as") ? 1 : 0));
    if (is(i, ")")) ++i;
    auto const from = find(i, "order"), to = find(from, "limit");
    if (!is(from, "order")) return {};
    for (auto t = from; t < to; ++t)
      if (is_variable(t) || text::same(at(t), name)) return {};
    auto const* const last = at(to - 1).data() + at(to - 1).size();
    return std::string(at(from).data(), last);
  }

  /// The first such word at this level, its closing bracket, a semicolon or the end.
  [[nodiscard]] std::size_t find(std::size_t i, std::string_view word) const {
    for (std::size_t open = 0; i < tokens_.size(); ++i) {
      if (open == 0 && (is(i, word, ")", ";"))) return i;
      open += at(i) == "(" ? 1U : 0U;
      open -= at(i) == ")" ? 1U : 0U;
    }
    return i;
  }

  std::string const& text_;
  std::vector<sql::token> tokens_;
  text_changes changes_{};
  std::map<char const*, std::string> number_of_{};            // the variable of each counting change
  std::map<std::string, std::string, std::less<>> starts_{};  // the first value of each variable
};

/// Advice for the remaining variables; "" if there are none.
inline std::string remedy_for_variables(std::string const& text) {
  return variable_reader(text).assigns()
             ? "instead of a session variable write ROW_NUMBER() OVER (ORDER BY ...) for a running number, with "
               "PARTITION BY for one of each group, and SUM(...) OVER (ORDER BY ...) for a running total"
             : "";
}

}  // namespace t2s::repair

#endif
