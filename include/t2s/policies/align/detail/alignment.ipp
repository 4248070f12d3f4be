// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_DETAIL_ALIGNMENT_IPP
#define T2S_POLICIES_ALIGN_DETAIL_ALIGNMENT_IPP

#include "t2s/core/detail/edit_distance.hpp"
#include "t2s/core/detail/json_text.hpp"
#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/detail/object_reading.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/policies/align/detail/places.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/names_used.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace t2s::align {
namespace detail {

/// The best link of a token; if several are equally good, the first.
inline link::link const* best_link(std::vector<link::link> const& found, std::size_t token, double least) {
  link::link const* best = nullptr;
  for (auto const& l : found)
    if (l.first <= token && token < l.last && l.score >= least && (!best || l.score > best->score + 1e-9)) best = &l;
  return best;
}

/// Whether a token of a link is a word such as "of" beside others that are not. The words of a value are all its own.
inline bool is_function_word(std::vector<retrieve::token> const& tokens, link::link const& in, std::size_t token) {
  if (in.is == link::link::kind::value || !retrieve::is_stop_word(tokens[token])) return false;
  for (auto i = in.first; i < in.last; ++i)
    if (!retrieve::is_stop_word(tokens[i])) return true;
  return false;
}

/// A number or text that the SQL compares with a column.
struct compared_literal {
  knowledge::column_id where{};
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

  [[nodiscard]] alignment align(std::string_view question, std::string_view evidence) const {
    auto const used = parsed_ ? used_columns(parsed_->text(), schema_) : std::set<knowledge::column_id>();
    knowledge::lexicon names(schema_of(used));
    for (auto const& l : literals_)
      if (!l.is_number && used.contains(l.where)) {
        auto const* t = names.schema().find_table(schema_.tables()[l.where.table].name);
        std::vector<std::vector<value>> const row{{value(l.text)}};
        names.add_values(knowledge::id_of(names.schema(), *t, t->find_column(entity_at(l.where, schema_).column)), row);
      }
    auto const linked = link::link_question(names, question);
    alignment out = unaligned(question, linked.tokens);
    for (std::size_t i = 0; i < out.size(); ++i)
      if (auto const number = std::ranges::find(literals_, linked.tokens[i].text, &compared_literal::text);
          linked.tokens[i].is == retrieve::token::kind::number && number != literals_.end()) {
        out[i].schema = entity_at(number->where, schema_);
        out[i].to = aligned::value;
      } else if (auto const* best = best_link(linked.found, i, least); best && !is_function_word(linked.tokens, *best, i)) {
        out[i].schema = entity_at(best->where, names.schema());
        out[i].to = best->is == link::link::kind::value ? aligned::value : best->where.is_table() ? aligned::table : aligned::column;
      }
    align_other_forms(out, question, linked.tokens, evidence);
    return out;
  }

 private:
  static constexpr double least = 0.5;

  static bool is_comparison(sql::op o) {
    using enum sql::op;
    return o == eq || o == ne || o == lt || o == le || o == gt || o == ge || o == is || o == is_not;
  }

  /// Aligns the words for literals that the question does not have, by what is known of them.
  void align_other_forms(alignment& to, std::string_view question, std::vector<retrieve::token> const& tokens,
                         std::string_view evidence) const {
    auto const [own, appended] = without_evidence(question);
    auto words = tokens;
    std::erase_if(words, [end = own.size()](retrieve::token const& t) { return t.begin >= end; });
    for (auto const& l : literals_) {
      auto const where = entity_at(l.where, schema_);
      auto const is_aligned = [&](aligned_token const& t) { return t.to == aligned::value && t.schema == where; };
      if (std::any_of(to.begin(), to.begin() + std::ssize(words), is_aligned)) continue;
      auto const names = words_of_names(where);
      for (auto const text : {evidence, appended, std::string_view(schema_.tables()[l.where.table].columns[l.where.column].description)})
        for (auto const& said : clauses_of(text))
          if (auto const value = place_of(l.text, said); value.second > 0) align_words(to, words_for(value, said, words, names), where);
    }
  }

  /// Where a clause has a literal as it is written.
  static token_range place_of(std::string_view literal, clause const& said) {
    static constexpr std::size_t longest = 6;
    for (std::size_t i = 0; i < said.tokens.size(); ++i)
      for (auto j = i + 1; j <= std::min(i + longest, said.tokens.size()); ++j)
        if (said.written(i, j) == literal) return {i, j};
    return {};
  }

