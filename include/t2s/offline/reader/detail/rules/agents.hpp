// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_AGENTS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_AGENTS_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/role_keys.hpp"
#include "t2s/offline/reader/detail/rules/elsewhere.hpp"

#include <optional>
#include <string>
#include <string_view>

/// Who does what a verb says, if a key is called by it: "who teaches Latin" asks for the row that `course.teacher` refers to.
namespace t2s::reader::detail {

/// A key to another table, and that table.
struct key_to_table {
  column_id key{};
  std::uint32_t of = 0;
};

/// The other table to whose rows a column refers, if these have names.
[[nodiscard]] inline std::optional<std::uint32_t> rows_referred(reading const& r, column_id key) {
  auto const& all = r.names.connected().tables()[key.table].foreign_keys;
  auto const* own = t2s::detail::find_if(
      all, [&](auto const& k) { return k.resolved && k.columns.size() == 1 && k.columns.front() == r.names.column(key).name; });
  auto const* to = own ? r.names.schema().find_table(own->table) : nullptr;
  if (!to || own->table == r.names.table(key).name || to->is_view) return {};
  auto const of = static_cast<std::uint32_t>(r.names.schema().place_of(*to));
  return r.resolve.key_of(of) == r.resolve.names_of(of).front() ? std::nullopt : std::optional(of);
}

/// The only key of the tables that the question names that is called by who does what a verb says.
[[nodiscard]] inline std::optional<key_to_table> key_of_agent(reading const& r, std::size_t verb) {
  std::optional<key_to_table> only;
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    if (t != r.focus && r.resolve.weight(t) <= 0.45) continue;
    for (std::uint32_t c = 0; c < r.resolve.columns_of(t).size(); ++c) {
      column_id const id{t, c};
      if (!r.names.is_foreign_key(id)) continue;
      auto const is_called = [&](std::string_view w) {                                       // "who hosted", of `host_id`
        bool const done = w == r.word(verb) || is_past_of(w, r.lemma(verb));                 // "who packed", of `packed_by`
        if (w.size() > 3 && w == r.lemma(verb) && r.word(verb).ends_with("s")) return true;  // "who leads", of `lead_id`
        return is_agent_of(w, r.token(verb)) || (w.size() > 3 && (done || is_participle_of(r.word(verb), w)));
      };
      if (!t2s::detail::any_of(r.resolve.words_of(id), is_called)) continue;
      auto const of = rows_referred(r, id);
      if (!of || only) return {};
      only = {id, *of};
    }
  }
  return only;
}

/// The only text of the table asked about that is called by who does what a verb says: its `manager_name`, for "who manages".
[[nodiscard]] inline std::optional<column_id> name_of_agent(reading const& r, std::size_t verb) {
  return only_column(r, r.focus, [&](column_id c) {
    auto const words = r.resolve.words_of(c);
    if (words.empty() || words.size() > 2 || !is_agent_of(words.front(), r.token(verb))) return false;
    bool const text = r.names.content_of(c) == knowledge::content::text && !r.names.is_key(c) && !r.names.is_foreign_key(c);
    return text && (words.size() == 1 || words.back() == "name");
  });
}

/// Asks for the rows that a key refers to, over that key.
inline void follow_key(reading& r, key_to_table const& found) {
  t2s::detail::insert_at(r.plan.keys, 0, column_id(found.key));
  t2s::detail::insert_at(r.plan.key_words, 0, r.size());  // more than any column can have
}

/// "Who teaches Latin", "who has directed more than two plays"
inline void read_agents(reading& r) {
  if (!asks_who(r)) return;
  auto verb = std::size_t(1);
  while (r.is_word(verb, "has have had also ever is was are were currently")) ++verb;
  bool const small = verb >= r.size() || (retrieve::is_stop_word(r.token(verb)) && !r.is_word(verb, "own owns owned"));
  if (small || r.is_word(verb + 1, "by")) return;
  auto const found = key_of_agent(r, verb);
  if (auto const name = found || is_of_people(r, r.focus) ? std::nullopt : name_of_agent(r, verb)) {
    r.select(0, plain(*name));
    r.use_within(verb, verb + 1);
    return r.mark_read(0, verb + 1);
  }
  if (!found || (r.focus == found->of && found->key.table == found->of)) return;
  follow_key(r, *found);
  r.focus = found->of;
  r.resolve.set_main(r.focus);
  r.join(found->key.table);
  r.use_within(verb, verb + 1);
  r.mark_read(verb, verb + 1);
}

/// "How many clerks does each supervisor supervise": groups by a key to rows of the same table are called by the names of these.
inline void name_superiors(reading& r) {
  auto& p = r.plan;
  if (p.group_by.size() != 1 || p.both || p.computed || p.period || r.any_word(0, r.size(), "id ids number code key")) return;
  auto const key = p.group_by.front();
  if (key.is_table() || reference_to(r, key.table, key.table) != key || tables_of(p).size() != 1) return;
  auto const names = r.resolve.names_of(key.table);
  auto const own = r.resolve.key_of(key.table);
  std::size_t at = 0;
  while (at < p.select.size() && p.select[at] != plain(key)) ++at;
  if (at == p.select.size() || !own || t2s::detail::has(names, *own)) return;
  t2s::detail::drop_at(p.select, at);
  for (auto const c : names) {
    auto named = plain(c);
    named.via = key;
    t2s::detail::insert_at(p.select, at++, std::move(named));
  }
  r.require(0, key, comparison::not_null, {});
}

/// "Who is the owner of the account", of pairs of accounts and people with the role `owner`: the people.
inline void name_holder(reading& r) {
  bool const asks = asks_who(r) && r.is_word(1, "is are was were") && r.is_word(2, "the") && r.selected.empty();
  auto const role =
      asks ? r.next(3, 0, [&](std::size_t i) { return r.is_value(i) && !r.at(i).number && r.is_word(r.at(i).last, "of"); }) : std::nullopt;
  if (!role || !r.plan.group_by.empty() || r.plan.computed || r.plan.both || is_of_people(r, r.focus)) return;
  auto const pairs = r.at(*role).option(kind::value)->where.table;
  auto const whose = pairs != r.focus ? nearest_people(r, pairs) : table_asked();
  if (!whose || !reference_to(r, pairs, whose.table)) return;
  r.plan.select.clear();
  for (auto const c : r.resolve.names_of(whose.table)) r.plan.select.push_back(plain(c));
  r.plan.tables.push_back(pairs);
}

/// "Who is the captain of the team": the row that the key refers to, instead of the key.
inline void name_agent(reading& r) {
  name_holder(r);
  auto& p = r.plan;
  if (!asks_who(r) || p.select.size() != 1 || p.computed || p.period || p.group_by.size() > 1) return;
  auto const& only = p.select.front();
  if (!p.group_by.empty() && p.group_by.front() != only.what) return;
  if (!only.what || only.what->is_table() || only.how != aggregate::none || only.via || !r.names.is_foreign_key(*only.what)) return;
  auto const key = *only.what;
  auto const of = rows_referred(r, key);
  if (!of) return;
  p.select.clear();
  for (auto const c : r.resolve.names_of(*of)) p.select.push_back(plain(c));
  p.tables.push_back(key.table);
  if (auto const row = r.resolve.key_of(*of); row && !p.group_by.empty()) p.group_by.front() = *row;
  follow_key(r, {key, *of});
}

}  // namespace t2s::reader::detail

#endif
