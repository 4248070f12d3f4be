// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_BOUNDED_GROWTH_HPP
#define T2S_DB_DUCKDB_DETAIL_BOUNDED_GROWTH_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"

#include <algorithm>
#include <boost/json/value.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

/// How much longer than what is stored the values of a statement can become. DuckDB interrupts no call, and computes 2,048 rows at a time:
/// what doubles a text ten times within one expression, or in ten subqueries, takes gigabytes before anything looks at a limit.
namespace t2s::db::detail {

/// Adds up what the values of a statement are made from, in stored values; a constant counts by its length. It reads DuckDB's own tree.
class duckdb_growth {
 public:
  static constexpr double most = 1000;
  static constexpr int most_distances = 8;  ///< calls: at their own bounds each takes a third of a second in a step

  /// Refuses a statement with an expression beyond the limit.
  static std::optional<failure> beyond(boost::json::value const& tree) {
    duckdb_growth g;
    std::ignore = g.all_of(tree, 1);
    if (g.distances_ > most_distances)
      return failure{errc::size_limit, "distances of texts stand more than 8 times in the statement", {}, "compute fewer of them", {}};
    if (!g.found_) return {};
    auto f = failure{errc::size_limit,
                     "a value may become more than 1,000 times as long as what it is made from",
                     g.subject_,
                     "join and repeat values in fewer steps, or write unnest and GROUP BY in place of a lambda",
                     {}};
    return f;
  }

 private:
  using object = boost::json::object;
  static constexpr double captured = 700, list_of_calls = 800, list_of_constants = 80;
  static constexpr double slow = 1.3;  ///< for what takes long for each element: too much for a list of calls

  static boost::json::value const* member(object const& o, char const* key) { return o.if_contains(key); }
  static std::string_view text_of(object const& o, char const* key) {
    auto const* const m = member(o, key);
    return m && m->is_string() ? std::string_view(m->get_string()) : std::string_view();
  }
  static bool is_any(std::string_view name, std::string_view names) {
    return !name.empty() && (" " + std::string(names) + " ").find(" " + text::lower(name) + " ") != std::string::npos;
  }

  /// The sum over a part of the tree that has no rule of its own; `stored` is how much a column may have grown below.
  double all_of(boost::json::value const& v, double stored) {
    double sum = 0;
    if (auto const* const list = v.if_array())
      for (auto const& one : *list) sum += all_of(one, stored);
    if (auto const* const o = v.if_object()) return of(*o, stored);
    return sum;
  }
  double member_of(object const& o, char const* key, double stored) {
    auto const* const m = member(o, key);
    return m ? all_of(*m, stored) : 0;
  }
  double rest_of(object const& o, double stored) {
    double sum = 0;
    for (auto const& [key, one] : o) sum += all_of(one, stored);
    return sum;
  }
  double greatest_of(boost::json::value const* v, double stored) {
    double most_of_all = 0;
    if (auto const* const list = v ? v->if_array() : nullptr)
      for (auto const& one : *list) most_of_all = std::max(most_of_all, all_of(one, stored));
    return most_of_all;
  }

  double of(object const& o, double stored) {
    auto const type = text_of(o, "type"), what = text_of(o, "class");
    if (what.empty()) return type.ends_with("_NODE") ? block(o, type) : rest_of(o, stored);
    auto const grown = expression(o, what, type, stored);
    if (grown > most && !found_) {
      found_ = true;
      subject_ = text_of(o, "function_name");
    }
    return grown;
  }

  // ---- queries

  /// The growth of the columns of a query.
  double block(object const& o, std::string_view type) {
    auto const outer = tables_;
    note_tables(o);
    double grown = 0;
    if (type == "RECURSIVE_CTE_NODE") tables_[text::lower(text_of(o, "cte_name"))] = 1;  // between its rounds the limits are looked at
    if (type == "SELECT_NODE") {
      auto const* const from = member(o, "from_table");
      auto const below = std::max(1.0, from ? source(*from) : 1);
      for (auto const& [key, one] : o)
        if (key != "select_list" && key != "from_table" && key != "cte_map") std::ignore = all_of(one, below);
      grown = greatest_of(member(o, "select_list"), below);
    } else {
      for (char const* side : {"left", "right", "query", "child"}) grown = std::max(grown, member_of(o, side, 1));
      if (auto const* const children = member(o, "children")) grown = std::max(grown, greatest_of(children, 1));
    }
    tables_ = outer;
    return std::max(1.0, grown);
  }

