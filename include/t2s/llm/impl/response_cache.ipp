// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_RESPONSE_CACHE_IPP
#define T2S_LLM_IMPL_RESPONSE_CACHE_IPP

#include "t2s/llm/response_cache.hpp"

#include <sqlite3.h>

#include <mutex>
#include <thread>
#include <type_traits>

namespace t2s::llm {
namespace detail::caching {

inline constexpr int application_id = 0x74327363;  // "t2sc": what tells our files from others
inline constexpr int version = 1;

struct closer {
  void operator()(sqlite3* db) const noexcept { sqlite3_close_v2(db); }
  void operator()(sqlite3_stmt* s) const noexcept { sqlite3_finalize(s); }
};

[[noreturn]] inline void refuse(errc code, std::string const& path, std::string const& what, std::string remedy) {
  throw error(failure{code, "the response cache " + path + " " + what, path, std::move(remedy), {}});
}

[[noreturn]] inline void refuse_damaged(std::string const& path, std::string const& how) {
  refuse(errc::corrupt_database, path, "is damaged: " + how,
         "delete it together with its -wal and -shm files; nothing is lost that cannot be asked for again");
}

[[noreturn]] inline void refuse(int code, std::string const& path, std::string const& how) {
  switch (code & 0xFF) {
    case SQLITE_NOTADB:
      refuse(errc::not_a_database, path, "is no SQLite database", "give another path, or delete the file if nobody needs it");
    case SQLITE_CORRUPT: refuse_damaged(path, how);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      refuse(errc::file_unwritable, path, "is held by another process: " + how, "raise busy_timeout, or end what holds it");
    default: refuse(errc::file_unwritable, path, "cannot be used: " + how, "check the folder, its permissions and the space on the disk");
  }
}

/// One connection. Throws `error` for whatever fails.
class connection {
 public:
  connection(std::string path, std::chrono::milliseconds wait) : path_(std::move(path)), wait_(wait) {
    sqlite3* opened = nullptr;
    int const code = sqlite3_open_v2(path_.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    db_.reset(opened);
    if (code != SQLITE_OK) refuse(code, path_, opened ? sqlite3_errmsg(opened) : sqlite3_errstr(code));
    sqlite3_busy_timeout(opened, static_cast<int>(wait_.count()));
  }

  [[nodiscard]] std::string const& path() const noexcept { return path_; }
  [[nodiscard]] sqlite3* get() const noexcept { return db_.get(); }

  [[noreturn]] void fail() const { refuse(sqlite3_errcode(db_.get()), path_, sqlite3_errmsg(db_.get())); }

  void run(char const* sql) {
    if (sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  /// The same for what SQLite refuses at once where others hold the file, without waiting.
  void run_patiently(char const* sql) {
    auto const end = std::chrono::steady_clock::now() + wait_;
    while (sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
      bool const busy = (sqlite3_errcode(db_.get()) & 0xFF) == SQLITE_BUSY;
      if (!busy || std::chrono::steady_clock::now() >= end) fail();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

 private:
  std::string path_;
  std::chrono::milliseconds wait_;
  std::unique_ptr<sqlite3, closer> db_{};
};

/// A prepared statement, used again and again.
class statement {
 public:
  statement(connection& db, char const* sql) : db_(&db) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v3(db.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr) != SQLITE_OK) db.fail();
    held_.reset(made);
  }

  /// Binds the arguments and calls `each` for every row; it returns whether to go on.
  template <class F, class... Arguments>
  void rows(F each, Arguments const&... arguments) {
    resetter const at_end{held_.get()};
    int place = 0;
    (bind(++place, arguments), ...);
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(held_.get())) == SQLITE_ROW)
      if (!each()) return;
    if (code != SQLITE_DONE) db_->fail();
  }
  template <class... Arguments>
  void run(Arguments const&... arguments) {
    rows([] { return true; }, arguments...);
  }

  [[nodiscard]] std::uint64_t number(int column) const { return static_cast<std::uint64_t>(sqlite3_column_int64(held_.get(), column)); }
  [[nodiscard]] std::string text(int column) const {
    auto const* bytes = static_cast<char const*>(sqlite3_column_blob(held_.get(), column));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(held_.get(), column))) : std::string();
  }

