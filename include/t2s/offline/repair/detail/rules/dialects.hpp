// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_DIALECTS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_DIALECTS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <span>

namespace t2s::repair {

/// Functions with the same meaning, separated by a blank, and their equivalent in SQLite: ?1, ?2 and ?3 are the arguments.
struct translation {
  std::string_view names;
  std::size_t arguments;
  std::string_view sql;
};

// Of two readings MySQL's is used, since models mix it in most: STDDEV and VARIANCE are those of a whole population.
inline constexpr translation translations[] = {
    {"year", 1, "CAST(strftime('%Y', ?1) AS INTEGER)"},
    {"month", 1, "CAST(strftime('%m', ?1) AS INTEGER)"},
    {"day dayofmonth", 1, "CAST(strftime('%d', ?1) AS INTEGER)"},
    {"dayofweek", 1, "CAST(strftime('%w', ?1) AS INTEGER) + 1"},
    {"dayofyear", 1, "CAST(strftime('%j', ?1) AS INTEGER)"},
    {"hour", 1, "CAST(strftime('%H', ?1) AS INTEGER)"},
    {"minute", 1, "CAST(strftime('%M', ?1) AS INTEGER)"},
    {"second", 1, "CAST(strftime('%S', ?1) AS INTEGER)"},
    {"now getdate sysdate current_timestamp", 0, "datetime('now')"},
    {"curdate current_date", 0, "date('now')"},
    {"curtime", 0, "time('now')"},
    {"datediff", 2, "CAST(julianday(date(?1)) - julianday(date(?2)) AS INTEGER)"},
    {"quarter", 1, "(CAST(strftime('%m', ?1) AS INTEGER) + 2) / 3"},
    {"weekday", 1, "(strftime('%w', ?1) + 6) % 7"},
    {"monthname", 1,
     "CASE strftime('%m', ?1) WHEN '01' THEN 'January' WHEN '02' THEN 'February' WHEN '03' THEN 'March' WHEN '04' THEN 'April' "
     "WHEN '05' THEN 'May' WHEN '06' THEN 'June' WHEN '07' THEN 'July' WHEN '08' THEN 'August' WHEN '09' THEN 'September' "
     "WHEN '10' THEN 'October' WHEN '11' THEN 'November' WHEN '12' THEN 'December' END"},
    {"dayname", 1,
     "CASE strftime('%w', ?1) WHEN '0' THEN 'Sunday' WHEN '1' THEN 'Monday' WHEN '2' THEN 'Tuesday' WHEN '3' THEN 'Wednesday' "
     "WHEN '4' THEN 'Thursday' WHEN '5' THEN 'Friday' WHEN '6' THEN 'Saturday' END"},
    {"left", 2, "substr(?1, 1, ?2)"},
    {"right", 2, "substr(?1, -(?2))"},
    {"mid", 3, "substr(?1, ?2, ?3)"},
    {"greatest", 2, "max(?1, ?2)"},
    {"greatest", 3, "max(?1, ?2, ?3)"},
    {"least", 2, "min(?1, ?2)"},
    {"least", 3, "min(?1, ?2, ?3)"},
    {"len char_length character_length", 1, "length(?1)"},
    {"lcase", 1, "lower(?1)"},
    {"ucase", 1, "upper(?1)"},
    {"locate charindex", 2, "instr(?2, ?1)"},
    {"strpos", 2, "instr(?1, ?2)"},
    {"if", 3, "iif(?1, ?2, ?3)"},
    {"isnull", 2, "ifnull(?1, ?2)"},
    {"isnull", 1, "(?1) IS NULL"},
    {"nvl2", 3, "iif((?1) IS NOT NULL, ?2, ?3)"},
    {"rand", 0, "random()"},
    {"string_agg group_concat", 2, "group_concat(?1, ?2)"},
    {"bool_or", 1, "max(?1)"},
    {"bool_and", 1, "min(?1)"},
    {"stddev std stddev_pop", 1, "sqrt(avg((?1) * (?1)) - avg(?1) * avg(?1))"},
    {"stdev stddev_samp", 1, "sqrt((total((?1) * (?1)) - total(?1) * avg(?1)) / (count(?1) - 1))"},
    {"variance var_pop", 1, "avg((?1) * (?1)) - avg(?1) * avg(?1)"},
    {"var_samp", 1, "(total((?1) * (?1)) - total(?1) * avg(?1)) / (count(?1) - 1)"},
    {"truncate", 2, "CAST((?1) * pow(10, ?2) AS INTEGER) / pow(10, ?2)"},
};

// DATEDIFF and TIMESTAMPDIFF by their unit: the first counts the borders between two moments, the second the whole units between them.
inline constexpr translation borders[] = {
    {"day", 2, "CAST(julianday(date(?2)) - julianday(date(?1)) AS INTEGER)"},
    {"month", 2, "(strftime('%Y', ?2) - strftime('%Y', ?1)) * 12 + strftime('%m', ?2) - strftime('%m', ?1)"},
    {"year", 2, "strftime('%Y', ?2) - strftime('%Y', ?1)"},
};
inline constexpr translation wholes[] = {
    {"day", 2, "CAST(julianday(?2) - julianday(?1) AS INTEGER)"},
    {"month", 2,
     "(strftime('%Y', ?2) - strftime('%Y', ?1)) * 12 + strftime('%m', ?2) - strftime('%m', ?1) - (strftime('%d', ?2) < strftime('%d', "
     "?1))"},
    {"year", 2, "strftime('%Y', ?2) - strftime('%Y', ?1) - (strftime('%m-%d', ?2) < strftime('%m-%d', ?1))"},
};

inline constexpr std::size_t most_copied = 500;  // nodes of an argument: a template may use it four times, and nest

// A unit of time in SQLite's modifiers, and its multiple.
struct time_unit {
  std::string_view name, modifier;
  int times;
};
inline constexpr time_unit time_units[] = {{"day", " days", 1},       {"week", " days", 7},     {"month", " months", 1},
                                           {"quarter", " months", 3}, {"year", " years", 1},    {"hour", " hours", 1},
                                           {"minute", " minutes", 1}, {"second", " seconds", 1}};

inline time_unit const* unit_of(std::string_view written) {
  auto name = text::lower(text::trim(written));
  if (name.ends_with('s')) name.pop_back();
  for (auto const& unit : time_units)
    if (unit.name == name) return &unit;
  return nullptr;
}

inline bool is_date(time_unit const& u) { return u.modifier == " days" || u.modifier == " months" || u.modifier == " years"; }

inline bool is_interval(sql::node const& n) {
  return n.kind == sql::kind::cast && n.has(sql::flag::literal) && n.count == 1 && text::same(n.name.view(), "interval");
}

inline translation const* translation_of(std::string_view name, std::size_t arguments) {
  for (auto const& t : translations)
    if (t.arguments == arguments)
      for (auto const known : text::split(t.names, ' '))
        if (text::same(known, name)) return &t;
  return nullptr;
}

inline std::size_t size_of(sql::node const& n) {
  std::size_t size = 0;
  sql::visit(n, [&](sql::node const&) { ++size; });
  return size;
}

/// The index of the argument for ?1, ?2, ?12.
inline std::size_t place_of_parameter(std::string_view written) {
  std::size_t n = 0;
  for (char const digit : written.substr(1)) n = n * 10 + static_cast<std::size_t>(digit - '0');
  return n - 1;
}

/// Replaces the parameters of an expression by arguments.
inline sql::node* substitute(sql::query& q, sql::node& n, std::vector<sql::node*> const& arguments) {
  if (n.kind == sql::kind::parameter) return &q.copy(*arguments[place_of_parameter(n.name.view())]);
  std::vector<sql::node*> children;
  for (auto* child : n.children()) children.push_back(substitute(q, *child, arguments));
  q.set_children(n, children);
  return &n;
}

/// The expression of a template with its arguments; nullptr if they are too large to copy.
inline sql::node* filled_in(sql::query& q, std::string_view shape, std::vector<sql::node*> const& arguments) {
  for (auto const* a : arguments)
    if (size_of(*a) > most_copied) return nullptr;
  auto const parsed = sql::parse(std::string("SELECT ").append(shape));
  if (!parsed) return nullptr;
  auto& select = q.copy(*parsed->root().find(sql::kind::select));
  return substitute(q, select[0][0], arguments);
}

inline constexpr std::string_view order_is_lost = "the ORDER BY within an aggregate is lost";

/// The number of aggregates with an ORDER BY.
inline std::size_t sorted_calls(sql::query const& q) {
  std::size_t n = 0;
  for (auto const* call : sql::all_of(q.root(), sql::kind::call)) n += call->find(sql::kind::order_by) ? 1U : 0U;
  return n;
}

class translator : tree_editor {
 public:
  explicit translator(sql::query& q) : tree_editor(q) {}

