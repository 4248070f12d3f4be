// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_ACCESS_IPP
#define T2S_DB_POLICY_DETAIL_ACCESS_IPP

#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/name_at.hpp"
#include "t2s/db/guard.hpp"
#include "t2s/db/policy/detail/access.hpp"
#include "t2s/db/policy/detail/may_fail.hpp"
#include "t2s/db/policy/detail/sources.hpp"
#include "t2s/sql/resolve.hpp"

#include <random>

namespace t2s::db::policy {
namespace detail {

/// A text that nobody can guess.
inline std::string random_token(std::size_t bytes) {
  std::random_device random;
  std::string token;
  while (token.size() < 2 * bytes) text::append_hex(token, static_cast<char>(random() & 0xFFU));
  return token;
}

/// Digits alone, whatever a file of rules says: they stand in SQL.
inline std::string key_of(rules const& r) {
  if (r.key.empty()) return random_token(16);
  std::string key;
  for (char const c : r.key) text::append_hex(key, c);
  return key;
}

inline void replace_all(std::string& in, std::string_view what, std::string_view by) {
  for (auto at = in.find(what); at != std::string::npos; at = in.find(what, at + by.size())) in.replace(at, what.size(), by);
}

}  // namespace detail

class access::state {
 public:
  state(schema::database const& whole, rules const& r, session const& who, bool through_views)
      : whole_(whole), rules_(r), dialect_(whole.sql_dialect()), key_(detail::key_of(r)), guard_(sql::dialect_of(whole)) {
    auto const& role = detail::role_of(rules_, who.role);
    for (auto const& rule : role.tables) add(rule, role.name);
    shown_ = detail::schema_maker(whole_, seen_, rules_.comments).make();
    detail::parameters values(who.parameters, dialect_, detail::random_token(8));
    detail::source_maker maker({whole_, seen_, role.name, token_, key_, through_views}, values);
    sources_ = maker.make();
    for (auto const& [setting, value] : role.server_settings)
      if (value.starts_with(':')) (void)values.value(value.substr(1));
    refuse_unused(who, values);
    view_names_ = maker.take_names();
    if (through_views) note_views(maker.take_views());
    note_allowed();
  }

  [[nodiscard]] schema::database const& schema() const { return shown_; }
  [[nodiscard]] sqlite_views const& views() const { return views_; }
  [[nodiscard]] std::vector<std::string> const& rows_by_server() const { return rows_by_server_; }

  [[nodiscard]] std::variant<rewritten, failure> rewrite(std::string const& sql) const {
    auto parsed = sql::parse(sql, {.grammar = sql::dialect_of(whole_)});
    if (!parsed) return why_unread(sql, parsed.error());
    auto& q = *parsed;
    rewritten made;
    if (dialect_ == sql::dialect::sqlite) {
      auto names = sql::resolve(q, shown_);
      if (!names.ok()) return as_told(std::move(names.problems.front().what), q);
      for (auto const& c : names.columns)  // the number of a row; what is read has none
        if (c.base.table && !c.base.column) return no_column(c.at->name.view(), c.at->offset);
      for (auto& o : names.output) made.columns.push_back(name_of_result(std::move(o), names));
    }
    bool const bars = detail::failing(dialect_).may(q.root());
    made.reads_whole_tables = true;
    detail::source_of_table const source = [&](sql::query& in, sql::node const& table) { return source_of(in, table, bars, made); };
    auto const own = token_ + detail::random_token(4);
    detail::rewriting change(q, source, &allowed_, own);
    if (auto refused = change.run()) return as_told(std::move(*refused), *sql::parse(sql, {.grammar = sql::dialect_of(whole_)}));
    made.names = change.take_names();
    made.sql = sql::print(q);
    return made;
  }