  void note_tables(object const& o) {
    auto const* const ctes = member(o, "cte_map");
    auto const* const map = ctes && ctes->is_object() ? member(ctes->get_object(), "map") : nullptr;
    if (!map || !map->is_array()) return;
    for (auto const& one : map->get_array())
      if (one.is_object()) {
        auto const grown = std::max(1.0, member_of(one.get_object(), "value", 1));
        tables_[text::lower(text_of(one.get_object(), "key"))] = grown;
      }
  }

  double source(boost::json::value const& from) {
    auto const* const o = from.if_object();
    if (!o) return 1;
    auto const type = text_of(*o, "type");
    if (type == "BASE_TABLE") {
      auto const known = tables_.find(text::lower(text_of(*o, "table_name")));
      return known == tables_.end() ? 1 : known->second;
    }
    if (type == "SUBQUERY") return member_of(*o, "subquery", 1);
    double grown = 1;
    for (char const* side : {"left", "right", "source"})
      if (auto const* const one = member(*o, side)) grown = std::max(grown, source(*one));
    for (char const* part : {"condition", "function", "aggregates", "values"})
      if (auto const* const one = member(*o, part)) {
        auto const made = all_of(*one, grown);
        if (text_of(*o, "type") != "TABLE_FUNCTION" || !is_any(table_function(*o), "range generate_series")) grown = std::max(grown, made);
      }
    return grown;
  }
  static std::string_view table_function(object const& o) {
    auto const* const f = member(o, "function");
    return f && f->is_object() ? text_of(f->get_object(), "function_name") : std::string_view();
  }

  // ---- expressions

  double expression(object const& o, std::string_view what, std::string_view type, double stored) {
    if (what == "COLUMN_REF") return is_parameter(o) ? 1 : in_lambda_ ? captured * stored : stored;
    if (what == "STAR") return stored;
    if (what == "CONSTANT") return constant_size(o) / 100;
    if (what == "FUNCTION" || what == "WINDOW") return call(o, stored);
    if (what == "SUBQUERY") return std::max(member_of(o, "subquery", stored), std::min(1.0, member_of(o, "child", stored)));
    if (what == "CASE") return choice(o, stored);
    if (what == "OPERATOR") {
      auto const grown = type == "ARRAY_CONSTRUCTOR" ? member_of(o, "children", stored) : greatest_of(member(o, "children"), stored);
      bool const is_truth = type.find("NULL") != type.npos || type.find("IN") == 8 || type.find("NOT") != type.npos;
      return is_truth && type != "OPERATOR_NULLIF" ? 1 : grown;
    }
    auto const grown = rest_of(o, stored) * (what == "CAST" ? slow : 1);
    return what == "COMPARISON" || what == "CONJUNCTION" || what == "BETWEEN" ? 1 : grown;
  }

  double choice(object const& o, double stored) {
    double grown = member_of(o, "else_expr", stored);
    if (auto const* const checks = member(o, "case_checks"); checks && checks->is_array())
      for (auto const& one : checks->get_array())
        if (one.is_object()) {
          std::ignore = member_of(one.get_object(), "when_expr", stored);
          grown = std::max(grown, member_of(one.get_object(), "then_expr", stored));
        }
    return grown;
  }