  std::string run() {
    sql::transform(q_, [this](sql::node& n) { return changed(n); });
    return std::move(done_);
  }

 private:
  sql::node* changed(sql::node& n) {
    switch (n.kind) {
      case sql::kind::call: return call(n);
      case sql::kind::cast: return cast(n);
      case sql::kind::like: return like(n);
      case sql::kind::operation: return operation(n);
      case sql::kind::limit: return limit(n);
      default: return &n;
    }
  }

  void note(std::string_view what) { add_once(done_, what); }

  sql::node* call(sql::node& n) {
    auto const name = std::string(n.name.view());
    std::vector<sql::node*> arguments;
    for (auto* child : n.children()) {
      if (child->kind == sql::kind::order_by && is_text_of_rows(name)) continue;
      if (child->kind == sql::kind::order_by || child->kind == sql::kind::filter) return &n;
      arguments.push_back(child->kind == sql::kind::argument && child->count == 1 ? &(*child)[0] : child);
    }
    if (is_text_of_rows(name) && n.find(sql::kind::order_by)) return without_order(n, arguments);
    if (text::same(name, "concat") && !arguments.empty()) return concatenation(arguments, {});
    if (text::same(name, "decode") && arguments.size() > 2) return decoded(n, arguments);
    if (text::same(name, "nvl") && arguments.size() == 2) return by("coalesce(?1, ?2)", n, arguments);
    if (text::same(name, "concat_ws") && arguments.size() > 1) return with_separator(n, arguments);
    if (text::same(name, "extract") && n.count == 2) return extract(n);
    if (text::same(name, "substring") && n.count == 3 && n[1].kind == sql::kind::argument) return by("substr(?1, ?2, ?3)", n, arguments);
    if (text::same(name, "count") && n.has(sql::flag::distinct) && arguments.size() > 1) return distinct_pairs(n, arguments);
    if (auto* made = of_dates(n, arguments)) return made;
    if (text::same(name, "position") && n.count == 1 && n[0].kind == sql::kind::in) return position(n);
    if (n.has(sql::flag::distinct) || text::same(name, "group_concat")) {
      bool const separator = n.count == 2 && n[1].kind == sql::kind::argument;
      if (!separator) return &n;
    }
    auto const* known = translation_of(name, arguments.size());
    return known ? by(known->sql, n, arguments) : &n;
  }

