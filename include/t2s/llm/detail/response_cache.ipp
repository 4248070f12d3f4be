// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_RESPONSE_CACHE_IPP
#define T2S_LLM_DETAIL_RESPONSE_CACHE_IPP

#include "t2s/core/detail/sqlite_store.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/detail/records.hpp"
#include "t2s/llm/response_cache.hpp"

namespace t2s::llm {
namespace detail::caching {

// The statements also initialise the totals; the clock counts uses.
inline constexpr t2s::detail::store_kind file_kind{
    "the response cache", 0x74327363, 1,
    "CREATE TABLE answers(key TEXT PRIMARY KEY, answer TEXT NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX by_use ON answers(used, size);"
    "CREATE TABLE totals(entries INTEGER NOT NULL, bytes INTEGER NOT NULL, clock INTEGER NOT NULL);"
    "INSERT INTO totals VALUES (0, 0, 0)",
    "delete it together with its -wal and -shm files; nothing is lost that cannot be asked for again"};

template <class Answer>
std::optional<Answer> read_back(t2s::detail::sqlite_store const& db, std::optional<std::string> const& record) {
  if (!record) return {};
  try {
    return from_record<Answer>(*record);
  } catch (error const& e) {
    db.refuse_damaged(e.details().message);
  }
}

}  // namespace detail::caching

struct response_cache::file {
  using transaction = t2s::detail::store_transaction;

  file(std::string path, response_cache_options const& options) : db(detail::caching::file_kind, std::move(path), options.busy_timeout) {
    db.run_patiently("PRAGMA journal_mode = WAL");  // if the file system does not support it, the old journal works too, but slower
    db.run("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216");
  }

  /// The answer as text. Marks it as most recently used.
  std::optional<std::string> look_up(std::string const& key) {
    std::lock_guard const lock(guard_);
    std::optional<std::string> answer;
    bool is_last = false;
    find.rows(
        [&] {
          answer = find.text(0);
          is_last = find.number(1) != 0;
          return false;
        },
        key);
    if (answer && !is_last) mark_as_used(key);
    return answer;
  }

  void put(std::string const& key, std::string const& answer, response_cache_options const& limits) {
    if (!fits(key, answer, limits)) return;
    std::lock_guard const lock(guard_);
    transaction work(db);
    (void)take_out(remove, key);
    insert_new(work, key, answer, limits);
  }

  /// Stores the answer unless there is one already, which it then returns.
  std::optional<std::string> put_first(std::string const& key, std::string const& answer, response_cache_options const& limits) {
    if (!fits(key, answer, limits)) return {};
    std::lock_guard const lock(guard_);
    transaction work(db);
    std::optional<std::string> there;
    find.rows(
        [&] {
          there = find.text(0);
          return false;
        },
        key);
    if (!there) insert_new(work, key, answer, limits);
    return there;
  }

  contents size() {
    std::lock_guard const lock(guard_);
    return total();
  }

  t2s::detail::sqlite_store db;

 private:
  using statement = t2s::detail::store_statement;

  static bool fits(std::string const& key, std::string const& answer, response_cache_options const& limits) {
    return key.size() + answer.size() <= limits.max_bytes && limits.max_entries > 0;
  }

  void insert_new(transaction& work, std::string const& key, std::string const& answer, response_cache_options const& limits) {
    std::uint64_t const bytes = key.size() + answer.size();
    tick.run();
    insert.run(key, answer, bytes);
    add.run(std::uint64_t{1}, bytes);
    shrink(limits);
    work.commit();
  }

  contents total() {
    contents c;
    totals.rows([&] {
      c = contents{totals.number(0), totals.number(1)};
      return false;
    });
    return c;
  }

  void mark_as_used(std::string const& key) {
    transaction work(db);
    tick.run();
    mark.run(key);
    work.commit();
  }

  /// Whether `deletion` deleted an entry.
  template <class... Key>
  [[nodiscard]] bool take_out(statement& deletion, Key const&... key) {
    std::optional<std::uint64_t> bytes;
    deletion.rows(
        [&] {
          bytes = deletion.number(0);
          return true;
        },
        key...);
    if (bytes) subtract.run(std::uint64_t{1}, *bytes);
    return bytes.has_value();
  }

  void shrink(response_cache_options const& limits) {
    for (auto c = total(); c.entries > limits.max_entries || c.bytes > limits.max_bytes; c = total())
      if (!take_out(remove_oldest)) db.refuse_damaged("its totals are not those of its entries");
  }

  std::mutex guard_{};
  statement find{db, "SELECT answer, used = (SELECT clock FROM totals) FROM answers WHERE key = ?"};
  statement insert{db, "INSERT INTO answers(key, answer, size, used) SELECT ?1, ?2, ?3, clock FROM totals"};
  statement remove{db, "DELETE FROM answers WHERE key = ? RETURNING size"};
  statement remove_oldest{db, "DELETE FROM answers WHERE key = (SELECT key FROM answers ORDER BY used LIMIT 1) RETURNING size"};
  statement mark{db, "UPDATE answers SET used = (SELECT clock FROM totals) WHERE key = ?"};
  statement totals{db, "SELECT entries, bytes FROM totals"};
  statement tick{db, "UPDATE totals SET clock = clock + 1"};
  statement add{db, "UPDATE totals SET entries = entries + ?1, bytes = bytes + ?2"};
  statement subtract{db, "UPDATE totals SET entries = entries - ?1, bytes = bytes - ?2"};
};

T2S_DECL response_cache::response_cache(std::string path, response_cache_options options)
    : options_(options), file_(std::make_unique<file>(std::move(path), options_)) {}

T2S_DECL response_cache::~response_cache() = default;

T2S_DECL std::optional<completion> response_cache::find(request const& asked, std::string_view model) {
  if (!keeps(asked)) return {};
  return detail::caching::read_back<completion>(file_->db, file_->look_up(key_of(asked, model)));
}

T2S_DECL void response_cache::keep(request const& asked, completion const& answered, std::string_view model) {
  if (keeps(asked)) file_->put(key_of(asked, model), to_record(answered), options_);
}

T2S_DECL completion response_cache::keep_first(request const& asked, completion answered, std::string_view model) {
  if (!keeps(asked)) return answered;
  auto const kept =
      detail::caching::read_back<completion>(file_->db, file_->put_first(key_of(asked, model), to_record(answered), options_));
  return kept.value_or(answered);
}

T2S_DECL std::optional<embedding> response_cache::find_vector(std::string_view text, std::string_view model) {
  return detail::caching::read_back<embedding>(file_->db, file_->look_up(key_of(text, model)));
}

T2S_DECL void response_cache::keep_vector(std::string_view text, embedding const& answered, std::string_view model) {
  file_->put(key_of(text, model), to_record(answered), options_);
}

T2S_DECL response_cache::contents response_cache::size() { return file_->size(); }

}  // namespace t2s::llm

#endif
