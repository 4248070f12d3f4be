// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_SESSION_HPP
#define T2S_DB_SQLITE_DETAIL_SESSION_HPP

#include "t2s/core/detail/percent.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/sqlite/detail/ddl.hpp"
#include "t2s/db/sqlite/detail/ddl_comments.hpp"
#include "t2s/db/sqlite/detail/expansion.hpp"
#include "t2s/db/sqlite/detail/functions.hpp"
#include "t2s/db/sqlite/detail/temporary_files.hpp"

#include <filesystem>

namespace t2s::db::detail {

/// The first 100 bytes of a database (https://sqlite.org/fileformat2.html, section 1.3) and the size of its file.
struct sqlite_header {
  std::array<unsigned char, 100> bytes{};
  std::uint64_t file_size = 0;

  [[nodiscard]] bool is_sqlite() const {
    static constexpr std::string_view magic("SQLite format 3\0", 16);
    return std::string_view(reinterpret_cast<char const*>(bytes.data()), magic.size()) == magic;
  }
  [[nodiscard]] bool uses_write_ahead_log() const { return bytes[18] == 2 || bytes[19] == 2; }

  /// The size that the file must have; 0 if the header does not say, as after a writer older than SQLite 3.7.
  [[nodiscard]] std::uint64_t promised_size() const {
    bool const says = number(28) != 0 && number(24) == number(92);
    std::uint64_t const page = bytes[16] * 256U + bytes[17];
    return says ? number(28) * (page == 1 ? 65'536U : page) : 0;
  }

 private:
  [[nodiscard]] std::uint64_t number(std::size_t at) const {
    return (std::uint64_t{bytes[at]} << 24U) | (std::uint64_t{bytes[at + 1]} << 16U) | (std::uint64_t{bytes[at + 2]} << 8U) | bytes[at + 3];
  }
};

[[noreturn]] inline void refuse(errc code, std::filesystem::path const& file, std::string what, std::string remedy) {
  auto const name = file.string();
  throw error(failure{code, name + ": " + what, name, std::move(remedy)});
}

inline void require_file(std::filesystem::path const& file) {
  std::error_code ec;
  auto const status = std::filesystem::status(file, ec);
  bool const has_nul = file.native().find(std::filesystem::path::value_type{}) != std::filesystem::path::string_type::npos;
  if (has_nul || status.type() == std::filesystem::file_type::not_found)
    refuse(errc::file_not_found, file, "there is no such file", "check the path");
  if (ec) refuse(errc::file_unreadable, file, ec.message(), "check the path and its permissions");
  if (!std::filesystem::is_regular_file(status))
    refuse(errc::not_a_file, file, std::filesystem::is_directory(status) ? "this is a directory" : "this is not a regular file",
           "give the path of a database file");
}

/// The file itself: SQLite follows links too, and looks for a log beside what they lead to.
inline std::filesystem::path without_links(std::filesystem::path const& file) {
  std::error_code ec;
  auto const found = std::filesystem::canonical(file, ec);
  if (ec) refuse(errc::file_unreadable, file, ec.message(), "check the path and its permissions");
  return found;
}

/// An absolute path as a URI for SQLite, with every character escaped that could mean something.
inline std::string sqlite_uri(std::filesystem::path const& file, bool immutable) {
  auto const path = file.generic_string();
  std::string uri = path.starts_with('/') ? "file://" : "file:///";
  uri += text::percent_encoded(path, "/-_.~:");
  return uri += immutable ? "?immutable=1" : "?readonly_shm=1";  // else readers leave marks in the index of a log
}

inline sqlite_handle open_uri(std::filesystem::path const& file, bool immutable) {
  sqlite3* opened = nullptr;
  int const flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
  int const code = sqlite3_open_v2(sqlite_uri(without_links(file), immutable).c_str(), &opened, flags, counting_vfs());
  sqlite_handle db(opened);
  if (code == SQLITE_NOMEM) refuse(errc::file_unreadable, file, sqlite3_errstr(code), "raise heap_bytes");
  if (code != SQLITE_OK) refuse(errc::file_unreadable, file, sqlite3_errstr(code), "check the permissions of the file and its folder");
  sqlite3_extended_result_codes(opened, 1);
  return db;
}

// Through SQLite's own file: were another descriptor of the file closed, the process would lose its locks on it.
inline sqlite_header read_header(sqlite3* db, std::filesystem::path const& file) {
  sqlite_header header;
  sqlite3_file* raw = nullptr;
  sqlite3_int64 size = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&raw));
  if (code == SQLITE_OK) code = raw->pMethods->xFileSize(raw, &size);
  if (code == SQLITE_OK) code = raw->pMethods->xRead(raw, header.bytes.data(), static_cast<int>(header.bytes.size()), 0);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
    refuse(errc::file_unreadable, file, sqlite3_errstr(code), "check the permissions of the file");
  header.file_size = static_cast<std::uint64_t>(size);
  return header;
}

