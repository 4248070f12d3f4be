// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_IMPL_DIALECTS_IPP
#define T2S_GENERATE_REPAIRS_IMPL_DIALECTS_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/repairs/dialects.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/lenient.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/visit.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace t2s::generate::repairs {
namespace detail {

/// A function and what says the same in SQLite: ?1, ?2 and ?3 are its arguments.
struct translation {
  std::string_view name;
  std::size_t arguments;
  std::string_view sql;
};

// Of two readings the one of MySQL is taken, whose dialect models mix in most: STDDEV and VARIANCE are those of a whole population.
inline constexpr std::array translations = std::to_array<translation>({
    {"year", 1, "CAST(strftime('%Y', ?1) AS INTEGER)"},
    {"month", 1, "CAST(strftime('%m', ?1) AS INTEGER)"},
    {"day", 1, "CAST(strftime('%d', ?1) AS INTEGER)"},
    {"dayofmonth", 1, "CAST(strftime('%d', ?1) AS INTEGER)"},
    {"dayofweek", 1, "CAST(strftime('%w', ?1) AS INTEGER) + 1"},
    {"dayofyear", 1, "CAST(strftime('%j', ?1) AS INTEGER)"},
    {"hour", 1, "CAST(strftime('%H', ?1) AS INTEGER)"},
    {"minute", 1, "CAST(strftime('%M', ?1) AS INTEGER)"},
    {"second", 1, "CAST(strftime('%S', ?1) AS INTEGER)"},
    {"now", 0, "datetime('now')"},
    {"getdate", 0, "datetime('now')"},
    {"sysdate", 0, "datetime('now')"},
    {"current_timestamp", 0, "datetime('now')"},
    {"curdate", 0, "date('now')"},
    {"current_date", 0, "date('now')"},
    {"curtime", 0, "time('now')"},
    {"datediff", 2, "CAST(julianday(date(?1)) - julianday(date(?2)) AS INTEGER)"},
    {"to_date", 2, "date(?1)"},
    {"left", 2, "substr(?1, 1, ?2)"},
    {"right", 2, "substr(?1, -(?2))"},
    {"mid", 3, "substr(?1, ?2, ?3)"},
    {"len", 1, "length(?1)"},
    {"char_length", 1, "length(?1)"},
    {"character_length", 1, "length(?1)"},
    {"lcase", 1, "lower(?1)"},
    {"ucase", 1, "upper(?1)"},
    {"locate", 2, "instr(?2, ?1)"},
    {"charindex", 2, "instr(?2, ?1)"},
    {"strpos", 2, "instr(?1, ?2)"},
    {"if", 3, "iif(?1, ?2, ?3)"},
    {"isnull", 2, "ifnull(?1, ?2)"},
    {"isnull", 1, "(?1) IS NULL"},
    {"nvl", 2, "ifnull(?1, ?2)"},
    {"nvl2", 3, "iif((?1) IS NOT NULL, ?2, ?3)"},
    {"rand", 0, "random()"},
    {"string_agg", 2, "group_concat(?1, ?2)"},
    {"group_concat", 2, "group_concat(?1, ?2)"},
    {"bool_or", 1, "max(?1)"},
    {"bool_and", 1, "min(?1)"},
    {"stddev", 1, "sqrt(avg((?1) * (?1)) - avg(?1) * avg(?1))"},
    {"std", 1, "sqrt(avg((?1) * (?1)) - avg(?1) * avg(?1))"},
    {"stddev_pop", 1, "sqrt(avg((?1) * (?1)) - avg(?1) * avg(?1))"},
    {"stdev", 1, "sqrt((total((?1) * (?1)) - total(?1) * avg(?1)) / (count(?1) - 1))"},
    {"stddev_samp", 1, "sqrt((total((?1) * (?1)) - total(?1) * avg(?1)) / (count(?1) - 1))"},
    {"variance", 1, "avg((?1) * (?1)) - avg(?1) * avg(?1)"},
    {"var_pop", 1, "avg((?1) * (?1)) - avg(?1) * avg(?1)"},
    {"var_samp", 1, "(total((?1) * (?1)) - total(?1) * avg(?1)) / (count(?1) - 1)"},
    {"truncate", 2, "CAST((?1) * pow(10, ?2) AS INTEGER) / pow(10, ?2)"},
});

inline translation const* translation_of(std::string_view name, std::size_t arguments) {
  for (auto const& t : translations)
    if (t.arguments == arguments && text::same(t.name, name)) return &t;
  return nullptr;
}

/// The expression of a template with arguments put in.
inline sql::node* filled_in(sql::query& q, std::string_view shape, std::span<sql::node* const> arguments) {
  auto const parsed = sql::parse(std::string("SELECT ").append(shape));
  if (!parsed) return nullptr;
  auto& select = q.copy(*parsed->root().find(sql::kind::select));
  auto& holder = select[0];
  auto const put = [&](auto const& self, sql::node& n) -> sql::node* {
    if (n.kind == sql::kind::parameter) return &q.copy(*arguments[static_cast<std::size_t>(n.name.view()[1] - '1')]);
    std::vector<sql::node*> children;
    for (auto* child : n.children()) children.push_back(self(self, *child));
    q.set_children(n, children);
    return &n;
  };
  return put(put, holder[0]);
}

class translator {
 public:
  explicit translator(sql::query& q) : q_(q) {}