  void read_literals(sql::node const& n) {
    bool const compares = (n.kind == sql::kind::operation && is_comparison(n.op)) || n.kind == sql::kind::like || n.kind == sql::kind::in ||
                          n.kind == sql::kind::between;
    if (!compares || n.count < 2 || n[0].kind != sql::kind::column) return;
    auto const* use = names_.find(n[0]);
    if (!use || !use->base.table || !use->base.column) return;
    auto const where = knowledge::id_of(schema_, *use->base.table, use->base.column);
    for (auto const* child : n.children().subspan(1)) {
      auto const values = child->kind == sql::kind::list ? child->children() : std::span<sql::node const* const>(&child, 1);
      for (auto const* v : values) add_literal(where, *v);
    }
  }

  void add_literal(knowledge::column_id where, sql::node const& v) {
    bool const number = v.kind == sql::kind::number;
    bool const text = v.kind == sql::kind::string || (v.kind == sql::kind::column && v.name.quoted == sql::quote::twofold);
    if (!number && !text) return;
    auto content = std::string(v.name.view());
    if (text) std::erase(content, '%');  // for LIKE
    literals_.push_back({where, std::move(content), number});
  }

  /// A schema of the used parts, with a table's columns in order.
  [[nodiscard]] schema::database schema_of(std::set<knowledge::column_id> const& used) const {
    std::vector<schema::table> tables;
    for (auto const id : used) {
      auto const& whole = schema_.tables()[id.table];
      if (tables.empty() || tables.back().name != whole.name) tables.emplace_back().name = whole.name;
      if (!id.is_table()) tables.back().columns.push_back(whole.columns[id.column]);
    }
    return schema::database(std::move(tables), schema_.dialect());
  }

  schema::database const& schema_;
  sql::parsed parsed_;
  sql::resolution names_{};
  std::vector<compared_literal> literals_{};
};

/// Reads a model's alignment.
struct alignment_reader {
  std::string_view question_;
  schema::database const& schema_;
  std::set<knowledge::column_id> used_;  // by the SQL
  std::vector<std::string> words_{};     // of the model's tokens
  std::vector<aligned_token> tags_{};
  std::vector<std::string> left_out_{};

  [[nodiscard]] linked_entities read(std::string_view completion) {
    auto const tokens = retrieve::tokens_of(question_);
    alignment out = unaligned(question_, tokens);
    auto const objects = llm::read_objects(completion);
    if (!objects) return linked_entities(std::move(out), objects.error_found().text());
    read_tags(*objects, 2 * tokens.size() + 64);
    std::vector<std::string> own;
    for (auto const& t : tokens) own.push_back(t.text);
    for (auto const& [i, j] : t2s::detail::common_subsequence(own, words_)) {
      out[i].schema = tags_[j].schema;
      out[i].to = tags_[j].to;
    }
    return linked_entities(std::move(out), text::join(left_out_, "; "));
  }

 private:
  /// Reads one word for each of the model's tokens, however it split the question; at most `most`.
  void read_tags(std::vector<llm::text_object> const& objects, std::size_t most) {
    for (auto const& o : objects) {
      auto const tag = tag_of(o);
      for (auto& t : retrieve::tokens_of(o["token"])) {
        if (words_.size() >= most) return;
        words_.push_back(std::move(t.text));
        tags_.push_back(tag);
      }
    }
  }

  [[nodiscard]] aligned_token tag_of(llm::text_object const& o) {
    auto const schema = o["schema"];
    auto const type = text::lower(text::trim(o["type"]));
    aligned_token tag;
    bool const none = schema.empty() || text::same(schema, "null") || text::same(schema, "none");
    if (none || schema.find('*') != schema.npos) return tag;
    bool const value = type.starts_with("val");
    auto const entity = find(schema, value || type.starts_with("col"));
    if (!entity) {
      leave_out(schema);
      return tag;
    }
    tag.schema = *entity;
    tag.to = entity->column.empty() ? aligned::table : value ? aligned::value : aligned::column;
    return tag;
  }

