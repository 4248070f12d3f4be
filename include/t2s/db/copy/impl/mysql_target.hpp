// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_IMPL_MYSQL_TARGET_HPP
#define T2S_DB_COPY_IMPL_MYSQL_TARGET_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/any/location.hpp"
#include "t2s/db/copy/impl/type_names.hpp"
#include "t2s/db/mysql/impl/connecting.hpp"

#include <charconv>
#include <cmath>

namespace t2s::db::detail {

/// A database of MariaDB or MySQL, written by INSERT of many rows. What defines tables cannot be undone there: of a copy that fails the
/// tables that it made are dropped.
class mysql_target final : public copy_target {
 public:
  mysql_target(location const& where, target_options const& options) {
    auto url = mysql_url_reader::read(where.target);
    mysql_options how;
    how.limits.time = std::chrono::hours(24);
    if (options.create) make_database(url, how);
    session_ = open_mysql_session(url, how);
    collation_ = find_collation(*session_);
  }
  ~mysql_target() override {
    if (is_committed_ || made_.empty()) return;
    std::ignore = session_->run("SET foreign_key_checks = 0");
    std::ignore = session_->run("DROP TABLE IF EXISTS " + name_list(made_, dialect()));
  }

  [[nodiscard]] sql::dialect dialect() const override { return sql::dialect::mysql; }

  [[nodiscard]] std::vector<std::string> tables() override {
    return first_column("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()");
  }

  void drop(std::vector<std::string> const& names) override {
    run("SET foreign_key_checks = 0");
    for (auto const& n : names) {
      auto const type = first_column("SELECT table_type FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = " +
                                     literal(value(n)));
      run((!type.empty() && type[0] == "VIEW" ? "DROP VIEW " : "DROP TABLE ") + quoted(n));
    }
    run("SET foreign_key_checks = 1");
  }

  [[nodiscard]] copy_remarks create(copied_table const& t, std::vector<copied_key>&) override {
    auto made = t;
    copy_remarks remarks;
    if (!can_be_key(t)) {
      made.key.clear();
      remarks.emplace_back("its primary key is too long for an index and was left out");
    }
    run(create_table(made, {}, dialect(), [this](copied_column const& c) { return type_with_collation(c); }));
    made_.push_back(t.name);
    insert_ = "INSERT INTO " + quoted(t.name) + " VALUES ";
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
  [[nodiscard]] std::optional<std::string> add_key(copied_key const& k) override {
    auto const add = "ALTER TABLE " + quoted(k.table) + " ADD " + foreign_key_clause(k, dialect());
    if (session_->run(add)) return {};
    static constexpr unsigned violated = 1452;
    if (mysql_errno(session_->get()) != violated) {
      auto const words = text::cut(text_or_none(mysql_error(session_->get())), longest_mysql_message);
      bool const indexed = session_->run("ALTER TABLE " + quoted(k.other) + " ADD INDEX (" + name_list(k.referenced, dialect()) + ")");
      if (indexed && session_->run(add)) return "was added with an index on what it refers to";
      if (mysql_errno(session_->get()) != violated) return "was left out: " + words;
    }
    run("SET foreign_key_checks = 0");
    bool const added = session_->run(add);
    run("SET foreign_key_checks = 1");
    return added ? "was added unchecked: rows refer to nothing" : "was left out: rows refer to nothing";
  }

  void commit() override { is_committed_ = true; }

 private:
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

  void send() {
    if (batch_.empty()) return;
    auto const sent = std::exchange(batch_, {});
    run(sent);
  }

  void run(std::string const& sql) const {
    if (session_->run(sql)) return;
    auto const words = text::cut(text_or_none(mysql_error(session_->get())), longest_mysql_message);
    throw error(failure{errc::sql_failed, words, text::cut(sql, 100), "the tables that the copy made are dropped", {}});
  }

  [[nodiscard]] std::vector<std::string> first_column(std::string const& sql) const {
    run(sql);
    mysql_result const r(mysql_store_result(session_->get()));
    std::vector<std::string> all;
    while (auto* const row = r ? mysql_fetch_row(r.get()) : nullptr) all.emplace_back(row[0] ? row[0] : "");
    return all;
  }

  std::unique_ptr<mysql_session> session_{};
  std::string collation_{};
  std::string insert_{}, batch_{};
  std::vector<std::string> made_{};
  bool is_committed_ = false;
};

}  // namespace t2s::db::detail

#endif
