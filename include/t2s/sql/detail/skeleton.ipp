// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_SKELETON_IPP
#define T2S_SQL_DETAIL_SKELETON_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/render.hpp"
#include "t2s/sql/skeleton.hpp"

#include <algorithm>
#include <vector>

namespace t2s::sql {
namespace detail {

inline bool is_literal(node const& n) noexcept {
  if (n.kind == kind::prefix && n.op != op::not_ && n.op != op::invert) return n[0].kind == kind::number;
  return n.kind == kind::number || n.kind == kind::string || n.kind == kind::blob || n.kind == kind::null || n.kind == kind::parameter;
}

/// Words, each after a space. Most skeletons fit into the object, so the final string is the only allocation.
class word_buffer {
 public:
  word_buffer() = default;
  word_buffer(word_buffer const&) = delete;
  word_buffer& operator=(word_buffer const&) = delete;

  /// Room for a word of that many bytes; `end` releases what is not used.
  char* begin_word(std::size_t size) {
    if (static_cast<std::size_t>(limit_ - out_) <= size) [[unlikely]]
      grow(size);
    *out_ = ' ';
    return out_ + 1;
  }
  void end_word(char* end) noexcept { out_ = end; }

  /// Whether the last word has that last character.
  [[nodiscard]] bool ends_with(char c) const noexcept { return out_ != begin_ && out_[-1] == c; }

  [[nodiscard]] std::string text() const { return out_ == begin_ ? std::string() : std::string(begin_ + 1, out_); }

 private:
  void grow(std::size_t size) {
    auto const used = static_cast<std::size_t>(out_ - begin_);
    std::vector<char> larger(2 * (used + size) + sizeof local_);
    std::copy(begin_, out_, larger.data());
    heap_ = std::move(larger);
    begin_ = heap_.data();
    out_ = begin_ + used;
    limit_ = begin_ + heap_.size();
  }

  char local_[480];
  std::vector<char> heap_{};
  char* begin_ = local_;
  char* out_ = local_;
  char* limit_ = local_ + sizeof local_;
};

/// What both modes share: words in lower case, separated by a space, with names and literals as `_`.
class masking_style {
 public:
  static constexpr bool qualifiers = false;

  /// Inlined: nearly all words are literals, which compile to a few moves.
  [[gnu::always_inline]] void word(std::string_view w) {
    char* p = words.begin_word(w.size());
    for (char const c : w) *p++ = text::lower(c);
    words.end_word(p);
  }
  void free_word(std::string_view w) { word(w); }
  [[gnu::always_inline]] void clause(std::string_view w) { word(w); }
  [[gnu::always_inline]] void symbol(std::string_view s) { word(s); }
  void name(identifier const&) { mask(); }
  void open(bool) { put('('); }
  void close() { put(')'); }
  void open_index(bool) { put('['); }
  void close_index() { put(']'); }
  void open_braces() { put('{'); }
  void close_braces() { put('}'); }
  void colon() { put(':'); }
  void comma() { put(','); }
  void dot() {}
  bool negative_literal(node const& n) {
    if (!is_literal(n)) return false;
    mask();
    return true;
  }

  [[nodiscard]] std::string text() const { return words.text(); }

 protected:
  void mask() {
    masks_meet_ |= words.ends_with('_');
    put('_');
  }
  void put(char c) {
    char* const p = words.begin_word(1);
    *p = c;
    words.end_word(p + 1);
  }

  word_buffer words;  // braces would fill its room with zeros first
  bool masks_meet_ = false;
};

class scoped_style : public masking_style {
 public:
  static constexpr bool conditions = true, short_casts = false;

  void operation(node const& n) { word(sign_of(n)); }
  void join(node const& n) { n.has(flag::comma) ? comma() : word("join"); }
  void alias(node const&) {}
  void function(identifier const& id) { free_word(id.view()); }
  void type(identifier const& id) {
    word("as");
    if (id.size != 0) free_word(id.view());
  }
  void literal(node const& n) {
    n.kind == kind::null || n.kind == kind::now ? free_word(n.kind == kind::null ? "null" : n.name.view()) : mask();
  }
  bool in_list(node const& list) {
    if (list.kind != kind::list || list.count == 0) return false;
    if (!std::all_of(list.items, list.items + list.count, [](node const* n) { return is_literal(*n); })) return false;
    open(false);
    mask();
    close();
    return true;
  }
  [[nodiscard]] static unsigned brackets(node const&, bool needed) { return needed ? 1U : 0U; }
};

/// Replaces in one pass from left to right, and returns whether it replaced anything; `to` must not be longer than `from`.
inline bool replace_all(std::string& text, std::string_view from, std::string_view to) {
  char* const begin = text.data();
  char* out = begin;
  std::size_t in = 0;
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, in)) {
    out = std::copy(begin + in, begin + at, out);
    out = std::copy(to.begin(), to.end(), out);
    in = at + from.size();
  }
  if (in == 0) return false;
  out = std::copy(begin + in, begin + text.size(), out);
  text.resize(static_cast<std::size_t>(out - begin));
  return true;
}

