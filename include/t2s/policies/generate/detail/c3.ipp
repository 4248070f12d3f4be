// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DETAIL_C3_IPP
#define T2S_POLICIES_GENERATE_DETAIL_C3_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/policies/generate/c3.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace t2s::generate {
namespace detail {

using recall = std::vector<recalled_table>;

inline recalled_table const* find_recalled(recall const& of, std::string_view name) {
  auto const found = std::find_if(of.begin(), of.end(), [&](recalled_table const& t) { return text::same(t.table->name, name); });
  return found == of.end() ? nullptr : &*found;
}
inline recalled_table::column const* find_recalled(recalled_table const& of, std::string_view name) {
  auto const found = std::find_if(of.columns.begin(), of.columns.end(), [&](auto const& c) { return text::same(c.name, name); });
  return found == of.columns.end() ? nullptr : &*found;
}

/// Visits the foreign keys between these tables, with one column on each side as `a.x = b.y`.
template <class Visitor>
void each_key(recall const& of, Visitor visit) {
  for (auto const& t : of)
    for (auto const& key : t.table->foreign_keys)
      if (auto const* other = find_recalled(of, key.table); other && key.resolved)
        for (std::size_t i = 0; i < key.columns.size(); ++i) visit(t, key.columns[i], *other, key.referenced[i]);
}

inline std::string keys_text(recall const& of) {
  std::string s;
  each_key(of, [&s](recalled_table const& a, std::string const& x, recalled_table const& b, std::string const& y) {
    auto const line = a.table->name + "." + x + " = " + b.table->name + "." + y;
    s.append("# ").append(one_line(line)).append("\n");
  });
  return s;
}

/// `# table ( col ( v1, v2 ), col )`, or with values as in the SQL prompt: `col("v1", "v2")`.
inline std::string tables_text(recall const& of, bool quoted) {
  std::string s;
  for (auto const& t : of) {
    std::string line = t.table->name + " ( ";
    for (auto const& c : t.columns) {
      if (&c != &t.columns.front()) line += ", ";
      line += c.name;
      if (!c.values.empty())
        line.append(quoted ? "(\"" : " ( ").append(text::join(c.values, quoted ? "\", \"" : ", ")).append(quoted ? "\")" : " )");
      if (auto const* column = t.table->find_column(c.name)) line += schema::comment_of(*column);
    }
    s.append("# ").append(one_line(line)).append(" )\n");
  }
  return s;
}

inline std::vector<std::string> values_of(link::linked_question const& linked, knowledge::column_id where, std::size_t most) {
  std::vector<std::string> found;
  for (auto const& l : linked.found.found) {
    bool const here = l.is == link::link::kind::value && l.where == where && !l.value.empty();
    if (here && found.size() < most && std::find(found.begin(), found.end(), l.value) == found.end()) found.push_back(l.value);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Counts for each column how many completions list it, in the order of its first listing.
struct column_votes {
  std::vector<std::pair<std::size_t, recalled_table::column const*>> counts{};

  void add(recalled_table::column const* c) {
    auto const known = std::ranges::find(counts, c, [](auto const& count) { return count.second; });
    known == counts.end() ? void(counts.emplace_back(1, c)) : void(++known->first);
  }
  /// The columns listed most often; of equal ones the first.
  [[nodiscard]] std::vector<recalled_table::column> most(std::size_t n) {
    std::vector<recalled_table::column> out;
    for (; n > 0 && !counts.empty(); --n) {
      auto const next = std::ranges::max_element(counts, {}, [](auto const& count) { return count.first; });
      out.push_back(*next->second);
      counts.erase(next);
    }
    return out;
  }
};

/// The first columns of a list that the table has, each once.
inline std::vector<recalled_table::column const*> valid_columns(recalled_table const& of, std::vector<std::string> const& said,
                                                                std::size_t most) {
  std::vector<recalled_table::column const*> out;
  for (auto const& name : said) {
    auto const* c = find_recalled(of, std::string_view(name).substr(name.rfind('.') + 1));
    if (c && out.size() < most && std::find(out.begin(), out.end(), c) == out.end()) out.push_back(c);
  }
  return out;
}

/// What a completion lists for each table, nothing for tables that it does not name. A table named twice counts as one list.
inline std::vector<std::optional<std::vector<std::string>>> lists_of_tables(recall const& of, std::string const& completion) {
  std::vector<std::optional<std::vector<std::string>>> lists(of.size());
  auto const said = llm::read_item_lists(completion);
  if (!said) return lists;
  for (auto const& list : *said) {
    auto const* t = find_recalled(of, list.name);
    if (!t) continue;
    auto& whole = lists[static_cast<std::size_t>(t - of.data())];
    if (!whole) whole.emplace();
    whole->insert(whole->end(), list.items.begin(), list.items.end());
  }
  return lists;
}

}  // namespace detail

T2S_DECL std::vector<recalled_table> c3::everything(schema::database const& d, link::linked_question const* linked) const {
  std::vector<recalled_table> all;
  for (std::uint32_t t = 0; t < d.tables().size(); ++t) {
    auto const& table = d.tables()[t];
    recalled_table one{&table, {}};
    for (std::uint32_t c = 0; c < table.columns.size(); ++c)
      one.columns.push_back({table.columns[c].name, linked ? detail::values_of(*linked, {t, c}, values) : std::vector<std::string>()});
    if (!table.is_view) all.push_back(std::move(one));
  }
  return all;
}

T2S_DECL std::vector<recalled_table> c3::vote_on_tables(std::vector<recalled_table> const& of,
                                                        std::vector<std::string> const& completions) const {
  using set = std::vector<recalled_table const*>;
  std::vector<std::pair<set, set>> ballots;  // as listed, and sorted
  for (auto const& c : completions) {
    auto const said = llm::read_keywords(c);
    set valid;
    for (auto const& one : said ? *said : std::vector<std::string>()) {
      auto const* t = detail::find_recalled(of, one);
      if (t && valid.size() < tables && std::find(valid.begin(), valid.end(), t) == valid.end()) valid.push_back(t);
    }
    auto sorted = valid;
    std::sort(sorted.begin(), sorted.end());
    if (!valid.empty()) ballots.emplace_back(std::move(valid), std::move(sorted));
  }
  auto const votes = [&](auto const& b) {
    return std::count_if(ballots.begin(), ballots.end(), [&](auto const& o) { return o.second == b.second; });
  };
  auto const best = std::max_element(ballots.begin(), ballots.end(), [&](auto const& a, auto const& b) { return votes(a) < votes(b); });
  std::vector<recalled_table> out;
  if (best != ballots.end())
    for (auto const* t : best->first) out.push_back(*t);
  return out;
}

T2S_DECL std::vector<recalled_table> c3::vote_on_columns(std::vector<recalled_table> const& of,
                                                         std::vector<std::string> const& completions) const {
  std::vector<detail::column_votes> votes(of.size());
  bool any = false;
  for (auto const& c : completions) {
    auto const lists = detail::lists_of_tables(of, c);
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (!lists[i]) continue;
      any = true;
      for (auto const* column : detail::valid_columns(of[i], *lists[i], columns_listed)) votes[i].add(column);
    }
  }
  if (!any) return {};
  auto out = of;
  for (std::size_t i = 0; i < of.size(); ++i)
    if (auto kept = votes[i].most(columns); !kept.empty()) out[i].columns = std::move(kept);
  auto const add = [&](recalled_table const& whole, std::string const& column) {
    auto& mine = out[static_cast<std::size_t>(&whole - of.data())];
    if (auto const* c = detail::find_recalled(whole, column); c && !detail::find_recalled(mine, column)) mine.columns.push_back(*c);
  };
  detail::each_key(of, [&](recalled_table const& a, std::string const& x, recalled_table const& b, std::string const& y) {
    add(a, x);
    add(b, y);
  });
  return out;
}

T2S_DECL std::vector<llm::message> c3::conversation(schema::database const& d, std::vector<recalled_table> const& of, question const& asked,
                                                    samples const& shown) const {
  auto const is_recalled = [&of](table_sample const& t) { return detail::find_recalled(of, t.table) != nullptr; };
  detail::inserted_rows const sampled(shown.tables, d.sql_dialect(), is_recalled, rows);
  std::string commented, contents;
  for (auto const line : text::split(sampled.inserts, '\n')) commented.append("# ").append(line).append("\n");
  if (!sampled.inserts.empty()) contents = rows_part.fill({{"most", std::to_string(sampled.most)}, {"inserts", commented}});
  auto const schema = detail::tables_text(of, true) + detail::keys_text(of);
  std::vector<llm::message> all;
  all.emplace_back(llm::role::system, system_prompt.text());
  all.emplace_back(llm::role::user, column_hint.text());
  all.emplace_back(llm::role::assistant, column_hint_taken.text());
  all.emplace_back(llm::role::user, operator_hint.text());
  all.emplace_back(llm::role::assistant, operator_hint_taken.text());
  all.emplace_back(
      llm::role::user,
      prompt.fill({{"dialect", sql::title_of(d), true}, {"schema", schema}, {"rows", contents, true}, {"question", asked.clear}}));
  return all;
}

T2S_DECL std::string c3::asking_for_tables(std::vector<recalled_table> const& of, question const& asked) const {
  return table_prompt.fill({{"schema", detail::tables_text(of, false)}, {"question", asked.clear}});
}

T2S_DECL std::string c3::asking_for_columns(std::vector<recalled_table> const& of, question const& asked) const {
  return column_prompt.fill({{"schema", detail::tables_text(of, false)}, {"keys", detail::keys_text(of)}, {"question", asked.clear}});
}

}  // namespace t2s::generate

#endif