  [[nodiscard]] failure shown(failure said, rewritten const& sent, std::string const& sql) const {
    if (said.code == errc::no_such_table || said.code == errc::no_such_column)
      if (auto const parsed = sql::parse(sql, {.grammar = sql::dialect_of(whole_)}))
        if (auto told = forbidden(*parsed)) return std::move(*told);
    said.offset = place_of(said.subject, sql);
    if (said.code == errc::too_costly) return {said.code, "the statement would read more rows than it may", {}, "ask for less", {}};
    for (auto* text : {&said.message, &said.subject, &said.remedy}) {
      for (auto const& [now, written] : sent.names) detail::replace_all(*text, now, written);
      for (auto const& [now, table] : view_names_) {
        detail::replace_all(*text, "temp." + now, table);
        detail::replace_all(*text, now, table);
      }
    }
    auto const tells = [&](std::string const& text) { return text.find(token_) != text.npos || text.find(key_) != text.npos; };
    // words that stand near a fault may be those of a condition, and a value those of a row that it hides
    bool const quotes = said.code == errc::sql_syntax || (said.code == errc::sql_failed && sent.condition_may_fail) ||
                        tells(said.message) || tells(said.subject) || tells(said.remedy);
    if (quotes) return {said.code, "the database does not take the statement", {}, "write it in a simpler way", {}};
    return said;
  }

 private:
  void add(table_rule const& rule, std::string const& role) {
    auto made = detail::seen(whole_, rule, role);
    for (auto const& other : seen_)
      if (other.whole == made.whole)
        detail::refuse_rules("role " + role + " names " + made.whole->name + " twice", made.whole->name, "leave one out");
    if (rule.rows_by_server)
      rows_by_server_.push_back((made.whole->schema.empty() ? "" : schema::in_quotes(made.whole->schema, dialect_) + ".") +
                                schema::in_quotes(made.whole->name, dialect_));
    seen_.push_back(std::move(made));
  }

  static void refuse_unused(session const& who, detail::parameters const& values) {
    for (auto const& [name, value] : who.parameters)
      if (!values.is_used(name))
        throw error(failure{errc::invalid_argument,
                            "no rule of role " + who.role + " has a parameter \"" + text::cut(name, 100) + "\"",
                            name,
                            "leave it out, or correct its name",
                            {}});
  }

  void note_views(sqlite_views views) {
    views_ = std::move(views);
    views_.hash = "t2s_hide_" + token_;
    views_.key = key_;
    views_.prefix = "t2s_" + token_;
    for (char const* name : {"json_each", "json_tree"})
      if (!whole_.find_table(name)) views_.directly.emplace_back(name);
    for (auto const& s : seen_) {
      auto const ddl = text::lower(s.whole->ddl.substr(0, 14));
      if (ddl != "create virtual") continue;
      for (char const* part : {"data", "idx", "content", "docsize", "config", "segments", "segdir", "stat", "node", "parent", "rowid"})
        views_.directly.push_back(s.whole->name + "_" + part);  // which a table for full-text search reads itself
    }
  }

  void note_allowed() {
    allowed_.dialect = dialect_;
    allowed_.functions = rules_.functions;
    allowed_.types = rules_.types;
    if (dialect_ == sql::dialect::sqlite) allowed_.schemas.insert("main");
    for (auto const& t : shown_.tables()) {
      if (!t.schema.empty()) allowed_.schemas.insert(text::lower(t.schema));
      for (auto const& c : t.columns) allowed_.columns.insert(text::lower(c.name));
    }
  }

  [[nodiscard]] sql::node* source_of(sql::query& q, sql::node const& table, bool bars, rewritten& made) const {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      auto const& t = *seen_[i].whole;
      if (!detail::is_named(table.name, t.name, dialect_) || !detail::is_in(table, t, dialect_)) continue;
      auto const& s = sources_[i];
      made.condition_may_fail = made.condition_may_fail || s.may_fail;
      if (s.hides_rows || seen_[i].rule->rows_by_server || seen_[i].has_masks()) made.reads_whole_tables = false;
      return &q.copy(detail::table_source::within((bars && s.hides_rows) || s.is_barred ? s.barred : s.plain));
    }
    return nullptr;
  }

  [[nodiscard]] failure why_unread(std::string const& sql, sql::syntax_error const& e) const {
    if (auto refused = guard_.inspect(sql).refused) return std::move(*refused);
    return {errc::sql_syntax, e.message, text::cut(e.found, 100), {}, e.offset};
  }

  /// SQLite calls a text in double quotes, which is what is left of a name that means nothing, as it is written.
  static std::string name_of_result(sql::output_column o, sql::resolution const& names) {
    if (o.at->kind != sql::kind::column || o.at->name.quoted != sql::quote::twofold) return std::move(o.name);
    auto const* use = names.find(*o.at);
    return use && use->what == sql::reference::literal ? sql::print(*o.at) : std::move(o.name);
  }