/// The cheap checks that tell a damaged file before any of its pages is trusted.
inline void require_database(sqlite_header const& header, std::filesystem::path const& file, bool has_log) {
  if (header.file_size == 0) refuse(errc::no_tables, file, "the file is empty", "give a database that has tables");
  if (!header.is_sqlite()) {
    auto const f = sqlite_failure(SQLITE_NOTADB, sqlite3_errstr(SQLITE_NOTADB));
    refuse(f.code, file, f.message, f.remedy);
  }
  if (header.file_size < header.bytes.size() || (!has_log && header.file_size < header.promised_size())) {
    auto const f = sqlite_failure(SQLITE_CORRUPT, {});
    refuse(f.code, file,
           "the file is truncated: it has " + std::to_string(header.file_size) + " bytes and its header promises " +
               std::to_string(header.promised_size()),
           f.remedy);
  }
}

/// What lies beside a database that keeps a write-ahead log.
struct write_ahead_log {
  explicit write_ahead_log(std::filesystem::path const& file) {
    std::error_code ignored;
    auto const size = std::filesystem::file_size(file.native() + std::filesystem::path("-wal").native(), ignored);
    exists = !ignored;
    has_content = exists && size > 0;
    has_index = std::filesystem::exists(file.native() + std::filesystem::path("-shm").native(), ignored);
  }
  bool exists, has_content, has_index;
};

/// A file that is read as one that does not change, only because no process was writing to it.
class assumed_unchanging {
 public:
  explicit assumed_unchanging(std::filesystem::path const& file) : file_(file), then_(look()) {}

  [[nodiscard]] bool has_changed() const { return write_ahead_log(file_).has_content || look() != then_; }

 private:
  using sight = std::pair<std::filesystem::file_time_type, std::uintmax_t>;

  [[nodiscard]] sight look() const {
    std::error_code ignored;  // what cannot be seen looks like nothing else
    auto const time = std::filesystem::last_write_time(file_, ignored);
    return {time, std::filesystem::file_size(file_, ignored)};
  }

  std::filesystem::path file_;
  sight then_;
};

struct opened_file {
  sqlite_handle db;
  std::optional<assumed_unchanging> assumed{};
};

/// Opens the file so that nothing is written, neither to it nor beside it. Throws `t2s::error`.
inline opened_file open_file(std::filesystem::path const& file, bool immutable) {
  require_file(file);
  auto db = open_uri(file, immutable);
  auto const header = read_header(db.get(), file);
  bool const may_have_log = header.is_sqlite() && header.uses_write_ahead_log() && !immutable;
  if (!may_have_log) return require_database(header, file, false), opened_file{std::move(db)};

  // SQLite reads such a file with the help of an index of the log, and makes log and index if they are missing. Without a log all
  // content is in the file, and it can be read as one that does not change until a log appears.
  auto const real = without_links(file);
  assumed_unchanging const assumed(real);
  write_ahead_log const log(real);
  require_database(header, file, log.has_content);
  if (log.exists && log.has_index) return {std::move(db)};
  if (log.has_content)
    refuse(errc::file_unreadable, file, "its write-ahead log (-wal) has no index (-shm), and making one would write beside the file",
           "open it once for writing, for instance with the sqlite3 program, so that the log is merged");
  return {open_uri(file, true), assumed};
}

/// Reads a schema from SQLite's catalogue. Throws `t2s::error` if the file cannot be read.
class sqlite_schema_reader {
 public:
  explicit sqlite_schema_reader(sqlite3* db) : db_(db) {}

  /// In one transaction: all statements see the same schema, and the file is locked once and not for each of them.
  [[nodiscard]] schema::database read() {
    run(db_, "BEGIN");
    auto tables = list_tables();
    for (auto& t : tables) {
      if (t.is_view || ddl_reader(t.ddl, t).read()) continue;
      read_columns(t);
      read_foreign_keys(t);
    }
    for (auto& t : tables)
      if (!t.is_view) ddl_comment_reader(t).read();
    read_views(tables);
    columns_.reset();
    keys_.reset();
    run(db_, "COMMIT");
    return schema::database(std::move(tables));
  }

 private:
  /// Only virtual tables have shadow tables, and what tells them apart costs more than all else that is read here.
  [[nodiscard]] std::vector<schema::table> list_tables() const {
    static constexpr auto all =
        "SELECT s.name, s.type = 'view', s.sql FROM main.sqlite_schema AS s"
        " WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid";
    static constexpr auto no_shadows =
        "SELECT s.name, s.type = 'view', s.sql FROM main.sqlite_schema AS s"
        " JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = s.name"
        " WHERE s.type IN ('table', 'view') AND l.type <> 'shadow' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid";
    auto tables = list_tables(all);
    auto const is_virtual = [](schema::table const& t) { return says(t.ddl, "virtual"); };
    return t2s::detail::any_of(tables, is_virtual) ? list_tables(no_shadows) : tables;
  }

