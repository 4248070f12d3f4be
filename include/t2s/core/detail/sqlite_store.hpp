// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_SQLITE_STORE_HPP
#define T2S_CORE_DETAIL_SQLITE_STORE_HPP

#include "t2s/core/detail/sqlite_values.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/error.hpp"

#include <chrono>
#include <thread>

/// SQLite files that this library writes for itself. Only t2s/db/ reads the user's databases.
namespace t2s::detail {

/// A kind of such files.
struct store_kind {
  std::string_view what;        ///< name in messages: "the response cache"
  int application_id;           ///< a number that other programs hardly use; stored in the file
  int version;                  ///< of the tables; stored in the file
  char const* tables;           ///< the statements that create them
  std::string_view if_damaged;  ///< what the user can then do
};

/// A connection to such a file. Throws `error` for any failure: `file_unwritable`; `not_a_database`, `malformed_data` or `corrupt_database`
/// for another file or a damaged one, which stays unchanged.
class sqlite_store {
 public:
  /// Creates the file if it does not exist. `wait`: how long to wait for other processes.
  sqlite_store(store_kind const& kind, std::string path, std::chrono::milliseconds wait);

  [[nodiscard]] std::string const& path() const noexcept { return path_; }
  [[nodiscard]] sqlite3* get() const noexcept { return db_.get(); }

  [[noreturn]] void refuse(errc code, std::string const& how, std::string_view remedy) const {
    throw error(failure{code, std::string(kind_.what) + " " + path_ + " " + how, path_, std::string(remedy)});
  }
  [[noreturn]] void refuse_damaged(std::string const& how) const { refuse(errc::corrupt_database, "is damaged: " + how, kind_.if_damaged); }

  /// Reports the failure of the last call.
  [[noreturn]] void fail() const { fail(sqlite3_errcode(db_.get()), sqlite3_errmsg(db_.get())); }

  void run(char const* sql) const {
    if (sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  /// Repeats statements that SQLite rejects immediately while others hold the file.
  void run_patiently(char const* sql) const {
    auto const end = std::chrono::steady_clock::now() + wait_;
    while (sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
      bool const busy = (sqlite3_errcode(db_.get()) & 0xFF) == SQLITE_BUSY;
      if (!busy || std::chrono::steady_clock::now() >= end) fail();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

 private:
  [[noreturn]] void fail(int code, std::string const& how) const {
    switch (code & 0xFF) {
      case SQLITE_NOTADB:
        refuse(errc::not_a_database, "is not an SQLite database", "give another path, or delete the file if it is not needed");
      case SQLITE_CORRUPT: refuse_damaged(how);
      case SQLITE_BUSY:
      case SQLITE_LOCKED: refuse(errc::file_unwritable, "is held by another process: " + how, "raise busy_timeout, or end what holds it");
      default: refuse(errc::file_unwritable, "cannot be used: " + how, "check the folder, its permissions and the space on the disk");
    }
  }

  void claim() const;

  store_kind kind_;
  std::string path_;
  std::chrono::milliseconds wait_;
  sqlite_handle db_{};
};

/// A statement that is compiled once and run any number of times.
class store_statement {
 public:
  store_statement(sqlite_store const& db, char const* sql) : db_(&db) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v3(db.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr) != SQLITE_OK) db.fail();
    held_.reset(made);
  }

  /// Binds the arguments, which must stay alive during the call, and calls `each` for every row; it returns whether to go on.
  template <class F, class... Arguments>
  void rows(F each, Arguments const&... arguments) {
    resetter const at_end{held_.get()};
    [[maybe_unused]] int place = 0;  // without arguments g++ 16 says that it is only set
    ((bind(++place, arguments) == SQLITE_OK ? void() : db_->fail()), ...);
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(held_.get())) == SQLITE_ROW)
      if (!each()) return;
    if (code != SQLITE_DONE) db_->fail();
  }
  template <class... Arguments>
  void run(Arguments const&... arguments) {
    rows([] { return true; }, arguments...);
  }
  /// The first column of the only row.
  [[nodiscard]] std::uint64_t only_number() {
    std::uint64_t found = 0;
    rows([&] {
      found = number(0);
      return false;
    });
    return found;
  }

