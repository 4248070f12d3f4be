// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_MAC_SQL_DETAIL_SELECTOR_IPP
#define T2S_SYSTEMS_MAC_SQL_DETAIL_SELECTOR_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/detail/object_reading.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/link/schema_retrieval.hpp"
#include "t2s/systems/mac_sql/detail/selector.hpp"

#include <algorithm>
#include <cstdint>

namespace t2s::mac {
namespace detail::selecting {

/// The kept part of a table.
struct kept_table {
  bool dropped = false;
  bool whole = true;
  std::vector<bool> columns{};  ///< unless it is kept whole
};

inline bool drops_table(llm::text_item const& said) {
  return !said.is_list && said.texts.size() == 1 &&
         (text::same(said.texts.front(), "drop_all") || text::same(said.texts.front(), "drop all"));
}

/// The index of a column, which may be qualified by its table; nothing if it does not exist.
inline std::optional<std::size_t> place_of(schema::table const& t, std::string_view name) {
  auto const* found = t.find_column(name);
  if (!found) found = t.find_column(name.substr(name.rfind('.') + 1));
  return found ? std::optional(static_cast<std::size_t>(found - t.columns.data())) : std::nullopt;
}

inline kept_table kept_of(schema::table const& t, llm::text_item const& said) {
  kept_table k;
  k.columns.resize(t.columns.size());
  k.dropped = drops_table(said);
  for (auto const& name : said.texts)
    if (auto const place = place_of(t, name)) {
      k.columns[*place] = true;
      k.whole = false;
    }
  return k;
}

inline void keep(kept_table& k, schema::table const& t, std::vector<std::string> const& names) {
  for (auto const& name : names)
    if (auto const place = place_of(t, name)) k.columns[*place] = true;
}

/// Keeps primary keys, and both sides of the keys between kept tables.
inline void keep_keys(schema::database const& d, std::vector<kept_table>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const& t = d.tables()[i];
    if (all[i].dropped) continue;
    keep(all[i], t, t.primary_key());
    for (auto const& key : t.foreign_keys) {
      auto const* to = key.resolved ? d.find_table(key.table) : nullptr;
      if (!to || all[d.place_of(*to)].dropped) continue;
      keep(all[i], t, key.columns);
      keep(all[d.place_of(*to)], *to, key.referenced);
    }
  }
}

inline link::schema_choice choice_of(schema::database const& d, std::vector<kept_table> const& all) {
  link::schema_choice made;
  made.all_tables = all.size();
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    auto const& t = d.tables()[i];
    made.all_columns += t.columns.size();
    if (all[i].dropped) continue;
    auto& one = made.tables.emplace_back();
    one.table = i;
    for (std::uint32_t c = 0; c < t.columns.size(); ++c)
      if (all[i].whole || all[i].columns[c]) one.columns.push_back(c);
    made.columns += one.columns.size();
  }
  return made;
}

}  // namespace detail::selecting

T2S_DECL bool selector::is_needed(schema::database const& d) const noexcept {
  if (!enabled || d.empty()) return false;
  std::size_t all = 0;
  for (auto const& t : d.tables()) all += t.columns.size();
  return all > columns || all / d.tables().size() > columns_a_table;
}

T2S_DECL std::optional<schema::database> selector::part_of_reply(schema::database const& d, std::string_view reply) {
  auto const read = llm::read_objects(reply);
  if (!read) return {};
  std::vector<detail::selecting::kept_table> all(d.tables().size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i].columns.resize(d.tables()[i].columns.size());
  for (auto const& object : *read)
    for (auto const& said : object.items)
      if (auto const* t = d.find_table(said.name)) all[d.place_of(*t)] = detail::selecting::kept_of(*t, said);
  detail::selecting::keep_keys(d, all);
  auto const choice = detail::selecting::choice_of(d, all);
  if (choice.tables.empty() || choice.is_whole()) return {};
  return link::chosen_schema(d, choice);
}

T2S_DECL llm::request selector::request(schema::database const& d, question const& asked, samples const& shown) const {
  llm::request asking(prompt.fill({{"tables", knowledge::describe_tables(d, shown.tables, examples)},
                                   {"foreign_keys", knowledge::describe_foreign_keys(d), true},
                                   {"question", asked.clear},
                                   {"whole", std::to_string(whole_columns), true},
                                   {"kept", std::to_string(kept_columns), true},
                                   {"least", std::to_string(least_tables), true}}));
  asking.temperature = temperature;
  asking.asks = asks;
  asking.expects = llm::reply_kind::json;
  return asking;
}

T2S_DECL void selector::drop_rows(std::vector<table_sample>& of, schema::database const& kept) {
  std::erase_if(of, [&kept](table_sample const& t) { return !kept.find_table(t.table); });
}

}  // namespace t2s::mac

#endif
