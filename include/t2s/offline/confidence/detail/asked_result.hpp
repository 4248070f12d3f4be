// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_ASKED_RESULT_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_ASKED_RESULT_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/confidence/detail/asked_words.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace t2s::confidence::detail {

/// The words of a question beside the columns of the result: what its comparisons have in common.
class asked_result {
 protected:
  asked_result(link::linked_question const& asked, used_in_sql const& used)
      : names_(*asked.names),
        links_(asked.found.found),
        tokens_(asked.found.tokens),
        words_(tokens_),
        used_(used),
        results_(used.results()) {}

  using column_id = knowledge::column_id;

  [[nodiscard]] bool is_word(std::size_t t, std::string_view list) const { return words_.is(t, list); }
  [[nodiscard]] bool has_word(std::string_view list) const { return words_.has(list); }
  [[nodiscard]] bool claims(std::string_view claim) const {
    return used_.conditions().count_if([claim](condition const& c) { return c.claim == claim; }) > 0;
  }
  [[nodiscard]] bool shows(column_id c) const {
    return t2s::detail::any_of(used_.columns(), [c](auto const& use) { return use.first == c && use.second == sql::clause::select; });
  }
  /// Whether a column holds words that people call a thing by.
  [[nodiscard]] bool can_name(column_id c) const {
    return names_.content_of(c) == knowledge::content::text && !names_.is_time(c) && !names_.flag_value(c, true);
  }
  [[nodiscard]] bool is_year(column_id c) const {
    return t2s::detail::any_of(retrieve::lemmas_of_name(names_.column(c).name), [](auto const& w) { return w == "year" || w == "yr"; });
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
  [[nodiscard]] bool is_called_name(column_id c) const {
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    return !words.empty() && (words.back() == "name" || words.back() == "title" || words.back() == "surname");
  }
  /// Whether a column is what the rows of its table are called by.
  [[nodiscard]] bool names_rows_of_table(column_id c) const {
    auto const words = retrieve::lemmas_of_name(names_.column(c).name);
    auto const last = words.empty() ? std::string_view() : std::string_view(words.back());
    return last == "name" || last == "title" || last == "description" || last == "descr" || last == "label";
  }
  /// "Is there ...", "Do we have ...".
  [[nodiscard]] bool is_yes_or_no() const { return is_word(0, "is are was were do does did has have can") && tokens_.size() > 2; }
  [[nodiscard]] bool is_column(std::size_t t) const {
    return t2s::detail::any_of(
        links_, [t](link::link const& l) { return l.is == link::link::kind::column && l.first <= t && t < l.last && l.score >= 0.5; });
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
