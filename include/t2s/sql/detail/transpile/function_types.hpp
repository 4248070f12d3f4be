// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_FUNCTION_TYPES_HPP
#define T2S_SQL_DETAIL_TRANSPILE_FUNCTION_TYPES_HPP

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace t2s::sql::detail::transpiling {

/// The type of an expression, as far as the translation needs it. A `number` may be whole or not.
enum class type : std::uint8_t {
  unknown,
  null,
  boolean,
  integer,
  decimal,
  real,
  number,
  text,
  blob,
  date,
  time,
  timestamp,
  interval,
  json,
  list,
  other
};

constexpr bool is_number(type t) noexcept { return t >= type::integer && t <= type::number; }
constexpr bool is_fraction(type t) noexcept { return t == type::decimal || t == type::real; }
constexpr bool is_moment(type t) noexcept { return t == type::date || t == type::time || t == type::timestamp; }

inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) noexcept {
  return std::any_of(words.begin(), words.end(), [word](std::string_view w) { return text::same(w, word); });
}

/// The type that a declaration or a cast names, in any dialect.
inline type type_named(std::string_view declared) {
  auto const name = text::lower(declared);
  auto const has = [&name](std::string_view part) { return name.find(part) != name.npos; };
  if (name.ends_with(']')) return type::list;
  if (has("interval")) return type::interval;
  if (has("bool")) return type::boolean;
  if (has("point") || has("geom") || has("struct") || has("map(")) return type::other;
  if (has("int") || has("serial") || name == "signed" || name == "unsigned" || name == "year") return type::integer;
  if (has("char") || has("clob") || has("text") || has("string") || has("enum") || name == "uuid" || name == "name") return type::text;
  if (has("blob") || has("binary") || has("bytea")) return type::blob;
  if (has("real") || has("floa") || has("doub")) return type::real;
  if (has("timestamp") || has("datetime")) return type::timestamp;
  if (has("date")) return type::date;
  if (has("time")) return type::time;
  if (has("json")) return type::json;
  if (has("dec") || has("num") || has("money")) return type::decimal;
  return type::unknown;
}

/// A function whose result type does not depend on its arguments.
struct function_type {
  std::string_view name;
  type result;
};

