// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SEMANTIC_LAYER_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SEMANTIC_LAYER_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/meant_name.hpp"
#include "t2s/retrieve/knowledge/detail/semantic_layer.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace t2s::knowledge {
namespace detail {

/// "line 12 of "shop.yml": metric revenue".
inline std::string place_of(semantic_name const& what, std::string_view kind) {
  return "line " + std::to_string(what.line) + " of \"" + what.file + "\": " + std::string(kind) + " " + what.name;
}

[[noreturn]] inline void refuse(semantic_name const& what, std::string_view kind, std::string const& fault, std::string remedy,
                                errc code = errc::malformed_data) {
  throw error(failure{code, place_of(what, kind) + " " + fault, what.name, std::move(remedy)});
}

/// Whether an expression is the name of a column of a table, and nothing else.
inline schema::column const* plain_column(schema::table const* table, std::string_view expr) {
  auto name = text::trim(expr);
  if (name.size() > 2 && (name.front() == '"' || name.front() == '`') && name.back() == name.front())
    name = name.substr(1, name.size() - 2);
  return table ? table->find_column(name) : nullptr;
}

/// The dimension of `Dimension('entity__name')` or `TimeDimension('entity__name', 'day')`, without its braces, if it is one of the model
/// itself.
inline semantic_dimension const* own_dimension(std::string_view call, semantic_model const& of) {
  bool const known = call.starts_with("Dimension(") || call.starts_with("TimeDimension(");
  auto const quote = call.find_first_of("'\""), end = quote == call.npos ? quote : call.find(call[quote], quote + 1);
  if (!known || end == call.npos) return nullptr;
  auto const rest = text::trim(call.substr(end + 1));
  if (rest != ")" && rest != ", 'day')" && rest != ",'day')" && rest != ", \"day\")") return nullptr;  // another grain
  auto const full = call.substr(quote + 1, end - quote - 1);
  auto const bar = full.rfind("__");
  auto const entity = bar == full.npos ? std::string_view() : full.substr(0, bar), name = bar == full.npos ? full : full.substr(bar + 2);
  bool const is_own =
      entity.empty() || t2s::detail::any_of(of.entities, [&](semantic_entity const& e) { return e.name == entity && e.identifies(); });
  return is_own ? t2s::detail::find_if(of.dimensions, [&](semantic_dimension const& d) { return d.name == name; }) : nullptr;
}

/// The columns in an SQL expression, in the order of the text, after "SELECT ".
inline constexpr std::string_view select_before = "SELECT ";

/// Parses an expression. Nothing if it is none, or holds a subquery or a comment.
inline std::optional<sql::query> parsed_expression(std::string_view expression, sql::grammar const& in) {
  if (expression.find("--") != expression.npos || expression.find("/*") != expression.npos) return {};
  auto parsed = sql::parse(std::string(select_before).append(expression), {.grammar = in});
  if (!parsed || sql::all_of(parsed->root(), sql::kind::select).size() != 1) return {};
  auto const* select = parsed->root().find(sql::kind::select);
  if (!select || select->find(sql::kind::from) || !select->find(sql::kind::columns) || select->find(sql::kind::columns)->count != 1)
    return {};
  return *std::move(parsed);
}

/// Checks one layer against one database.
class layer_check {
 public:
  layer_check(semantic_layer const& all, schema::database const& to) : all_(all), to_(to) {}

  void run() {
    require_unique(all_.models, "semantic model");
    require_unique(all_.metrics, "metric");
    for (auto const& m : all_.models) check(m);
    for (auto const& m : all_.metrics) wrong_.note_errors_of([&] { check(m); });
    wrong_.throw_if_any();
  }

 private:
  template <class Names>
  void require_unique(Names const& names, std::string_view kind) {
    std::map<std::string_view, semantic_name const*> known;
    for (auto const& one : names) {
      auto const [place, is_new] = known.emplace(one.name, &one);
      if (!is_new)
        wrong_.note_errors_of([&] {
          auto const& other = *place->second;
          refuse(one, kind, "is defined in line " + std::to_string(other.line) + " of \"" + other.file + "\", too", "rename or remove one");
        });
    }
  }

  void check(semantic_model const& m) {
    auto const* table = to_.find_table(m.table);
    if (!table) {
      wrong_.note_errors_of([&] {
        refuse(m, "semantic model", "is of the table " + m.table + ", which does not exist", proposal(m.table, names_of(to_.tables())),
               errc::no_such_table);
      });
      return;
    }
    require_unique(m.entities, "entity");
    require_unique(m.dimensions, "dimension");
    require_unique(m.measures, "measure");
    for (auto const& e : m.entities) wrong_.note_errors_of([&] { check(e, *table); });
    for (auto const& d : m.dimensions) wrong_.note_errors_of([&] { check_expression(d, "dimension", d.expr, *table); });
    for (auto const& x : m.measures) wrong_.note_errors_of([&] { check(x, m, *table); });
    if (!m.time.empty()) wrong_.note_errors_of([&] { require_time(m, "semantic model", m.time, m); });
  }

