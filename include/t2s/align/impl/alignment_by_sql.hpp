// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_ALIGN_IMPL_ALIGNMENT_BY_SQL_HPP
#define T2S_ALIGN_IMPL_ALIGNMENT_BY_SQL_HPP

#include "t2s/align/alignment.hpp"
#include "t2s/core/text.hpp"
#include "t2s/link/internal/names_used.hpp"
#include "t2s/link/lexical.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"
#include "t2s/sql/visit.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::align::detail {

inline alignment unaligned(std::string_view question, std::vector<retrieve::token> const& tokens) {
  alignment out;
  for (auto const& t : tokens) {
    out.emplace_back();
    out.back().token = question.substr(t.begin, t.end - t.begin);
  }
  return out;
}

inline entity entity_at(link::column_id where, schema::database const& d) {
  auto const& t = d.tables()[where.table];
  return {t.name, where.is_table() ? "" : t.columns[where.column].name};
}

/// The places of tables and columns that an SQL uses.
inline std::set<link::column_id> used_columns(std::string_view sql, schema::database const& d) {
  std::set<link::column_id> places;
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return places;
  auto const used = link::names_used(*parsed, d);
  auto const place = [&](schema::table const* t) { return static_cast<std::uint32_t>(t - d.tables().data()); };
  for (auto const* t : used.tables) places.insert({place(t)});
  for (auto const& [t, c] : used.columns) places.insert({place(t), static_cast<std::uint32_t>(c - t->columns.data())});
  return places;
}

/// The best link of a token, the first of equally good ones.
inline link::link const* best_link(std::vector<link::link> const& found, std::size_t token, double least) {
  link::link const* best = nullptr;
  for (auto const& l : found)
    if (l.first <= token && token < l.last && l.score >= least && (!best || l.score > best->score + 1e-9)) best = &l;
  return best;
}

/// A number or text that an SQL compares with a column.
struct compared_literal {
  link::column_id where{};
  std::string text{};
  bool is_number = false;
};

/// Aligns questions with one SQL.
class sql_aligner {
 public:
  sql_aligner(std::string_view sql, schema::database const& d) : schema_(d), parsed_(sql::parse(sql, d)) {
    if (!parsed_) return;
    names_ = sql::resolve(*parsed_, schema_);
    sql::visit(parsed_->root(), [this](sql::node const& n) { read_literals(n); });
  }

  [[nodiscard]] alignment align(std::string_view question) const {
    auto const used = parsed_ ? used_columns(parsed_->text(), schema_) : std::set<link::column_id>();
    link::lexicon names(schema_of(used));
    for (auto const& l : literals_)
      if (!l.is_number && used.contains(l.where)) {
        std::vector<std::vector<value>> const row{{value(l.text)}};
        names.add_values(place_in(used, l.where), row);
      }
    auto const linked = link::link_question(names, question);
    alignment out = unaligned(question, linked.tokens);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (auto const* number = number_of(linked.tokens[i]))
        align_number(out[i], *number);
      else if (auto const* best = best_link(linked.found, i, least)) {
        out[i].schema = entity_at(best->where, names.schema());
        out[i].to = best->is == link::link::kind::value ? aligned::value : best->where.is_table() ? aligned::table : aligned::column;
      }
    return out;
  }

 private:
  static constexpr double least = 0.5;

  static bool is_comparison(sql::op o) {
    using enum sql::op;
    return o == eq || o == ne || o == lt || o == le || o == gt || o == ge || o == is || o == is_not;
  }

  void read_literals(sql::node const& n) {
    bool const compares = (n.kind == sql::kind::operation && is_comparison(n.op)) || n.kind == sql::kind::like || n.kind == sql::kind::in ||
                          n.kind == sql::kind::between;
    if (!compares || n.count < 2 || n[0].kind != sql::kind::column) return;
    auto const* use = names_.find(n[0]);
    if (!use || !use->base.table || !use->base.column) return;
    auto const table = static_cast<std::uint32_t>(use->base.table - schema_.tables().data());
    auto const column = static_cast<std::uint32_t>(use->base.column - use->base.table->columns.data());
    for (auto const* child : n.children().subspan(1)) {
      auto const values = child->kind == sql::kind::list ? child->children() : std::span<sql::node const* const>(&child, 1);
      for (auto const* v : values) add_literal({table, column}, *v);
    }
  }

  void add_literal(link::column_id where, sql::node const& v) {
    bool const number = v.kind == sql::kind::number;
    bool const text = v.kind == sql::kind::string || (v.kind == sql::kind::column && v.name.quoted == sql::quote::twofold);
    if (!number && !text) return;
    auto content = std::string(v.name.view());
    if (text) std::erase(content, '%');  // of a LIKE
    literals_.push_back({where, std::move(content), number});
  }

  /// The schema of what is used, columns of a table in their order.
  [[nodiscard]] schema::database schema_of(std::set<link::column_id> const& used) const {
    std::vector<schema::table> tables;
    for (auto const id : used_tables(used)) {
      auto const& whole = schema_.tables()[id];
      tables.emplace_back();
      tables.back().name = whole.name;
      for (std::uint32_t c = 0; c < whole.columns.size(); ++c)
        if (used.contains({id, c})) tables.back().columns.push_back(whole.columns[c]);
    }
    return schema::database(std::move(tables));
  }

  [[nodiscard]] static std::set<std::uint32_t> used_tables(std::set<link::column_id> const& used) {
    std::set<std::uint32_t> tables;
    for (auto const id : used) tables.insert(id.table);
    return tables;
  }

  /// Where a used column stands in `schema_of`.
  [[nodiscard]] static link::column_id place_in(std::set<link::column_id> const& used, link::column_id of) {
    auto const tables = used_tables(used);
    auto const table = std::distance(tables.begin(), tables.find(of.table));
    auto const column = std::ranges::count_if(used, [&](link::column_id id) { return id.table == of.table && id.column < of.column; });
    return {static_cast<std::uint32_t>(table), static_cast<std::uint32_t>(column)};
  }

  [[nodiscard]] compared_literal const* number_of(retrieve::token const& t) const {
    if (t.is != retrieve::token::kind::number) return nullptr;
    auto const found = std::ranges::find_if(literals_, [&](compared_literal const& l) { return l.text == t.text; });
    return found == literals_.end() ? nullptr : &*found;
  }

  void align_number(aligned_token& token, compared_literal const& number) const {
    token.schema = entity_at(number.where, schema_);
    token.to = aligned::value;
  }

  schema::database const& schema_;
  sql::parsed parsed_;
  sql::resolution names_{};
  std::vector<compared_literal> literals_{};
};

}  // namespace t2s::align::detail

#endif