  static double constant_size(object const& o) {
    auto const* const v = member(o, "value");
    auto const* const value = v && v->is_object() ? member(v->get_object(), "value") : nullptr;
    return value && value->is_string() ? static_cast<double>(value->get_string().size()) : 1;
  }
  static object const* argument(object const& o, std::size_t i) {
    auto const* const all = member(o, "children");
    return all && all->is_array() && i < all->get_array().size() ? all->get_array()[i].if_object() : nullptr;
  }
  static bool is_constant(object const* o) { return o && text_of(*o, "class") == "CONSTANT"; }
  static std::string_view constant_text(object const* o) {
    auto const* const v = is_constant(o) ? member(*o, "value") : nullptr;
    return v && v->is_object() ? text_of(v->get_object(), "value") : std::string_view();
  }

  double call(object const& o, double stored) {
    auto const name = text_of(o, "function_name");
    if (auto const* const f = argument(o, 1); f && text_of(*f, "class") == "LAMBDA") return with_lambda(o, *f, name, stored);
    auto const sum = member_of(o, "children", stored);
    for (auto const& [key, one] : o)
      if (key != "children") std::ignore = all_of(one, stored);
    auto const* const operates = member(o, "is_operator");
    if (operates && operates->is_bool() && operates->get_bool() && name != "||" && name.find("->") == name.npos) return 1;
    distances_ += is_any(name, "levenshtein editdist3 damerau_levenshtein jaro_similarity jaro_winkler_similarity") ? 1 : 0;
    if (is_any(name, small)) return 1;
    if (is_any(name,
               "max min any_value arbitrary first last arg_max arg_min max_by min_by lag lead first_value last_value nth_value mode "
               "greatest least ifnull nullif coalesce if list_extract array_extract struct_extract"))
      return greatest_of(member(o, "children"), stored);
    if (is_any(name, "replace regexp_replace") && argument(o, 0)) return of(*argument(o, 0), stored) * factor(o, name);
    return sum * factor(o, name) + made_by(o, name, stored);
  }

  static constexpr std::string_view small =
      "count count_star sum avg mean median stddev stddev_pop stddev_samp var_pop var_samp variance quantile_cont quantile_disc "
      "approx_count_distinct length len strlen char_length array_length bit_length year month day hour minute second quarter week "
      "dayofweek "
      "date_part datepart date_trunc datetrunc date_diff datediff date_add make_date strptime epoch abs round floor ceil ceiling sqrt ln "
      "log "
      "exp pow power mod sign hash md5 sha256 contains starts_with ends_with prefix suffix position strpos instr list_contains "
      "array_contains "
      "list_has list_position array_position list_sum list_count list_avg regexp_matches levenshtein editdist3 damerau_levenshtein jaccard "
      "jaro_similarity jaro_winkler_similarity hamming row_number rank dense_rank percent_rank ntile cume_dist ascii unicode ord typeof";

