// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_CLOSING_HPP
#define T2S_DB_SQLITE_DETAIL_CLOSING_HPP

#include "t2s/core/detail/sha256.hpp"
#include "t2s/db/sqlite/detail/failure.hpp"
#include "t2s/db/sqlite/detail/guard.hpp"
#include "t2s/db/sqlite/detail/options.hpp"

#include <memory>
#include <new>

/// Closes the tables of a connection to all that does not read them through views.
namespace t2s::db::detail {

inline constexpr std::size_t digits_of_hidden_value = 16;

/// What a value looks like that is hidden but can be told from others. NULL stays.
inline std::string hidden_value(std::string_view key, std::string_view text) {
  return t2s::detail::sha256(std::string(key).append(text)).hex().substr(0, digits_of_hidden_value);
}

extern "C" inline void t2s_sqlite_hide(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) == SQLITE_NULL) return sqlite3_result_null(context);
  auto const* text = reinterpret_cast<char const*>(sqlite3_value_text(arguments[0]));
  if (!text) return sqlite3_result_error_nomem(context);
  try {
    auto const& key = *static_cast<std::string const*>(sqlite3_user_data(context));
    auto const shown = hidden_value(key, {text, static_cast<std::size_t>(sqlite3_value_bytes(arguments[0]))});
    sqlite3_result_text(context, shown.data(), static_cast<int>(shown.size()), SQLITE_TRANSIENT);
  } catch (std::bad_alloc const&) {
    sqlite3_result_error_nomem(context);
  }
}

extern "C" inline void t2s_sqlite_drop_key(void* key) { delete static_cast<std::string*>(key); }

/// Lets a connection read through views alone.
class reading_through_views final : public closed_tables {
 public:
  explicit reading_through_views(sqlite_views through) : through_(std::move(through)) {}

  void open(sqlite3* db, sqlite_guard& guard) override {
    if (!through_.hash.empty()) {
      static constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
      auto key = std::make_unique<std::string>(through_.key);  // SQLite drops it, also if it fails
      int const code = sqlite3_create_function_v2(db, through_.hash.c_str(), 1, flags, key.release(), t2s_sqlite_hide, nullptr, nullptr,
                                                  t2s_sqlite_drop_key);
      if (code != SQLITE_OK) throw error(last_failure(db));
    }
    // The views are in SQLite's own temporary database; the file is opened for reading only.
    sqlite3_set_authorizer(db, nullptr, nullptr);
    run(db, "PRAGMA query_only = OFF");
    for (auto const& v : through_.views) run(db, v.definition.c_str());
    run(db, "PRAGMA query_only = ON");
    sqlite3_set_authorizer(db, t2s_sqlite_authorize, &guard);
    for (auto const& v : through_.views) views_.add(v.name);
    for (auto const& name : through_.within) views_.add(name);
    for (auto const& name : through_.directly) directly_.add(text::lower(name));
    for (auto const& name : through_.counted) counted_.add(text::lower(name));
    is_open_ = true;
  }

  [[nodiscard]] bool may_read(char const* table, char const* column, char const* within) const override {
    if (!table || is_view(within)) return table != nullptr;
    if (is_view(table)) return true;
    auto const lowered = text::lower(table);
    bool const counts = column && *column == '\0';
    if (counts && is_open_ && !through_.prefix.empty() && std::string_view(table).starts_with(through_.prefix)) return true;
    return directly_.find(lowered) || (counts && counted_.find(lowered));
  }

  [[nodiscard]] bool is_hash(char const* function) const override { return is_open_ && through_.hash == function; }
  [[nodiscard]] bool is_view(char const* name) const override { return name && views_.find(name); }

 private:
  sqlite_views through_;
  function_names views_{}, directly_{}, counted_{};  // tables in lower case
  bool is_open_ = false;
};

}  // namespace t2s::db::detail

#endif