  std::string run() {
    sql::transform(q_, [this](sql::node& n) { return changed(n); });
    return std::move(done_);
  }

 private:
  sql::node* changed(sql::node& n) {
    switch (n.kind) {
      case sql::kind::call: return call(n);
      case sql::kind::cast: return cast(n);
      case sql::kind::like:
        if (n.op == sql::op::ilike) n.op = sql::op::like, note("ILIKE");
        return &n;
      case sql::kind::operation: return operation(n);
      default: return &n;
    }
  }

  void note(std::string_view what) {
    auto const name = std::string(what);
    if (done_.find(name) == done_.npos) done_.append(done_.empty() ? "" : ", ").append(name);
  }

  sql::node* call(sql::node& n) {
    auto const name = std::string(n.name.view());
    std::vector<sql::node*> arguments;
    for (auto* child : n.children()) {
      if (child->kind == sql::kind::order_by || child->kind == sql::kind::filter) return &n;
      arguments.push_back(child->kind == sql::kind::argument && child->count == 1 ? &(*child)[0] : child);
    }
    if (text::same(name, "concat") && !arguments.empty()) return concatenation(arguments, {});
    if (text::same(name, "concat_ws") && arguments.size() > 1) return concatenation({arguments.begin() + 1, arguments.end()}, arguments[0]);
    if (text::same(name, "extract") && n.count == 2) return extract(n);
    if (text::same(name, "position") && n.count == 1 && n[0].kind == sql::kind::in) return position(n);
    if (text::same(name, "date_format") || text::same(name, "to_char")) return formatted(n, arguments);
    if (text::same(name, "datediff") && arguments.size() == 3) return difference(n, arguments);
    if (n.has(sql::flag::distinct) || text::same(name, "group_concat")) {
      bool const separator = n.count == 2 && n[1].kind == sql::kind::argument;
      if (!separator) return &n;
    }
    auto const* known = translation_of(name, arguments.size());
    return known ? by(*known, n, arguments) : &n;
  }

  sql::node* by(translation const& t, sql::node& n, std::span<sql::node* const> arguments) {
    auto* made = filled_in(q_, t.sql, arguments);
    if (!made) return &n;
    note(n.name.view());
    return made;
  }

  sql::node* concatenation(std::vector<sql::node*> const& parts, sql::node* separator) {
    sql::node* all = nullptr;
    for (auto* part : parts) {
      if (all && separator) all = &joined(*all, q_.copy(*separator));
      all = all ? &joined(*all, *part) : part;
    }
    note("CONCAT");
    return all;
  }

  sql::node& joined(sql::node& a, sql::node& b) {
    auto& n = q_.make(sql::kind::operation, {&a, &b});
    n.op = sql::op::concat;
    return n;
  }

  sql::node* extract(sql::node& n) {
    if (n[0].kind != sql::kind::argument || n[1].count != 1) return &n;
    std::array<sql::node*, 1> const of{&n[1][0]};
    auto const* known = translation_of(n[0].name.view(), 1);
    return known ? by(*known, n, of) : &n;
  }

  sql::node* position(sql::node& n) {
    auto& in = n[0];
    auto* where = &in[1];
    if (where->kind == sql::kind::table) {  // a name after IN is a table's, where the grammar knows no POSITION
      auto& column = q_.make(sql::kind::column);
      column.name = where->name, column.qualifier = where->qualifier;
      where = &column;
    }
    if (where->kind == sql::kind::list && where->count == 1) where = &(*where)[0];
    std::array<sql::node*, 2> const arguments{where, &in[0]};
    return by(*translation_of("strpos", 2), n, arguments);
  }

