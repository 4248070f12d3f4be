// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_ENCODING_KNOWLEDGE_IPP
#define T2S_RETRIEVE_IMPL_ENCODING_KNOWLEDGE_IPP

#include "t2s/core/error.hpp"
#include "t2s/db/impl/sqlite_statement.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"

#include <sqlite3.h>

#include <mutex>
#include <utility>

namespace t2s::retrieve {
namespace detail::knowing {

namespace sqlite = db::detail;

inline constexpr char const* application_id = "1261519985";  // any number that other programs hardly use
inline constexpr char const* version = "1";

[[noreturn]] inline void refuse(errc code, std::string const& path, std::string const& how, std::string const& remedy) {
  throw error(failure{code, "the encoding knowledge " + path + " " + how, path, remedy, {}});
}

[[noreturn]] inline void refuse(int code, std::string const& path, std::string const& how) {
  switch (code & 0xFF) {
    case SQLITE_NOTADB:
      refuse(errc::not_a_database, path, "is no SQLite database", "give another path, or delete the file if nobody needs it");
    case SQLITE_CORRUPT: refuse(errc::corrupt_database, path, "is damaged: " + how, "restore it from a copy, or delete it");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: refuse(errc::file_unwritable, path, "is held by another process: " + how, "end what holds it");
    default: refuse(errc::file_unwritable, path, "cannot be used: " + how, "check the folder, its permissions and the space on the disk");
  }
}

}  // namespace detail::knowing

T2S_DECL std::string to_text(knowledge const& k) { return k.keyword + " " + k.column + " " + to_string(k.value); }

struct encoding_knowledge::file {
  using statement = detail::knowing::sqlite::sqlite_statement;

  file(std::string where, std::chrono::milliseconds wait) : path(std::move(where)) {
    sqlite3* opened = nullptr;
    int const code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    db.reset(opened);
    if (code != SQLITE_OK) detail::knowing::refuse(code, path, opened ? sqlite3_errmsg(opened) : sqlite3_errstr(code));
    sqlite3_busy_timeout(opened, static_cast<int>(wait.count()));
    claim();
  }

  [[noreturn]] void fail() const { detail::knowing::refuse(sqlite3_errcode(db.get()), path, sqlite3_errmsg(db.get())); }

  void run(std::string const& sql) const {
    if (sqlite3_exec(db.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  [[nodiscard]] statement prepare(char const* sql) const {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(db.get(), sql, -1, &made, nullptr) != SQLITE_OK) fail();
    return statement(made);
  }

  /// Whether there is another row.
  [[nodiscard]] bool step(statement const& s) const {
    int const code = sqlite3_step(s.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) fail();
    return code == SQLITE_ROW;
  }

  [[nodiscard]] std::string only(char const* sql) const {
    auto const s = prepare(sql);
    return step(s) ? std::string(detail::knowing::sqlite::text_of(s.get(), 0)) : std::string();
  }

  void bind(statement const& s, int place, std::string_view text) const {
    if (sqlite3_bind_text64(s.get(), place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8) != SQLITE_OK) fail();
  }
  void bind(statement const& s, int place, value const& v) const {
    int code = SQLITE_OK;
    if (auto const* i = v.integer())
      code = sqlite3_bind_int64(s.get(), place, *i);
    else if (auto const* r = v.real())
      code = sqlite3_bind_double(s.get(), place, *r);
    else if (auto const* t = v.text())
      return bind(s, place, std::string_view(*t));
    else if (auto const* b = v.bytes())
      code = sqlite3_bind_blob64(s.get(), place, b->bytes.data(), b->bytes.size(), SQLITE_TRANSIENT);
    else
      code = sqlite3_bind_null(s.get(), place);
    if (code != SQLITE_OK) fail();
  }

  /// f() between BEGIN and COMMIT: all of it, or nothing.
  template <class F>
  void all_or_nothing(F f) const {
    run("BEGIN IMMEDIATE");
    try {
      f();
      run("COMMIT");
    } catch (...) {
      sqlite3_exec(db.get(), "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  }

  /// Makes the file ours if it is empty.
  void claim() const {
    all_or_nothing([this] {
      auto const id = only("PRAGMA application_id"), is = only("PRAGMA user_version");
      bool const empty = id == "0" && is == "0" && only("SELECT count(*) FROM sqlite_schema") == "0";
      namespace d = detail::knowing;
      if (!empty && id != d::application_id)
        d::refuse(errc::malformed_data, path, "is a database of something else", "give the knowledge a file of its own");
      if (!empty && is != d::version)
        d::refuse(errc::malformed_data, path, "is of version " + is + ", and this release knows version " + d::version,
                  "take the release that made it, or give another path");
      if (!empty) return;
      run(R"(CREATE TABLE encoding_knowledge(keyword TEXT NOT NULL, database TEXT NOT NULL, "table" TEXT NOT NULL,)"
          R"( "column" TEXT NOT NULL, value NOT NULL, UNIQUE(database, keyword, "table", "column", value)))");
      run(std::string("PRAGMA application_id = ") + d::application_id + "; PRAGMA user_version = " + d::version);
    });
  }

  std::string path;
  detail::knowing::sqlite::sqlite_handle db{};
  std::mutex guard{};
};

T2S_DECL encoding_knowledge::encoding_knowledge(std::string path, std::chrono::milliseconds busy_timeout)
    : file_(std::make_unique<file>(std::move(path), busy_timeout)) {}

T2S_DECL encoding_knowledge::~encoding_knowledge() = default;

T2S_DECL std::vector<knowledge> encoding_knowledge::of(std::string_view database) const {
  namespace sqlite = detail::knowing::sqlite;
  std::lock_guard const lock(file_->guard);
  auto const s = file_->prepare(R"(SELECT keyword, "table", "column", value FROM encoding_knowledge WHERE database = ? ORDER BY rowid)");
  file_->bind(s, 1, database);
  std::vector<knowledge> all;
  while (file_->step(s)) {
    auto const text = [&](int column) { return std::string(sqlite::text_of(s.get(), column)); };
    all.push_back({text(0), std::string(database), text(1), text(2), sqlite::value_of(s.get(), 3)});
  }
  return all;
}

T2S_DECL std::size_t encoding_knowledge::merge(std::span<knowledge const> learnt) {
  std::lock_guard const lock(file_->guard);
  auto const before = sqlite3_total_changes64(file_->db.get());
  file_->all_or_nothing([&] {
    auto const s = file_->prepare("INSERT OR IGNORE INTO encoding_knowledge VALUES (?, ?, ?, ?, ?)");
    for (auto const& k : learnt) {
      file_->bind(s, 1, std::string_view(k.keyword));
      file_->bind(s, 2, std::string_view(k.database));
      file_->bind(s, 3, std::string_view(k.table));
      file_->bind(s, 4, std::string_view(k.column));
      file_->bind(s, 5, k.value);
      (void)file_->step(s);
      sqlite3_reset(s.get());
    }
  });
  return static_cast<std::size_t>(sqlite3_total_changes64(file_->db.get()) - before);
}

T2S_DECL std::size_t encoding_knowledge::size() const {
  std::lock_guard const lock(file_->guard);
  auto const s = file_->prepare("SELECT count(*) FROM encoding_knowledge");
  return file_->step(s) ? static_cast<std::size_t>(sqlite3_column_int64(s.get(), 0)) : 0;
}

}  // namespace t2s::retrieve

#endif