  void leave_out(std::string_view schema) {
    auto what = std::string("the schema has no ").append(text::valid_utf8(schema.substr(0, 60)));
    if (left_out_.size() < 5 && std::ranges::find(left_out_, what) == left_out_.end()) left_out_.push_back(std::move(what));
  }

  [[nodiscard]] static std::string_view bare(std::string_view name) {
    name = text::trim(name);
    static constexpr std::string_view open = "\"`'[", close = "\"`']";
    auto const mark = name.empty() ? open.npos : open.find(name.front());
    if (name.size() > 1 && mark != open.npos && name.back() == close[mark]) name = name.substr(1, name.size() - 2);
    return text::trim(name);
  }

  /// The entity of the schema with a name, in the schema's spelling.
  [[nodiscard]] std::optional<entity> find(std::string_view written, bool column_first) const {
    for (auto const name : {text::trim(written), bare(written)}) {
      auto found = column_first ? column(name) : table(name);
      if (!found) found = column_first ? table(name) : column(name);
      if (found) return found;
    }
    return {};
  }

  [[nodiscard]] std::optional<entity> table(std::string_view name) const {
    auto const* t = schema_.find_table(bare(name));
    return t ? std::optional(entity{t->name, {}}) : std::nullopt;
  }

  [[nodiscard]] std::optional<entity> column(std::string_view name) const {
    for (auto dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
      auto const* t = schema_.find_table(bare(name.substr(0, dot)));
      auto const* c = t ? t->find_column(bare(name.substr(dot + 1))) : nullptr;
      if (c) return entity{t->name, c->name};
    }
    return column_of_any_table(bare(name));
  }

  /// A column without a table: that of the only table that has it, or of the only one that the SQL uses; otherwise just its name.
  [[nodiscard]] std::optional<entity> column_of_any_table(std::string_view name) const {
    auto const owners = schema_.tables_with(name);
    if (owners.empty()) return {};
    std::vector<schema::table const*> used;
    for (auto const* t : owners)
      if (used_.contains(knowledge::id_of(schema_, *t))) used.push_back(t);
    auto const& likely = used.empty() ? owners : used;
    auto const spelt = likely.front()->find_column(name)->name;
    return entity{likely.size() == 1 ? likely.front()->name : "", spelt};
  }
};

/// The uses of columns that only join two sources: both sides of `a.x = b.x`, anywhere, and the columns after USING.
inline std::set<sql::node const*> join_keys(sql::query const& q, sql::resolution const& names) {
  std::set<sql::node const*> keys;
  auto const source_of = [&](sql::node const& n) {
    auto const* use = n.kind == sql::kind::column ? names.find(n) : nullptr;
    return use ? use->table : sql::resolved_column::none;
  };
  sql::visit(q.root(), [&](sql::node const& n) {
    if (n.kind == sql::kind::using_columns)
      for (auto const* name : n.children()) keys.insert(name);
    if (n.kind != sql::kind::operation || n.op != sql::op::eq || n.count != 2) return;
    auto const left = source_of(n[0]), right = source_of(n[1]);
    if (left != sql::resolved_column::none && right != sql::resolved_column::none && left != right) keys.insert({&n[0], &n[1]});
  });
  return keys;
}

/// A table or column spelt as SQL.
inline std::string as_sql(entity const& e, sql::dialect d) {
  if (e.table.empty() || e.column.empty()) return schema::sql_name(e.column.empty() ? e.table : e.column, d);
  return schema::sql_name(e.table, d).append(".").append(schema::sql_name(e.column, d));
}

/// Whether a query uses a column.
inline bool uses(sql::entities const& used, entity const& wanted) {
  return std::ranges::any_of(used.columns, [&](sql::column_use const& c) {
    if (c.what != sql::reference::column || !text::same(c.name, wanted.column)) return false;
    auto const owner = used.table_of(c);
    bool const open = owner.empty() && c.source == sql::column_use::unknown;
    return wanted.table.empty() || text::same(owner, wanted.table) || open;
  });
}

inline bool uses(sql::entities const& used, std::string const& table) {
  return std::ranges::any_of(used.tables, [&](sql::table_use const& t) { return text::same(t.name, table); });
}

/// Whether a text that does not parse contains a name.
inline bool contains_name(std::string_view sql, std::string_view name) {
  auto const in = text::lower(sql), wanted = text::lower(name);
  auto const is_part = [&](std::size_t i) { return i < in.size() && (text::is_letter(in[i]) || text::is_digit(in[i]) || in[i] == '_'); };
  for (auto at = in.find(wanted); at != in.npos; at = in.find(wanted, at + 1))
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + wanted.size())) return true;
  return false;
}

