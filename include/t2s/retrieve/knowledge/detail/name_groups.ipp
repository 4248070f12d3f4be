// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_GROUPS_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_GROUPS_IPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/knowledge/detail/abbreviations.hpp"
#include "t2s/retrieve/knowledge/detail/name_groups.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace t2s::knowledge {
namespace detail {

/// The length of the prefix before a table's own name, with its separator; 0 without a separator.
inline std::size_t marked_group(std::string_view table) noexcept {
  auto const two = table.rfind("__"), dot = table.rfind('.');
  auto const length = two != table.npos && two > 0 ? two + 2 : dot != table.npos && dot > 0 ? dot + 1 : 0;
  return length < table.size() ? length : 0;
}

/// The length of the common prefix of two names that ends with `_` and leaves something of both.
inline std::size_t common_beginning(std::string_view a, std::string_view b) noexcept {
  std::size_t length = 0;
  for (std::size_t i = 0; i + 1 < std::min(a.size(), b.size()) && a[i] == b[i]; ++i)
    if (a[i] == '_') length = i + 1;
  return length;
}

/// Tables joined by declared keys, each group once, by the indices of their tables.
inline std::vector<std::vector<std::uint32_t>> joined_tables(schema::database const& d) {
  std::vector<std::vector<std::uint32_t>> groups;
  std::vector<bool> seen(d.tables().size());
  for (std::uint32_t first = 0; first < seen.size(); ++first) {
    if (seen[first]) continue;
    std::vector<std::uint32_t> group;
    group.push_back(first);
    seen[first] = true;
    for (std::size_t i = 0; i < group.size(); ++i)
      for (auto const& e : d.edges(group[i]))
        if (!seen[e.to]) {
          seen[e.to] = true;
          group.push_back(e.to);
        }
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  return groups;
}

/// Finds the groups whose prefix ends with a single `_`.
class underscore_groups {
 public:
  explicit underscore_groups(schema::database const& d) : tables_(d.tables()), length_(tables_.size()) {
    if (read_joined(d)) read_others();
  }

  [[nodiscard]] std::vector<std::size_t> lengths() && { return std::move(length_); }

 private:
  [[nodiscard]] std::string_view name_of(std::size_t table) const { return tables_[table].name; }
  [[nodiscard]] std::string_view beginning_of(std::size_t table) const { return name_of(table).substr(0, length_[table]); }

  /// False if most tables joined by keys have no common prefix.
  bool read_joined(schema::database const& d) {
    constexpr std::size_t fewest_groups = 3;
    t2s::detail::numbers_by_name groups;
    std::size_t joined = 0, grouped = 0;
    for (auto const& tables : joined_tables(d)) {
      auto const first = name_of(tables.front());
      auto length = first.size();
      for (auto const t : tables) length = std::min(length, common_beginning(first, name_of(t)));
      joined += tables.size();
      if (length == 0) continue;
      grouped += tables.size();
      groups.add(first.substr(0, length));
      for (auto const t : tables) length_[t] = length;
    }
    if (groups.names().size() >= fewest_groups && 4 * grouped >= 3 * joined && 4 * joined >= length_.size()) return true;
    length_.assign(length_.size(), 0);
    return false;
  }

  /// In sorted order, names with the same beginning are adjacent: the nearest table with keys, before or after, determines the group.
  void read_others() {
    std::vector<std::uint32_t> order(length_.size());
    for (std::uint32_t t = 0; t < order.size(); ++t) order[t] = t;
    t2s::detail::sort(order, [this](std::uint32_t a, std::uint32_t b) { return name_of(a) < name_of(b); });
    auto found = length_;
    std::vector<std::size_t> like(length_.size());
    look(order, false, found, like);
    look(order, true, found, like);
    for (std::size_t t = 0; t < length_.size(); ++t) length_[t] = found[t] != 0 ? found[t] : like[t];
  }

  void look(std::vector<std::uint32_t> const& order, bool backwards, std::vector<std::size_t>& found,
            std::vector<std::size_t>& like) const {
    std::string_view group, before;  // of the last table with keys, and the name of the last one without
    for (std::size_t i = 0; i < order.size(); ++i) {
      auto const t = order[backwards ? order.size() - 1 - i : i];
      if (length_[t] != 0) {
        group = beginning_of(t);
        continue;
      }
      if (name_of(t).starts_with(group) && name_of(t).size() > group.size()) found[t] = std::max(found[t], group.size());
      like[t] = std::max(like[t], common_beginning(name_of(t), before));
      before = name_of(t);
    }
  }

  std::vector<schema::table> const& tables_;
  std::vector<std::size_t> length_;
};

/// Whether a word, in any case, is one that names of databases often consist of, or a usual short form of one.
inline bool is_usual_word(std::string_view name) {
  auto const word = text::lower(name);
  auto const is_it = [&word](abbreviation const& a) { return a.letters == word || a.word == word; };
  if (t2s::detail::has(whole_words, std::string_view(word)) || t2s::detail::any_of(abbreviations, is_it)) return true;
  return t2s::detail::any_of(neighbours, [&word](std::string_view group) { return has_word(group, word); });
}

/// The length of a short prefix of all names: the `erp_` of `erp_order`, or consonants without a mark, the `FF` of `FFORDER`. 0 if there is
/// none, or there are so few names that they may begin so by chance.
inline std::size_t shared_prefix(std::vector<schema::table> const& tables) {
  constexpr std::size_t fewest = 4, longest = 4;
  if (tables.size() < fewest) return 0;
  std::string_view all = tables.front().name;
  for (auto const& t : tables) {
    std::size_t same = 0;
    while (same < std::min(all.size(), t.name.size()) && all[same] == t.name[same]) ++same;
    all = all.substr(0, same);
  }
  auto const leaves_a_name = [&](schema::table const& t) { return t.name.size() > all.size() + 1; };
  if (auto const mark = all.rfind('_'); mark != all.npos) all = all.substr(0, mark + 1);
  if (all.empty() || !t2s::detail::all_of(tables, leaves_a_name)) return 0;
  if (all.ends_with('_')) return all.size() - 1 <= longest ? all.size() : 0;
  bool const consonants = t2s::detail::all_of(all, [](char c) { return text::is_letter(c) && !is_vowel(text::lower(c)); });
  auto const rest_is_word = [&](schema::table const& t) { return is_usual_word(std::string_view(t.name).substr(all.size())); };
  return consonants && all.size() > 1 && all.size() < longest && t2s::detail::any_of(tables, rest_is_word) ? all.size() : 0;
}

}  // namespace detail

T2S_DECL std::vector<std::size_t> name_groups(schema::database const& d) {
  constexpr std::size_t large = 50;  // number of tables: in a smaller schema the words of a name are worth more than its prefix
  std::vector<std::size_t> marked;
  for (auto const& t : d.tables()) marked.push_back(detail::marked_group(t.name));
  bool const has_marks = t2s::detail::any_of(marked, [](std::size_t length) { return length != 0; });
  if (!has_marks && marked.size() <= large) marked.assign(marked.size(), detail::shared_prefix(d.tables()));
  return has_marks || marked.size() <= large ? marked : detail::underscore_groups(d).lengths();
}

}  // namespace t2s::knowledge

#endif