  [[nodiscard]] std::vector<schema::table> list_tables(char const* sql) const {
    std::vector<schema::table> tables;
    sqlite_statement s;
    sqlite_rows rows(db_, s, sql);
    while (rows.next()) {
      auto& t = tables.emplace_back();
      t.name = text_of(rows.now(), 0);
      t.is_view = sqlite3_column_int(rows.now(), 1) != 0;
      t.ddl = text_of(rows.now(), 2);
    }
    rows.require();
    return tables;
  }

  /// SQLite compiles a view to say its columns. One that becomes too large while it does has none here.
  void read_views(std::vector<schema::table>& tables) {
    if (!t2s::detail::any_of(tables, [](schema::table const& t) { return t.is_view; })) return;
    sqlite_expansion expansion(tables);
    for (auto& t : tables) {
      if (!t.is_view) continue;
      auto const too_large =
          too_large_when_expanded(expansion.growth_of("SELECT * FROM " + schema::in_quotes(t.name, sql::dialect::sqlite)));
      if (too_large)
        t.note = too_large->message;
      else
        read_columns(t);
    }
  }

  void read_columns(schema::table& t) {
    static constexpr int of_hidden = 1;
    sqlite_rows rows(db_, columns_, "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?1, 'main')", t.name);
    while (rows.next()) {
      auto* const s = rows.now();
      auto const kind = sqlite3_column_int(s, 5);
      if (kind == of_hidden) continue;
      auto& c = t.columns.emplace_back();
      c.name = text_of(s, 0);
      c.type = text_of(s, 1);
      c.not_null = sqlite3_column_int(s, 2) != 0;
      c.default_value = text_of(s, 3);
      c.key_position = static_cast<std::size_t>(sqlite3_column_int(s, 4));
      c.generated = kind != 0;
    }
    if (!rows.failed()) return;
    // A view of something that no longer exists, or a virtual table of an unknown kind, hinders no other table.
    auto const problem = last_failure(db_);
    if (!is_about_statement(problem.code)) throw error(problem);
    t.note = problem.message;
  }

  void read_foreign_keys(schema::table& t) {
    if (t.is_view || !says(t.ddl, "references")) return;
    // SQLite numbers the keys from the last one declared to the first.
    static constexpr auto all = "SELECT seq, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?1, 'main') ORDER BY id DESC, seq";
    sqlite_rows rows(db_, keys_, all, t.name);
    while (rows.next()) {
      auto* const s = rows.now();
      if (sqlite3_column_int(s, 0) == 0) t.foreign_keys.emplace_back();
      auto& key = t.foreign_keys.back();
      key.table = text_of(s, 1);
      key.columns.emplace_back(text_of(s, 2));
      if (sqlite3_column_type(s, 3) != SQLITE_NULL) key.referenced.emplace_back(text_of(s, 3));
    }
    rows.require();
  }

  /// Whether the statement that made a table has a word, in lower case.
  static bool says(std::string_view ddl, std::string_view word) { return text::lower(ddl).find(word) != std::string::npos; }

  sqlite3* db_;
  sqlite_statement columns_{}, keys_{};  // compiled once for all tables
};

/// A failure while a file is opened, as an error of that file.
[[noreturn]] inline void refuse_to_open(std::filesystem::path const& file, failure const& f) {
  auto const code = f.code == errc::sql_failed                                ? errc::corrupt_database  // "unsupported file format"
                    : is_about_statement(f.code) || f.code == errc::cancelled ? errc::file_unreadable
                                                                              : f.code;
  refuse(code, file, f.message, f.remedy);
}

/// SQLite's connection to a file, from opening to closing.
class sqlite_session {
 public:
  /// Also reads the schema, if `schema` is given, while no statement of unknown origin can be run.
  sqlite_session(std::filesystem::path const& file, sqlite_options const& options, sqlite_guard& guard, schema::database* schema)
      : opened_(open_file(file, options.immutable)) {
    try {
      if (distrust_file(db()) != SQLITE_OK) throw error(last_failure(db()));
      watch(db(), guard);
      if (schema) *schema = sqlite_schema_reader(db()).read();
      // SQLite makes these tables when they are first used, with a CREATE TABLE that would then be denied.
      sqlite3_exec(db(), "SELECT 1 FROM json_each('[]'), json_tree('[]')", nullptr, nullptr, nullptr);
      auto builtin = builtin_functions(db());
      functions_.install(db(), guard, builtin);
      guard.allow(std::move(builtin));
      distrust_statements(db(), guard, options.limits);
    } catch (error const& e) {
      refuse_to_open(file, e.code() == errc::cancelled && guard.expired() ? guard.too_slow() : e.details());
    }
  }

  [[nodiscard]] sqlite3* db() const { return opened_.db.get(); }

  /// Whether the file was taken for one that does not change, and has changed.
  [[nodiscard]] bool outdated() const { return opened_.assumed && opened_.assumed->has_changed(); }

 private:
  checked_functions functions_{};
  opened_file opened_;  // last: SQLite asks the functions until it is closed
};

}  // namespace t2s::db::detail

#endif
