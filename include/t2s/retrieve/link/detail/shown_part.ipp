// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_SHOWN_PART_IPP
#define T2S_RETRIEVE_LINK_DETAIL_SHOWN_PART_IPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/link/detail/names_used.hpp"
#include "t2s/retrieve/link/detail/shown_columns.hpp"
#include "t2s/retrieve/link/detail/shown_part.hpp"
#include "t2s/retrieve/link/detail/table_ranking.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::link::detail {

/// Adds tables and columns to a choice.
class choice_widening {
 public:
  /// Adds at most up to `most` tokens.
  choice_widening(knowledge::lexicon const& names, schema_choice& choice, std::size_t most) : names_(names), choice_(choice), most_(most) {}

  [[nodiscard]] bool changed() const noexcept { return changed_; }

  /// Adds what a statement uses: tables that are not shown whole, of the others the columns.
  void add_used(std::vector<touched_table> const& used) {
    for (auto const& t : used) {
      auto* const shown = find(*t.table);
      if (!shown) add_whole(*t.table);
      for (auto const* c : t.columns)
        if (shown) add(*shown, static_cast<std::uint32_t>(c - t.table->columns.data()));
    }
  }

  /// Adds what an unknown name most likely means.
  void add_missing(failure const& why, std::vector<touched_table> const& used) {
    auto const name = std::string_view(why.subject).substr(why.subject.rfind('.') + 1);  // npos + 1 is 0
    if (name.empty()) return;
    if (why.code == errc::no_such_table) add_likely(name);
    if (why.code != errc::no_such_column) return;
    for (auto const& t : used) add_whole(*t.table);
    auto const owners = names_.schema().tables_with(name);
    if (owners.size() <= most_owners)
      for (auto const* t : owners) add_whole(*t);
    else
      add_likely(name);
  }

 private:
  static constexpr std::size_t most_owners = 3;  // tables with the column; if there are more, its name suggests none of them

  chosen_table* find(schema::table const& t) {
    auto const place = names_.schema().place_of(t);
    return t2s::detail::find_if(choice_.tables, [place](chosen_table const& c) { return c.table == place; });
  }

  void add_whole(schema::table const& t) {
    std::vector<std::uint32_t> all(t.columns.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    show(t, std::move(all));
  }

  void add(chosen_table const& to, std::uint32_t column) {
    if (t2s::detail::has(to.columns, column)) return;
    auto columns = to.columns;
    columns.insert(std::upper_bound(columns.begin(), columns.end(), column), column);
    show(names_.schema().tables()[to.table], std::move(columns));
  }

  /// Shows these columns of a table, and those that are shown already, if there is room.
  void show(schema::table const& t, std::vector<std::uint32_t> columns) {
    auto* shown = find(t);
    if (shown && shown->columns.size() == columns.size()) return;
    auto const dialect = names_.schema().sql_dialect();
    auto const now = choice_.tokens + tokens_of(t, columns, dialect) - (shown ? tokens_of(t, shown->columns, dialect) : 0);
    if (now > most_) return;
    if (!shown) shown = &choice_.tables.emplace_back(chosen_table{static_cast<std::uint32_t>(names_.schema().place_of(t)), 0, {}});
    choice_.columns += columns.size() - shown->columns.size();
    choice_.tokens = now;
    shown->columns = std::move(columns);
    changed_ = true;
  }

  /// Adds the likeliest table for the words of a name.
  void add_likely(std::string_view name) {
    std::string words;
    for (auto const& word : text::words_of_name(name)) words.append(words.empty() ? "" : " ").append(word);
    auto const found = all_links(names_, words);
    table_ranking const ranking(names_, found);
    auto const best = ranking.likeliest();
    if (best < ranking.scores().size() && ranking.scores()[best] > 0) add_whole(names_.schema().tables()[best]);
  }

  knowledge::lexicon const& names_;
  schema_choice& choice_;
  std::size_t most_;
  bool changed_ = false;
};

T2S_DECL void shown_part::show(std::shared_ptr<knowledge::lexicon const> names, schema_choice chosen) {
  names_ = std::move(names);
  choice_ = std::move(chosen);
  most_tokens_ = choice_.tokens + std::clamp(choice_.tokens, least_allowance, most_allowance);
  of_whole_->keep<knowledge::lexicon>({}, names_);  // otherwise a run on the part would store the part's names as those of the whole
  renew();
}

T2S_DECL void shown_part::widen(std::string_view sql, db::execution const& done) {
  if (!names_) return;
  auto const used = touched_by(sql, names_->schema());
  choice_widening widening(*names_, choice_, most_tokens_);
  widening.add_used(used);
  if (!done.ok()) widening.add_missing(*done.failure, used);
  if (widening.changed()) renew();
}

T2S_DECL void shown_part::renew() { versions_.push_front({chosen_schema(names_->schema(), choice_), known_parts::make_within(of_whole_)}); }

}  // namespace t2s::link::detail

#endif
