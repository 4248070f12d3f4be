// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_PRINT_IPP
#define T2S_SQL_DETAIL_PRINT_IPP

#include "t2s/sql/detail/render.hpp"
#include "t2s/sql/print.hpp"

namespace t2s::sql {
namespace detail {

class sql_style {
 public:
  static constexpr bool conditions = true, qualifiers = true, short_casts = true;

  explicit sql_style(print_options const& how) noexcept : pretty_(how.pretty), dialect_(how.dialect) {}

  void word(std::string_view w) { put(w); }
  void symbol(std::string_view s) {
    put(s);
    glued_ = s != "*";  // a sign follows its operand directly
  }
  void clause(std::string_view w) {
    if (pretty_ && !text.empty() && !glued_) line();
    put(w);
  }
  void operation(node const& n) { put(n.op == op::int_div && dialect_ == dialect::duckdb ? "//" : sign_of(n)); }

  void join(node const& n) {
    if (n.has(flag::comma)) return comma();
    if (pretty_) line();
    if (n.has(flag::keyword)) return put("STRAIGHT_JOIN");
    static constexpr std::pair<flag, std::string_view> kinds[] = {
        {flag::natural, "NATURAL"}, {flag::left, "LEFT"},   {flag::right, "RIGHT"}, {flag::full, "FULL"},
        {flag::outer, "OUTER"},     {flag::inner, "INNER"}, {flag::cross, "CROSS"}};
    static constexpr std::pair<flag, std::string_view> first[] = {{flag::asof, "ASOF"}, {flag::positional, "POSITIONAL"}},
                                                       last[] = {{flag::semi, "SEMI"}, {flag::anti, "ANTI"}};
    auto const write = [&](auto const& words) {
      for (auto const& [which, w] : words)
        if (n.has(which)) put(w);
    };
    if (dialect_ == dialect::duckdb) write(first);
    write(kinds);
    if (dialect_ == dialect::duckdb) write(last);
    put("JOIN");
  }

  void alias(node const& n) {
    put("AS");
    name(n.name);
  }
  void name(identifier const& id) {
    space();
    quoted(id);
  }
  void function(identifier const& id) { name(id); }
  void type(identifier const& id) {
    put("AS");
    if (id.size != 0) put(id.view());
  }
  void literal(node const& n) {
    if (n.kind == kind::null) return put("NULL");
    name(n.name);
  }
  [[nodiscard]] static bool negative_literal(node const&) { return false; }
  [[nodiscard]] static bool in_list(node const&) { return false; }
  [[nodiscard]] static unsigned brackets(node const&, bool needed) { return needed ? 1U : 0U; }

  void open(bool tight) {
    if (!tight) space();
    put_sign('(', true);
    ++depth_;
  }
  void close() {
    put_sign(')', false);
    --depth_;
  }
  void open_index(bool tight) {
    if (!tight) space();
    put_sign('[', true);
  }
  void close_index() { put_sign(']', false); }
  void open_braces() {
    space();
    put_sign('{', true);
  }
  void close_braces() { put_sign('}', false); }
  void colon() { put_sign(':', true); }
  void colons(identifier const& type) { text.append("::").append(type.view()); }
  void comma() { put_sign(',', false); }
  void dot() { put_sign('.', true); }

  std::string text{};

 private:
  void put_sign(char c, bool glues) {
    text += c;
    glued_ = glues;
  }
  void put(std::string_view w) {
    if (glued_ && runs_together(w)) text += ' ';
    space();
    text += w;
  }
  /// Whether a sign would merge with the last one.
  [[nodiscard]] bool runs_together(std::string_view w) const noexcept {
    if (w == "-" && text.ends_with('-')) return true;
    bool const long_signs = dialect_ == dialect::postgres || dialect_ == dialect::duckdb;
    return long_signs && !text.empty() && is_sign(w) && is_sign(std::string_view(text).substr(text.size() - 1));
  }
  static bool is_sign(std::string_view s) noexcept { return s.find_first_of("+-*/<>=~!@#%^&|`?:") == 0; }
  void space() {
    if (!glued_ && !text.empty() && text.back() != '\n' && text.back() != ' ') text += ' ';
    glued_ = false;
  }
  void line() {
    text += '\n';
    text.append(2 * depth_, ' ');
  }
  /// Whether a name would be read as something else at its position: `with` after a bracket, as SQLite allows it, and words that MySQL
  /// reads as modifiers of SELECT.
  [[nodiscard]] bool means_other(identifier const& id) const {
    if (dialect_ == dialect::mysql)
      for (auto const* modifier : {"sql_no_cache", "sql_cache", "sql_buffer_result"})
        if (t2s::text::same(id.view(), modifier)) return true;
    return text.ends_with('(') && t2s::text::same(id.view(), "with");
  }

  void quoted(identifier const& id) {
    static constexpr std::string_view opening = "?'\"[`", closing = "?'\"]`";
    if (id.quoted == quote::none) return means_other(id) ? quoted({id.data, id.size, quote::backtick}) : void(text += id.view());
    char const end = closing[static_cast<std::size_t>(id.quoted)];
    bool const escapes = dialect_ == dialect::mysql && id.quoted <= quote::twofold;  // a backslash is an escape in its strings
    text += opening[static_cast<std::size_t>(id.quoted)];
    for (char const c : id.view()) text.append(c == end || (escapes && c == '\\') ? 2U : 1U, c);
    text += end;
  }

  bool pretty_;
  sql::dialect dialect_;
  bool glued_ = true;
  std::size_t depth_ = 0;
};

}  // namespace detail

T2S_DECL std::string print(node const& part, print_options const& how) {
  detail::sql_style style(how);
  detail::renderer<detail::sql_style>(style, how.dialect).any(part);
  return std::move(style.text);
}

T2S_DECL std::string print(query const& q, print_options const& how) { return print(q.root(), {how.pretty, q.dialect()}); }

}  // namespace t2s::sql

#endif
