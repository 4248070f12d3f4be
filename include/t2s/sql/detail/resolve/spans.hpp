// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_RESOLVE_SPANS_HPP
#define T2S_SQL_DETAIL_RESOLVE_SPANS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/token.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql::detail::resolving {

/// The text of result columns, e.g. "count(*)": SQLite names a column without another name by its text.
class spans {
 public:
  explicit spans(query const& q) : text_(q.text()), in_(q.grammar()) {}

  /// The columns of a select as written, including aliases; empty if the tree no longer matches the text.
  [[nodiscard]] std::vector<std::string_view> columns_of(node const& select) {
    if (tokens_.empty()) tokenize(text_, in_, tokens_);
    std::vector<std::string_view> found;
    auto at = start(select);
    while (at != tokens_.size() && at != 0) {
      auto const first = at;
      at = end_of_column(at);
      if (at == first) return {};
      found.push_back(between(first, at));
      if (tokens_[at].kind != token_kind::comma) break;
      ++at;
    }
    auto const* columns = select.find(kind::columns);
    if (!columns || columns->count != found.size()) found.clear();
    return found;
  }

 private:
  /// The first token of the first column, or 0.
  [[nodiscard]] std::size_t start(node const& select) const {
    auto const* const begin = text_.data() + std::min<std::size_t>(select.offset, text_.size());
    auto i = t2s::detail::partition_point(tokens_, [&](token const& t) { return t.data < begin; });
    for (int set_operator = 0; set_operator < 2 && i + 1 < tokens_.size() && tokens_[i].kind != token_kind::select; ++set_operator) ++i;
    if (i + 1 >= tokens_.size() || tokens_[i].kind != token_kind::select) return 0;
    ++i;
    if (tokens_[i].kind == token_kind::distinct || tokens_[i].kind == token_kind::all) ++i;
    return i;
  }

  [[nodiscard]] std::size_t end_of_column(std::size_t at) const {
    for (std::size_t depth = 0; tokens_[at].kind != token_kind::end; ++at) {
      auto const k = tokens_[at].kind;
      if (k == token_kind::lparen) ++depth;
      if (depth == 0 && ends_column(at)) return at;
      if (k == token_kind::rparen) --depth;
    }
    return at;
  }

  [[nodiscard]] bool ends_column(std::size_t at) const {
    switch (tokens_[at].kind) {
      case token_kind::from: return tokens_[at - 1].kind != token_kind::distinct;  // IS DISTINCT FROM
      case token_kind::window: return tokens_[at + 1].kind != token_kind::end && tokens_[at + 2].kind == token_kind::as;
      case token_kind::comma:
      case token_kind::rparen:
      case token_kind::semicolon:
      case token_kind::where:
      case token_kind::group:
      case token_kind::having:
      case token_kind::order:
      case token_kind::limit:
      case token_kind::union_:
      case token_kind::intersect:
      case token_kind::except: return true;
      default: return false;
    }
  }

  [[nodiscard]] std::string_view between(std::size_t first, std::size_t end) const {
    auto const& last = tokens_[end - 1];
    return {tokens_[first].data, static_cast<std::size_t>(last.data + last.size - tokens_[first].data)};
  }

  std::string text_;
  grammar in_;
  std::vector<token> tokens_{};
};

}  // namespace t2s::sql::detail::resolving

#endif