  /// Patterns of MySQL and of PostgreSQL as those of strftime.
  static std::string format_of(std::string written) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> parts{
        {{"%i", "%M"}, {"%s", "%S"}, {"YYYY", "%Y"}, {"HH24", "%H"}, {"MM", "%m"}, {"DD", "%d"}, {"MI", "%M"}, {"SS", "%S"}, {"%y", "%Y"}}};
    for (auto const& [from, to] : parts)
      for (auto at = written.find(from); at != written.npos; at = written.find(from, at + to.size())) written.replace(at, from.size(), to);
    return written;
  }

  sql::node* formatted(sql::node& n, std::vector<sql::node*> const& arguments) {
    if (arguments.size() != 2 || arguments[1]->kind != sql::kind::string) return &n;
    auto& pattern = q_.copy(*arguments[1]);
    pattern.name = q_.make_literal(format_of(std::string(arguments[1]->name.view())));
    pattern.name.quoted = sql::quote::single;
    std::array<sql::node*, 2> const both{&pattern, arguments[0]};
    return by({"", 2, "strftime(?1, ?2)"}, n, both);
  }

  /// SQL Server's DATEDIFF(unit, from, to).
  sql::node* difference(sql::node& n, std::vector<sql::node*> const& arguments) {
    std::array<sql::node*, 2> const ends{arguments[1], arguments[2]};
    if (text::same(arguments[0]->name.view(), "day"))
      return by({"", 2, "CAST(julianday(date(?2)) - julianday(date(?1)) AS INTEGER)"}, n, ends);
    if (text::same(arguments[0]->name.view(), "year")) return by({"", 2, "strftime('%Y', ?2) - strftime('%Y', ?1)"}, n, ends);
    return &n;
  }

  sql::node* cast(sql::node& n) {
    if (n.has(sql::flag::colons)) n.clear(sql::flag::colons), note("::");
    if (!n.has(sql::flag::literal) || text::same(n.name.view(), "interval") || n.count != 1) return &n;
    note(n.name.view());  // DATE '2020-01-01' is a text
    return &n[0];
  }

  sql::node* operation(sql::node& n) {
    if (n.op == sql::op::null_safe) n.op = sql::op::is, note("<=>");
    if (n.op == sql::op::custom && n.name.view() == "<=>") n.op = sql::op::is, n.name = {}, note("<=>");
    if (n.op == sql::op::int_div && n.count == 2) {
      std::array<sql::node*, 2> const sides{&n[0], &n[1]};
      note("DIV");
      if (auto* made = filled_in(q_, "CAST((?1) / (?2) AS INTEGER)", sides)) return made;
    }
    return n.count == 2 && n[1].kind == sql::kind::call && n[1].count == 1 && n[1][0].kind == sql::kind::query ? quantified(n) : &n;
  }

  /// `x < ANY (SELECT y ...)` as `x < (SELECT max(y) ...)`, `x = ANY (...)` as IN.
  sql::node* quantified(sql::node& n) {
    auto const name = text::lower(n[1].name.view());
    bool const any = name == "any" || name == "some";
    if (!any && name != "all") return &n;
    auto& query = n[1][0];
    note(any ? "ANY" : "ALL");
    auto& inner = q_.make(sql::kind::subquery, {&query});
    if ((n.op == sql::op::eq && any) || (n.op == sql::op::ne && !any)) {
      auto& in = q_.make(sql::kind::in, {&n[0], &inner});
      if (n.op == sql::op::ne) in.set(sql::flag::negated);
      return &in;
    }
    bool const less = n.op == sql::op::lt || n.op == sql::op::le;
    auto* select = query.find(sql::kind::select);
    auto* columns = select ? select->find(sql::kind::columns) : nullptr;
    if (!columns || columns->count != 1) return &n;
    auto& extreme = q_.make(sql::kind::call, {&(*columns)[0]});
    extreme.name = q_.make_literal(less == any ? "max" : "min");
    q_.set_children(*columns, std::array<sql::node*, 1>{&extreme});
    q_.set_children(n, std::array<sql::node*, 2>{&n[0], &inner});
    return &n;
  }

  sql::query& q_;
  std::string done_{};
};

// ---- texts

inline std::vector<sql::token> tokens_of(std::string const& text) {
  std::vector<sql::token> all;
  sql::tokenize(text, all);
  while (!all.empty() && all.back().size == 0) all.pop_back();
  return all;
}

