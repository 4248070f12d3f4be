// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_DAIL_SKELETON_IPP
#define T2S_RETRIEVE_DETAIL_DAIL_SKELETON_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/dail_skeleton.hpp"
#include "t2s/sql/detail/token.hpp"

#include <boost/iterator/function_output_iterator.hpp>

#include <algorithm>
#include <array>

namespace t2s::retrieve {
namespace detail {

using sql::token_kind;

/// Writes the words of a query with names and literals masked.
class dail_masker {
 public:
  dail_masker(std::string_view sql, sql::grammar const& in) : text_(sql) { sql::tokenize(text_, in, tokens_); }

  [[nodiscard]] std::string masked() && {
    while (kind(at_) != token_kind::end && kind(at_) != token_kind::semicolon) step();
    if (!directed_) direct_first_order();
    return text::join(words_, " ");
  }

 private:
  [[nodiscard]] token_kind kind(std::size_t i) const { return i < tokens_.size() ? tokens_[i].kind : token_kind::end; }

  [[nodiscard]] bool is_name(std::size_t i) const {
    auto const k = kind(i);
    if (k == token_kind::name) return true;
    bool const quoted = i < tokens_.size() && tokens_[i].quoted != sql::quote::none;
    if (quoted && k >= token_kind::current_date) return true;
    // A word that is not a keyword here: before a bracket it is a function, otherwise it must be a plain name.
    return k >= token_kind::current_date && k < token_kind::name &&
           (kind(i + 1) == token_kind::dot || (i > 0 && kind(i - 1) == token_kind::dot));
  }

  void mask() { words_.emplace_back("_"); }

  void step() {
    if (kind(at_) == token_kind::as && casts_ == 0 && kind(at_ + 1) != token_kind::lparen) {
      at_ += 2;  // an alias is dropped with its AS
      return;
    }
    if (is_name(at_)) return name();
    auto const& t = tokens_[at_];
    switch (t.kind) {
      case token_kind::string:
      case token_kind::number:
      case token_kind::blob:
      case token_kind::star: mask(); break;
      case token_kind::minus: negative(); break;
      case token_kind::lparen: open(); break;
      case token_kind::rparen: close(); break;
      default: word(text::lower(t.view()));
    }
    ++at_;
  }

  /// A qualified name; a function keeps its name; a second name in a row is an alias without AS.
  void name() {
    bool const calls = kind(at_ + 1) == token_kind::lparen && tokens_[at_].quoted == sql::quote::none;
    if (calls) {
      words_.push_back(text::lower(tokens_[at_++].view()));
      return;
    }
    while (kind(at_ + 1) == token_kind::dot) at_ += 2;
    ++at_;
    bool const names_alias = !words_.empty() && words_.back() == "_" && was_name_;
    if (!names_alias) mask();
    was_name_ = true;
    if (!is_name(at_)) was_name_ = false;
  }

  void word(std::string w) {
    directed_ |= w == "asc" || w == "desc";
    words_.push_back(std::move(w));
  }

  /// A minus before a number belongs to it unless an operand precedes it.
  void negative() {
    bool const operand = !words_.empty() && (words_.back() == "_" || words_.back() == ")");
    if (operand || kind(at_ + 1) != token_kind::number) words_.emplace_back("-");
  }

  void open() {
    bool const cast = !words_.empty() && words_.back() == "cast";
    if (cast || casts_ > 0) ++casts_;
    words_.emplace_back("(");
  }
  void close() {
    if (casts_ > 0) --casts_;
    words_.emplace_back(")");
  }

  /// After the first key of the first ORDER BY.
  void direct_first_order() {
    for (std::size_t i = 0; i + 2 < words_.size(); ++i) {
      if (words_[i] != "order" || words_[i + 1] != "by") continue;
      std::size_t end = i + 2, depth = 0;
      for (; end < words_.size(); ++end) {
        if (words_[end] == "(") ++depth;
        if (depth == 0 && (words_[end] == "," || words_[end] == "limit" || words_[end] == ")")) break;
        if (words_[end] == ")") --depth;
      }
      words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(end), "asc");
      return;
    }
  }

  std::string text_;
  std::vector<sql::token> tokens_{};
  std::vector<std::string> words_{};
  std::size_t at_ = 0;
  std::size_t casts_ = 0;  // number of open brackets since a CAST
  bool was_name_ = false;
  bool directed_ = false;
};

/// Replaces until nothing is left to replace.
inline void collapse(std::string& s, std::string_view from, std::string_view to) {
  for (auto at = s.find(from); at != s.npos; at = s.find(from, at >= to.size() ? at - to.size() : 0)) s.replace(at, from.size(), to);
}

/// Masks the token after each ORDER BY, even a function.
inline void mask_order_keys(std::string& s) {
  static constexpr std::string_view before = " order by ";
  for (auto at = s.find(before); at != s.npos; at = s.find(before, at + 1)) {
    auto const begin = at + before.size();
    s.replace(begin, s.find(' ', begin) - begin, "_");
  }
}

}  // namespace detail

T2S_DECL std::string dail_skeleton(std::string_view sql, sql::grammar const& in) {
  std::string s = " " + detail::dail_masker(sql, in).masked() + " ";
  detail::collapse(s, " on _ = _ and _ = _ ", " on _ = _ ");
  detail::collapse(s, " on _ = _ or _ = _ ", " on _ = _ ");
  detail::collapse(s, " on _ = _ ", " ");
  detail::collapse(s, " _ join _ ", " _ ");
  detail::collapse(s, " _ , _ ", " _ ");
  static constexpr std::array<std::string_view, 6> comparisons{" _ = _ ", " _ != _ ", " _ > _ ", " _ >= _ ", " _ < _ ", " _ <= _ "};
  for (auto const c : comparisons) detail::collapse(s, c, " _ ");
  for (std::size_t before = 0; before != s.size();) {
    before = s.size();
    detail::collapse(s, " where _ and _ ", " where _ ");
    detail::collapse(s, " where _ or _ ", " where _ ");
  }
  detail::mask_order_keys(s);
  return std::string(text::trim(s));
}

T2S_DECL dail_words::dail_words(std::string_view skeleton) {
  if (skeleton.empty()) return;
  for (auto const word : text::split(skeleton, ' ')) sorted_.push_back(text::hash(word));
  std::sort(sorted_.begin(), sorted_.end());
}

T2S_DECL double dail_words::similarity(dail_words const& other) const noexcept {
  std::size_t common = 0;
  auto const count = boost::make_function_output_iterator([&common](std::uint64_t) { ++common; });
  std::set_intersection(sorted_.begin(), sorted_.end(), other.sorted_.begin(), other.sorted_.end(), count);
  auto const all = sorted_.size() + other.sorted_.size() - common;
  return all == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(all);
}

T2S_DECL dail_skeletons::dail_skeletons(std::span<demonstration const> pool, sql::grammar const& in) {
  for (auto const& d : pool)
    if (!known_.contains(d.sql)) known_.emplace(d.sql, dail_words(dail_skeleton(d.sql, in)));
}

T2S_DECL dail_words const* dail_skeletons::find(std::string const& sql) const {
  auto const found = known_.find(sql);
  return found == known_.end() ? nullptr : &found->second;
}

}  // namespace t2s::retrieve

#endif
