// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_GUARD_IPP
#define T2S_DB_DETAIL_GUARD_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/db/guard.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <array>

namespace t2s::db {
namespace detail {

/// Whether a text is of the pattern, in which `*` stands for any characters.
constexpr bool fits(std::string_view pattern, std::string_view text) noexcept {
  while (!pattern.empty() && pattern.front() != '*') {
    if (text.empty() || text.front() != pattern.front()) return false;
    pattern.remove_prefix(1);
    text.remove_prefix(1);
  }
  if (pattern.empty()) return text.empty();
  pattern.remove_prefix(1);
  for (;; text.remove_prefix(1)) {
    if (fits(pattern, text)) return true;
    if (text.empty()) return false;
  }
}

// Words that begin what does more than read, wherever the grammar of a query stumbles over them.
inline constexpr std::array<std::string_view, 50> doing_words{
    "abort",  "alter",   "analyze",  "attach",     "begin",   "call",     "checkpoint", "close",    "cluster", "comment",
    "commit", "copy",    "create",   "deallocate", "declare", "delete",   "detach",     "discard",  "do",      "drop",
    "end",    "execute", "explain",  "grant",      "import",  "insert",   "into",       "listen",   "load",    "lock",
    "merge",  "move",    "notify",   "pragma",     "prepare", "reassign", "refresh",    "reindex",  "release", "replace",
    "reset",  "revoke",  "rollback", "savepoint",  "set",     "show",     "start",      "truncate", "update",  "vacuum"};

// And in MySQL.
inline constexpr std::array<std::string_view, 17> mysql_doing_words{"binlog",   "cache",     "change",   "check", "flush",  "handler",
                                                                    "install",  "kill",      "optimize", "purge", "rename", "repair",
                                                                    "shutdown", "uninstall", "unlock",   "use",   "xa"};

inline bool is_doing_word(std::string_view word, sql::dialect d) noexcept {
  auto const is_this = [word](std::string_view w) { return text::same(w, word); };
  return std::ranges::any_of(doing_words, is_this) || (d == sql::dialect::mysql && std::ranges::any_of(mysql_doing_words, is_this));
}

inline failure denied(std::string_view what, std::string_view subject, std::size_t offset) {
  auto const shown = text::cut(subject, 100);
  return {errc::statement_denied, std::string(what).append(shown).append(" is not allowed: the database is only read"), shown,
          "write a statement that only reads: SELECT, VALUES or WITH", offset};
}

/// The tokens of a text that is no query.
class unreadable_statement {
 public:
  unreadable_statement(std::string const& sql, sql::grammar const& dialect) : text_(sql), dialect_(dialect.dialect) {
    sql::tokenize(sql, dialect, tokens_);
  }

  /// What it is beside wrong syntax, if it can be told.
  [[nodiscard]] std::optional<failure> known_fault(sql::syntax_error const& e) const {
    auto const at = place_of(e.offset);
    bool const is_empty = std::ranges::all_of(
        tokens_, [](sql::token const& t) { return t.kind == sql::token_kind::semicolon || t.kind == sql::token_kind::end; });
    if (is_empty) return failure{errc::no_statement, "there is no statement", {}, "write a SELECT statement", {}};
    if (e.expected.empty() && e.found.empty())
      return failure{errc::statement_too_long, e.message, {}, "write a simpler statement", e.offset};
    if (at > 0 && tokens_[at - 1].kind == sql::token_kind::semicolon && tokens_[at].kind != sql::token_kind::end)
      return failure{errc::several_statements, "there is more than one statement", {}, "pass one statement", e.offset};
    if (tokens_[at].view() == "/*") return denied("code in a comment, ", tokens_[at].view(), e.offset);
    if (is_doing_word(tokens_[at].view(), dialect_) || locks(at)) return denied({}, tokens_[at].view(), e.offset);
    return {};
  }

  /// The first of its names that the guard denies, or nullptr.
  [[nodiscard]] sql::token const* find_denied(statement_guard const& guard) const {
    for (auto const& t : tokens_) {
      bool const names = t.kind > sql::token_kind::reserved || t.quoted != sql::quote::none;
      if (names && (guard.denies_source(sql::content_of(t)) || (may_be_called(t) && guard.denies(sql::content_of(t))))) return &t;
    }
    return nullptr;
  }

  [[nodiscard]] std::size_t offset_of(sql::token const& t) const { return static_cast<std::size_t>(t.data - text_.data()); }

 private:
  [[nodiscard]] std::size_t place_of(std::size_t offset) const {
    auto const found = std::ranges::find_if(tokens_, [&](sql::token const& t) { return offset_of(t) >= offset; });
    return static_cast<std::size_t>(std::min(found, tokens_.end() - 1) - tokens_.begin());
  }