inline std::string_view written(sql::token const& t) { return {t.data, t.size}; }

/// SELECT TOP n as LIMIT n, and MINUS between selects as EXCEPT.
inline std::optional<std::string> in_known_words(std::string const& text, std::string& done) {
  auto const tokens = tokens_of(text);
  std::string out, limit;
  char const* copied = text.data();
  auto const skip = [&](sql::token const& from, sql::token const& last, std::string_view by) {
    out.append(copied, from.data).append(by);
    copied = last.data + last.size;
  };
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    bool const selects = text::same(written(tokens[i - 1]), "select") || text::same(written(tokens[i - 1]), "distinct");
    if (selects && text::same(written(tokens[i]), "top") && limit.empty() && text::is_digit(written(tokens[i + 1]).front())) {
      limit = written(tokens[i + 1]);
      skip(tokens[i], tokens[i + 1], "");
      done = "TOP";
    } else if (text::same(written(tokens[i]), "minus") && text::same(written(tokens[i + 1]), "select")) {
      skip(tokens[i], tokens[i], "EXCEPT");
      done = "MINUS";
    }
  }
  if (done.empty()) return {};
  auto const rest = text::trim(std::string_view(text).substr(static_cast<std::size_t>(copied - text.data())));
  out.append(" ").append(rest.ends_with(';') ? rest.substr(0, rest.size() - 1) : rest);
  if (!limit.empty()) out.append(" LIMIT ").append(limit);
  return out;
}

inline std::optional<reading> in_dialect(std::string_view text, sql::dialect d) {
  sql::options how;
  how.grammar = sql::grammar_of(d);
  auto parsed = sql::parse(text, how);
  if (!parsed) return {};
  auto const done = translate(*parsed);
  auto plain = sql::print(std::as_const(*parsed).root());
  if (!sql::parse(plain)) return {};
  return reading{0.05, repair_kind::dialect, std::move(plain),
                 done.empty() ? "read as " + std::string(sql::name_of(d)) : "said in SQLite's words: " + done};
}

inline std::optional<reading> in_any_dialect(std::string const& text) {
  if (auto found = in_dialect(text, sql::dialect::mysql)) return found;
  if (auto found = in_dialect(text, sql::dialect::postgres)) return found;
  std::string done;
  auto const plain = in_known_words(text, done);
  if (!plain) return {};
  auto found = in_dialect(*plain, sql::dialect::sqlite);
  if (!found) found = in_dialect(*plain, sql::dialect::postgres);
  if (found) found->why = "said in SQLite's words: " + done;
  return found;
}

/// The longest beginning that is a statement.
inline std::optional<reading> longest_beginning(std::string const& text) {
  static constexpr std::size_t most_dropped = 24;  // each try is a parse
  auto const tokens = tokens_of(text);
  auto const whole = sql::parse_draft(text);
  bool const cut_off = !whole.result && whole.result.error().found.empty();
  for (std::size_t dropped = 1; dropped <= most_dropped && dropped + 3 < tokens.size(); ++dropped) {
    auto const& next = tokens[tokens.size() - dropped];
    auto const left = std::string_view(text).substr(0, static_cast<std::size_t>(next.data - text.data()));
    auto const draft = sql::parse_draft(left);
    if (!draft.result) continue;
    auto const gone = text::trim(std::string_view(text).substr(left.size()));
    return reading{cut_off ? 1.1 : 0.3, repair_kind::draft, draft.text,
                   (cut_off ? "the statement is cut off; left out is " : "left out behind the statement: ") + std::string(gone)};
  }
  return {};
}

inline std::string said(std::vector<sql::note> const& notes) {
  std::string out;
  for (auto const& n : notes) out.append(out.empty() ? "" : ", ").append(sql::name_of(n.what));
  return "read leniently: " + out;
}

}  // namespace detail

T2S_DECL std::string translate(sql::query& q) { return detail::translator(q).run(); }

T2S_DECL std::optional<reading> read_anyhow(std::string_view text) {
  if (auto found = detail::in_any_dialect(std::string(text))) return found;
  auto const draft = sql::parse_draft(text);
  if (draft.result) return reading{0.02, repair_kind::draft, draft.text, detail::said(draft.notes)};
  if (auto found = detail::in_any_dialect(draft.text)) return found;
  return detail::longest_beginning(draft.text);
}

}  // namespace t2s::generate::repairs

#endif
