// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_ANSWER_FORM_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_ANSWER_FORM_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/confidence/detail/asked_result.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::confidence::detail {

/// Compares what a question asks for with the columns of the result: "who" asks for names, "which members" for what identifies a member,
/// "with their prices" for a second column.
class answer_form : asked_result {
 public:
  answer_form(link::linked_question const& asked, used_in_sql const& used) : asked_result(asked, used) {}

  /// "What did the lamps cost?" may ask for each or for all.
  /// "Total fee of the unpaid visits" too, although a column is called so.
  [[nodiscard]] bool asks_what_it_was() const {
    if (results_.size() != 1 || used_.calculates()) return false;
    return (is_word(0, "what") && is_word(1, "did") && has_word("cost weigh earn")) || is_word(0, "total") ||
           (is_word(0, "what") && is_word(1, "is was 's") && is_word(2, "the") && is_word(3, "total"));
  }

  /// "Which hearings were moved?" with the court of each: a text that rows share does not tell which ones, if it is not their name.
  [[nodiscard]] bool shows_text_of_rows() const {
    auto const t = asked_table();
    if (!t || results_.size() != 1 || !results_.front() || used_.groups()) return false;
    auto const c = *results_.front();
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    return c.table == *t && !words.empty() && words.back() != "nm" && !names_.is_key(c) && !names_.refers(c) && !is_called_name(c) &&
           !names_rows_of_table(c);
  }

  /// "The amount for each sponsor" has a row for each.
  [[nodiscard]] bool asks_for_each() const { return has_word("each every per"); }

  /// "The countries our buyers are from": each once? The question names no rows before the column.
  [[nodiscard]] bool may_repeat() const {
    if (results_.size() != 1 || !results_.front() || used_.groups() || used_.unites() || used_.ranks()) return false;
    if (names_.is_key(*results_.front()) || !can_name(*results_.front())) return false;
    for (auto const& l : links_)
      if (l.score >= 0.5 && l.first < 5) return l.is == link::link::kind::column && l.where == *results_.front();
    return false;
  }

  /// In what the result is not what the question asks for, in words; "" if nothing is seen.
  [[nodiscard]] std::string_view fault() const {
    if (results_.empty() || tokens_.empty()) return {};
    if (auto const found = fault_of_kind(); !found.empty()) return found;
    if (auto const found = fault_of_columns(); !found.empty()) return found;
    return fault_of_conditions();
  }

 private:
  [[nodiscard]] std::string_view fault_of_kind() const {
    if (asks_who() && (!names_somebody() || names_an_object())) return "the question asks who, and the result names nobody";
    if (leaves_out_doer()) return "the question asks who, and the SQL leaves out one end of a link";
    if (auto const t = asked_table(); t && !identifies_some(*t)) return "the result does not identify what the question asks for";
    if (is_word(0, "where when") && names_no_place_or_time()) return "the question asks where or when, and the result is something else";
    if (gives_keys_of_named()) return "the result has keys of rows that have names";
    if (is_word(0, "what") && is_word(1, "was were") && tokens_.size() > 2 && reader::detail::is_past(tokens_[2].text) && gives_times())
      return "the question asks what, and the result is a time";
    if (uses_birth()) return "the question says nothing of births";
    if (asks_for_extreme_value()) return "the question asks for a value, and the result has what has it";
    return {};
  }
  [[nodiscard]] std::string_view fault_of_columns() const {
    if (shows_only_order()) return "the result only shows what it is sorted by";
    if (shows_one_of_both()) return "the question asks for both, and the result has one";
    if (lists_without_names()) return "the result does not name what the question lists";
    if (asks_for_listed_second() || (asks_for_second() && results_.size() < 2))
      return "the question asks for more columns than the result has";
    if (shows_adjective()) return "a word before the rows that are asked for is taken for the result";
    if (shows_key_of_shown()) return "a key is shown beside the name of what it refers to";
    if (shows_predicate()) return "the result shows a condition of the question";
    return {};
  }
  [[nodiscard]] std::string_view fault_of_conditions() const {
    if (has_word("never") && used_.selects() == 1 && claims("!=")) return "\"never\" is about all rows of something";
    if (asks_what_all_did() && used_.selects() == 1 && !used_.chooses_groups()) return "the question asks what all of them did";
    if (leaves_out_repeated()) return "the question repeats a condition for what it compares with";
    if (sorts_by_name()) return "the question sorts by a measure, and the SQL by a name";
    if (used_.contradicts()) return "no row meets two of the conditions";
    if (used_.has_mixed_alternatives()) return "the alternatives are of different tables";
    if (may_be_itself()) return "the question does not say whether the row that it compares with counts";
    if (is_turned_round()) return "the question asks for the other end of the order";
    if (lacks_predicate()) return "what is said of the rows is not in the SQL";
    return {};
  }

