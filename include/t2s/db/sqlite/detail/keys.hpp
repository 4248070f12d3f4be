// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_KEYS_HPP
#define T2S_DB_SQLITE_DETAIL_KEYS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::db::detail {

/// The unique keys that a CREATE TABLE of SQLite declares, and how many columns a CREATE INDEX names. What is not understood is no key.
class sqlite_keys {
 public:
  explicit sqlite_keys(std::string const& made) {
    sql::tokenize(made, sql::sqlite, tokens_);
    auto const at = static_cast<std::size_t>(std::ranges::find(tokens_, kind::lparen, &sql::token::kind) - tokens_.begin());
    auto const parts = parts_within(at);
    of_index = parts.size();
    for (auto const& p : parts) note(p);
  }

  std::size_t of_index = 0;

  /// Whether a key has no columns but some of these.
  [[nodiscard]] bool has_within(std::vector<std::string> const& columns) const {
    auto const is_there = [&columns](std::string const& name) {
      return std::ranges::any_of(columns, [&name](std::string const& c) { return text::same(c, name); });
    };
    return std::ranges::any_of(keys_, [&](auto const& key) { return !key.empty() && std::ranges::all_of(key, is_there); });
  }

 private:
  using kind = sql::token_kind;
  struct part {
    std::size_t begin, end;
  };

  /// What stands between the commas of the brackets that open there.
  [[nodiscard]] std::vector<part> parts_within(std::size_t at) const {
    std::vector<part> parts;
    if (at >= tokens_.size() || tokens_[at].kind != kind::lparen) return parts;
    std::size_t depth = 0, begin = at + 1;
    for (; at < tokens_.size(); ++at) {
      auto const k = tokens_[at].kind;
      depth += k == kind::lparen ? 1U : 0U;
      depth -= k == kind::rparen ? 1U : 0U;
      bool const ends = depth == 0 || (depth == 1 && k == kind::comma);
      if (ends) parts.push_back({begin, at});
      if (ends) begin = at + 1;
      if (depth == 0) return parts;
    }
    return {};
  }

  [[nodiscard]] bool says(std::size_t at, std::string_view word) const { return text::same(tokens_[at].view(), word); }

  /// A column with its constraints, or a constraint of the table.
  void note(part const& p) {
    if (p.begin == p.end) return;
    auto const first = p.begin + (says(p.begin, "constraint") ? 2 : 0);
    std::size_t depth = 0;
    for (auto at = first; at < p.end; ++at) {
      depth += tokens_[at].kind == kind::lparen ? 1U : 0U;
      depth -= tokens_[at].kind == kind::rparen ? 1U : 0U;
      bool const is_primary = says(at, "primary") && says(at + 1, "key");
      if (depth > 0 || !(is_primary || says(at, "unique"))) continue;
      std::vector<std::string> key;
      if (at == first)
        for (auto const& c : parts_within(at + (is_primary ? 2 : 1))) key.push_back(sql::content_of(tokens_[c.begin]));
      else
        key.push_back(sql::content_of(tokens_[p.begin]));
      keys_.push_back(std::move(key));
    }
  }

  std::vector<sql::token> tokens_{};
  std::vector<std::vector<std::string>> keys_{};
};

}  // namespace t2s::db::detail

#endif
