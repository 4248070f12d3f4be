// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_ROWS_BETWEEN_HPP
#define T2S_OFFLINE_READER_DETAIL_ROWS_BETWEEN_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/participles.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// How the rows of tables belong to each other, and the rows of deeds between them.
namespace t2s::reader::detail {

/// The column of one table that refers to another.
[[nodiscard]] inline std::optional<column_id> reference_to(reading const& r, std::uint32_t from, std::uint32_t to) {
  for (auto const& k : r.names.connected().tables()[from].foreign_keys)
    if (k.resolved && k.columns.size() == 1 && k.table == r.names.schema().tables()[to].name)
      return r.resolve.place_of(r.names.schema().tables()[from], k.columns.front());
  return {};
}

/// Whether the rows of a table have no key of their own, but one of two columns, or none, as tables of pairs that nobody declared a key of.
[[nodiscard]] inline bool may_link(reading const& r, std::uint32_t table) {
  auto const& t = r.names.connected().tables()[table];
  auto const columns = t.primary_key().size();
  return columns == 2 || (columns == 0 && !t.is_view && t.foreign_keys.size() == 2 && !r.resolve.key_of(table));
}

/// The only table between two others that has a row for each pair of theirs.
[[nodiscard]] inline std::optional<std::uint32_t> link_between(reading const& r, std::uint32_t a, std::uint32_t b) {
  std::optional<std::uint32_t> only;
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    if (t == a || t == b || !may_link(r, t)) continue;
    if (!reference_to(r, t, a) || !reference_to(r, t, b)) continue;
    if (only) return {};
    only = t;
  }
  return only;
}

/// Whether a join leads to several rows: the joined table refers to the earlier one, and not by its own key.
[[nodiscard]] inline bool is_to_many(reading const& r, schema::join_step const& step) {
  auto const column = r.resolve.place_of(step.table, step.columns.front());
  return column && r.names.is_foreign_key(*column) && r.resolve.key_of(column->table) != column;
}

/// Whether one row of a table may belong to several of another.
[[nodiscard]] inline bool leads_to_many(reading const& r, std::uint32_t from, std::uint32_t to) {
  return from != to && t2s::detail::any_of(r.resolve.way_between(from, to), [&](schema::join_step const& s) { return is_to_many(r, s); });
}

/// Whether one row of the table asked about may belong to several of another.
[[nodiscard]] inline bool has_many(reading const& r, std::uint32_t other) { return leads_to_many(r, r.focus, other); }

/// Whether each row of a table belongs to one row of the table asked about, possibly over others between them.
[[nodiscard]] inline bool belongs_to_focus(reading const& r, std::uint32_t table) {
  auto const way = r.resolve.way_between(r.focus, table);
  return !way.empty() && t2s::detail::all_of(way, [&](schema::join_step const& s) { return is_to_many(r, s); });
}

/// Whether a past form is found as a table that begins as it does: "inspected" of `insp`.
[[nodiscard]] inline bool is_short_for(reading const& r, std::uint32_t table, std::size_t t) {
  auto const i = is_past(r.word(t)) ? r.mention_of(t) : std::nullopt;
  auto const begins = [&](std::string_view w) { return w.size() > 3 && r.word(t).starts_with(w); };
  return i && r.at(*i).last == t + 1 && r.table_at(*i) == table && t2s::detail::any_of(r.resolve.words_of({table}), begins);
}

/// Whether a table, or a time of its rows, is called by a past form: "rented" of `rental` and of `rented_on`.
[[nodiscard]] inline bool is_called_by(reading const& r, std::uint32_t table, std::size_t t, bool by_times) {
  auto const is_done = [&](std::string_view w) { return is_participle_of(r.word(t), w); };
  if (t2s::detail::any_of(r.resolve.words_of({table}), is_done) || is_short_for(r, table, t)) return true;
  if (!by_times || !is_past(r.word(t))) return false;
  for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size(); ++c)
    if (r.names.is_time({table, c}) &&
        t2s::detail::any_of(r.resolve.words_of({table, c}), [&](std::string_view w) { return w == r.word(t) || is_done(w); }))
      return true;
  return false;
}

/// The table of deeds that a verb calls, whose rows belong to those asked about and refer to a row that a mention names.
[[nodiscard]] inline std::optional<std::uint32_t> deeds_with_object(reading const& r, std::size_t verb, std::size_t object) {
  std::optional<std::uint32_t> only;
  for (std::uint32_t k = 0; k < r.names.schema().tables().size(); ++k) {
    if (k == r.focus || r.names.schema().tables()[k].is_view || !is_called_by(r, k, verb, false) || !belongs_to_focus(r, k)) continue;
    bool const refers = t2s::detail::any_of(r.at(object).options, [&](link::link const& o) {
      return o.is != kind::column && o.where.table != r.focus && o.where.table != k &&
             o.score + 0.1 >= r.at(object).options.front().score && reference_to(r, k, o.where.table);
    });
    if (!refers) continue;
    if (only) return {};
    only = k;
  }
  return only;
}

}  // namespace t2s::reader::detail

#endif
