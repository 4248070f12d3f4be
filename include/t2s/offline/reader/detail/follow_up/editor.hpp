// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_EDITOR_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_EDITOR_HPP

#include "t2s/offline/reader/detail/follow_up/edits.hpp"
#include "t2s/offline/reader/detail/follow_up/reference.hpp"
#include "t2s/offline/reader/detail/skeleton_filling.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::reader::detail::follow_up {

/// A part of a follow-up question that was read as a question of its own.
struct read_part {
  clauses parts{};
  filled from{};
};

/// The statement before while a follow-up question changes it. Rules (rules.hpp) change `now` and say in `why` what they did; what they put
/// together as a question of its own is read by the rules for questions.
struct statement_editor {
  statement_editor(link::linked_question const& about, clauses earlier)
      : asked(about), names(*about.names), said(about), before(std::move(earlier)), now(before), rows(table_of_rows(names, before)) {}

  link::linked_question const& asked;
  knowledge::lexicon const& names;
  phrase said;          // the words of the question
  clauses before, now;  // the statement before and after
  std::uint32_t rows;   // the table whose rows the statement before is about
  std::string why{};    // what changed, for people
  filled read{};        // the parts of the question that no rule used, and what was assumed
  std::string sql{};    // the statement, if it is not what `now` is

  /// "bicycles", as the question would call the rows.
  [[nodiscard]] std::string noun(bool plural = true) const { return noun_of(names, rows, plural); }

  /// Reads words as a question; nothing if they name nothing, or lead to a statement of another form.
  [[nodiscard]] std::optional<read_part> read_question(reworded_question const& words) const {
    auto const linked = link::link_question(names, words.text());
    auto all = fill_skeletons(names, linked, {}, {});
    if (all.empty()) return {};
    auto parts = clause_reader(names.schema()).read(all.front().sql);
    if (!parts) return {};
    auto from = std::move(all.front());
    from.unread = words.back(from.unread);
    return read_part{*std::move(parts), std::move(from)};
  }

  /// Takes a rule's result.
  bool take(clauses made, std::string what, std::optional<filled> from = {}) {
    now = std::move(made);
    why = std::move(what);
    if (from) read = *std::move(from);
    return true;
  }

  /// Whether a column is named by one of the words in a range.
  [[nodiscard]] bool names_column(column_id c, phrase const& p, double least = 0.5) const {
    return t2s::detail::any_of(asked.found.found, [&](link::link const& l) {
      return l.is == kind::column && l.where == c && l.first >= p.first() && l.last <= p.last() && l.score >= least;
    });
  }
  [[nodiscard]] bool names_one_of(std::vector<column_id> const& all, phrase const& p) const {
    return t2s::detail::any_of(all, [&](column_id c) { return names_column(c, p); });
  }
  /// Whether any column is named in a range.
  [[nodiscard]] bool names_any_column(phrase const& p, double least = 0.5) const {
    return t2s::detail::any_of(asked.found.found, [&](link::link const& l) {
      return l.is == kind::column && l.first >= p.first() && l.last <= p.last() && l.score >= least;
    });
  }
  [[nodiscard]] bool names_value(phrase const& p, double least = 0.5) const {
    return t2s::detail::any_of(asked.found.found, [&](link::link const& l) {
      return l.is == kind::value && l.first >= p.first() && l.last <= p.last() && l.score >= least;
    });
  }

  /// The aggregates of the result.
  [[nodiscard]] std::vector<part> aggregates() const {
    std::vector<part> out;
    for (auto const& p : before.select)
      if (p.aggregated) out.push_back(p);
    return out;
  }
};

}  // namespace t2s::reader::detail::follow_up

#endif