  /// The columns of the current row.
  [[nodiscard]] std::uint64_t number(int column) const { return static_cast<std::uint64_t>(sqlite3_column_int64(held_.get(), column)); }
  [[nodiscard]] std::string text(int column) const { return std::string(text_of(held_.get(), column)); }
  [[nodiscard]] t2s::value value(int column) const { return value_of(held_.get(), column); }

 private:
  struct resetter {
    sqlite3_stmt* s;
    ~resetter() {
      sqlite3_reset(s);
      sqlite3_clear_bindings(s);
    }
  };

  int bind(int place, std::string const& text) {
    return sqlite3_bind_text64(held_.get(), place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  }
  int bind(int place, std::uint64_t number) { return sqlite3_bind_int64(held_.get(), place, static_cast<sqlite3_int64>(number)); }
  int bind(int place, t2s::value const& v) {
    if (auto const* i = v.integer()) return sqlite3_bind_int64(held_.get(), place, *i);
    if (auto const* r = v.real()) return sqlite3_bind_double(held_.get(), place, *r);
    if (auto const* t = v.text()) return bind(place, *t);
    if (auto const* b = v.bytes()) return sqlite3_bind_blob64(held_.get(), place, b->bytes.data(), b->bytes.size(), SQLITE_STATIC);
    return sqlite3_bind_null(held_.get(), place);
  }

  sqlite_store const* db_;
  sqlite_statement held_{};
};

/// Others wait from its beginning on, so that what was read still holds when it is written. Rolled back without `commit`.
class store_transaction {
 public:
  explicit store_transaction(sqlite_store const& db) : db_(&db) { db.run("BEGIN IMMEDIATE"); }
  ~store_transaction() {
    if (open_) sqlite3_exec(db_->get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  store_transaction(store_transaction const&) = delete;
  store_transaction& operator=(store_transaction const&) = delete;

  void commit() {
    db_->run("COMMIT");
    open_ = false;
  }

 private:
  sqlite_store const* db_;
  bool open_ = true;
};

inline sqlite_store::sqlite_store(store_kind const& kind, std::string path, std::chrono::milliseconds wait)
    : kind_(kind), path_(std::move(path)), wait_(wait) {
  sqlite3* opened = nullptr;
  int const code = sqlite3_open_v2(path_.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  db_.reset(opened);
  if (code != SQLITE_OK) fail(code, opened ? sqlite3_errmsg(opened) : sqlite3_errstr(code));
  sqlite3_busy_timeout(opened, static_cast<int>(wait_.count()));
  claim();
}

/// Marks an empty file as ours.
inline void sqlite_store::claim() const {
  store_transaction work(*this);
  auto const only_number = [this](char const* sql) { return store_statement(*this, sql).only_number(); };
  auto const id = only_number("PRAGMA application_id"), version = only_number("PRAGMA user_version");
  bool const empty = id == 0 && version == 0 && only_number("SELECT count(*) FROM sqlite_schema") == 0;
  auto const own_id = static_cast<std::uint64_t>(kind_.application_id), own_version = static_cast<std::uint64_t>(kind_.version);
  if (!empty && id != own_id) refuse(errc::malformed_data, "is the database of another program", "give another path");
  if (!empty && version != own_version)
    refuse(errc::malformed_data,
           "is of version " + std::to_string(version) + ", and this release knows version " + std::to_string(own_version),
           "take the release that made it, or give another path");
  if (empty) {
    run(kind_.tables);
    for (auto const& [pragma, number] : {std::pair("PRAGMA application_id = ", own_id), std::pair("PRAGMA user_version = ", own_version)})
      run(std::string(pragma).append(std::to_string(number)).c_str());
  }
  work.commit();
}

}  // namespace t2s::detail

#endif
