// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_ANSWER_AMOUNT_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_ANSWER_AMOUNT_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/confidence/detail/asked_result.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/offline/reader/detail/deeds.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace t2s::confidence::detail {

/// Compares the numbers that a question asks for with those of the SQL: "how many" with one count, "the difference" with a subtraction,
/// "in euros" with no cents.
class answer_amount : asked_result {
 public:
  answer_amount(link::linked_question const& asked, used_in_sql const& used) : asked_result(asked, used) {}

  /// In what they differ, in words; "" if nothing is seen.
  [[nodiscard]] std::string_view fault() const {
    if (results_.empty() || tokens_.empty()) return {};
    if (auto const found = fault_of_kind(); !found.empty()) return found;
    if (auto const found = fault_of_count(); !found.empty()) return found;
    return fault_of_sum();
  }

 private:
  [[nodiscard]] std::string_view fault_of_kind() const {
    if (is_word(0, "who which") && used_.gives_one_row()) return "the question asks which, and the result is a number";
    if (asks_which_of_numbers()) return "the question asks which, and the result is a number";
    if (is_yes_or_no() && used_.gives_one_row("count")) return "the question asks whether, and the result is a number";
    if (has_word("numbers") && used_.gives_one_row("count")) return "the question asks for numbers, and the result is one";
    if (asks_for_rows_too() && used_.gives_one_row("count"))
      return "the question asks for the rows as well, and the result is their number";
    if (asks_for_one_number() && used_.groups() && used_.selects() == 1)
      return "the question asks for one number, and the result has groups";
    return {};
  }
  [[nodiscard]] std::string_view fault_of_count() const {
    auto const counted = used_.aggregated_by("count");
    if (counts_twice()) return "the question asks for one number, and the result has two";
    if (compares_instead_of_counting()) return "the question compares a number of rows, and the SQL a column";
    if (counts_one_row()) return "the SQL counts a row that the question names, which is one";
    if (counts_kinds()) return "the SQL counts kinds, and the question asks how many of them were done";
    if (counts_own_key()) return "the row that is named is counted, and not those that refer to it";
    if (counts_by_limit()) return "the result is a limit, and the question asks for a number";
    if (counts_repeated()) return "the question asks for different ones, and the SQL counts all";
    if (counts_unnamed()) return "the question does not name what the SQL counts";
    if (t2s::detail::any_of(counted, [this](column_id c) { return names_.is_time(c); }) &&
        !has_word("date dates day days year years month months different distinct"))
      return "the SQL counts times, and the question something else";
    if (t2s::detail::any_of(counted, [this](column_id c) { return names_.flag_value(c, true).has_value(); }))
      return "a count of yes and no is not a count of those with yes";
    return {};
  }
  [[nodiscard]] std::string_view fault_of_sum() const {
    auto const summed = used_.aggregated_by("sum");
    if (shares_joined_rows()) return "a share of joined rows is not one of what they belong to";
    if (asks_for_difference() && !used_.subtracts()) return "the question asks for a difference, and the SQL has none";
    if (lacks_total() || (asks_for_total() && !used_.calculates())) return "the question asks for a total, and the result has none";
    if (is_of_other_unit()) return "the question asks for another unit than the column has";
    if (t2s::detail::any_of(summed, [this](column_id c) { return names_.is_key(c) || names_.is_time(c) || is_year(c); }))
      return "a sum of keys or times means nothing";
    if (t2s::detail::any_of(summed, [this](column_id c) { return is_rate(c) || is_level(c); }))
      return "a sum of what is counted per something, or of levels, means nothing";
    return {};
  }

