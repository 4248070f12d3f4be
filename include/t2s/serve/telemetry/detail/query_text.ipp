// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_QUERY_TEXT_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_QUERY_TEXT_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/serve/telemetry/detail/query_text.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/dialects.hpp"

#include <algorithm>
#include <vector>

namespace t2s::telemetry {
namespace detail {

/// Whether a token is a value, or may be one.
inline bool is_literal(sql::token const& t, sql::dialect in) noexcept {
  using sql::token_kind;
  if (t.kind == token_kind::number || t.kind == token_kind::blob || t.kind == token_kind::string) return true;
  auto const q = t.quoted;
  if (q == sql::quote::none || q == sql::quote::bracket || q == sql::quote::backtick) return false;
  return q != sql::quote::twofold || in == sql::dialect::sqlite || in == sql::dialect::mysql;
}

}  // namespace detail

T2S_DECL std::string without_literals(std::string const& sql, sql::dialect in) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, sql::grammar_of(in), tokens);
  std::string out;
  auto end = sql.data();
  for (auto const& t : tokens) {
    if (t.kind == sql::token_kind::illegal) return "?";
    if (t.kind == sql::token_kind::end) break;
    if (t.data != end && !out.empty()) out += ' ';
    out.append(detail::is_literal(t, in) ? "?" : t.view());
    end = t.data + t.size;
  }
  return out;
}

T2S_DECL std::string operation_of(std::string_view sql) {
  auto const start = text::trim(sql);
  auto const end = std::find_if_not(start.begin(), start.end(), [](char c) { return text::lower(c) >= 'a' && text::lower(c) <= 'z'; });
  std::string word(start.begin(), end);
  if (word.empty() || word.size() > 16) return {};
  for (auto& c : word) c = text::lower(c) == c ? static_cast<char>(c - ('a' - 'A')) : c;
  return word;
}

}  // namespace t2s::telemetry

#endif