  static bool is_text_of_rows(std::string_view name) {
    return text::same(name, "string_agg") || text::same(name, "group_concat") || text::same(name, "listagg");
  }

  /// SQLite before 3.44 cannot sort within an aggregate.
  sql::node* without_order(sql::node& n, std::vector<sql::node*> const& arguments) {
    if (n.has(sql::flag::distinct) || arguments.empty() || arguments.size() > 2) return &n;
    for (auto const* child : n.children())
      if (child->kind == sql::kind::argument) return &n;  // SEPARATOR
    auto* made = by(arguments.size() == 1 ? "group_concat(?1)" : "group_concat(?1, ?2)", n, arguments);
    if (made != &n) note(order_is_lost);
    return made;
  }

  sql::node* by(std::string_view shape, sql::node& n, std::vector<sql::node*> const& arguments) {
    auto* made = filled_in(q_, shape, arguments);
    if (!made) return &n;
    note(n.name.view());
    return made;
  }

  sql::node* concatenation(std::vector<sql::node*> const& parts, sql::node* separator) {
    note("CONCAT");
    std::vector<sql::node*> all;
    for (auto* part : parts) {
      if (!all.empty() && separator) all.push_back(&q_.copy(*separator));
      all.push_back(part);
    }
    return &joined(sql::op::concat, all);
  }

  /// CONCAT_WS skips NULLs.
  sql::node* with_separator(sql::node& n, std::vector<sql::node*> const& arguments) {
    std::vector<sql::node*> parts;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      auto* part = filled_in(q_, "coalesce((?1) || (?2), '')", {arguments[0], arguments[i]});
      if (!part) return &n;
      parts.push_back(part);
    }
    return by("substr(?1, length(?2) + 1)", n, {concatenation(parts, {}), arguments[0]});
  }

