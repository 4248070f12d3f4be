// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_ANSWER_FORM_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_ANSWER_FORM_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/confidence/detail/asked_words.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/offline/reader/detail/deeds.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::confidence::detail {

/// Compares what a question asks for with the columns of the result: "who" asks for names, "which members" for what identifies a member,
/// "how many" for one number, "with their prices" for a second column, "in euros" for no cents.
class answer_form {
 public:
  answer_form(link::linked_question const& asked, used_in_sql const& used)
      : names_(*asked.names),
        links_(asked.found.found),
        tokens_(asked.found.tokens),
        words_(tokens_),
        used_(used),
        results_(used.results()) {}

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
    if (asks_who() && (!names_somebody() || names_an_object())) return "the question asks who, and the result names nobody";
    if (leaves_out_doer()) return "the question asks who, and the SQL leaves out one end of a link";
    if (auto const t = asked_table(); t && !identifies_some(*t)) return "the result does not identify what the question asks for";
    if (is_word(0, "where when") && names_no_place_or_time()) return "the question asks where or when, and the result is something else";
    if (gives_keys_of_named()) return "the result has keys of rows that have names";
    if (is_word(0, "who which") && used_.gives_one_row()) return "the question asks which, and the result is a number";
    if (counts_twice()) return "the question asks for one number, and the result has two";
    if (asks_which_of_numbers()) return "the question asks which, and the result is a number";
    if (is_word(0, "what") && is_word(1, "was were") && tokens_.size() > 2 && reader::detail::is_past(tokens_[2].text) && gives_times())
      return "the question asks what, and the result is a time";
    if (has_word("never") && used_.selects() == 1 && claims("!=")) return "\"never\" is about all rows of something";
    if (shares_joined_rows()) return "a share of joined rows is not one of what they belong to";
    if (uses_birth()) return "the question says nothing of births";
    if (asks_what_all_did() && used_.selects() == 1 && !used_.chooses_groups()) return "the question asks what all of them did";
    if (shows_only_order()) return "the result only shows what it is sorted by";
    if (t2s::detail::any_of(used_.aggregated_by("count"), [this](column_id c) { return names_.is_time(c); }) &&
        !has_word("date dates day days year years month months different distinct"))
      return "the SQL counts times, and the question something else";
    if (shows_one_of_both()) return "the question asks for both, and the result has one";
    if (compares_instead_of_counting()) return "the question compares a number of rows, and the SQL a column";
    if (leaves_out_repeated()) return "the question repeats a condition for what it compares with";
    if (sorts_by_name()) return "the question sorts by a measure, and the SQL by a name";
    if (asks_for_extreme_value()) return "the question asks for a value, and the result has what has it";
    if (lists_without_names()) return "the result does not name what the question lists";
    if (asks_for_listed_second()) return "the question asks for more columns than the result has";
    if (asks_for_difference() && !used_.subtracts()) return "the question asks for a difference, and the SQL has none";
    if (used_.contradicts()) return "no row meets two of the conditions";
    if (lacks_total()) return "the question asks for a total, and the result has none";
    if (is_yes_or_no() && used_.gives_one_row("count")) return "the question asks whether, and the result is a number";
    if (has_word("numbers") && used_.gives_one_row("count")) return "the question asks for numbers, and the result is one";
    if (asks_for_rows_too() && used_.gives_one_row("count"))
      return "the question asks for the rows as well, and the result is their number";
    if (asks_for_second() && results_.size() < 2) return "the question asks for more columns than the result has";
    if (asks_for_one_number() && used_.groups() && used_.selects() == 1)
      return "the question asks for one number, and the result has groups";
    if (used_.has_mixed_alternatives()) return "the alternatives are of different tables";
    if (counts_one_row()) return "the SQL counts a row that the question names, which is one";
    if (shows_adjective()) return "a word before the rows that are asked for is taken for the result";
    if (counts_kinds()) return "the SQL counts kinds, and the question asks how many of them were done";
    if (counts_own_key()) return "the row that is named is counted, and not those that refer to it";
    if (may_be_itself()) return "the question does not say whether the row that it compares with counts";
    if (counts_by_limit()) return "the result is a limit, and the question asks for a number";
    if (is_turned_round()) return "the question asks for the other end of the order";
    if (counts_repeated()) return "the question asks for different ones, and the SQL counts all";
    if (shows_key_of_shown()) return "a key is shown beside the name of what it refers to";
    if (lacks_predicate()) return "what is said of the rows is not in the SQL";
    if (counts_unnamed()) return "the question does not name what the SQL counts";
    if (shows_predicate()) return "what is said of the rows is taken for the result";
    if (asks_for_total() && !used_.calculates()) return "the question asks for a total, and the result has none";
    if (is_of_other_unit()) return "the question asks for another unit than the column has";
    if (t2s::detail::any_of(used_.aggregated_by("sum"),
                            [this](column_id c) { return names_.is_key(c) || names_.is_time(c) || is_year(c); }))
      return "a sum of keys or times means nothing";
    if (t2s::detail::any_of(used_.aggregated_by("sum"), [this](column_id c) { return is_rate(c) || is_level(c); }))
      return "a sum of what is counted per something, or of levels, means nothing";
    if (t2s::detail::any_of(used_.aggregated_by("count"), [this](column_id c) { return names_.flag_value(c, true).has_value(); }))
      return "a count of yes and no is not a count of those with yes";
    return {};
  }

 private:
  using column_id = knowledge::column_id;

  [[nodiscard]] bool is_word(std::size_t t, std::string_view list) const { return words_.is(t, list); }
  [[nodiscard]] bool has_word(std::string_view list) const { return words_.has(list); }

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
  [[nodiscard]] bool claims(std::string_view claim) const {
    return used_.conditions().count_if([claim](condition const& c) { return c.claim == claim; }) > 0;
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
  [[nodiscard]] bool shows(column_id c) const {
    return t2s::detail::any_of(used_.columns(), [c](auto const& use) { return use.first == c && use.second == sql::clause::select; });
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
  /// Whether a column holds words that people call a thing by.
  [[nodiscard]] bool can_name(column_id c) const {
    return names_.content_of(c) == knowledge::content::text && !names_.is_time(c) && !names_.flag_value(c, true);
  }
  [[nodiscard]] bool is_year(column_id c) const {
    return t2s::detail::any_of(retrieve::lemmas_of_name(names_.column(c).name), [](auto const& w) { return w == "year" || w == "yr"; });
  }
  /// "price_per_kg"
  [[nodiscard]] bool is_rate(column_id c) const {
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    return words.size() > 2 && t2s::detail::has(words, "per");
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
  /// "How many people were buried each year?" over rows that have a year and are no people.
  [[nodiscard]] bool counts_unnamed() const {
    bool const counts = is_word(0, "how") && is_word(1, "many") && !is_word(2, "times of") && used_.texts().empty();
    return counts && used_.groups() && used_.tables().size() == 1 && t2s::detail::all_of(links_, [this](link::link const& l) {
             return l.where.table != used_.tables().front() || l.first > 4 || (l.is == link::link::kind::column && l.score < 0.9);
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
  /// Of several heights above the sea or ages there is no sum.
  [[nodiscard]] bool is_level(column_id c) const {
    if (reader::detail::is_one_of(text::lower(names_.column(c).name), "round position rank place")) return true;  // but `rounds` add up
    return t2s::detail::any_of(retrieve::lemmas_of_name(names_.column(c).name), [](auto const& w) {
      return reader::detail::is_one_of(
          w, "alt altitude elevation age temperature temp pct percent percentage latitude longitude rating grade star");
    });
  }
  /// Whether a column is a key that is called a code or a number.
  [[nodiscard]] bool is_code(column_id c) const {
    return names_.is_key(c) && t2s::detail::any_of(retrieve::lemmas_of_name(names_.column(c).name), [](auto const& w) {
             return w == "code" || w == "id" || w == "no" || w == "number" || w == "key" || w == "tag";
           });
  }
  /// Whether a table has a column for what its rows are called, beside its keys.
  [[nodiscard]] bool has_names(std::uint32_t table) const {
    auto const& columns = names_.schema().tables()[table].columns;
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
      column_id const c{table, i};
      if (!names_.is_key(c) && can_name(c) && t2s::detail::any_of(retrieve::lemmas_of_name(columns[i].name), [](auto const& w) {
            return w == "name" || w == "title" || w == "surname";
          }))
        return true;
    }
    return false;
  }
  /// The table that a foreign key refers to.
  [[nodiscard]] std::optional<std::uint32_t> target_of(column_id c) const {
    auto const& d = names_.connected();
    auto const& column = names_.column(c).name;
    for (auto const& key : d.tables()[c.table].foreign_keys)
      if (t2s::detail::any_of(key.columns, [&](auto const& k) { return text::same(k, column); }))
        if (auto const* to = d.find_table(key.table)) return static_cast<std::uint32_t>(d.place_of(*to));
    return {};
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
  [[nodiscard]] bool is_called_name(column_id c) const {
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    return !words.empty() && (words.back() == "name" || words.back() == "title" || words.back() == "surname");
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
  /// Whether a column is what the rows of its table are called by.
  [[nodiscard]] bool names_rows_of_table(column_id c) const {
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    auto const last = words.empty() ? std::string_view() : std::string_view(words.back());
    return last == "name" || last == "title" || last == "description" || last == "descr" || last == "label";
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
  /// "Plots with the same soil as Mill Field": with that plot or without it?
  [[nodiscard]] bool may_be_itself() const {
    if (used_.selects() != 2 || used_.tables().size() != 1 || used_.negates() || used_.ranks() || used_.calculates()) return false;
    for (std::size_t t = 0; t + 2 < tokens_.size(); ++t)
      if (is_word(t, "same")) return !has_word("including included itself himself herself themselves");
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
  /// "The cheapest" with the highest first.
  [[nodiscard]] bool is_turned_round() const {
    bool const least = has_word("cheapest lowest smallest fewest lightest"), most = has_word("priciest highest largest biggest heaviest");
    return least != most && claims(least ? "most" : "least") && !claims(least ? "least" : "most");
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

  /// The table of "which members", "which of our members".
  [[nodiscard]] std::optional<std::uint32_t> asked_table() const {
    if (!is_word(0, "which")) return {};
    std::size_t t = 1;
    while (is_word(t, "of the our all these those")) ++t;
    for (auto const& l : links_)
      if (l.is == link::link::kind::table && l.first <= t && t < l.last && l.score >= 0.5) return l.where.table;
    return {};
  }
  /// "Is there ...", "Do we have ...".
  [[nodiscard]] bool is_yes_or_no() const { return is_word(0, "is are was were do does did has have can") && tokens_.size() > 2; }
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
  /// "How many are in Latin? Also list them."
  [[nodiscard]] bool asks_for_rows_too() const {
    for (std::size_t t = 2; t + 1 < tokens_.size(); ++t)
      if (is_word(t, "list name show") && is_word(t + 1, "them")) return true;
    return false;
  }
  [[nodiscard]] bool is_column(std::size_t t) const {
    return t2s::detail::any_of(
        links_, [t](link::link const& l) { return l.is == link::link::kind::column && l.first <= t && t < l.last && l.score >= 0.5; });
  }
  /// "How many ...?" without "per" or "each".
  [[nodiscard]] bool asks_for_one_number() const {
    std::size_t const t = is_word(0, "in on at for of") ? 1 : 0;
    return is_word(t, "how") && is_word(t + 1, "many much") &&
           !has_word("per each every by all and respectively different various grouped group for more least most than twice");
  }

  knowledge::lexicon const& names_;
  std::vector<link::link> const& links_;
  std::vector<retrieve::token> const& tokens_;
  asked_words words_;
  used_in_sql const& used_;
  std::vector<std::optional<column_id>> results_;
};

}  // namespace t2s::confidence::detail

#endif
