// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_DUCKDB_TARGET_HPP
#define T2S_DB_COPY_DETAIL_DUCKDB_TARGET_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/without_password.hpp"
#include "t2s/db/copy/detail/type_names.hpp"
#include "t2s/db/duckdb/detail/library.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <new>

namespace t2s::db::detail {

/// A DuckDB file, written in one transaction. A file that was not there is removed again if nothing was committed.
class duckdb_target final : public copy_target {
 public:
  explicit duckdb_target(location const& where) : file_(where.target), is_new_(!std::filesystem::exists(file_)), api_(load_duckdb({})) {
    char* message = nullptr;
    int const code = api_.open_ext(file_.c_str(), database_.out(), nullptr, &message);
    auto const words = without_password(text_or_none(message));
    if (message) api_.free(message);
    if (code != duckdb_fine)
      throw error(failure{errc::file_unwritable, words, where.shown, "check its permissions, and whether another program has it open", {}});
    if (api_.connect(database_.get(), connection_.out()) != duckdb_fine) throw std::bad_alloc();
    run("BEGIN");
  }
  ~duckdb_target() override {
    connection_ = duckdb_handle(api_.disconnect);
    database_ = duckdb_handle(api_.close);
    std::error_code ignored;
    if (is_new_ && !is_committed_) std::filesystem::remove(file_, ignored);
    if (is_new_ && !is_committed_) std::filesystem::remove(file_ + ".wal", ignored);
  }

  [[nodiscard]] sql::dialect dialect() const override { return sql::dialect::duckdb; }
  [[nodiscard]] bool declares_keys_first() const override { return true; }

  [[nodiscard]] std::vector<std::string> tables() override {
    return texts("SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()");
  }

  void drop(std::vector<std::string> const& names) override {
    auto left = names;
    for (bool dropped = true; dropped && !left.empty();) {  // a table that another one refers to goes after it
      dropped = false;
      std::erase_if(left, [&](std::string const& n) {
        if (is_referred_to(n, left)) return false;
        run((is_view(n) ? "DROP VIEW " : "DROP TABLE ") + quoted(n));
        return dropped = true;
      });
    }
    for (auto const& n : left) run("DROP TABLE " + quoted(n));
  }

  /// DuckDB takes a foreign key with its table alone, after the table that it refers to, by what is unique there.
  [[nodiscard]] copy_remarks create(copied_table const& t, std::vector<copied_key>& keys) override {
    copy_remarks remarks;
    std::erase_if(keys, [&](copied_key const& k) {
      auto const other = made_.find(k.other);
      auto const name = "its key (" + text::join(k.columns, ", ") + ") to " + k.other;
      bool const is_there = other != made_.end() && types_of(t, k.columns) == types_of(other->second, k.referenced);
      if (is_there && other->second.key == k.referenced) return false;
      if (is_there && std::ranges::find(other->second.unique, k.referenced) != other->second.unique.end()) {
        remarks.push_back(name + " was added with a unique constraint on what it refers to");
        return false;
      }
      remarks.push_back(name + " was left out: DuckDB accepts only keys to unique columns of a table that already exists");
      return true;
    });
    run(create_table(t, keys, dialect(), [](copied_column const& c) { return type_of(c, duckdb_types, 38); }));
    made_.emplace(t.name, t);
    insert_ = "INSERT INTO " + quoted(t.name) + " VALUES ";
    return remarks;
  }

  void add(std::span<value const> row) override {
    batch_ += batch_.empty() ? insert_ : ", ";
    for (std::size_t i = 0; i < row.size(); ++i) (batch_ += i == 0 ? "(" : ", ") += literal_of(row[i]);
    batch_ += ')';
    if (batch_.size() >= batch_bytes) finish();
  }

  void finish() override {
    if (!batch_.empty()) run(std::exchange(batch_, {}));
  }

  [[nodiscard]] std::optional<std::string> add_key(copied_key const&) override { return "can only be declared when its table is created"; }

  void commit() override {
    run("COMMIT");
    is_committed_ = true;
  }

 private:
  static constexpr std::size_t batch_bytes = std::size_t{1} << 18U;

  static std::string quoted(std::string const& name) { return schema::in_quotes(name, sql::dialect::duckdb); }

  [[nodiscard]] static std::vector<stored_kind> types_of(copied_table const& t, std::vector<std::string> const& columns) {
    std::vector<stored_kind> kinds;
    for (auto const& name : columns)
      if (auto const c = std::ranges::find(t.columns, name, &copied_column::name); c != t.columns.end()) kinds.push_back(c->kind);
    return kinds;
  }

  [[nodiscard]] bool is_view(std::string const& name) {
    return !texts(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'VIEW' AND "
                "table_name = " +
                to_sql(value(name)))
                .empty();
  }

  [[nodiscard]] bool is_referred_to(std::string const& name, std::vector<std::string> const& by) {
    auto const all = texts("SELECT table_name FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND referenced_table = " +
                           to_sql(value(name)));
    return std::ranges::any_of(all, [&](std::string const& t) { return t != name && std::ranges::find(by, t) != by.end(); });
  }

  [[nodiscard]] static std::string literal_of(value const& v) {
    if (v.is_null()) return "NULL";
    if (auto const* b = v.bytes()) {
      std::string s = "'";
      for (auto const byte : b->bytes) text::append_hex(s += "\\x", static_cast<char>(byte));
      return s + "'::BLOB";
    }
    if (auto const* r = v.real()) {
      if (!std::isfinite(*r)) return *r > 0 ? "'inf'::DOUBLE" : "'-inf'::DOUBLE";
      std::array<char, 64> digits{};
      auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), *r, std::chars_format::scientific).ptr;
      return {digits.data(), end};
    }
    return v.text() ? to_sql(v) : to_string(v);
  }

  [[noreturn]] void refuse(duckdb_result& r, std::string const& sql) const {
    std::string const words(text_or_none(api_.result_error(&r)));
    api_.destroy_result(&r);
    throw error(failure{errc::sql_failed, words, text::cut(sql, 100), "nothing was written", {}});
  }

  void run(std::string const& sql) const {
    duckdb_result r{};
    if (api_.query(connection_.get(), sql.c_str(), &r) != duckdb_fine) refuse(r, sql);
    api_.destroy_result(&r);
  }

  /// A column of texts.
  [[nodiscard]] std::vector<std::string> texts(std::string const& sql) const {
    duckdb_result r{};
    if (api_.query(connection_.get(), sql.c_str(), &r) != duckdb_fine) refuse(r, sql);
    std::vector<std::string> all;
    while (void* chunk = api_.fetch_chunk(r)) {
      auto const* const data = static_cast<duckdb_text const*>(api_.vector_get_data(api_.data_chunk_get_vector(chunk, 0)));
      for (std::uint64_t i = 0; i < api_.data_chunk_get_size(chunk); ++i) all.emplace_back(data[i].data(), data[i].size);
      api_.destroy_data_chunk(&chunk);
    }
    api_.destroy_result(&r);
    return all;
  }

  std::string file_;
  bool is_new_, is_committed_ = false;
  duckdb_api const& api_;
  duckdb_handle database_{api_.close}, connection_{api_.disconnect};  // a constructor that fails closes them
  std::map<std::string, copied_table> made_{};
  std::string insert_{}, batch_{};
};

}  // namespace t2s::db::detail

#endif