  /// Oracle's DECODE(x, value, result, ..., otherwise), in which NULL equals NULL.
  sql::node* decoded(sql::node& n, std::vector<sql::node*> const& arguments) {
    static constexpr std::size_t most = 64;  // each pair copies the first argument
    if (arguments.size() > most) return &n;
    std::string shape = "CASE";
    std::size_t i = 1;
    for (; i + 1 < arguments.size(); i += 2)
      shape.append(" WHEN ?1 IS ?").append(std::to_string(i + 1)).append(" THEN ?").append(std::to_string(i + 2));
    if (i < arguments.size()) shape.append(" ELSE ?").append(std::to_string(i + 1));
    return by(shape + " END", n, arguments);
  }

  sql::node* extract(sql::node& n) {
    if (n[0].kind != sql::kind::argument || n[1].count != 1) return &n;
    auto const* known = translation_of(n[0].name.view(), 1);
    return known ? by(known->sql, n, {&n[1][0]}) : &n;
  }

  sql::node* position(sql::node& n) {
    auto& in = n[0];
    auto* where = &in[1];
    if (where->kind == sql::kind::table) {  // a name after IN is a table in grammars without POSITION
      auto& column = q_.make(sql::kind::column);
      column.name = where->name;
      column.qualifier = where->qualifier;
      where = &column;
    }
    if (where->kind == sql::kind::list && where->count == 1) where = &(*where)[0];
    return by(translation_of("strpos", 2)->sql, n, {where, &in[0]});
  }

  /// The date functions whose first or second argument names the operation; nullptr for others.
  sql::node* of_dates(sql::node& n, std::vector<sql::node*> const& arguments) {
    auto const name = text::lower(n.name.view());
    auto const is = [&](auto... names) { return ((name == names) || ...); };
    if (arguments.size() == 2) {
      if (is("date_format", "to_char")) return formatted(n, arguments);
      if (is("to_date", "str_to_date")) return read_date(n, arguments);
      if (is("date_add", "adddate")) return shifted(n, *arguments[0], *arguments[1], false);
      if (is("date_sub", "subdate")) return shifted(n, *arguments[0], *arguments[1], true);
      if (is("datepart", "date_part")) return part(n, *arguments[0], *arguments[1]);
      if (is("date_trunc")) return truncated(n, *arguments[0], *arguments[1]);
    } else if (arguments.size() == 3) {
      if (is("datediff")) return difference(n, borders, arguments);
      if (is("timestampdiff")) return difference(n, wholes, arguments);
      if (is("dateadd", "timestampadd")) return added(n, arguments);
    }
    return nullptr;
  }

  /// Converts a format of MySQL or PostgreSQL to one of strftime. Returns whether every part has an equivalent.
  static bool read_format(sql::node const& pattern, std::string& out) {
    if (pattern.kind != sql::kind::string) return false;
    auto written = pattern.name.view();
    static constexpr struct {
      std::string_view theirs, ours;
    } parts[] = {{"%Y", "%Y"}, {"%m", "%m"}, {"%d", "%d"}, {"%H", "%H"},   {"%i", "%M"}, {"%s", "%S"},   {"%S", "%S"}, {"%T", "%H:%M:%S"},
                 {"%j", "%j"}, {"%w", "%w"}, {"MM", "%m"}, {"YYYY", "%Y"}, {"DD", "%d"}, {"HH24", "%H"}, {"MI", "%M"}, {"SS", "%S"}};
    while (!written.empty()) {
      auto const before = written.size();
      for (auto const& part : parts)
        if (written.starts_with(part.theirs) && written.size() == before) {
          out.append(part.ours);
          written.remove_prefix(part.theirs.size());
        }
      if (written.size() < before) continue;
      if (text::is_letter(written.front()) || written.front() == '%') return false;
      out += written.front();
      written.remove_prefix(1);
    }
    return true;
  }

  sql::node* formatted(sql::node& n, std::vector<sql::node*> const& arguments) {
    std::string format;
    if (!read_format(*arguments[1], format)) return &n;
    return by("strftime(?1, ?2)", n, {&string(format), arguments[0]});
  }

  /// A text is read as a date only in the format that SQLite reads.
  sql::node* read_date(sql::node& n, std::vector<sql::node*> const& arguments) {
    std::string format;
    return read_format(*arguments[1], format) && format.starts_with("%Y-%m-%d") ? by("date(?1)", n, arguments) : &n;
  }

  /// The difference of DATEDIFF(unit, from, to).
  sql::node* difference(sql::node& n, std::span<translation const> known, std::vector<sql::node*> const& arguments) {
    auto const* unit = unit_of(arguments[0]->name.view());
    for (auto const& how : known)
      if (unit && how.names == unit->name) return by(how.sql, n, {arguments[1], arguments[2]});
    return &n;
  }

