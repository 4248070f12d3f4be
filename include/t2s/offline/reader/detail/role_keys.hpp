// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_ROLE_KEYS_HPP
#define T2S_OFFLINE_READER_DETAIL_ROLE_KEYS_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

/// Several keys of one table to another, and the words that tell them apart.
namespace t2s::reader::detail {

/// A key, and the words of its name that neither the table of its rows nor the other keys to them have; none for the plain key: `keeper_id`
/// beside `fed_by`.
struct role_key {
  column_id key{};
  std::vector<std::string_view> words{};
};

/// The keys of one table to the same rows of another.
struct role_keys {
  std::uint32_t of = 0;  // the table to which they lead
  std::vector<role_key> keys{};
};

/// The base of an irregular past form; the word itself for others.
[[nodiscard]] constexpr std::string_view base_of(std::string_view word) noexcept {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 22> all{
      {{"bought", "buy"}, {"sold", "sell"},     {"sent", "send"},   {"won", "win"},       {"lost", "lose"},    {"paid", "pay"},
       {"lent", "lend"},  {"taught", "teach"},  {"wrote", "write"}, {"written", "write"}, {"led", "lead"},     {"gave", "give"},
       {"given", "give"}, {"took", "take"},     {"taken", "take"},  {"drove", "drive"},   {"driven", "drive"}, {"flew", "fly"},
       {"flown", "fly"},  {"brought", "bring"}, {"left", "leave"},  {"built", "build"}}};
  for (auto const& [past, base] : all)
    if (past == word) return base;
  return word;
}

/// Whether a noun names who does what a verb says: "teacher" for "teaches", "owner" for "owned", "director" for "directed".
[[nodiscard]] inline bool is_agent_of(std::string_view noun, retrieve::token const& verb) {
  if (noun.size() < 5 || !(noun.ends_with("er") || noun.ends_with("or"))) return false;
  auto const base = noun.substr(0, noun.size() - 2);
  auto const is_base = [base](std::string_view v) {
    bool const doubled = base.size() > 3 && base.back() == base[base.size() - 2] && base.substr(0, base.size() - 1) == v;
    return v.size() > 1 && (v == base || doubled || (v.ends_with("e") && v.substr(0, v.size() - 1) == base));
  };
  std::string_view const word = verb.text;
  auto const without = [word](std::string_view ending) {
    return word.ends_with(ending) ? word.substr(0, word.size() - ending.size()) : std::string_view();
  };
  return is_base(base_of(word)) || is_base(verb.lemma) || is_base(without("ed")) || is_base(without("d")) || is_base(without("s")) ||
         is_base(without("es"));
}

/// Whether a word of the question and one of a key's name have the same root: "shipped" and "shipping", "sent" and "sender".
[[nodiscard]] inline bool has_root_of(retrieve::token const& asked, std::string_view named) {
  if (asked.text.size() < 3 || retrieve::is_stop_word(asked)) return asked.text == named;
  if (named.size() > 5 && named.ends_with("ee") && is_participle_of(asked.text, named.substr(0, named.size() - 2)))
    return true;  // "assigned" and `assignee`
  return knowledge::likeness(knowledge::standard_form(asked.lemma), named) >= 0.8 || is_participle_of(asked.text, named) ||
         retrieve::stem(asked.lemma) == retrieve::stem(named) || retrieve::stem(base_of(asked.text)) == retrieve::stem(named) ||
         retrieve::stem(asked.text) == retrieve::stem(named);
}

/// The tables to which a table has several keys whose names differ in their words.
[[nodiscard]] inline std::vector<role_keys> role_keys_of(reading const& r, std::uint32_t table) {
  std::vector<role_keys> all;
  auto const& t = r.names.connected().tables()[table];
  for (auto const& k : t.foreign_keys) {
    auto const* to = r.names.schema().find_table(k.table);
    auto const key = k.resolved && k.columns.size() == 1 && to && k.table != t.name ? r.resolve.place_of(t.name, k.columns.front())
                                                                                    : std::optional<column_id>();
    if (!key) continue;
    auto const of = static_cast<std::uint32_t>(r.names.schema().place_of(*to));
    auto* known = t2s::detail::find_if(all, [of](role_keys const& g) { return g.of == of; });
    if (!known) known = &all.emplace_back(role_keys{of});
    known->keys.push_back({*key, r.resolve.words_of(*key)});
  }
  t2s::detail::drop_if(all, [](role_keys const& g) { return g.keys.size() < 2; });
  for (auto& g : all) {
    auto const before = g.keys;
    auto const table_words = r.resolve.words_of({g.of});
    for (auto& k : g.keys)
      t2s::detail::drop_if(k.words, [&](std::string_view w) {
        return w == "id" || has_word(table_words, w) ||
               t2s::detail::all_of(before, [w](role_key const& other) { return has_word(other.words, w); });
      });
  }
  return all;
}

/// The only key of a group that a word names.
[[nodiscard]] inline std::optional<column_id> key_named(role_keys const& all, retrieve::token const& asked) {
  std::optional<column_id> only;
  for (auto const& k : all.keys) {
    if (!t2s::detail::any_of(k.words, [&](std::string_view w) { return has_root_of(asked, w); })) continue;
    if (only) return {};
    only = k.key;
  }
  return only;
}

}  // namespace t2s::reader::detail

#endif
