// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CONFIDENCE_IMPL_EVIDENCE_IPP
#define T2S_CONFIDENCE_IMPL_EVIDENCE_IPP

#include "t2s/confidence/evidence.hpp"
#include "t2s/confidence/impl/used_in_sql.hpp"
#include "t2s/core/internal/search.hpp"
#include "t2s/core/text.hpp"
#include "t2s/db/internal/same_answer.hpp"
#include "t2s/link/internal/written_values.hpp"
#include "t2s/link/mentioned.hpp"

#include <algorithm>
#include <cmath>

namespace t2s::confidence {
namespace detail {

/// Collects the evidence, one kind after the other.
class collector {
 public:
  explicit collector(subject const& s) : s_(s), names_(*s.asked->names), used_(s.sql, names_) {}

  std::vector<piece> collect() && {
    note("always", true);
    of_outcome();
    of_findings();
    if (!used_.resolved()) {
      note("not_resolved", true);
    } else {
      of_names();
      of_literals();
      of_words();
      of_size();
    }
    of_readings();
    return std::move(out_);
  }

 private:
  void note(std::string_view of, double value) {
    if (value != 0) out_.push_back({of, value});
  }
  void note(std::string_view of, bool value) { note(of, value ? 1.0 : 0.0); }
  void note_count(std::string_view one, std::string_view more, std::size_t n) {
    note(one, n > 0);
    note(more, std::min(static_cast<double>(n), 4.0) - (n > 0 ? 1.0 : 0.0));
  }

  /// What execution shows.
  void of_outcome() {
    if (!s_.outcome) return note("not_executed", true);
    if (!s_.outcome->ok()) return note("fails", true);
    auto const& rows = s_.outcome->rows.values;
    note("no_rows", rows.empty());
    bool const single = rows.size() == 1 && rows.front().size() == 1;
    note("one_null", single && rows.front().front().is_null());
    note("one_zero", single && is_zero(rows.front().front()));
    note("one_value", single);
    note("many_rows", rows.size() > 50);
    note("nulls", !single && has_null(rows));
    note("repeated_rows", repeats(rows));
  }

  static bool is_zero(value const& v) { return v.integer() && *v.integer() == 0; }
  static bool has_null(std::vector<std::vector<value>> const& rows) {
    return std::ranges::any_of(rows, [](auto const& row) { return std::ranges::any_of(row, &value::is_null); });
  }
  static bool repeats(std::vector<std::vector<value>> const& rows) {
    auto const end = rows.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(rows.size(), 200));
    for (auto i = rows.begin(); i != end; ++i)
      if (std::find(i + 1, end, *i) != end) return true;
    return false;
  }

  /// What lint says.
  void of_findings() {
    std::size_t wrong = 0, style = 0;
    for (auto const& f : s_.findings) ++(f.how == sql::severity::wrong_making ? wrong : style);
    note_count("lint_wrong", "lint_wrong_more", wrong);
    note("lint_style", style > 0);
  }

