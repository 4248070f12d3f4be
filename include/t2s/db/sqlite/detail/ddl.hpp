// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_DDL_HPP
#define T2S_DB_SQLITE_DETAIL_DDL_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/parse.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Columns and keys of a table from the CREATE TABLE statement that SQLite keeps. SQLite itself compiles a statement for each table that it
/// is asked about, which takes ten times as long. Only common forms are read, and of no other is anything assumed.
namespace t2s::db::detail {

/// The tokens of a statement, one after the other.
class ddl_tokens {
 public:
  explicit ddl_tokens(std::string const& sql) {
    sql::tokenize(sql, sql::sqlite, all_);
    if (sql.find("--") != sql.npos || sql.find("/*") != sql.npos) at_ = all_.size() - 1;  // comments, which are no tokens
  }

  [[nodiscard]] sql::token const& now() const noexcept { return all_[at_]; }
  [[nodiscard]] bool at_end() const noexcept { return now().kind == sql::token_kind::end; }
  [[nodiscard]] bool at_word() const noexcept { return sql::is_name(now()) && now().quoted == sql::quote::none; }
  [[nodiscard]] bool at_number() const noexcept { return now().kind == sql::token_kind::number; }
  [[nodiscard]] bool at_name() const noexcept { return sql::is_name(now()) || now().kind == sql::token_kind::string; }

  /// Returns the token that was the present one, and goes to the next.
  sql::token next() {
    auto const before = now();
    if (!at_end()) ++at_;
    return before;
  }

  [[nodiscard]] bool at(std::string_view keyword) const noexcept { return at_word() && text::same(now().view(), keyword); }
  [[nodiscard]] bool at(char mark) const noexcept { return now().size == 1 && *now().data == mark; }

  /// Passes a keyword or mark if it is the present token.
  template <class Wanted>
  bool pass(Wanted wanted) {
    if (!at(wanted)) return false;
    (void)next();
    return true;
  }

 private:
  std::vector<sql::token> all_{};
  std::size_t at_ = 0;
};

/// Reads a CREATE TABLE statement into a table.
class ddl_reader {
 public:
  ddl_reader(std::string const& sql, schema::table& into) : sql_(sql), tokens_(sql), table_(into) {}

  /// False for a statement of another form; the table is then as it was.
  [[nodiscard]] bool read() {
    columns_.reserve(static_cast<std::size_t>(std::count(sql_.begin(), sql_.end(), ',')) + 1);
    if (!read_statement()) return false;
    table_.columns = std::move(columns_);
    table_.foreign_keys = std::move(keys_);
    return true;
  }

 private:
  [[nodiscard]] bool read_statement() {
    if (!tokens_.pass("create") || !tokens_.pass("table")) return false;
    auto const name = take_name();
    if (!name || *name != table_.name || !tokens_.pass('(')) return false;
    do
      if (!(at_constraint() ? read_constraint() : read_column())) return false;
    while (tokens_.pass(','));
    return tokens_.pass(')') && tokens_.at_end() && !columns_.empty();  // no STRICT, no WITHOUT ROWID
  }

  [[nodiscard]] std::optional<std::string> take_name() {
    if (!tokens_.at_name()) return {};
    return sql::content_of(tokens_.next());
  }

  [[nodiscard]] bool at_any(std::initializer_list<std::string_view> keywords) const {
    return t2s::detail::any_of(keywords, [this](std::string_view k) { return tokens_.at(k); });
  }
  [[nodiscard]] bool at_constraint() const { return at_any({"constraint", "primary", "unique", "check", "foreign"}); }

  [[nodiscard]] bool read_column() {
    auto name = take_name();
    if (!name) return false;
    auto& c = columns_.emplace_back();
    c.name = std::move(*name);
    if (!read_type(c)) return false;
    while (!tokens_.at(',') && !tokens_.at(')'))
      if (!read_column_constraint()) return false;
    return true;
  }

  /// The type is the text from its first word to its last, or to the parenthesis behind it.
  [[nodiscard]] bool read_type(schema::column& c) {
    auto const* const begin = tokens_.now().data;
    auto const* end = begin;
    while (tokens_.at_word() && !at_column_constraint()) {
      auto const word = tokens_.next().view();
      end = word.data() + word.size();
    }
    if (end != begin && tokens_.pass('(')) {
      for (; tokens_.at_number() || tokens_.at(',') || tokens_.at('+') || tokens_.at('-'); (void)tokens_.next()) {
      }
      if (!tokens_.at(')')) return false;
      end = tokens_.next().data + 1;
    }
    c.type = std::string(begin, end);
    return respell(c.type);
  }

  /// SQLite keeps a few types as numbers and says them in capitals. Before 3.38 it is not certain which.
  [[nodiscard]] static bool respell(std::string& type) {
    static constexpr std::array<std::string_view, 6> known{"ANY", "BLOB", "INT", "INTEGER", "REAL", "TEXT"};
    for (auto const standard : known) {
      if (!text::same(type, standard)) continue;
      if (type != standard && sqlite3_libversion_number() < 3'038'000) return false;
      type = standard;
    }
    return true;
  }

  /// Also at what is not read: there the type ends.
  [[nodiscard]] bool at_column_constraint() const {
    return at_any({"constraint", "primary", "not", "null", "unique", "check", "default", "collate", "references", "generated", "always",
                   "as", "on", "deferrable", "initially"});
  }

