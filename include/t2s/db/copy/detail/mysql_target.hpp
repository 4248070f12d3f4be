// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_MYSQL_TARGET_HPP
#define T2S_DB_COPY_DETAIL_MYSQL_TARGET_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/db/copy/detail/type_names.hpp"
#include "t2s/db/mysql/detail/connecting.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <random>

namespace t2s::db::detail {

/// A database of MariaDB or MySQL, written by INSERT of many rows. What defines tables cannot be undone there: the copy is made under names
/// of its own, and one statement gives all its tables their names and takes them from those that it replaces. Of a copy that fails the
/// tables are dropped.
class mysql_target final : public copy_target {
 public:
  mysql_target(location const& where, target_options const& options) {
    url_ = mysql_url_reader::read(where.target);
    how_.limits.time = std::chrono::hours(24);
    if (options.create) make_database(url_, how_);
    session_ = open_mysql_session(url_, how_);
    collation_ = find_collation(*session_);
  }
  ~mysql_target() override {
    if (is_committed_ || made_.empty()) return;
    if (is_dropped(*session_)) return;
    try {  // the connection was lost
      std::ignore = is_dropped(*open_mysql_session(url_, how_));
    } catch (...) {
    }
  }

  [[nodiscard]] sql::dialect dialect() const override { return sql::dialect::mysql; }

  [[nodiscard]] std::vector<std::string> tables() override {
    return first_column("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()");
  }

  /// They are replaced by `commit`. A key of another table would follow them to their last names: such a table ends the copy.
  void drop(std::vector<std::string> const& names) override {
    std::string all;
    for (auto const& n : names) all.append(all.empty() ? "" : ", ").append(literal(value(n)));
    auto const others = first_column(
        "SELECT CONCAT(IF(table_schema = DATABASE(), '', CONCAT(table_schema, '.')), table_name) FROM information_schema.key_column_usage "
        "WHERE referenced_table_schema = DATABASE() AND referenced_table_name IN (" +
        all + ") AND NOT (table_schema = DATABASE() AND table_name IN (" + all + "))");
    if (!others.empty())
      throw error(failure{errc::invalid_argument,
                          "the table " + others[0] + ", which is not replaced, has a foreign key to one that is",
                          others[0],
                          "replace it too, or drop its foreign key",
                          {}});
    replaced_ = names;
  }

  [[nodiscard]] copy_remarks create(copied_table const& t, std::vector<copied_key>&) override {
    auto made = t;
    copy_remarks remarks;
    if (!can_be_key(t)) {
      made.key.clear();
      remarks.emplace_back("its primary key is too long for an index and was left out");
    }
    made.name = own_name("new", made_.size());
    run(create_table(made, {}, dialect(), [this](copied_column const& c) { return type_with_collation(c); }));
    made_.push_back({t.name, made.name});
    insert_ = "INSERT INTO " + quoted(made.name) + " VALUES ";
    run("START TRANSACTION");
    return remarks;
  }

  void add(std::span<value const> row) override {
    batch_ += batch_.empty() ? insert_ : ", ";
    for (std::size_t i = 0; i < row.size(); ++i) (batch_ += i == 0 ? "(" : ", ") += literal(row[i]);
    batch_ += ')';
    if (batch_.size() >= batch_bytes) send();
  }

  void finish() override {
    send();
    run("COMMIT");
  }

  /// What a key refers to needs an index there; a key that the data violate is declared without a look at them.
  [[nodiscard]] std::optional<std::string> add_key(copied_key const& wanted) override {
    auto k = wanted;
    k.table = made_name(k.table);
    k.other = made_name(k.other);
    auto const add = "ALTER TABLE " + quoted(k.table) + " ADD " + foreign_key_clause(k, dialect());
    if (session_->run(add)) return {};
    static constexpr unsigned violated = 1452;
    if (mysql_errno(session_->get()) != violated) {
      auto const words = server_message();
      bool const indexed = session_->run("ALTER TABLE " + quoted(k.other) + " ADD INDEX (" + name_list(k.referenced, dialect()) + ")");
      if (indexed && session_->run(add)) return "was added with an index on what it refers to";
      if (mysql_errno(session_->get()) != violated) return "was left out: " + words;
    }
    run("SET foreign_key_checks = 0");
    bool const added = session_->run(add);
    run("SET foreign_key_checks = 1");
    return added ? "was added unchecked: rows refer to nothing" : "was left out: rows refer to nothing";
  }

  /// No other connection sees a moment without the tables.
  void commit() override {
    std::string renamings;
    auto const add = [&](std::string const& from, std::string const& to) {
      renamings.append(renamings.empty() ? "RENAME TABLE " : ", ").append(quoted(from)).append(" TO ").append(quoted(to));
    };
    auto const views = first_column("SELECT table_name FROM information_schema.views WHERE table_schema = DATABASE()");
    std::vector<std::string> old_tables, old_views;
    for (auto const& name : replaced_) {
      auto const old = own_name("old", old_tables.size() + old_views.size());
      add(name, old);
      (std::ranges::find(views, name) != views.end() ? old_views : old_tables).push_back(old);
    }
    for (auto const& m : made_) add(m.own, m.name);
    run(renamings);
    is_committed_ = true;
    run("SET foreign_key_checks = 0");
    if (!old_views.empty()) run("DROP VIEW " + name_list(old_views, dialect()));
    if (!old_tables.empty()) run("DROP TABLE " + name_list(old_tables, dialect()));
    run("SET foreign_key_checks = 1");
  }

 private:
  struct made_table {
    std::string name{}, own{};  ///< the name that it gets, and the one that it is made under
  };

  static constexpr std::size_t batch_bytes = std::size_t{1} << 19U;