  /// Which of the tables and columns that the question names are used, and which of those used are named.
  void of_names() {
    auto const said = link::mentioned_in(names_, s_.asked->found);
    double missed_tables = 0, missed_columns = 0, missed_values = 0;
    for (auto const& t : said.tables)
      if (!used_.has_table(t.where.table)) missed_tables += t.score;
    for (auto const& c : said.columns)
      if (!c.by_value && !used_.has_column(c.where)) missed_columns += c.score;
    for (auto const& v : said.values)
      if (!used_.has_text(v.value)) missed_values += v.score;
    note("missed_tables", missed_tables);
    note("missed_columns", missed_columns);
    note("missed_values", missed_values);
    std::size_t unnamed_tables = 0, unnamed_selected = 0, unnamed_compared = 0, unnamed_sorted = 0, unnamed_grouped = 0, keys_selected = 0;
    double weakest = 1;
    for (auto const t : used_.tables()) unnamed_tables += !is_named({t}) && !used_.is_bridge(t) ? 1U : 0U;
    for (auto const& [c, where] : used_.columns()) {
      if (where == sql::clause::on) continue;
      if (where == sql::clause::select) keys_selected += names_.is_key(c) && best_link(c) < 0.5 ? 1U : 0U;
      double const how = best_link(c);
      if (!names_.is_key(c)) weakest = std::min(weakest, std::min(how, 1.0));
      if (how >= 0.3 || is_valued(c)) continue;
      unnamed_selected += where == sql::clause::select ? 1 : 0;
      unnamed_compared += where == sql::clause::where || where == sql::clause::having ? 1 : 0;
      unnamed_sorted += where == sql::clause::order_by ? 1 : 0;
      unnamed_grouped += where == sql::clause::group_by ? 1 : 0;
    }
    note_count("unnamed_table", "unnamed_tables", unnamed_tables);
    note_count("unnamed_selected", "unnamed_selected_more", unnamed_selected);
    note_count("unnamed_compared", "unnamed_compared_more", unnamed_compared);
    note("unnamed_sorted", unnamed_sorted > 0);
    note("unnamed_grouped", unnamed_grouped > 0);
    note("key_selected", keys_selected > 0);
    note("weakest_link", 1 - weakest);
    note("same_names", rivals());
  }

  [[nodiscard]] double best_link(knowledge::column_id c) const {
    double best = 0;
    for (auto const& l : s_.asked->found.found)
      if (l.is == link::link::kind::column && l.where == c) best = std::max(best, l.score);
    return best;
  }
  [[nodiscard]] bool is_valued(knowledge::column_id c) const {
    return t2s::detail::any_of(s_.asked->found.found,
                               [&](link::link const& l) { return l.is == link::link::kind::value && l.where == c && used_.has_text(l.value); });
  }
  [[nodiscard]] bool is_named(knowledge::column_id table) const {
    return t2s::detail::any_of(s_.asked->found.found,
                               [&](link::link const& l) { return l.is == link::link::kind::table && l.where == table && l.score >= 0.3; });
  }
  /// Columns of other tables that the same words name as well as a used one.
  [[nodiscard]] double rivals() const {
    std::size_t n = 0;
    auto const& all = s_.asked->found.found;
    for (auto const& [c, where] : used_.columns()) {
      if (where == sql::clause::on || names_.is_key(c)) continue;
      for (auto const& l : all)
        if (l.is == link::link::kind::column && l.where == c)
          for (auto const& other : all)
            if (other.is == l.is && other.first == l.first && other.last == l.last && other.where != c && !used_.has_column(other.where) &&
                other.score > l.score - 0.1)
              ++n;
    }
    return std::min(static_cast<double>(n), 4.0) / 4;
  }

  /// Literals that the question does not have, and numbers of the question that the SQL does not have.
  void of_literals() {
    auto const asked = text::lower(s_.asked->text);
    std::size_t unasked = 0, unstored = 0, unasked_numbers = 0, missed_numbers = 0;
    for (auto const& l : used_.texts()) {
      bool const linked = t2s::detail::any_of(s_.asked->found.found, [&](link::link const& x) {
        return x.is == link::link::kind::value && text::lower(x.value) == text::lower(l.text);
      });
      unasked += !linked && asked.find(text::lower(l.text)) == asked.npos ? 1U : 0U;
      unstored += l.where && names_.is_complete(*l.where) && !l.is_pattern && !names_.holds(*l.where, l.text) ? 1U : 0U;
    }
    auto const numbers = link::written_numbers(s_.asked->found.tokens);
    for (double const n : used_.numbers())
      unasked_numbers += n != 1 && n != 0 && !t2s::detail::any_of(numbers, [n](auto const& w) { return std::abs(w.value - n) <= 1; }) ? 1U : 0U;
    for (auto const& w : numbers)
      missed_numbers += w.value != 1 && !used_.has_number(w.value) ? 1U : 0U;
    note_count("unasked_text", "unasked_texts", unasked);
    note_count("unstored_text", "unstored_texts", unstored);
    note("unasked_number", unasked_numbers > 0);
    note_count("missed_number", "missed_numbers", missed_numbers);
  }