  [[nodiscard]] bool read_column_constraint() {
    if (tokens_.pass("constraint")) return take_name().has_value();
    if (tokens_.pass("primary")) return read_key_of_column();
    if (tokens_.pass("not")) return columns_.back().not_null = tokens_.pass("null");
    if (tokens_.pass("null") || tokens_.pass("unique")) return true;
    if (tokens_.pass("check")) return pass_parentheses();
    if (tokens_.pass("collate")) return take_name().has_value();
    if (tokens_.pass("default")) return read_default();
    return tokens_.at("references") && read_reference({columns_.back().name});
  }

  [[nodiscard]] bool read_key_of_column() {
    if (!tokens_.pass("key")) return false;
    if (!tokens_.pass("asc")) tokens_.pass("desc");
    tokens_.pass("autoincrement");
    columns_.back().key_position = 1;
    return true;
  }

  [[nodiscard]] bool read_default() {
    auto const* const begin = tokens_.now().data;
    bool const sign = tokens_.at('-') || tokens_.at('+');
    if (sign) (void)tokens_.next();
    bool const is_text_or_word = !sign && (tokens_.at_word() || tokens_.now().kind == sql::token_kind::string);
    bool const is_number = tokens_.at_number() && tokens_.now().view().find_first_of("+-") == std::string_view::npos;  // not 1.5e-3
    auto const literal = tokens_.next();
    if (!is_number && !is_text_or_word) return false;
    if (sign && literal.data != begin + 1) return false;
    columns_.back().default_value = std::string(begin, literal.data + literal.size);
    return !tokens_.at('.') && !tokens_.at('+') && !tokens_.at('-');
  }

  [[nodiscard]] bool read_constraint() {
    if (tokens_.pass("constraint") && !take_name()) return false;
    if (tokens_.pass("check")) return pass_parentheses();
    if (tokens_.pass("unique")) return pass_parentheses();
    if (tokens_.pass("primary")) return tokens_.pass("key") && read_key_of_table();
    if (!tokens_.pass("foreign") || !tokens_.pass("key")) return false;
    auto columns = take_list();
    for (auto& name : columns) {
      auto const* c = column_of(name);
      if (!c) return false;
      name = c->name;
    }
    return !columns.empty() && tokens_.at("references") && read_reference(std::move(columns));
  }

  [[nodiscard]] bool read_key_of_table() {
    auto const names = take_list();
    for (std::size_t i = 0; i < names.size(); ++i) {
      auto* c = column_of(names[i]);
      if (!c || c->key_position != 0) return false;
      c->key_position = i + 1;
    }
    return !names.empty();
  }

  [[nodiscard]] schema::column* column_of(std::string_view name) {
    return t2s::detail::find_if(columns_, [name](schema::column const& c) { return text::same(c.name, name); });
  }

  /// Names in parentheses, each perhaps with its order; none if there is anything else.
  [[nodiscard]] std::vector<std::string> take_list() {
    std::vector<std::string> names;
    if (!tokens_.pass('(')) return {};
    do {
      auto name = take_name();
      if (!name) return {};
      names.push_back(std::move(*name));
      if (!tokens_.pass("asc")) tokens_.pass("desc");
    } while (tokens_.pass(','));
    if (!tokens_.pass(')')) names.clear();
    return names;
  }

  [[nodiscard]] bool read_reference(std::vector<std::string> columns) {
    (void)tokens_.next();
    auto parent = take_name();
    if (!parent) return false;
    auto& key = keys_.emplace_back();
    key.table = std::move(*parent);
    key.columns = std::move(columns);
    if (tokens_.at('(')) {
      key.referenced = take_list();
      if (key.referenced.size() != key.columns.size()) return false;
    }
    return pass_actions();
  }

  /// What happens to rows that refer to a row that goes, and when.
  [[nodiscard]] bool pass_actions() {
    for (;;) {
      if (tokens_.pass("on")) {
        if (!tokens_.pass("delete") && !tokens_.pass("update")) return false;
        if (tokens_.pass("set")) {
          if (!tokens_.pass("null") && !tokens_.pass("default")) return false;
        } else if (tokens_.pass("no")) {
          if (!tokens_.pass("action")) return false;
        } else if (!tokens_.pass("cascade") && !tokens_.pass("restrict")) {
          return false;
        }
      } else if (tokens_.pass("deferrable")) {
        if (tokens_.pass("initially") && !tokens_.pass("deferred") && !tokens_.pass("immediate")) return false;
      } else {
        return true;
      }
    }
  }

  [[nodiscard]] bool pass_parentheses() {
    if (!tokens_.at('(')) return false;
    std::size_t open = 0;
    do {
      if (tokens_.at_end() || tokens_.now().kind == sql::token_kind::illegal) return false;
      if (tokens_.at('(')) ++open;
      if (tokens_.at(')')) --open;
      (void)tokens_.next();
    } while (open > 0);
    return true;
  }

  std::string const& sql_;
  ddl_tokens tokens_;
  schema::table& table_;
  std::vector<schema::column> columns_{};
  std::vector<schema::foreign_key> keys_{};
};

}  // namespace t2s::db::detail

#endif
