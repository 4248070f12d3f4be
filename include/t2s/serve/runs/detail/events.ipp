// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_EVENTS_IPP
#define T2S_SERVE_RUNS_DETAIL_EVENTS_IPP

#include "t2s/serve/detail/answer_json.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/runs/detail/events.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/skeleton.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace t2s::serve {
namespace detail {

using sql::token;
using sql::token_kind;

inline constexpr std::size_t most_coloured = 65'536;  // bytes of SQL
inline constexpr std::size_t rows_of_attempt = 50;

/// The kind of a token, for its colour; `next` follows it.
[[nodiscard]] inline std::string_view colour_of(token const& t, token const* previous, token const& next) noexcept {
  auto const k = t.kind;
  if (k == token_kind::number) return "number";
  if (k == token_kind::blob || (k == token_kind::string && t.quoted != sql::quote::twofold)) return "string";
  bool const is_name = k == token_kind::name || k == token_kind::string || k == token_kind::parameter ||
                       (previous && previous->kind == token_kind::dot && k > token_kind::parameter);
  if (is_name && next.kind == token_kind::lparen && t.quoted == sql::quote::none) return "function";
  if (is_name || (k == token_kind::illegal && !t.view().empty())) return "name";
  return k < token_kind::number ? "operator" : "keyword";
}

inline void add_piece(json::array& to, std::string_view text, std::string_view kind) {
  if (!text.empty()) to.push_back(json::array{json_text(text), kind});
}

/// The text between two tokens: blanks and comments.
inline void add_gap(json::array& to, std::string_view gap) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  while (!gap.empty()) {
    auto const begin = std::min(gap.find_first_not_of(blanks), gap.size());
    add_piece(to, gap.substr(0, begin), "space");
    gap.remove_prefix(begin);
    if (gap.empty()) return;
    auto const block = gap.starts_with("/*");
    auto const found = block ? gap.find("*/", 2) : gap.find('\n');
    auto const end = found == gap.npos ? gap.size() : found + (block ? 2 : 0);
    add_piece(to, gap.substr(0, end), "comment");
    gap.remove_prefix(end);
  }
}

}  // namespace detail

T2S_DECL boost::json::array sql_tokens(std::string const& sql, sql::grammar const& dialect) {
  json::array out;
  if (sql.size() > detail::most_coloured) {
    detail::add_piece(out, sql, "name");
    return out;
  }
  std::vector<sql::token> tokens;
  sql::tokenize(sql, dialect, tokens);
  std::size_t at = 0;
  for (std::size_t i = 0; i < tokens.size() && tokens[i].kind != sql::token_kind::end; ++i) {
    auto const& t = tokens[i];
    auto const begin = static_cast<std::size_t>(t.data - sql.data());
    detail::add_gap(out, std::string_view(sql).substr(at, begin - at));
    detail::add_piece(out, t.view(), detail::colour_of(t, i > 0 ? &tokens[i - 1] : nullptr, tokens[i + 1]));
    at = begin + t.size;
  }
  detail::add_gap(out, std::string_view(sql).substr(at));
  return out;
}

T2S_DECL boost::json::object sql_entities(std::string const& sql, sql::grammar const& dialect) {
  json::array tables, columns, values;
  if (auto const read = sql::parse(sql, {.grammar = dialect})) {
    auto const named = sql::entities_of(*read);
    tables = json_texts(named.table_names());
    columns = json_texts(named.column_names());
    std::vector<sql::token> tokens;
    sql::tokenize(sql, dialect, tokens);
    for (auto const& t : tokens)
      if (t.kind == sql::token_kind::number || t.kind == sql::token_kind::blob ||
          (t.kind == sql::token_kind::string && t.quoted != sql::quote::twofold))
        if (auto value = json::value(json_text(sql::content_of(t))); std::ranges::find(values, value) == values.end())
          values.push_back(std::move(value));
  }
  return {{"tables", std::move(tables)}, {"columns", std::move(columns)}, {"values", std::move(values)}};
}

T2S_DECL std::string sql_skeleton(std::string const& sql, sql::grammar const& dialect) {
  auto const read = sql::parse(sql, {.grammar = dialect});
  return read ? sql::skeleton(*read, sql::skeleton_mode::scoped) : std::string();
}

T2S_DECL boost::json::object attempt_event(attempt const& a, std::size_t number, std::optional<std::size_t> candidate,
                                           sql::grammar const& dialect) {
  auto out = attempt_json(a);
  out["number"] = number;
  out["candidate"] = candidate ? json::value(*candidate) : json::value(nullptr);
  out["reviewed"] = a.reviewed;
  out["tokens"] = sql_tokens(a.tried.sql, dialect);
  out["entities"] = sql_entities(a.tried.sql, dialect);
  out["skeleton"] = json_text(sql_skeleton(a.tried.sql, dialect));
  add_rows(out, a.outcome ? &*a.outcome : nullptr, {detail::rows_of_attempt, std::size_t{1} << 18U});
  return out;
}

T2S_DECL boost::json::object answer_event(answer const& a, std::string_view system, sql::grammar const& dialect,
                                          answer_extent const& extent) {
  auto out = answer_json(a, system, extent);
  out["tokens"] = sql_tokens(std::string(a.sql()), dialect);
  for (auto& candidate : out["candidates"].get_array()) {
    auto& one = candidate.get_object();
    auto const* sql = one.at("sql").if_string();
    one["tokens"] = sql_tokens(sql ? std::string(*sql) : std::string(), dialect);
  }
  return out;
}

T2S_DECL boost::json::object samples_event(samples const& s) {
  json::array demonstrations;
  for (auto const& d : s.demonstrations)
    demonstrations.push_back({{"question", json_text(d.shown.question)}, {"sql", json_text(d.shown.sql)}});
  std::string text;
  for (auto const& sentence : s.knowledge) text.append(sentence).append("\n");
  json::array tables;
  for (auto const& t : s.tables) tables.push_back(json_text(t.table));
  return {{"demonstrations", std::move(demonstrations)}, {"tables", std::move(tables)}, {"text", json_text(text)}};
}

}  // namespace t2s::serve

#endif