 private:
  struct resetter {
    sqlite3_stmt* s;
    ~resetter() {
      sqlite3_reset(s);
      sqlite3_clear_bindings(s);
    }
  };

  void bind(int place, std::string const& text) {
    if (sqlite3_bind_text64(held_.get(), place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8) != SQLITE_OK) db_->fail();
  }
  void bind(int place, std::uint64_t number) {
    if (sqlite3_bind_int64(held_.get(), place, static_cast<sqlite3_int64>(number)) != SQLITE_OK) db_->fail();
  }

  connection* db_;
  std::unique_ptr<sqlite3_stmt, closer> held_{};
};

/// Others wait from its beginning on, so that what was read is still so when it is written. Undone unless `commit` is reached.
class transaction {
 public:
  explicit transaction(connection& db) : db_(&db) { db.run("BEGIN IMMEDIATE"); }
  ~transaction() {
    if (open_) sqlite3_exec(db_->get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  transaction(transaction const&) = delete;
  transaction& operator=(transaction const&) = delete;

  void commit() {
    db_->run("COMMIT");
    open_ = false;
  }

 private:
  connection* db_;
  bool open_ = true;
};

inline std::uint64_t only_number(connection& db, char const* sql) {
  statement s(db, sql);
  std::uint64_t number = 0;
  s.rows([&] { return number = s.number(0), true; });
  return number;
}

/// Whether the file is ours; makes it ours if it is empty.
inline void claim(connection& db) {
  transaction work(db);
  auto const id = only_number(db, "PRAGMA application_id"), is = only_number(db, "PRAGMA user_version");
  bool const empty = id == 0 && is == 0 && only_number(db, "SELECT count(*) FROM sqlite_schema") == 0;
  if (!empty && id != application_id)
    refuse(errc::malformed_data, db.path(), "is a database of something else", "give the cache a file of its own");
  if (!empty && is != version)
    refuse(errc::malformed_data, db.path(),
           "is of version " + std::to_string(is) + ", and this release knows version " + std::to_string(version),
           "delete it, or give another path");
  if (empty)
    db.run(
        "CREATE TABLE answers(key TEXT PRIMARY KEY, answer TEXT NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;"
        "CREATE INDEX by_use ON answers(used, size);"
        "CREATE TABLE totals(entries INTEGER NOT NULL, bytes INTEGER NOT NULL, clock INTEGER NOT NULL);"
        "INSERT INTO totals VALUES (0, 0, 0);"
        "PRAGMA application_id = 1949463395; PRAGMA user_version = 1;");
  work.commit();
}
static_assert(application_id == 1949463395 && version == 1);

inline connection open(std::string path, response_cache_options const& options) {
  connection db(std::move(path), options.busy_timeout);
  claim(db);                                      // first, so that a file that is not ours stays as it is
  db.run_patiently("PRAGMA journal_mode = WAL");  // where the file system cannot, the old journal does as well, more slowly
  db.run("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216");
  return db;
}

/// The answer that a record holds.
template <class Answer>
std::optional<Answer> read_back(std::string const& path, std::optional<std::string> const& record, Answer (*read)(std::string_view)) {
  if (!record) return {};
  try {
    return read(*record);
  } catch (error const& e) {
    refuse_damaged(path, e.details().message);
  }
}

}  // namespace detail::caching

struct response_cache::file {
  file(std::string path, response_cache_options const& options) : db(detail::caching::open(std::move(path), options)) {}

  /// The answer as text. Marks it as the one used last.
  std::optional<std::string> look_up(std::string const& key) {
    std::optional<std::string> answer;
    std::uint64_t used = 0;
    find.rows([&] { return answer = find.text(0), used = find.number(1), false; }, key);
    if (answer && used != now()) mark_as_used(key);
    return answer;
  }