  sql::node* part(sql::node& n, sql::node& unit, sql::node& moment) {
    auto const* known = translation_of(unit.name.view(), 1);
    return unit_of(unit.name.view()) && known ? by(known->sql, n, {&moment}) : &n;
  }

  sql::node* truncated(sql::node& n, sql::node& unit, sql::node& moment) {
    auto const name = text::lower(unit.name.view());
    if (name == "day") return by("date(?1)", n, {&moment});
    if (name == "month") return by("date(?1, 'start of month')", n, {&moment});
    if (name == "year") return by("date(?1, 'start of year')", n, {&moment});
    return &n;
  }

  /// DATEADD(unit, how many, moment).
  sql::node* added(sql::node& n, std::vector<sql::node*> const& arguments) {
    auto const* unit = unit_of(arguments[0]->name.view());
    auto* made = unit ? moved(*arguments[2], *arguments[1], *unit, false) : nullptr;
    if (made) note(n.name.view());
    return made ? made : &n;
  }

  /// A moment and an interval: `DATE_ADD(moment, INTERVAL 1 DAY)`, `moment - INTERVAL '1 day'`.
  sql::node* shifted(sql::node& n, sql::node& moment, sql::node& interval, bool back) {
    if (!is_interval(interval)) return &n;
    auto* amount = &interval[0];
    auto unit = interval.qualifier.view();
    if (unit.empty() && amount->kind == sql::kind::string) {
      auto const written = text::trim(amount->name.view());
      auto const blank = written.find(' ');
      if (blank == written.npos) return &n;
      unit = written.substr(blank + 1);
      amount = &string(written.substr(0, blank));
    }
    auto const* known = unit_of(unit);
    auto* made = known ? moved(moment, *amount, *known, back) : nullptr;
    if (made) note("INTERVAL");
    return made ? made : &n;
  }

  sql::node* moved(sql::node& moment, sql::node& amount, time_unit const& unit, bool back) {
    auto const sign = std::string(back ? "-" : "+");
    std::vector<sql::node*> arguments{&moment, &amount};
    bool const known = amount.kind == sql::kind::number || amount.kind == sql::kind::string;
    std::string const function = is_date(unit) ? "date(?1, " : "datetime(?1, ";
    if (known && unit.times == 1) {
      auto const written = amount.name.view();
      bool const below = written.starts_with('-');
      arguments[1] = &string((below ? (back ? "+" : "-") : sign) + std::string(written.substr(below ? 1 : 0)) + std::string(unit.modifier));
      return filled_in(q_, function + "?2)", arguments);
    }
    auto const times = std::string(back ? "-" : "").append(std::to_string(unit.times));
    return filled_in(q_, function + "((?2) * " + times + ") || '" + std::string(unit.modifier) + "')", arguments);
  }

  /// Adds intervals to moments, or subtracts them.
  sql::node* moved_by_intervals(sql::node& n) {
    sql::node* sum = &n[0];
    for (auto* child : n.children().subspan(1)) {
      if (!is_interval(*child)) {
        sum = &joined(n.op, {sum, child});
      } else if (auto* made = shifted(*child, *sum, *child, n.op == sql::op::sub); made != child) {
        sum = made;
      } else {
        return &n;
      }
    }
    return sum;
  }

  /// Pairs are distinct if their concatenated texts are.
  sql::node* distinct_pairs(sql::node& n, std::vector<sql::node*> const& arguments) {
    auto* all = concatenation(arguments, &string(","));
    set(n, {all});
    return &n;
  }

  sql::node* like(sql::node& n) {
    if (n.op == sql::op::ilike) {
      n.op = sql::op::like;
      note("ILIKE");
    } else if (n.op == sql::op::regexp && n.count == 2) {
      if (auto const pattern = pattern_of(n[1]); !pattern.empty()) {
        n.op = sql::op::like;
        note("REGEXP");
        set(n, {&n[0], &string(pattern)});
      }
    }
    return &n;
  }