template <class HasTable, class HasColumn>
missing without(linked_entities const& linked, schema::database const& d, HasTable has_table, HasColumn has_column) {
  missing lacking;
  lacking.dialect = d.sql_dialect();
  std::ranges::copy_if(linked.tables, std::back_inserter(lacking.tables), [&](std::string const& t) { return !has_table(t); });
  std::ranges::copy_if(linked.columns, std::back_inserter(lacking.columns), [&](entity const& c) { return !has_column(c); });
  return lacking;
}

}  // namespace detail

T2S_DECL linked_entities::linked_entities(alignment found, std::string left_out) : tokens(std::move(found)), why(std::move(left_out)) {
  for (auto const& t : tokens)
    if (t.to != aligned::nothing) detail::add_once(*this, t.schema);
}

T2S_DECL std::string tokenized(std::string_view question) {
  std::string out;
  for (auto const& t : retrieve::tokens_of(question)) out.append(out.empty() ? "" : " ").append(question.substr(t.begin, t.end - t.begin));
  return out;
}

T2S_DECL std::string to_text(alignment const& a) {
  static constexpr std::array<std::string_view, 4> types{"null", "\"tbl\"", "\"col\"", "\"val\""};
  std::string out = "[";
  for (auto const& t : a) {
    bool const null = t.to == aligned::nothing;
    out.append(out.size() == 1 ? "\n" : ",\n").append("  {\"token\": ").append(t2s::detail::json_text(one_line(t.token)));
    out.append(", \"schema\": ").append(null ? "null" : t2s::detail::json_text(one_line(to_text(t.schema))));
    out.append(", \"type\": ").append(types[static_cast<std::size_t>(t.to)]).append("}");
  }
  return out.append(a.empty() ? "]" : "\n]");
}

T2S_DECL linked_entities read_alignment(std::string_view completion, std::string_view question, std::string_view sql,
                                        schema::database const& d) {
  return detail::alignment_reader(question, d, detail::used_columns(sql, d)).read(completion);
}

T2S_DECL alignment align_by_sql(std::string_view question, std::string_view sql, schema::database const& d, std::string_view evidence) {
  return detail::sql_aligner(sql, d).align(question, evidence);
}

T2S_DECL linked_entities entities_used(std::string_view sql, schema::database const& d) {
  linked_entities out;
  auto const parsed = sql::parse(sql, d);
  if (!parsed) {
    out.why = "the SQL does not parse: " + to_string(parsed.error());
    return out;
  }
  auto names = sql::resolve(*parsed, d);
  auto const keys = detail::join_keys(*parsed, names);
  std::erase_if(names.columns, [&](sql::resolved_column const& c) { return keys.contains(c.at); });
  auto const used = link::names_used(std::move(names));
  for (auto const* t : used.tables) out.tables.push_back(t->name);
  for (auto const& [t, c] : used.columns) out.columns.push_back({t->name, c->name});
  return out;
}

T2S_DECL missing missing_in(std::string_view sql, schema::database const& d, linked_entities const& linked) {
  auto const parsed = sql::parse(sql, d);
  if (!parsed)
    return detail::without(
        linked, d, [&](std::string const& t) { return detail::contains_name(sql, t); },
        [&](entity const& c) { return detail::contains_name(sql, c.column); });
  auto const used = sql::entities_of(*parsed, d);
  auto const has = [&](auto const& one) { return detail::uses(used, one); };
  return detail::without(linked, d, has, has);
}

T2S_DECL std::string to_text(missing const& m) {
  std::vector<std::string> tables, columns;
  for (auto const& t : m.tables) tables.push_back(one_line(detail::as_sql({t, {}}, m.dialect)));
  for (auto const& c : m.columns) columns.push_back(one_line(detail::as_sql(c, m.dialect)));
  std::string out;
  if (!tables.empty()) out.append("tables ").append(text::join(tables, ", "));
  if (!columns.empty()) out.append(out.empty() ? "" : " and ").append("columns ").append(text::join(columns, ", "));
  return out;
}

}  // namespace t2s::align

#endif