  void put(std::string const& key, std::string const& answer, response_cache_options const& limits) {
    detail::caching::transaction work(db);
    take_out(key);
    std::uint64_t const bytes = key.size() + answer.size();
    tick.run();
    insert.run(key, answer, bytes, now());
    add.run(std::uint64_t{1}, bytes);
    shrink(limits);
    work.commit();
  }

  contents total() {
    contents c;
    totals.rows([&] { return c = contents{totals.number(0), totals.number(1)}, false; });
    return c;
  }

  detail::caching::connection db;
  std::mutex guard{};

 private:
  using statement = detail::caching::statement;

  std::uint64_t now() {
    std::uint64_t clock = 0;
    totals.rows([&] { return clock = totals.number(2), false; });
    return clock;
  }

  void mark_as_used(std::string const& key) {
    detail::caching::transaction work(db);
    tick.run();
    mark.run(now(), key);
    work.commit();
  }

  void take_out(std::string const& key) {
    std::optional<std::uint64_t> bytes;
    size_of.rows([&] { return bytes = size_of.number(0), false; }, key);
    if (!bytes) return;
    remove.run(key);
    subtract.run(std::uint64_t{1}, *bytes);
  }

  void shrink(response_cache_options const& limits) {
    for (auto c = total(); c.entries > limits.max_entries || c.bytes > limits.max_bytes; c = total()) {
      std::optional<std::string> key;
      oldest.rows([&] { return key = oldest.text(0), false; });
      if (!key) detail::caching::refuse_damaged(db.path(), "its totals are not those of its entries");
      take_out(*key);
    }
  }

  statement find{db, "SELECT answer, used FROM answers WHERE key = ?"};
  statement size_of{db, "SELECT size FROM answers WHERE key = ?"};
  statement oldest{db, "SELECT key FROM answers ORDER BY used LIMIT 1"};
  statement insert{db, "INSERT INTO answers(key, answer, size, used) VALUES (?1, ?2, ?3, ?4)"};
  statement remove{db, "DELETE FROM answers WHERE key = ?"};
  statement mark{db, "UPDATE answers SET used = ?1 WHERE key = ?2"};
  statement totals{db, "SELECT entries, bytes, clock FROM totals"};
  statement tick{db, "UPDATE totals SET clock = clock + 1"};
  statement add{db, "UPDATE totals SET entries = entries + ?1, bytes = bytes + ?2"};
  statement subtract{db, "UPDATE totals SET entries = entries - ?1, bytes = bytes - ?2"};
};

T2S_DECL response_cache::response_cache(std::string path, response_cache_options options)
    : options_(options), file_(std::make_unique<file>(std::move(path), options_)) {}

T2S_DECL response_cache::~response_cache() = default;

T2S_DECL std::optional<completion> response_cache::find(request const& asked, std::string_view model) {
  if (!keeps(asked)) return {};
  return detail::caching::read_back(file_->db.path(), look_up(key_of(asked, model)), completion_from_record);
}

T2S_DECL void response_cache::keep(request const& asked, completion const& answered, std::string_view model) {
  if (keeps(asked)) put(key_of(asked, model), to_record(answered));
}

T2S_DECL std::optional<embedding> response_cache::find_vector(std::string_view text, std::string_view model) {
  return detail::caching::read_back(file_->db.path(), look_up(key_of_text(text, model)), embedding_from_record);
}

T2S_DECL void response_cache::keep_vector(std::string_view text, embedding const& answered, std::string_view model) {
  put(key_of_text(text, model), to_record(answered));
}

T2S_DECL std::optional<std::string> response_cache::look_up(std::string const& key) {
  std::lock_guard const lock(file_->guard);
  return file_->look_up(key);
}

T2S_DECL void response_cache::put(std::string const& key, std::string const& answer) {
  if (key.size() + answer.size() > options_.max_bytes || options_.max_entries == 0) return;
  std::lock_guard const lock(file_->guard);
  file_->put(key, answer, options_);
}

T2S_DECL response_cache::contents response_cache::size() {
  std::lock_guard const lock(file_->guard);
  return file_->total();
}

}  // namespace t2s::llm

#endif