  /// Words of the question that nothing in the SQL accounts for.
  void of_words() {
    auto const& tokens = s_.asked->found.tokens;
    std::size_t unused = 0, unknown = 0, content = 0;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      if (tokens[t].is == retrieve::token::kind::mark || retrieve::is_stop_word(tokens[t].lemma)) continue;
      ++content;
      bool linked = false, used = false;
      for (auto const& l : s_.asked->found.found) {
        if (t < l.first || t >= l.last) continue;
        linked |= l.score >= 0.5;
        used |= l.is == link::link::kind::value   ? used_.has_text(l.value)
                : l.is == link::link::kind::table ? used_.has_table(l.where.table)
                                                  : used_.has_column(l.where);
      }
      unused += linked && !used ? 1 : 0;
      unknown += !linked && !used ? 1 : 0;
    }
    double const all = static_cast<double>(std::max<std::size_t>(content, 1));
    note("unused_words", static_cast<double>(unused) / all);
    note("unused_word", unused > 0);
    note("unknown_words", static_cast<double>(unknown) / all);
  }

  /// How much the SQL is.
  void of_size() {
    note_count("joined_table", "joined_tables", used_.tables().size() > 1 ? used_.tables().size() - 1 : 0);
    note("long_question", std::clamp((static_cast<double>(s_.asked->found.tokens.size()) - 12) / 12, -1.0, 2.0));
    note_count("nested", "nested_more", used_.selects() - 1);
  }

  /// What the readings of the question say.
  void of_readings() {
    if (s_.readings.empty()) return note("unread", true);
    auto const& best = s_.readings.front();
    note("score", std::clamp(best.read.score, -4.0, 4.0));
    note_count("part_unread", "parts_unread", best.read.unread.size());
    note_count("assumed", "assumed_more", best.read.assumed.size());
    note("other_joins", !best.read.other_joins.empty());
    bool const own = best.read.sql == s_.sql;
    note("own", own);
    if (own) {
      note("own_part_unread", !best.read.unread.empty());
      note("own_parts_unread", std::min(3.0, static_cast<double>(best.read.unread.size())));
      note("own_score", std::clamp(best.read.score, -4.0, 4.0));
    }
    bool differ = false;
    double margin = 4;
    for (auto const& w : s_.readings.subspan(1)) {
      if (agree(w, best.outcome)) continue;
      differ = true;
      margin = std::min(margin, best.read.score - w.read.score);
    }
    note("readings_differ", differ);
    note("margin", std::clamp(margin, 0.0, 4.0));
    if (own || !s_.outcome || !s_.outcome->ok()) return;
    bool const agrees = same(s_.outcome, best.outcome);
    note("reading_agrees", agrees);
    note("reading_agrees_whole", agrees && best.read.unread.empty());
    note("other_reading_agrees", !agrees && t2s::detail::any_of(s_.readings, [&](witness const& w) { return same(s_.outcome, w.outcome); }));
    note("whole_reading_differs", !agrees && best.read.unread.empty());
  }

  static bool agree(witness const& w, std::optional<db::execution> const& with) {
    return w.outcome && with && w.outcome->ok() == with->ok() && db::same_answer(w.outcome->rows, with->rows);
  }
  static bool same(db::execution const* a, std::optional<db::execution> const& b) {
    return b && b->ok() && db::same_answer(a->rows, b->rows);
  }

  subject const& s_;
  knowledge::lexicon const& names_;
  used_in_sql used_;
  std::vector<piece> out_{};
};

}  // namespace detail

T2S_DECL std::vector<piece> evidence_for(subject const& s) { return detail::collector(s).collect(); }

}  // namespace t2s::confidence

#endif