class dac_style : public masking_style {
 public:
  static constexpr bool conditions = false, short_casts = true;

  void operation(node const& n) {
    if (n.op == op::is_not) return word("is");
    split(n.name.size != 0 && n.op != op::and_ && n.op != op::or_ && n.op != op::is ? n.name.view() : text_of(n.op));
  }

  void alias(node const& n) {
    if (n.written != 0) mask();  // without AS it stays, or is merged with its neighbour if that is masked too
  }

  void join(node const& n) {
    if (n.has(flag::comma)) return comma();
    bool const sided = n.has(flag::left) || n.has(flag::right);
    if (n.has(flag::natural)) word("natural");
    if (n.has(flag::full)) word("full");
    if (sided && n.has(flag::outer)) word(n.has(flag::left) ? "left" : "right");
    if (n.has(flag::outer)) word("outer");
    word("join");
  }

  void function(identifier const& id) { is_one_of(id.view(), {"min", "max", "sum", "avg", "count", "length"}) ? word(id.view()) : mask(); }

  void type(identifier const& id) {  // the published lexer reads an unknown type as an alias, which it drops
    auto const base = text::trim(id.view().substr(0, id.view().find('(')));
    if (!is_one_of(base, {"int", "integer", "real", "float", "numeric", "decimal", "char", "varchar", "bigint", "smallint"})) return;
    word("as");
    word(base);
  }

  void colons(identifier const& id) { type(id); }

  void literal(node const& n) { n.kind == kind::now && !text::same(n.name.view(), "current_date") ? free_word(n.name.view()) : mask(); }
  [[nodiscard]] static bool in_list(node const&) { return false; }

  /// The written brackets; a subquery and a row add their own pair.
  [[nodiscard]] static unsigned brackets(node const& n, bool needed) {
    unsigned const own = n.kind == kind::subquery || n.kind == kind::row ? 1 : 0;
    unsigned const written = n.written > own ? n.written - own : 0;
    return std::max(written, needed ? 1U : 0U);
  }

  /// Merges adjacent masks, after short lists of them.
  [[nodiscard]] std::string text() const {
    auto s = masking_style::text();
    bool const united = replace_all(s, "( _ , _ )", "_");
    if (united || masks_meet_) replace_all(s, "_ _", "_");
    return s;
  }

 private:
  static bool is_one_of(std::string_view w, std::initializer_list<std::string_view> known) {
    return std::any_of(known.begin(), known.end(), [w](std::string_view k) { return w.size() == k.size() && text::same(w, k); });
  }

  /// Splits an operator: each comparison sign becomes a word.
  void split(std::string_view sign) {
    while (!sign.empty()) {
      auto const n = std::max<std::size_t>(1, std::min(sign.find_first_of("<>!"), sign.size()));
      word(sign.substr(0, n));
      sign.remove_prefix(n);
    }
  }
};

template <class Style>
std::string skeleton_text(node const& part, dialect d) {
  Style style;
  renderer<Style>(style, d).any(part);
  return style.text();
}

}  // namespace detail

T2S_DECL std::string skeleton(node const& part, skeleton_mode mode, dialect in) {
  if (mode == skeleton_mode::scoped) return detail::skeleton_text<detail::scoped_style>(part, in);
  return detail::skeleton_text<detail::dac_style>(part, in);
}

T2S_DECL std::string skeleton(query const& q, skeleton_mode mode) { return skeleton(q.root(), mode, q.dialect()); }

T2S_DECL std::size_t skeleton_length(std::string_view skeleton) noexcept {
  return skeleton.empty() ? 0 : 1 + static_cast<std::size_t>(std::count(skeleton.begin(), skeleton.end(), ' '));
}

}  // namespace t2s::sql

#endif