  /// "Which course has everyone passed?", but not "names of everyone".
  [[nodiscard]] bool asks_what_all_did() const {
    for (std::size_t t = 1; t < tokens_.size(); ++t)
      if (is_word(t, "everyone everybody") && !is_word(t - 1, "of for to from")) return true;
    return false;
  }
  /// "Show both partners" with `partner_one` alone.
  [[nodiscard]] bool shows_one_of_both() const {
    for (std::size_t t = 0; t + 1 < tokens_.size(); ++t) {
      if (!is_word(t, "both")) continue;
      auto const called = [&](column_id c) {
        return t2s::detail::has(retrieve::lemmas_of_name(names_.column(c).name), tokens_[t + 1].lemma);
      };
      auto const shown = std::ranges::count_if(results_, [&](auto const& c) { return c && called(*c); });
      for (auto const table : used_.tables()) {
        std::ptrdiff_t all = 0;
        for (std::uint32_t c = 0; c < names_.schema().tables()[table].columns.size(); ++c) all += called({table, c}) ? 1 : 0;
        if (shown == 1 && all > 1) return true;
      }
    }
    return false;
  }
  /// A day of birth that is shown, grouped or sorted by, and that no word asks for.
  [[nodiscard]] bool uses_birth() const {
    if (has_word("born birth birthday birthdays birthdate old older oldest young younger youngest age ages dob anniversary")) return false;
    return t2s::detail::any_of(used_.columns(), [this](auto const& use) {
      auto const& [c, where] = use;
      bool const placed = where == sql::clause::select || where == sql::clause::group_by || where == sql::clause::order_by;
      return placed && names_.is_time(c) && t2s::detail::any_of(retrieve::lemmas_of_name(names_.column(c).name), [](auto const& w) {
               return w == "birth" || w == "born" || w == "dob" || w == "birthday" || w == "birthdate";
             });
    });
  }
  /// "Trainers by wage, best first" with the wages alone.
  [[nodiscard]] bool shows_only_order() const {
    if (results_.size() != 1 || !results_.front() || used_.groups() || !has_word("by") || !has_word("first")) return false;
    bool const sorts = t2s::detail::any_of(
        used_.columns(), [this](auto const& use) { return use.first == *results_.front() && use.second == sql::clause::order_by; });
    for (auto const& l : links_)
      if (sorts && l.score >= 0.5) return l.is == link::link::kind::table && l.where.table == results_.front()->table;
    return false;
  }
  /// "Novels, with page count" with the counts alone.
  [[nodiscard]] bool lists_without_names() const {
    if (results_.size() > 1) return false;
    for (std::size_t t = 1; t + 1 < tokens_.size(); ++t)
      if (is_word(t, "with") && is_word(t - 1, ",")) return true;
    return false;
  }
  [[nodiscard]] bool gives_times() const {
    return t2s::detail::all_of(results_, [this](auto const& c) { return c && names_.is_time(*c); });
  }
  /// "Cooks who earn more than the average of all cooks" has the condition on both sides.
  [[nodiscard]] bool leaves_out_repeated() const {
    if (used_.selects() != 2 || !used_.compares()) return false;
    return t2s::detail::any_of(used_.texts(), [this](used_text const& own) {
      auto const said = std::ranges::count_if(links_, [&](link::link const& l) {
        return l.is == link::link::kind::value && l.score >= 0.6 && own.where == l.where && text::same(l.value, own.text);
      });
      auto const used =
          std::ranges::count_if(used_.texts(), [&](used_text const& t) { return t.where == own.where && t.text == own.text; });
      return said == 2 && used == 1;
    });
  }
  /// "Most expensive first" by a name.
  [[nodiscard]] bool sorts_by_name() const {
    if (used_.sorts_by_count()) return false;  // "most orders first, then by name"
    bool sorts = false;
    for (auto const& [c, where] : used_.columns()) {
      if (where != sql::clause::order_by) continue;
      if (!can_name(c)) return false;
      sorts = true;
    }
    for (std::size_t t = 1; sorts && t < tokens_.size(); ++t)
      if (is_word(t, "first") && (tokens_[t - 1].text.ends_with("est") || (t > 1 && is_word(t - 2, "most least")))) return true;
    return false;
  }
  /// "What is the longest duration of any course?" with the title of the course.
  [[nodiscard]] bool asks_for_extreme_value() const {
    if (!is_word(0, "what") || !is_word(1, "is was are were 's") || !is_word(2, "the") || tokens_.size() < 6 ||
        !(tokens_[3].text.ends_with("est") || is_word(3, "most least")))
      return false;
    return t2s::detail::any_of(links_, [this](link::link const& l) {
      return l.is == link::link::kind::column && l.first > 3 && l.first < 6 && l.score >= 0.5 && is_word(l.last, "of in for among ?") &&
             !can_name(l.where) && used_.has(l) && !shows(l.where);
    });
  }
  /// "Authors from Ghent, with country"
  [[nodiscard]] bool asks_for_listed_second() const {
    for (std::size_t t = 1; t + 1 < tokens_.size(); ++t) {
      if (!is_word(t, "with") || !is_word(t - 1, ",")) continue;
      for (auto const& l : links_)
        if (l.is == link::link::kind::column && l.first == t + 1 && l.score >= 0.9 && used_.has(l) && !shows(l.where)) return true;
    }
    return false;
  }
  /// "Members per kind, by its description" shows no code beside the description, unless the question asks for it.
  [[nodiscard]] bool shows_key_of_shown() const {
    if (!used_.groups() || results_.size() < 3 || has_word("id ids identifier code codes key keys")) return false;
    return t2s::detail::any_of(results_, [this](auto const& c) {
      auto const to = c && names_.refers(*c) ? target_of(*c) : std::nullopt;
      return to && t2s::detail::any_of(results_, [&](auto const& other) { return other && other->table == *to && can_name(*other); });
    });
  }
  /// "Who", or ", who's".
  [[nodiscard]] bool asks_who() const {
    for (std::size_t t = 1; t + 1 < tokens_.size(); ++t)
      if (is_word(t, "who") && is_word(t - 1, ",") && is_word(t + 1, "is are was were 's")) return true;
    return is_word(0, "who");
  }
  /// "Which courses were full?", "which passes have expired?" without a condition; "which courses are there" has none.
  [[nodiscard]] bool lacks_predicate() const {
    auto end = tokens_.size();
    while (end > 0 && tokens_[end - 1].is == retrieve::token::kind::mark) --end;
    if (end < 3 || !is_word(0, "which how list show") || used_.ranks() || used_.groups() || used_.tables().size() != 1) return false;
    bool const after_rows = reader::detail::is_past(tokens_[end - 1].text) && t2s::detail::any_of(links_, [&](link::link const& l) {
                              return l.is == link::link::kind::table && l.last + 1 == end && l.score >= 0.5;
                            });
    bool const said = (end > 3 && is_word(end - 2, "are is were was have has been")) || after_rows;
    if (is_word(end - 1, "available") && !has_state(used_.tables().front())) return false;
    return said && !is_word(end - 1, "there here together altogether registered recorded listed stored known") && used_.selects() == 1 &&
           used_.conditions().count_if([](condition const& c) { return c.claim != "=" || c.value != "?"; }) == 0;
  }
  /// Whether the rows of a table may be available or not.
  [[nodiscard]] bool has_state(std::uint32_t table) const {
    return t2s::detail::any_of(names_.schema().tables()[table].columns, [](auto const& c) {
      return t2s::detail::any_of(retrieve::lemmas_of_name(c.name), [](std::string const& w) {
        return w.starts_with("stat") || w.starts_with("avail") || w == "active" || w == "condition";
      });
    });
  }
  /// "Which paints are solvents?" does not ask for solvents.
  [[nodiscard]] bool shows_predicate() const {
    if (!asked_table() || results_.size() != 1 || !results_.front()) return false;
    return t2s::detail::any_of(links_, [this](link::link const& l) {
      return l.is == link::link::kind::column && l.where == *results_.front() && l.first > 2 && is_word(l.first - 1, "are is were was") &&
             t2s::detail::any_of(links_,
                                 [&](link::link const& rows) { return rows.is == link::link::kind::table && rows.last + 1 == l.first; });
    });
  }
  /// Whether a result's column says which row of a table is meant; a code of another table's row does only if that row has no name.
  [[nodiscard]] bool identifies(column_id c, std::uint32_t table) const {
    if (names_.refers(c)) {
      auto const to = target_of(c);
      return !to || (*to == table && !has_names(table));
    }
    return can_name(c) || (names_.is_key(c) && c.table == table);
  }
  [[nodiscard]] bool identifies_some(std::uint32_t table) const {
    return t2s::detail::any_of(results_, [&](auto const& c) { return !c || identifies(*c, table); });
  }
  [[nodiscard]] bool names_somebody() const {
    return t2s::detail::any_of(results_, [&](auto const& c) {
      if (!c) return true;  // first and last name in one text
      auto const to = names_.refers(*c) ? target_of(*c) : std::nullopt;
      return to ? !has_names(*to) : can_name(*c) && !is_code(*c) && !is_kind(*c);
    });
  }
  /// Whether a column says what somebody is: a role, a rank.
  [[nodiscard]] bool is_kind(column_id c) const {
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    return !words.empty() && reader::detail::is_one_of(words.back(), "role status type kind category position grade level rank job");
  }
  /// "Who may teach the course?" over a link of teachers and courses whose teachers the SQL leaves out.
  [[nodiscard]] bool leaves_out_doer() const {
    return asks_who() && used_.tables().size() > 2 && t2s::detail::any_of(used_.tables(), [this](std::uint32_t t) {
             std::size_t joined = 0, open = 0;
             for (std::uint32_t c = 0; c < names_.schema().tables()[t].columns.size(); ++c) {
               auto const to = names_.refers({t, c}) ? target_of({t, c}) : std::nullopt;
               if (to) ++(used_.joins({t, c}) ? joined : open);
             }
             return used_.is_bridge(t) && joined == 1 && open == 1;
           });
  }
  /// "Where" asks for a place, "when" for a time: not for numbers, times of the place, keys or names of what is asked about.
  [[nodiscard]] bool names_no_place_or_time() const {
    bool const where = is_word(0, "where");
    return t2s::detail::all_of(results_, [&](auto const& c) {
      if (!c) return false;
      if (where) return names_.is_time(*c) || (names_.content_of(*c) == knowledge::content::number && !names_.is_key(*c));
      return !names_.is_time(*c) && !is_year(*c) && (names_.is_key(*c) || names_.flag_value(*c, true) || is_called_name(*c));
    });
  }
  /// "What was sung at the gala?" is not answered by keys of the gala, if the question asks for no key.
  [[nodiscard]] bool gives_keys_of_named() const {
    if (has_word("id ids identifier identifiers number numbers no nr code codes key keys")) return false;
    return t2s::detail::all_of(results_, [this](auto const& c) {
      auto const to = c && names_.refers(*c) ? target_of(*c) : std::nullopt;
      return to && has_names(*to) && names_.content_of(*c) == knowledge::content::number;
    });
  }
  /// "Who teaches the courses?" is not answered by titles of courses; "who is the oldest member?" is by names of members.
  [[nodiscard]] bool names_an_object() const {
    return !is_word(1, "is are was were 's") && t2s::detail::all_of(results_, [this](auto const& c) {
      if (!c || retrieve::lemmas_of_name(names_.column(*c).name).size() != 1) return false;
      return t2s::detail::any_of(links_, [&](link::link const& l) {
        return l.is == link::link::kind::table && l.where.table == c->table && l.first > 1 && l.score >= 0.5;
      });
    });
  }
  /// "Open orders" asks for orders, although the only column of the result is `opens_at` of another table.
  [[nodiscard]] bool shows_adjective() const {
    if (results_.size() != 1 || !results_.front()) return false;
    auto const shown = *results_.front();
    std::size_t first = 0;
    while (is_word(first, "the all list show me give our")) ++first;
    auto const words = retrieve::lemmas_of_name(names_.column(shown).name);
    bool const deed = reader::detail::is_one_of(words.back(), "at on by from until since for");
    bool const named = t2s::detail::any_of(links_, [&](link::link const& l) {
      return l.is == link::link::kind::column && l.where == shown && l.first == first && l.last == first + 1 && (deed || l.score < 0.9);
    });
    return named && t2s::detail::any_of(links_, [&](link::link const& l) {
             bool const near = l.first > first && l.first <= first + 3 && !is_word(l.first - 1, "of and , in for by at");
             return near && l.is == link::link::kind::table && l.where.table != shown.table && used_.has(l) && l.score > 0.9;
           });
  }
  /// "Plots with the same soil as Mill Field": with that plot or without it?
  [[nodiscard]] bool may_be_itself() const {
    if (used_.selects() != 2 || used_.tables().size() != 1 || used_.negates() || used_.ranks() || used_.calculates()) return false;
    for (std::size_t t = 0; t + 2 < tokens_.size(); ++t)
      if (is_word(t, "same")) return !has_word("including included itself himself herself themselves");
    return false;
  }
  /// "The cheapest" with the highest first.
  [[nodiscard]] bool is_turned_round() const {
    bool const least = has_word("cheapest lowest smallest fewest lightest"), most = has_word("priciest highest largest biggest heaviest");
    return least != most && claims(least ? "most" : "least") && !claims(least ? "least" : "most");
  }
  /// The table of "which members", "which of our members".
  [[nodiscard]] std::optional<std::uint32_t> asked_table() const {
    if (!is_word(0, "which")) return {};
    std::size_t t = 1;
    while (is_word(t, "of the our all these those")) ++t;
    for (auto const& l : links_)
      if (l.is == link::link::kind::table && l.first <= t && t < l.last && l.score >= 0.5) return l.where.table;
    return {};
  }
  /// "with their prices", "along with its city".
  [[nodiscard]] bool asks_for_second() const {
    for (std::size_t t = 1; t + 2 < tokens_.size(); ++t)
      if (is_word(t, "with") && is_word(t + 1, "their its") && (is_column(t + 2) || is_column(t + 3) || is_column(t + 4)))
        return true;  // "with their owner's names"
    return shows_no_companion();
  }
  /// "Tenant" of "leases with rent and tenant", if the rent is shown.
  [[nodiscard]] bool names_unshown(std::size_t t) const {
    if (t < 3 || !has_word("with") || used_.groups() || used_.calculates()) return false;
    bool const listed = t2s::detail::any_of(links_, [&](link::link const& l) {
      return l.is == link::link::kind::column && l.last + 1 == t && l.score >= 0.9 && shows(l.where);
    });
    return listed && t2s::detail::any_of(links_, [&](link::link const& l) {
             return l.is == link::link::kind::table && l.first == t && l.score >= 0.9 && used_.has(l) && used_.is_bridge(l.where.table);
           });
  }
  /// "The sponsors with the clubs that they sponsor", if the clubs are neither shown nor meant by a condition.
  [[nodiscard]] bool shows_no_companion() const {
    for (std::size_t t = 1; t + 2 < tokens_.size(); ++t) {
      if (is_word(t, "and") && names_unshown(t + 1)) return true;
      if (!is_word(t, "with and") || !is_word(t + 1, "the their its")) continue;
      for (auto const& l : links_)
        if (l.is == link::link::kind::table && l.first == t + 2 && l.score >= 0.9 && used_.has(l) && used_.is_bridge(l.where.table) &&
            !used_.groups() && !used_.calculates() && is_word(l.last, "they it that which he she"))
          return true;
    }
    return false;
  }
};

}  // namespace t2s::confidence::detail

#endif