  static std::string quoted(std::string const& name) { return schema::in_quotes(name, sql::dialect::mysql); }

  static void make_database(mysql_url const& url, mysql_options const& how) {
    auto server = url;
    server.database.clear();
    auto const session = open_mysql_session(server, how);
    if (session->run("CREATE DATABASE IF NOT EXISTS " + quoted(url.database) + " CHARACTER SET utf8mb4 COLLATE " +
                     find_collation(*session)))
      return;
    throw error(failure{errc::statement_denied,
                        "the database cannot be made: " + std::string(text_or_none(mysql_error(session->get()))),
                        url.database,
                        "make it as a user that may CREATE",
                        {}});
  }

  /// One that compares bytes, and blanks at the end too where the server has such.
  [[nodiscard]] static std::string find_collation(mysql_session& s) {
    for (auto const* name : {"utf8mb4_nopad_bin", "utf8mb4_0900_bin"})
      if (!only_value(s, std::string("SHOW COLLATION WHERE Collation = '") + name + "'").empty()) return name;
    return "utf8mb4_bin";
  }

  /// The longest index has 3072 bytes, a character at most four.
  [[nodiscard]] static bool can_be_key(copied_table const& t) {
    std::size_t bytes = 0;
    for (auto const& c : t.columns) {
      if (std::ranges::find(t.key, c.name) == t.key.end()) continue;
      if (c.kind == stored_kind::blob || c.kind == stored_kind::json) return false;
      bytes += c.kind == stored_kind::text ? 4 * characters(c) : 8;
    }
    return bytes <= 3072;
  }

  [[nodiscard]] static std::size_t characters(copied_column const& c) { return std::max<std::size_t>(c.longest, 190); }

  [[nodiscard]] std::string type_with_collation(copied_column const& c) const {
    static constexpr std::size_t longest_indexed = 768;
    if (c.kind != stored_kind::text) return type_of(c, mysql_types, 65);
    bool const indexed = c.in_key && characters(c) <= longest_indexed;
    auto const type = indexed ? "varchar(" + std::to_string(characters(c)) + ")" : std::string("longtext");
    return type + " CHARACTER SET utf8mb4 COLLATE " + collation_;
  }

  [[nodiscard]] std::string literal(value const& v) const {
    if (v.is_null()) return "NULL";
    if (auto const* b = v.bytes()) {
      std::string s = "x'";
      for (auto const byte : b->bytes) text::append_hex(s, static_cast<char>(byte));
      return s + "'";
    }
    if (auto const* r = v.real()) {
      if (!std::isfinite(*r))
        throw error(errc::invalid_argument, "MySQL has no infinite numbers", "change the row, or copy the table to another engine");
      std::array<char, 64> digits{};
      auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), *r, std::chars_format::scientific).ptr;
      return {digits.data(), end};
    }
    if (!v.text()) return to_string(v);
    std::string s = "'";
    for (char const c : *v.text()) {
      if (c == '\'' || c == '\\') s += '\\';
      c == '\0' ? s += "\\0" : s += c;
    }
    return s + "'";
  }

  /// Of a table while it is made, or until it is dropped.
  [[nodiscard]] std::string own_name(char const* what, std::size_t number) const {
    return "t2s_" + std::string(what) + "_" + std::to_string(of_this_copy_) + "_" + std::to_string(number);
  }

  [[nodiscard]] std::string const& made_name(std::string const& name) const {
    return std::ranges::find(made_, name, &made_table::name)->own;
  }

  /// Drops what was made.
  [[nodiscard]] bool is_dropped(mysql_session& s) const {
    std::vector<std::string> all;
    for (auto const& m : made_) all.push_back(m.own);
    return s.run("SET foreign_key_checks = 0") && s.run("DROP TABLE IF EXISTS " + name_list(all, dialect()));
  }

  /// The server's, with the names that the user knows.
  [[nodiscard]] std::string server_message() const {
    return with_names(text::cut(text_or_none(mysql_error(session_->get())), longest_mysql_message));
  }

  [[nodiscard]] std::string with_names(std::string s) const {
    for (auto m = made_.rbegin(); m != made_.rend(); ++m)  // "t2s_new_7_1" is a part of "t2s_new_7_10"
      for (auto at = s.find(m->own); at != s.npos; at = s.find(m->own, at + m->name.size())) s.replace(at, m->own.size(), m->name);
    return s;
  }

  void send() {
    if (batch_.empty()) return;
    auto const sent = std::exchange(batch_, {});
    run(sent);
  }

  void run(std::string const& sql) const {
    if (session_->run(sql)) return;
    auto const* const remedy = is_committed_ ? "the copy is complete; drop the tables whose names begin with t2s_old_"
                                             : "what the database had is as it was; the tables that the copy made are dropped";
    throw error(failure{errc::sql_failed, server_message(), with_names(text::cut(sql, 100)), remedy, {}});
  }

  [[nodiscard]] std::vector<std::string> first_column(std::string const& sql) const {
    run(sql);
    mysql_result const r(mysql_store_result(session_->get()));
    std::vector<std::string> all;
    while (auto* const row = r ? mysql_fetch_row(r.get()) : nullptr) all.emplace_back(row[0] ? row[0] : "");
    return all;
  }

  mysql_url url_{};
  mysql_options how_{};
  std::unique_ptr<mysql_session> session_{};
  std::string collation_{};
  std::string insert_{}, batch_{};
  std::uint32_t of_this_copy_ = std::random_device()();
  std::vector<std::string> replaced_{};
  std::vector<made_table> made_{};
  bool is_committed_ = false;
};

}  // namespace t2s::db::detail

#endif