  /// "What did all of them cost together", but not "together with".
  [[nodiscard]] bool asks_for_total() const {
    for (std::size_t t = 2; t < tokens_.size(); ++t)
      if (is_word(t, "altogether") || (is_word(t, "together") && !is_word(t + 1, "with") && has_word("all both"))) return true;
    return false;
  }
  /// "How many customers do we have?" with two counts.
  [[nodiscard]] bool counts_twice() const { return used_.counts_shown() > 1 && !has_word("and with along respectively both also"); }
  /// "Tell me which room has the most bookings" with the number alone.
  [[nodiscard]] bool asks_which_of_numbers() const {
    if (is_word(0, "on in at")) return false;  // "on which date"
    for (std::size_t t = 0; t < 4; ++t)
      if (is_word(t, "which who whose")) return used_.gives_only_aggregates();
    return false;
  }
  /// "What percentage of members paid a fine?" over fines, of which a member may have several.
  [[nodiscard]] bool shares_joined_rows() const {
    return used_.divides() && used_.tables().size() > 1 && used_.selects() == 1 && !used_.unites() &&
           has_word("percentage percent share proportion");
  }
  /// "Hosts of more than 3 shows" with a column above 3.
  [[nodiscard]] bool compares_instead_of_counting() const {
    if (used_.chooses_groups() || used_.calculates() || !used_.compares()) return false;
    for (std::size_t t = 1; t + 1 < tokens_.size(); ++t) {
      if (!is_word(t - 1, "than least most over exactly under") || tokens_[t].is != retrieve::token::kind::number) continue;
      auto const is_at = [&](link::link const& l, link::link::kind k) { return l.is == k && l.first <= t + 1 && t + 1 < l.last; };
      bool const rows = t2s::detail::any_of(
          links_, [&](link::link const& l) { return is_at(l, link::link::kind::table) && l.score >= 0.9 && !used_.has(l); });
      bool const column =
          t2s::detail::any_of(links_, [&](link::link const& l) { return is_at(l, link::link::kind::column) && used_.has(l); });
      if (rows && !column) return true;
    }
    return false;
  }
  /// "How many more loans in 2023 than in 2022", "the difference between".
  [[nodiscard]] bool asks_for_difference() const {
    if (has_word("difference")) return true;
    return is_word(0, "how") && is_word(1, "many much") && is_word(2, "more fewer less") && has_word("than");
  }
  /// "The overall share of all channels", unless a column is called so.
  [[nodiscard]] bool lacks_total() const {
    if (used_.calculates() || used_.ranks()) return false;
    for (std::size_t t = 0; t + 1 < tokens_.size(); ++t)
      if (is_word(t, "total overall combined cumulative") && !used_.has_word_like(tokens_[t].lemma) && is_column(t + 1)) return true;
    return false;
  }
  /// "price_per_kg"
  [[nodiscard]] bool is_rate(column_id c) const {
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    return words.size() > 2 && t2s::detail::has(words, "per");
  }
  /// "How many people were buried each year?" over rows that have a year and are no people.
  [[nodiscard]] bool counts_unnamed() const {
    bool const counts = is_word(0, "how") && is_word(1, "many") && !is_word(2, "times of") && used_.texts().empty();
    return counts && used_.groups() && used_.tables().size() == 1 && t2s::detail::all_of(links_, [this](link::link const& l) {
             return l.where.table != used_.tables().front() || l.first > 4 || (l.is == link::link::kind::column && l.score < 0.9);
           });
  }
  /// Heights above the sea and ages do not add up.
  [[nodiscard]] bool is_level(column_id c) const {
    if (reader::detail::is_one_of(text::lower(names_.column(c).name), "round position rank place")) return true;  // but `rounds` add up
    return t2s::detail::any_of(retrieve::lemmas_of_name(names_.column(c).name), [](auto const& w) {
      return reader::detail::is_one_of(
          w, "alt altitude elevation age temperature temp pct percent percentage latitude longitude rating grade star");
    });
  }
  /// "How many push buttons were used?" does not count the kinds of parts that are called so.
  [[nodiscard]] bool counts_one_row() const {
    if (!used_.gives_one_row("count") || used_.tables().size() != 1 || used_.selects() != 1 || used_.texts().size() != 1) return false;
    auto const& only = used_.texts().front();
    if (!only.where || only.is_pattern || names_.is_key(*only.where)) return false;
    bool const named = t2s::detail::any_of(links_, [&](link::link const& l) {
      return l.is != link::link::kind::value && l.where.table == only.where->table && (l.where.is_table() || l.where == *only.where) &&
             l.score >= 0.3;
    });
    return !named && names_rows_of_table(*only.where);
  }
  /// "How many lamps did we mend?" does not count the kinds of lamps in a list of what is offered: it has no times, and others refer to it.
  [[nodiscard]] bool counts_kinds() const {
    if (!used_.gives_one_row("count") || used_.tables().size() != 1 || used_.selects() != 1) return false;
    auto const table = used_.tables().front();
    auto const& columns = names_.schema().tables()[table].columns;
    for (std::uint32_t c = 0; c < columns.size(); ++c)
      if (names_.is_time({table, c}) || names_.refers({table, c})) return false;
    auto const word = [this](std::size_t t) { return std::string_view(tokens_[t].text); };
    for (std::size_t t = 2; t < tokens_.size(); ++t)
      if (reader::detail::follows_did(t, word) && !is_word(t, "have had get know see need own keep run")) return true;
    return false;
  }
  /// "How many people does Bo mentor?" does not count the mentors of Bo, of which there is one.
  [[nodiscard]] bool counts_own_key() const {
    if (!used_.gives_one_row("count") || used_.tables().size() != 1 || used_.selects() != 1) return false;
    bool const one_row = t2s::detail::any_of(used_.texts(), [this](used_text const& t) {
      return t.where && !t.is_pattern && names_.content_of(*t.where) == knowledge::content::text && is_called_name(*t.where);
    });
    auto const& own = names_.schema().tables()[used_.tables().front()];
    for (std::uint32_t c = 0; one_row && c < own.columns.size(); ++c)
      if (column_id const id{used_.tables().front(), c}; names_.refers(id) && target_of(id) == id.table) return true;
    return false;
  }
  /// "How many guests did each party have?" is not answered by `max_guests`.
  [[nodiscard]] bool counts_by_limit() const {
    if (!is_word(0, "how") || !is_word(1, "many")) return false;
    if (has_word("max maximum min minimum most least limit limits capacity allowed can may up fit fits hold holds seat seats"))
      return false;
    return t2s::detail::any_of(used_.columns(), [this](auto const& use) {
      return use.second == sql::clause::select &&
             t2s::detail::any_of(retrieve::lemmas_of_name(names_.column(use.first).name),
                                 [](auto const& w) { return w == "max" || w == "maximum" || w == "min" || w == "minimum"; });
    });
  }
  /// "How many different people have opened a ticket?" does not count tickets.
  [[nodiscard]] bool counts_repeated() const {
    if (used_.unites() || !used_.gives_one_row("count")) return false;
    for (std::size_t t = 0; t + 1 < tokens_.size(); ++t)
      if (is_word(t, "different distinct unique") && !names_used_table(t + 1)) return true;
    return false;
  }
  [[nodiscard]] bool names_used_table(std::size_t t) const {
    return t2s::detail::any_of(
        links_, [&](link::link const& l) { return l.is == link::link::kind::table && l.first <= t && t < l.last && used_.has(l); });
  }
  /// Whether a column of the SQL has a unit in its name, and the question another one of the same kind.
  [[nodiscard]] bool is_of_other_unit() const {
    static constexpr std::array<std::string_view, 5> kinds{
        "cent cents euro euros dollar dollars pound pounds penny pence", "gram grams kg kilo kilos kilogram kilograms tonne tonnes",
        "m metre metres meter meters km kilometre kilometres kilometer kilometers mile miles",
        "second seconds minute minutes min mins hour hours hrs", "ml cl litre litres liter liters"};
    return !used_.divides() && t2s::detail::any_of(used_.columns(), [this](std::pair<column_id, sql::clause> const& use) {
      auto const name = retrieve::lemmas_of_name(names_.column(use.first).name);
      return name.size() > 1 && t2s::detail::any_of(kinds, [&](std::string_view kind) {
               return reader::detail::is_one_of(name.back(), kind) && asks_for_other(kind, name.back());
             });
    });
  }
  /// Whether the question has a unit of a kind, "in euros", and not that of a column.
  [[nodiscard]] bool asks_for_other(std::string_view kind, std::string const& own) const {
    std::string_view const begin = own == "m" ? "met" : std::string_view(own);
    bool other = false;
    for (std::size_t t = 1; t < tokens_.size(); ++t) {
      if (!is_word(t, kind)) continue;
      if (words_[t] == own || words_[t].starts_with(begin)) return false;
      other = other || is_word(t - 1, "in");
    }
    return other;
  }
  /// "How many are in Latin? Also list them."
  [[nodiscard]] bool asks_for_rows_too() const {
    for (std::size_t t = 2; t + 1 < tokens_.size(); ++t)
      if (is_word(t, "list name show") && is_word(t + 1, "them")) return true;
    return false;
  }
  /// "How many ...?" without "per" or "each".
  [[nodiscard]] bool asks_for_one_number() const {
    std::size_t const t = is_word(0, "in on at for of") ? 1 : 0;
    return is_word(t, "how") && is_word(t + 1, "many much") &&
           !has_word("per each every by all and respectively different various grouped group for more least most than twice");
  }
};

}  // namespace t2s::confidence::detail

#endif