  /// A regular expression without operators except ^ and $ as a pattern of LIKE; "" for others.
  static std::string pattern_of(sql::node const& regexp) {
    if (regexp.kind != sql::kind::string) return {};
    auto core = regexp.name.view();
    bool const begins = core.starts_with('^'), ends = core.ends_with('$');
    core = core.substr(begins ? 1 : 0);
    if (ends) core.remove_suffix(1);
    bool const plain = t2s::detail::all_of(core, [](char c) { return text::is_letter(c) || text::is_digit(c) || c == ' '; });
    if (core.empty() || !plain) return {};
    return std::string(begins ? "" : "%").append(core).append(ends ? "" : "%");
  }

  sql::node* cast(sql::node& n) {
    if (n.has(sql::flag::colons) && n.count == 1) return colons(n);
    if (!n.has(sql::flag::literal) || text::same(n.name.view(), "interval") || n.count != 1) return &n;
    note(n.name.view());  // DATE '2020-01-01' is a text
    return &n[0];
  }

  /// `a::date`: a date in PostgreSQL, but CAST(a AS date) is a number in SQLite.
  sql::node* colons(sql::node& n) {
    auto const type = text::lower(n.name.view());
    auto const* shape = type == "date" ? "date(?1)" : type.starts_with("timestamp") ? "datetime(?1)" : nullptr;
    note("::");
    if (auto* made = shape ? filled_in(q_, shape, {&n[0]}) : nullptr) return made;
    n.clear(sql::flag::colons);
    return &n;
  }

  /// OFFSET alone: SQLite accepts it only after a LIMIT.
  sql::node* limit(sql::node& n) {
    if (!n.has(sql::flag::all) || n.count != 2) return &n;
    set(n, {&number("-1"), &n[1]});
    n.clear(sql::flag::all);
    note("OFFSET");
    return &n;
  }

  sql::node* operation(sql::node& n) {
    if (n.op == sql::op::null_safe) {
      n.op = sql::op::is;
      note("<=>");
    }
    if (n.op == sql::op::custom && n.name.view() == "<=>") {
      n.op = sql::op::is;
      n.name = {};
      note("<=>");
    }
    if (n.op == sql::op::add || n.op == sql::op::sub)
      for (auto const* term : n.children().subspan(1))
        if (is_interval(*term)) return moved_by_intervals(n);
    if (n.op == sql::op::int_div && n.count == 2) {
      note("DIV");
      if (auto* made = filled_in(q_, "CAST((?1) / (?2) AS INTEGER)", {&n[0], &n[1]})) return made;
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
    set(*columns, {&extreme});
    set(n, {&n[0], &inner});
    return &n;
  }

  std::string done_{};
};

/// Rewrites functions and operators of MySQL, PostgreSQL, Oracle and SQL Server for SQLite: dates, texts, numbers, intervals, casts, ILIKE,
/// plain regular expressions, comparisons with ANY and ALL. What has no equivalent stays. Returns what was translated, "YEAR, ILIKE".
inline std::string translate(sql::query& q) { return translator(q).run(); }

/// Whether a node is a column with a declared numeric type; DATE and the like are not numeric.
inline bool holds_numbers(statement const& s, sql::node const& n) {
  auto const* use = n.kind == sql::kind::column ? s.means().find(n) : nullptr;
  auto const* c = use ? use->base.column : nullptr;
  return c && (schema::affinity_of(c->type) == schema::affinity::integer || text::same(c->type, "year"));
}

/// The year of a number is the number itself: SQLite would read it as a count of days.
inline void take_years_as_stored(statement const& s, edited& edit) {
  for (auto const* call : sql::all_of(s.query().root(), sql::kind::call))
    if (text::same(call->name.view(), "year") && call->count == 1 && holds_numbers(s, (*call)[0])) edit.replace(*call, edit[(*call)[0]]);
}

inline void propose_translation(statement const& s, known_facts const& known, sql::problem const&, proposals& into) {
  if (known.dialect() != sql::dialect::sqlite) return;
  edited edit(s.query());
  take_years_as_stored(s, edit);
  auto done = translate(edit.query());
  auto sql = edit.sql();
  if (done.empty() && sql == sql::print(s.query())) return;
  into.push_back({repair_kind::dialect, 0.05, std::move(sql), translated_to(known.dialect(), done.empty() ? "YEAR" : done)});
}

/// A rule for a missing column if a function is missing too: its arguments, as the unit in `DATEADD(day, 1, x)`, may not be columns.
inline void propose_translation_of_calls(statement const& s, known_facts const& known, sql::problem const& missing, proposals& into) {
  if (calls_unknown(s)) propose_translation(s, known, missing, into);
}

}  // namespace t2s::repair

#endif