  /// Of DuckDB its own parser is asked too; elsewhere a comment that a server reads otherwise may stand before the bracket.
  [[nodiscard]] bool may_be_called(sql::token const& t) const {
    return dialect_ != sql::dialect::duckdb || (&t)[1].kind == sql::token_kind::lparen;  // the last token is the end
  }

  /// FOR UPDATE, FOR NO KEY UPDATE, FOR SHARE, FOR KEY SHARE.
  [[nodiscard]] bool locks(std::size_t at) const {
    if (!text::same(tokens_[at].view(), "for")) return false;
    auto const is_next = [next = tokens_[at + 1].view()](std::string_view w) { return text::same(w, next); };  // the last token is the end
    static constexpr std::array<std::string_view, 4> strengths{"update", "no", "share", "key"};
    return std::ranges::any_of(strengths, is_next);
  }

  std::string const& text_;
  sql::dialect dialect_;
  std::vector<sql::token> tokens_{};
};

/// Whether a node calls a function of its name. PostgreSQL alone reads `a.f` as `f(a)` too.
inline bool is_call(sql::node const& n, sql::dialect in) noexcept {
  switch (n.kind) {
    case sql::kind::call: return true;
    case sql::kind::table: return n.count != 0;  // the list of its arguments, which may be empty
    case sql::kind::field: return in == sql::dialect::postgres;
    case sql::kind::column: return in == sql::dialect::postgres && !n.qualifier.empty();
    default: return false;
  }
}

}  // namespace detail

T2S_DECL void statement_guard::name_list::add(std::string_view pattern) {
  auto lowered = text::lower(pattern);
  if (pattern.find('*') != pattern.npos)
    patterns.push_back(std::move(lowered));
  else
    names.insert(std::move(lowered));
}

T2S_DECL bool statement_guard::name_list::has(std::string const& lowered) const {
  return names.contains(lowered) || std::ranges::any_of(patterns, [&](std::string const& p) { return detail::fits(p, lowered); });
}

T2S_DECL statement_guard::statement_guard(sql::grammar const& dialect, std::span<std::string_view const> functions,
                                          std::span<std::string_view const> sources)
    : dialect_(dialect) {
  if (dialect.dialect == sql::dialect::sqlite)  // FROM fsdir WHERE path = '/' is FROM fsdir('/')
    for (auto const name : functions) sources_.add(name);
  for (auto const name : functions) functions_.add(name);
  for (auto const name : sources) sources_.add(name);
}

T2S_DECL statement_guard& statement_guard::deny(std::string_view pattern) {
  denied_.add(pattern);
  return *this;
}

T2S_DECL statement_guard& statement_guard::has_table(std::string_view name) {
  tables_.insert(text::lower(name));
  return *this;
}

T2S_DECL statement_guard& statement_guard::allow(std::string_view name) {
  allowed_.insert(text::lower(name));
  return *this;
}

T2S_DECL bool statement_guard::denies(std::string_view name) const {
  auto const lowered = text::lower(name);
  return !allowed_.contains(lowered) && (denied_.has(lowered) || functions_.has(lowered));
}

T2S_DECL bool statement_guard::denies_source(std::string_view name) const {
  auto const lowered = text::lower(name);
  return !allowed_.contains(lowered) && (denied_.has(lowered) || (sources_.has(lowered) && !tables_.contains(lowered)));
}

T2S_DECL statement_guard::verdict statement_guard::inspect(std::string const& sql) const {
  auto const parsed = sql::parse(sql, {.grammar = dialect_});
  if (!parsed) {
    auto const& e = parsed.error();
    detail::unreadable_statement const unread(sql, dialect_);
    if (auto f = unread.known_fault(e)) return {std::move(f), false};
    if (!passes_unreadable_) return {failure{errc::sql_syntax, e.message, text::cut(e.found, 100), {}, e.offset}, false};
    if (auto const* t = unread.find_denied(*this)) return {detail::denied("the name ", t->view(), unread.offset_of(*t)), false};
    return {{}, false};
  }
  verdict v;
  sql::visit(parsed->root(), [&](sql::node const& n) {
    bool const calls = detail::is_call(n, dialect_.dialect);
    if (calls ? denies(n.name.view()) : n.kind == sql::kind::table && denies_source(n.name.view())) {
      bool const is_sure = n.kind == sql::kind::call || (n.kind == sql::kind::table && calls);
      v.refused = detail::denied(is_sure ? "the function " : "the name ", n.name.view(), n.offset);
      return sql::walk::stop;
    }
    if (calls) v.calls.push_back(text::lower(n.name.view()));
    return sql::walk::into;
  });
  return v;
}

}  // namespace t2s::db

#endif
