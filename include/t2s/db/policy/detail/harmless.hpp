// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_HARMLESS_HPP
#define T2S_DB_POLICY_DETAIL_HARMLESS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/dialect.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Functions, types and operators that compute from their arguments alone: what is not here might read tables, files and catalogues.
namespace t2s::db::policy::detail {

// clang-format off
/// PostgreSQL has all of these itself. None of them reads or tells anything that is not in its arguments, but the time and
/// chance. Functions that run a text or a name as SQL, or tell of settings, sizes, names or other sessions, are not here.
inline constexpr std::array harmless_functions = std::to_array<std::string_view>({
    "abs", "acos", "acosh", "age", "all", "any", "array", "array_agg", "array_append", "array_cat", "array_length", "array_lower",
    "array_ndims", "array_position", "array_prepend", "array_remove", "array_replace", "array_to_json", "array_to_string", "array_upper",
    "ascii", "asin", "asinh", "atan", "atan2", "atanh", "avg", "bit_and", "bit_count", "bit_length", "bit_or", "bit_xor", "bool_and",
    "bool_or", "btrim", "cardinality", "cast", "cbrt", "ceil", "ceiling", "char", "char_length", "character_length", "chr",
    "clock_timestamp", "coalesce", "concat", "concat_ws", "convert", "corr", "cos", "cosh", "cot", "count", "covar_pop", "covar_samp",
    "cube", "cume_dist", "current_date", "current_time", "current_timestamp", "date", "date_bin", "date_part", "date_trunc", "degrees",
    "dense_rank", "div", "every", "exists", "exp", "extract", "factorial", "first_value", "floor", "format", "gcd", "gen_random_uuid",
    "generate_series", "generate_subscripts", "get_bit", "get_byte", "greatest", "grouping", "grouping sets", "initcap", "interval",
    "isfinite", "json_agg", "json_array_elements", "json_array_elements_text", "json_array_length", "json_build_array",
    "json_build_object", "json_each", "json_each_text", "json_extract_path", "json_extract_path_text", "json_object", "json_object_agg",
    "json_object_keys", "json_strip_nulls", "json_typeof", "jsonb_agg", "jsonb_array_elements", "jsonb_array_elements_text",
    "jsonb_array_length", "jsonb_build_array", "jsonb_build_object", "jsonb_each", "jsonb_each_text", "jsonb_extract_path",
    "jsonb_extract_path_text", "jsonb_object_agg", "jsonb_object_keys", "jsonb_path_exists", "jsonb_path_query", "jsonb_pretty",
    "jsonb_set", "jsonb_strip_nulls", "jsonb_typeof", "justify_days", "justify_hours", "justify_interval", "lag", "last_value", "lcm",
    "lead", "least", "left", "length", "ln", "localtime", "localtimestamp", "log", "log10", "lower", "lpad", "ltrim", "make_date",
    "make_interval", "make_time", "make_timestamp", "make_timestamptz", "max", "md5", "min", "min_scale", "mod", "mode", "now",
    "nth_value", "ntile", "nullif", "num_nonnulls", "num_nulls", "numnode", "octet_length", "overlay", "percent_rank", "percentile_cont",
    "percentile_disc", "pg_typeof", "phraseto_tsquery", "pi", "plainto_tsquery", "position", "pow", "power", "quote_ident",
    "quote_literal", "quote_nullable", "radians", "random", "rank", "regexp_count", "regexp_instr", "regexp_like", "regexp_match",
    "regexp_matches", "regexp_replace", "regexp_split_to_array", "regexp_split_to_table", "regexp_substr", "regr_avgx", "regr_avgy",
    "regr_count", "regr_intercept", "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy", "repeat", "replace", "reverse", "right",
    "rollup", "round", "row", "row_number", "row_to_json", "rpad", "rtrim", "scale", "setweight", "sha224", "sha256", "sha384", "sha512",
    "sign", "sin", "sinh", "some", "split_part", "sqrt", "starts_with", "statement_timestamp", "stddev", "stddev_pop", "stddev_samp",
    "string_agg", "string_to_array", "string_to_table", "strip", "strpos", "substr", "substring", "sum", "tan", "tanh", "time",
    "timeofday", "timestamp", "timezone", "to_char", "to_date", "to_hex", "to_json", "to_jsonb", "to_number", "to_timestamp",
    "to_tsquery", "to_tsvector", "transaction_timestamp", "translate", "trim", "trim_scale", "trunc", "ts_rank", "ts_rank_cd", "unnest",
    "upper", "values", "var_pop", "var_samp", "variance", "websearch_to_tsquery", "width_bucket", "xmlagg",
});

/// Of MySQL, MariaDB and DuckDB alone: in PostgreSQL a user may have made a function of such a name.
inline constexpr std::array other_harmless_functions = std::to_array<std::string_view>({
    "adddate", "addtime", "any_value", "approx_count_distinct", "approx_quantile", "arg_max", "arg_min", "argmax", "argmin",
    "array_concat", "array_contains", "array_distinct", "array_slice", "array_sort", "bar", "bin", "century", "contains", "conv",
    "count_if", "count_star", "countif", "crc32", "curdate", "curtime", "date_add", "date_diff", "date_format", "date_sub", "datediff",
    "datepart", "datesub", "datetrunc", "day", "dayname", "dayofmonth", "dayofweek", "dayofyear", "decade", "e", "elt", "ends_with",
    "entropy", "epoch", "epoch_ms", "epoch_us", "even", "favg", "field", "find_in_set", "first", "flatten", "from_days", "from_unixtime",
    "fsum", "gamma", "get_format", "group_concat", "hamming", "hex", "histogram", "hour", "if", "ifnull", "insert", "instr",
    "isdistinctfrom", "isinf", "isnan", "isnull", "isodow", "isoyear", "jaccard", "jaro_similarity", "jaro_winkler_similarity", "json",
    "json_array", "json_arrayagg", "json_contains", "json_depth", "json_extract", "json_extract_string", "json_group_array",
    "json_group_object", "json_keys", "json_length", "json_objectagg", "json_pretty", "json_quote", "json_search", "json_type",
    "json_unquote", "json_valid", "json_value", "julian", "kurtosis", "last", "last_day", "lcase", "len", "levenshtein", "lgamma", "list",
    "list_aggregate", "list_any_value", "list_avg", "list_concat", "list_contains", "list_count", "list_distinct", "list_element",
    "list_extract", "list_filter", "list_has", "list_max", "list_min", "list_position", "list_reverse", "list_slice", "list_sort",
    "list_sum", "list_transform", "list_unique", "list_value", "locate", "log2", "mad", "makedate", "maketime", "map", "map_entries",
    "map_extract", "map_keys", "map_values", "max_by", "median", "mid", "min_by", "minute", "month", "monthname", "multiply", "nextafter",
    "oct", "ord", "period_add", "period_diff", "prefix", "printf", "product", "quantile", "quantile_cont", "quantile_disc", "quarter",
    "quote", "rand", "range", "regexp_extract", "regexp_extract_all", "regexp_full_match", "sec_to_time", "second", "sha1", "sha2",
    "skewness", "soundex", "space", "split", "std", "str_split", "str_to_date", "strcmp", "strftime", "string_split", "strip_accents",
    "strlen", "strptime", "struct_extract", "struct_pack", "subdate", "substring_index", "subtime", "suffix", "sum_no_overflow",
    "sumkahan", "sysdate", "time_bucket", "time_format", "time_to_sec", "timediff", "timestampadd", "timestampdiff", "to_base",
    "to_base64", "to_days", "to_seconds", "today", "truncate", "try_cast", "try_strptime", "ucase", "unhex", "unicode",
    "unix_timestamp", "utc_date", "utc_time", "utc_timestamp", "uuid", "week", "weekday", "weekofyear", "xor", "year", "yearweek",
});

/// Types that hold what is put into them. Those that look names up (regclass and its like) and rows of tables are not here.
inline constexpr std::array harmless_types = std::to_array<std::string_view>({
    "bigint", "bit", "bit varying", "bool", "boolean", "box", "bpchar", "bytea", "char", "character", "character varying", "cidr",
    "circle", "date", "daterange", "dec", "decimal", "double precision", "float", "float4", "float8", "inet", "int", "int2", "int4",
    "int4range", "int8", "int8range", "integer", "interval", "json", "jsonb", "jsonpath", "line", "macaddr", "money",
    "national character", "nchar", "numeric", "numrange", "path", "point", "polygon", "real", "smallint", "text", "time",
    "time with time zone", "time without time zone", "timestamp", "timestamp with time zone", "timestamp without time zone",
    "timestamptz", "timetz", "tsquery", "tsrange", "tstzrange", "tsvector", "uuid", "varbit", "varchar", "xml",
});

/// Of MySQL, MariaDB and DuckDB alone: in PostgreSQL a table may have such a name, and its rows are of that type.
inline constexpr std::array other_harmless_types = std::to_array<std::string_view>({
    "binary", "binary varying", "blob", "datetime", "double", "hugeint", "int1", "int16", "int32", "int64", "long", "longblob",
    "longtext", "mediumblob", "mediumint", "mediumtext", "nvarchar", "short", "signed", "signed integer", "string", "timestamp_ms",
    "timestamp_ns", "timestamp_s", "tinyblob", "tinyint", "tinytext", "ubigint", "uhugeint", "uint", "uinteger", "unsigned",
    "unsigned integer", "usmallint", "utinyint", "varbinary", "year",
});

/// Operators that have no place of their own in the tree, of PostgreSQL and DuckDB.
inline constexpr std::array harmless_operators = std::to_array<std::string_view>({
    "overlaps", "~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*", "@>", "<@", "?", "?|", "?&", "#>", "#>>", "#-", "@@", "@?", "&&", "|/",
    "||/", "@", "^@", "-|-", "&<", "&>", "<->", "!", "!!", "**", "#", "<<|", "|>>", "&<|", "|&>", "~=", "//", "->", "->>", "<<=", ">>=",
});

/// Of SQLite's own functions those that tell of the connection or the file; the others only compute, and what an application has added to
/// its connections is refused by the authorizer.
inline constexpr std::array telling_functions_of_sqlite = std::to_array<std::string_view>({
    "changes", "fts3_tokenizer", "fts5", "fts5_source_id", "highlight", "last_insert_rowid", "load_extension", "matchinfo", "offsets",
    "optimize", "rtreecheck", "rtreenode", "snippet", "sqlite_offset", "sqlite_log", "total_changes",
});
// clang-format on

inline bool has(std::span<std::string_view const> names, std::string_view name) {
  return std::ranges::any_of(names, [name](std::string_view n) { return text::same(n, name); });
}
inline bool has(std::span<std::string const> names, std::string_view name) {
  return std::ranges::any_of(names, [name](std::string_view n) { return text::same(n, name); });
}

/// "Numeric(10, 2)[]" -> "numeric", "timestamp(3) with time zone" -> "timestamp with time zone". "" for what is no such name.
inline std::string plain_type(std::string_view written) {
  std::string plain;
  int depth = 0;
  for (char const c : written) {
    if (c == '(' || c == '[') ++depth;
    bool const is_word = text::is_letter(c) || text::is_digit(c) || c == '_';
    if (depth == 0 && !is_word && !text::is_space(c)) return {};
    if (depth > 0 && !text::is_digit(c) && std::string_view("()[], ").find(c) == std::string_view::npos) return {};
    if (depth == 0 && is_word) plain += text::lower(c);
    if (depth == 0 && text::is_space(c) && !plain.empty() && plain.back() != ' ') plain += ' ';
    if (c == ')' || c == ']') --depth;
  }
  while (plain.ends_with(' ')) plain.pop_back();
  return plain;
}

/// What a statement may use beside tables.
struct allowed_things {
  sql::dialect dialect{};
  std::vector<std::string> functions{}, types{};  ///< that the rules allow
  std::set<std::string, std::less<>> columns{};   ///< the names of all columns that the role sees, in lower case
  std::set<std::string, std::less<>> schemas{};   ///< and of the schemas of its tables

  [[nodiscard]] bool function(std::string_view name) const {
    if (has(functions, name)) return true;
    if (dialect == sql::dialect::sqlite) return !has(telling_functions_of_sqlite, name);
    if (dialect == sql::dialect::duckdb && text::same(name, "columns")) return true;  // those of the sources
    return has(harmless_functions, name) || (dialect != sql::dialect::postgres && has(other_harmless_functions, name));
  }
  /// Of rows, in SQLite without brackets, too.
  [[nodiscard]] bool source(std::string_view name) const {
    if (dialect == sql::dialect::sqlite) return text::same(name, "json_each") || text::same(name, "json_tree");
    return function(name);
  }
  [[nodiscard]] bool type(std::string_view written) const {
    if (dialect == sql::dialect::sqlite) return true;  // a name of no meaning
    auto const plain = plain_type(written);
    if (has(types, written) || has(types, plain)) return true;
    return has(harmless_types, plain) || (dialect != sql::dialect::postgres && has(other_harmless_types, plain));
  }
};

}  // namespace t2s::db::policy::detail

#endif