  static void check(semantic_entity const& e, schema::table const& table) {
    if (plain_column(&table, e.expr)) return;
    refuse(e, "entity", "is " + e.expr + ", which is no column of " + table.name,
           "write expr: with a column; " + proposal(e.expr, names_of(table.columns)), errc::no_such_column);
  }

  void check(semantic_measure const& x, semantic_model const& m, schema::table const& table) {
    if (auto const other = find_measure(all_, x.name); other.measure != &x)
      refuse(x, "measure", "has the name of a measure of " + other.model->name, "names of measures must differ: rename one");
    check_expression(x, "measure", x.expr, table);
    if (!x.time.empty()) require_time(x, "measure", x.time, m);
  }

  static void require_time(semantic_name const& of, std::string_view kind, std::string const& time, semantic_model const& m) {
    auto const* d = t2s::detail::find_if(m.dimensions, [&](semantic_dimension const& one) { return one.name == time; });
    std::vector<std::string> times;
    for (auto const& one : m.dimensions)
      if (one.is_time) times.push_back(one.name);
    if (!d || !d->is_time)
      refuse(of, kind, "has agg_time_dimension: " + time + ", which is no time dimension of " + m.name, proposal(time, times));
  }

  void check_expression(semantic_name const& of, std::string_view kind, std::string const& expr, schema::table const& table) const {
    auto const text = "SELECT " + expr + " FROM " + schema::sql_name(table.name, to_.sql_dialect());
    auto const parsed = sql::parse(text, to_);
    if (!parsed) refuse(of, kind, "has the expression " + expr + ": " + parsed.error().message, "write SQL over columns of " + table.name);
    if (!parsed_expression(expr, sql::dialect_of(to_)))
      refuse(of, kind, "has the expression " + expr + ", which is more than an expression",
             "write SQL over columns of " + table.name + ", without subqueries and comments");
    auto const meaning = sql::resolve(*parsed, to_);
    if (meaning.ok()) return;
    auto const& first = meaning.problems.front();
    refuse(of, kind, "has the expression " + expr + ": " + first.what.message,
           first.what.code == errc::no_such_column ? proposal(first.what.subject, names_of(table.columns)) : first.what.remedy,
           first.what.code);
  }

  void check(semantic_metric const& m) const {
    if (!m.left_out.empty()) return;
    semantic_model const* model = nullptr;
    for (auto const& input : m.inputs) {
      auto const found = find_measure(all_, input.measure);
      if (!found.measure)
        refuse(m, "metric", "is of the measure " + input.measure + ", which does not exist", proposal(input.measure, measures()));
      auto const* table = to_.find_table(found.model->table);
      if (!table) return;  // the model's fault, which is noted
      model = found.model;
      for (auto const& filter : input.filters) check_expression(m, "metric", filter_in_sql(filter, *model).sql, *table);
    }
    auto const sql = sql_of(m, all_, sql::dialect_of(to_));
    if (sql.empty()) refuse_formula(m);
    check_expression(m, "metric", sql, *to_.find_table(model->table));
  }

  [[noreturn]] void refuse_formula(semantic_metric const& m) const {
    auto const q = parsed_expression(m.formula, sql::dialect_of(to_));
    for (auto const* c : q ? sql::all_of(q->root(), sql::kind::column) : std::vector<sql::node const*>())
      if (!t2s::detail::any_of(m.inputs, [&](metric_input const& one) { return one.alias == c->name.view(); }))
        refuse(m, "metric", "has the expression " + m.formula + " with " + std::string(c->name.view()) + ", which is none of its metrics",
               "add it to its metrics:");
    refuse(m, "metric", "has the expression " + m.formula + ", which is no SQL over its metrics", "write for example: revenue - cost");
  }

  [[nodiscard]] std::vector<std::string> measures() const {
    std::vector<std::string> all;
    for (auto const& m : all_.models)
      for (auto const& x : m.measures) all.push_back(x.name);
    return all;
  }

  semantic_layer const& all_;
  schema::database const& to_;
  wrong_lines wrong_{};
};

/// An aggregate of a measure, of the rows that its filters let pass.
inline std::string aggregate_of(metric_input const& input, placed_measure const& of, sql::grammar const& in, std::string_view table) {
  auto expr = with_table(of.measure->expr, table, in);
  std::string when;
  for (auto const& f : input.filters) {
    auto const one = with_table(filter_in_sql(f, *of.model).sql, table, in);
    when.append(when.empty() ? "" : " AND ").append(input.filters.size() > 1 ? "(" + one + ")" : one);
  }
  if (!when.empty()) expr = "CASE WHEN " + when + " THEN " + expr + " END";
  switch (of.measure->agg) {
    case aggregation::count_distinct: return "count(DISTINCT " + expr + ")";
    case aggregation::average: return "avg(" + expr + ")";
    case aggregation::count: return expr == "1" ? "count(*)" : "count(" + expr + ")";
    default: return std::string(aggregation_names[static_cast<std::size_t>(of.measure->agg)]) + "(" + expr + ")";
  }
}

}  // namespace detail

T2S_DECL placed_measure find_measure(semantic_layer const& all, std::string_view name) {
  for (auto const& model : all.models)
    for (auto const& x : model.measures)
      if (x.name == name) return {&model, &x};
  return {};
}