inline constexpr function_type function_types[] = {
    {"age", type::interval},
    {"array_agg", type::list},
    {"ascii", type::integer},
    {"bit_length", type::integer},
    {"bool_and", type::boolean},
    {"bool_or", type::boolean},
    {"char", type::text},
    {"char_length", type::integer},
    {"character_length", type::integer},
    {"chr", type::text},
    {"concat", type::text},
    {"concat_ws", type::text},
    {"contains", type::boolean},
    {"count", type::integer},
    {"count_if", type::integer},
    {"countif", type::integer},
    {"cume_dist", type::real},
    {"curdate", type::date},
    {"date_diff", type::integer},
    {"date_format", type::text},
    {"date_sub", type::timestamp},
    {"date_trunc", type::timestamp},
    {"datediff", type::integer},
    {"datesub", type::integer},
    {"day", type::integer},
    {"dayname", type::text},
    {"dayofmonth", type::integer},
    {"dayofweek", type::integer},
    {"dayofyear", type::integer},
    {"dense_rank", type::integer},
    {"ends_with", type::boolean},
    {"every", type::boolean},
    {"exp", type::real},
    {"format", type::text},
    {"from_unixtime", type::timestamp},
    {"gen_random_uuid", type::text},
    {"getdate", type::timestamp},
    {"getutcdate", type::timestamp},
    {"generate_series", type::integer},
    {"group_concat", type::text},
    {"grouping", type::integer},
    {"hex", type::text},
    {"hour", type::integer},
    {"initcap", type::text},
    {"instr", type::integer},
    {"isnull", type::boolean},
    {"isodow", type::integer},
    {"json", type::json},
    {"json_array", type::json},
    {"json_array_length", type::integer},
    {"json_extract", type::json},
    {"json_object", type::json},
    {"json_type", type::text},
    {"json_unquote", type::text},
    {"json_valid", type::boolean},
    {"julianday", type::real},
    {"last_day", type::date},
    {"lcase", type::text},
    {"left", type::text},
    {"len", type::integer},
    {"length", type::integer},
    {"ln", type::real},
    {"localtimestamp", type::timestamp},
    {"locate", type::integer},
    {"log", type::real},
    {"log10", type::real},
    {"log2", type::real},
    {"lower", type::text},
    {"lpad", type::text},
    {"ltrim", type::text},
    {"make_date", type::date},
    {"make_timestamp", type::timestamp},
    {"makedate", type::date},
    {"md5", type::text},
    {"mid", type::text},
    {"minute", type::integer},
    {"month", type::integer},
    {"monthname", type::text},
    {"now", type::timestamp},
    {"ntile", type::integer},
    {"octet_length", type::integer},
    {"percent_rank", type::real},
    {"pi", type::real},
    {"position", type::integer},
    {"pow", type::real},
    {"power", type::real},
    {"printf", type::text},
    {"quarter", type::integer},
    {"quote", type::text},
    {"radians", type::real},
    {"rand", type::real},
    {"rank", type::integer},
    {"regexp_like", type::boolean},
    {"regexp_matches", type::boolean},
    {"regexp_replace", type::text},
    {"repeat", type::text},
    {"replace", type::text},
    {"reverse", type::text},
    {"right", type::text},
    {"row_number", type::integer},
    {"rpad", type::text},
    {"rtrim", type::text},
    {"second", type::integer},
    {"sign", type::integer},
    {"split_part", type::text},
    {"sqrt", type::real},
    {"starts_with", type::boolean},
    {"stddev", type::real},
    {"stddev_pop", type::real},
    {"stddev_samp", type::real},
    {"str_to_date", type::timestamp},
    {"strftime", type::text},
    {"string_agg", type::text},
    {"strlen", type::integer},
    {"strpos", type::integer},
    {"strptime", type::timestamp},
    {"substr", type::text},
    {"substring", type::text},
    {"substring_index", type::text},
    {"sysdate", type::timestamp},
    {"sysdatetime", type::timestamp},
    {"sysutcdatetime", type::timestamp},
    {"timestampadd", type::timestamp},
    {"timestampdiff", type::integer},
    {"to_char", type::text},
    {"to_date", type::date},
    {"to_timestamp", type::timestamp},
    {"today", type::date},
    {"total", type::real},
    {"translate", type::text},
    {"trim", type::text},
    {"typeof", type::text},
    {"ucase", type::text},
    {"unicode", type::integer},
    {"unix_timestamp", type::integer},
    {"unixepoch", type::integer},
    {"upper", type::text},
    {"var_pop", type::real},
    {"var_samp", type::real},
    {"variance", type::real},
    {"week", type::integer},
    {"weekday", type::integer},
    {"weekofyear", type::integer},
    {"year", type::integer},
};

/// A function whose result has the type of an argument: the first typed one from a position on.
struct passing_function {
  std::string_view name;
  std::size_t from;
};

inline constexpr passing_function passing_functions[] = {
    {"abs", 0},      {"any_value", 0}, {"arg_max", 0}, {"arg_min", 0}, {"coalesce", 0}, {"first", 0}, {"first_value", 0},
    {"greatest", 0}, {"if", 1},        {"ifnull", 0},  {"iif", 1},     {"lag", 0},      {"last", 0},  {"last_value", 0},
    {"lead", 0},     {"least", 0},     {"max", 0},     {"max_by", 0},  {"median", 0},   {"min", 0},   {"min_by", 0},
    {"mode", 0},     {"nth_value", 0}, {"nullif", 0},  {"nvl", 0},     {"quantile", 0}, {"mod", 0}};

}  // namespace t2s::sql::detail::transpiling

#endif