  static failure no_column(std::string_view name, std::size_t offset) {
    return {errc::no_such_column, std::string("no such column: ").append(name), std::string(name), {}, offset};
  }

  /// A failure in the words that the rules choose, with a proposal.
  [[nodiscard]] failure as_told(failure f, sql::query const& q) const {
    if (f.code != errc::no_such_table && f.code != errc::no_such_column) return f;
    if (auto told = forbidden(q)) return std::move(*told);
    if (!f.remedy.empty() || f.code == errc::no_such_column) return f;
    std::vector<std::string> names;
    for (auto const& t : shown_.tables()) names.push_back(t.name);
    if (auto const* near = text::nearest(std::string_view(f.subject).substr(f.subject.rfind('.') + 1), names))
      f.remedy = "there is " + schema::sql_name(*near, dialect_);
    return f;
  }

  /// What is said of the first name that means something which the role does not see; nothing where that is not to be said.
  [[nodiscard]] std::optional<failure> forbidden(sql::query const& q) const {
    if (rules_.hidden != hidden_as::forbidden) return {};
    auto const names = sql::resolve(q, whole_);
    auto const say = [this](std::string const& what, sql::node const& at) {
      return failure{errc::statement_denied, what + " is not yours to read", what, rules_.ask.empty() ? "" : "ask " + rules_.ask,
                     at.offset};
    };
    auto const find = [this](schema::table const* t) { return std::ranges::find(seen_, t, &detail::seen_table::whole); };
    for (auto const& t : names.tables)
      if (t.table && find(t.table) == seen_.end()) return say(t.table->name, *t.at);
    for (auto const& c : names.columns) {
      if (!c.base.table || !c.base.column) continue;
      auto const s = find(c.base.table);
      if (s != seen_.end() && !s->sees(c.base.column->name)) return say(c.base.table->name + "." + c.base.column->name, *c.at);
    }
    return {};
  }

  [[nodiscard]] std::optional<std::size_t> place_of(std::string const& subject, std::string const& sql) const {
    if (subject.empty()) return {};
    return db::detail::place_of_name(sql, sql::dialect_of(whole_), std::string_view(subject).substr(subject.rfind('.') + 1));
  }

  schema::database whole_, shown_{};
  rules rules_;
  sql::dialect dialect_;
  std::string token_ = detail::random_token(16), key_;
  statement_guard guard_;
  std::vector<detail::seen_table> seen_{};
  std::vector<detail::table_source> sources_{};
  std::vector<std::string> rows_by_server_{};
  std::vector<std::pair<std::string, std::string>> view_names_{};
  sqlite_views views_{};
  detail::allowed_things allowed_{};
};

T2S_DECL access::access(schema::database const& whole, rules const& r, session const& who, bool through_views)
    : state_(std::make_unique<state const>(whole, r, who, through_views)) {}
T2S_DECL access::access(access&&) noexcept = default;
T2S_DECL access& access::operator=(access&&) noexcept = default;
T2S_DECL access::~access() = default;

T2S_DECL t2s::schema::database const& access::schema() const noexcept { return state_->schema(); }
T2S_DECL sqlite_views const& access::views() const noexcept { return state_->views(); }
T2S_DECL std::vector<std::string> const& access::rows_by_server() const noexcept { return state_->rows_by_server(); }
T2S_DECL std::variant<rewritten, failure> access::rewrite(std::string const& sql) const { return state_->rewrite(sql); }
T2S_DECL failure access::shown(failure said, rewritten const& sent, std::string const& sql) const {
  return state_->shown(std::move(said), sent, sql);
}

T2S_DECL std::vector<std::pair<std::string, std::string>> server_settings(rules const& r, session const& who) {
  auto const& role = detail::role_of(r, who.role);
  detail::parameters values(who.parameters, sql::dialect::postgres, {});
  std::vector<std::pair<std::string, std::string>> settings;
  for (auto const& [name, value] : role.server_settings)
    settings.emplace_back(name, value.starts_with(':') ? values.value(value.substr(1)) : value);
  if (!role.server_role.empty()) settings.emplace_back("role", role.server_role);
  return settings;
}

}  // namespace t2s::db::policy

#endif