T2S_DECL filter_sql filter_in_sql(std::string_view filter, semantic_model const& of) {
  filter_sql out;
  while (true) {
    auto const open = filter.find("{{");
    out.sql += filter.substr(0, open);
    if (open == filter.npos) return out;
    auto const close = filter.find("}}", open);
    auto const call = text::trim(filter.substr(open + 2, close == filter.npos ? close : close - open - 2));
    auto const* found = close == filter.npos ? nullptr : detail::own_dimension(call, of);
    if (!found) return {{}, "its filter has {{ " + std::string(call) + " }}, which is no dimension of " + of.name + " itself, by day"};
    out.sql.append("(").append(found->expr).append(")");
    filter.remove_prefix(close + 2);
  }
}

T2S_DECL void require_fit(semantic_layer const& all, schema::database const& to) { detail::layer_check(all, to).run(); }

T2S_DECL std::string with_table(std::string_view expression, std::string_view table, sql::grammar const& in) {
  auto q = detail::parsed_expression(expression, in);
  if (!q) return std::string(expression);
  if (!table.empty())
    sql::visit(q->root(), [&](sql::node& n) {
      if (n.kind == sql::kind::column && n.qualifier.empty()) n.qualifier = q->make_qualifier(table);
    });
  return sql::print(*q->root().find(sql::kind::select)->find(sql::kind::columns)->items[0], {.dialect = in.dialect});
}

T2S_DECL std::string sql_of(semantic_metric const& metric, semantic_layer const& all, sql::grammar const& in, std::string_view table) {
  if (!metric.left_out.empty()) return {};
  auto const q = detail::parsed_expression(metric.formula, in);
  if (!q) return {};
  std::string out = metric.formula;
  auto const columns = sql::all_of(q->root(), sql::kind::column);
  for (std::size_t i = columns.size(); i-- > 0;) {  // from the end, so that offsets stay
    auto const name = columns[i]->name.view();
    auto const* input = t2s::detail::find_if(metric.inputs, [&](metric_input const& one) { return one.alias == name; });
    if (!input || !columns[i]->qualifier.empty()) return {};
    auto const measure = find_measure(all, input->measure);
    if (!measure.measure) return {};
    out.replace(columns[i]->offset - detail::select_before.size(), name.size(), detail::aggregate_of(*input, measure, in, table));
  }
  return out;
}

T2S_DECL learned facts_of(semantic_layer const& all, schema::database const& of) {
  learned out{"the semantic models", {}};
  auto const say = [&out](semantic_model const& m, std::string const& column, std::string const& words, std::size_t line) {
    learned_fact fact;
    fact.decided = learned_fact::state::confirmed;
    fact.table = m.table;
    fact.column = column;
    fact.means = words;
    fact.line = line;
    out.facts.push_back(std::move(fact));
  };
  for (auto const& m : all.models) {
    auto const* table = of.find_table(m.table);
    auto const say_of_column = [&](semantic_name const& named, std::string const& expr) {
      auto const* column = detail::plain_column(table, expr);
      if (!column) return;
      auto words = named.name;
      std::ranges::replace(words, '_', ' ');
      if (!text::same(column->name, named.name)) say(m, column->name, words, named.line);
      if (!named.label.empty() && !text::same(named.label, words)) say(m, column->name, named.label, named.line);
      for (auto const& s : named.synonyms) say(m, column->name, s, named.line);
    };
    for (auto const& d : m.dimensions) say_of_column(d, d.expr);
    for (auto const& s : m.synonyms) say(m, {}, s, m.line);
    for (auto const& e : m.entities) {
      if (e.is != semantic_entity::kind::foreign) continue;
      for (auto const& other : all.models)
        for (auto const& key : other.entities) {
          if (!key.identifies() || key.name != e.name || &other == &m) continue;
          learned_fact fact;
          fact.is = learned_fact::kind::key;
          fact.decided = learned_fact::state::confirmed;
          fact.table = m.table;
          fact.column = e.expr;
          fact.parent = other.table;
          fact.referenced = key.expr;
          fact.line = e.line;
          out.facts.push_back(std::move(fact));
        }
    }
  }
  return out;
}

T2S_DECL schema::descriptions with_metrics(schema::descriptions given, semantic_layer const& all) {
  for (auto const& metric : all.metrics) {
    if (metric.inputs.empty()) continue;
    auto const found = find_measure(all, metric.inputs.front().measure);
    auto const sql = sql_of(metric, all, sql::sqlite);  // only printed: any grammar that reads the expression does
    if (!found.model || sql.empty()) continue;
    auto said = (metric.label.empty() ? metric.name : metric.label) + " = " + sql;
    auto* known = t2s::detail::find_if(
        given.columns, [&](schema::column_description const& d) { return d.column.empty() && text::same(d.table, found.model->table); });
    if (known)
      known->text.append("; ").append(said);
    else
      given.columns.push_back({found.model->table, {}, "metrics: " + std::move(said)});
    given.bytes = std::max<std::size_t>(given.bytes, 2'000);
  }
  return given;
}

}  // namespace t2s::knowledge

#endif