  /// How many times as long as its arguments a call is.
  static double factor(object const& o, std::string_view name) {
    auto const* const second = argument(o, 1);
    if (is_any(name, "hex to_hex to_base64 base64 to_json json_quote regexp_escape")) return 2;
    if (is_any(name, "list array_agg string_agg group_concat listagg url_encode json_group_array")) return 3;
    if (is_any(name, "bin to_binary")) return 8;
    if (is_any(name, "string_split str_split string_to_array split regexp_split_to_array string_split_regex regexp_extract_all")) return 16;
    if (is_any(name, "replace regexp_replace")) {
      auto const* const by = argument(o, 2);
      return is_constant(by) ? std::max(1.0, constant_size(*by) / std::max(1.0, name == "replace" ? constant_size_of(second) : 1)) : 100;
    }
    if (is_any(name, "printf format")) {
      auto const f = constant_text(argument(o, 0));
      auto const parts = std::ranges::count_if(f, [](char c) { return c == '%' || c == '{'; });
      return f.empty() ? 100 : std::max(1.0, static_cast<double>(parts) / 2);
    }
    if (name.starts_with("list_") || name.starts_with("array_"))
      if (is_any(name.substr(name.find('_') + 1),
                 "sort reverse_sort distinct unique aggregate aggr grade_up median mode has_any has_all "
                 "intersect entropy histogram kurtosis skewness cosine_similarity distance inner_product"))
        return argument(o, 2) && !is_constant(argument(o, 2)) ? captured : slow;
    if (name == "strftime") return is_constant(second) ? 1 : 10;
    if (is_any(name, "array_to_string list_string_agg concat_ws")) {
      auto const* const between = name == "concat_ws" ? argument(o, 0) : second;
      return is_constant(between) ? std::max(slow, constant_size(*between) / 10) : captured;
    }
    if (name == "aggregate") return argument(o, 2) && !is_constant(argument(o, 2)) ? captured : slow;
    if (is_any(name, "list_select array_select json_extract json_extract_string json_extract_path")) return elements(second);
    return 1;
  }
  static double constant_size_of(object const* o) { return is_constant(o) ? constant_size(*o) : 1; }
  /// How many elements a list has that stands in the statement; of another list unknown, of a text 1.
  static double elements(object const* o) {
    if (!o || is_constant(o)) return 1;
    auto const* const all = member(*o, "children");
    bool const is_list = text_of(*o, "type") == "ARRAY_CONSTRUCTOR" || text_of(*o, "function_name") == "list_value";
    return is_list && all && all->is_array()      ? static_cast<double>(all->get_array().size())
           : text_of(*o, "class") == "COLUMN_REF" ? 10
                                                  : captured;
  }
  /// What a call adds whatever its arguments are, beside what a list is filled with.
  double made_by(object const& o, std::string_view name, double stored) {
    if (is_any(name, "lpad rpad bitstring")) return 10;
    if (!is_any(name, "range generate_series list_resize array_resize")) return 0;
    bool all_constant = true;
    for (std::size_t i = 0; argument(o, i); ++i) all_constant = all_constant && has_no_column(*argument(o, i));
    if (name.find("resize") == name.npos || !argument(o, 2)) return all_constant ? list_of_constants : list_of_calls;
    return number_of(argument(o, 1)).value_or(10000) / (all_constant ? 125 : 1) * std::max(1.0, of(*argument(o, 2), stored));
  }
  static std::optional<double> number_of(object const* o) {
    auto const* const v = is_constant(o) ? member(*o, "value") : nullptr;
    auto const* const value = v && v->is_object() ? member(v->get_object(), "value") : nullptr;
    return value && value->is_number() ? std::optional(value->to_number<double>()) : std::nullopt;
  }
  static bool has_no_column(boost::json::value const& v) {
    if (auto const* const list = v.if_array()) return std::ranges::all_of(*list, [](auto const& one) { return has_no_column(one); });
    auto const* const o = v.if_object();
    return !o || has_no_column(*o);
  }
  static bool has_no_column(object const& o) {
    return text_of(o, "class") != "COLUMN_REF" && std::ranges::all_of(o, [](auto const& one) { return has_no_column(one.value()); });
  }

  // ---- lambdas

  double with_lambda(object const& o, object const& lambda, std::string_view name, double stored) {
    auto const* const list_made = argument(o, 0);
    auto const list = list_made ? of(*list_made, stored) : 1;
    auto const outer = std::exchange(in_lambda_, member(lambda, "lhs"));
    auto const body = member_of(lambda, "expr", stored);
    in_lambda_ = outer;
    bool const keeps_elements = name.find("filter") != name.npos;
    return keeps_elements ? list : std::max(1.0, list) * std::max(1.0, body);
  }
  [[nodiscard]] bool is_parameter(object const& column) const {
    auto const* const names = member(column, "column_names");
    return in_lambda_ && names && names->is_array() && !names->get_array().empty() && has_name(*in_lambda_, names->get_array().front());
  }
  static bool has_name(boost::json::value const& in, boost::json::value const& name) {
    if (auto const* const list = in.if_array())
      return std::ranges::any_of(*list, [&](auto const& one) { return one == name || has_name(one, name); });
    auto const* const o = in.if_object();
    return o && std::ranges::any_of(*o, [&](auto const& one) { return has_name(one.value(), name); });
  }

  std::map<std::string, double> tables_{};  ///< of WITH
  boost::json::value const* in_lambda_ = nullptr;
  int distances_ = 0;
  bool found_ = false;
  std::string subject_{};
};

}  // namespace t2s::db::detail

#endif
