// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_API_HPP
#define T2S_DB_DUCKDB_DETAIL_API_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

/// What is used of DuckDB's C API (https://duckdb.org/docs/stable/clients/c/api), which is stable: functions that exist since 1.4.
namespace t2s::db::detail {

/// DuckDB's numbers of its types.
enum class duckdb_type : std::uint32_t {
  invalid = 0,
  boolean = 1,
  tinyint = 2,
  smallint = 3,
  integer = 4,
  bigint = 5,
  utinyint = 6,
  usmallint = 7,
  uinteger = 8,
  ubigint = 9,
  float_ = 10,
  double_ = 11,
  timestamp = 12,
  date = 13,
  time = 14,
  interval = 15,
  hugeint = 16,
  varchar = 17,
  blob = 18,
  decimal = 19,
  timestamp_s = 20,
  timestamp_ms = 21,
  timestamp_ns = 22,
  enumeration = 23,
  list = 24,
  structure = 25,
  map = 26,
  uuid = 27,
  union_ = 28,
  bit = 29,
  time_tz = 30,
  timestamp_tz = 31,
  uhugeint = 32,
  array = 33,
  bignum = 35,
  sql_null = 36,
  time_ns = 39
};

inline constexpr int duckdb_fine = 0;              ///< what a call returns that has not failed
inline constexpr std::uint32_t duckdb_select = 1;  ///< the type of a statement that is a query

/// 128 bits.
struct duckdb_wide {
  std::uint64_t lower;
  std::int64_t upper;
};

/// A text within a vector: short ones stand in it, of others the first four bytes.
struct duckdb_text {
  std::uint32_t size;
  char begin[4];
  union {
    char rest[8];
    char const* all;
  } more;

  static constexpr std::uint32_t longest_inside = 12;
  [[nodiscard]] char const* data() const noexcept {
    return size <= longest_inside ? reinterpret_cast<char const*>(this) + sizeof(size) : more.all;
  }
};
static_assert(sizeof(duckdb_text) == 16 && sizeof(duckdb_wide) == 16);

/// A result as DuckDB passes it: what stands in it is its own.
struct duckdb_result {
  std::uint64_t counts[3];
  void* columns;
  char* message;
  void* inner;
};

/// The functions. Handles are pointers to what only DuckDB knows; a function that makes one writes it, one that destroys it sets it to
/// null. A call that returns `int` returns `duckdb_fine` or has failed.
struct duckdb_api {
  char const* (*library_version)();
  void (*free)(void*);

  int (*create_config)(void** config);
  int (*set_config)(void* config, char const* name, char const* option);
  void (*destroy_config)(void** config);

  int (*open_ext)(char const* path, void** database, void* config, char** message);
  void (*close)(void** database);
  int (*connect)(void* database, void** connection);
  void (*disconnect)(void** connection);
  void (*interrupt)(void* connection);
  int (*query)(void* connection, char const* sql, duckdb_result*);

  std::uint64_t (*extract_statements)(void* connection, char const* sql, void** statements);
  char const* (*extract_statements_error)(void* statements);
  int (*prepare_extracted_statement)(void* connection, void* statements, std::uint64_t place, void** prepared);
  void (*destroy_extracted)(void** statements);

  int (*prepare)(void* connection, char const* sql, void** prepared);
  char const* (*prepare_error)(void* prepared);
  std::uint32_t (*prepared_statement_type)(void* prepared);
  std::uint64_t (*prepared_statement_column_count)(void* prepared);
  char* (*prepared_statement_column_name)(void* prepared, std::uint64_t column);
  void* (*prepared_statement_column_logical_type)(void* prepared, std::uint64_t column);
  int (*execute_prepared_streaming)(void* prepared, duckdb_result*);
  void (*destroy_prepare)(void** prepared);

  char const* (*result_error)(duckdb_result*);
  std::uint64_t (*column_count)(duckdb_result*);
  void* (*column_logical_type)(duckdb_result*, std::uint64_t column);
  void (*destroy_result)(duckdb_result*);

  std::uint32_t (*get_type_id)(void* type);
  char* (*logical_type_get_alias)(void* type);
  std::uint8_t (*decimal_scale)(void* type);
  std::uint32_t (*decimal_internal_type)(void* type);
  void (*destroy_logical_type)(void** type);

  void* (*fetch_chunk)(duckdb_result);
  std::uint64_t (*data_chunk_get_size)(void* chunk);
  void* (*data_chunk_get_vector)(void* chunk, std::uint64_t column);
  void (*destroy_data_chunk)(void** chunk);
  void* (*vector_get_data)(void* vector);
  std::uint64_t* (*vector_get_validity)(void* vector);
};

/// `take(name, place)` for each of them, in which its address is to be written.
template <class Take>
void each_function(duckdb_api& a, Take const& take) {
  take("duckdb_library_version", a.library_version);
  take("duckdb_free", a.free);
  take("duckdb_create_config", a.create_config);
  take("duckdb_set_config", a.set_config);
  take("duckdb_destroy_config", a.destroy_config);
  take("duckdb_open_ext", a.open_ext);
  take("duckdb_close", a.close);
  take("duckdb_connect", a.connect);
  take("duckdb_disconnect", a.disconnect);
  take("duckdb_interrupt", a.interrupt);
  take("duckdb_query", a.query);
  take("duckdb_extract_statements", a.extract_statements);
  take("duckdb_extract_statements_error", a.extract_statements_error);
  take("duckdb_prepare_extracted_statement", a.prepare_extracted_statement);
  take("duckdb_destroy_extracted", a.destroy_extracted);
  take("duckdb_prepare", a.prepare);
  take("duckdb_prepare_error", a.prepare_error);
  take("duckdb_prepared_statement_type", a.prepared_statement_type);
  take("duckdb_prepared_statement_column_count", a.prepared_statement_column_count);
  take("duckdb_prepared_statement_column_name", a.prepared_statement_column_name);
  take("duckdb_prepared_statement_column_logical_type", a.prepared_statement_column_logical_type);
  take("duckdb_execute_prepared_streaming", a.execute_prepared_streaming);
  take("duckdb_destroy_prepare", a.destroy_prepare);
  take("duckdb_result_error", a.result_error);
  take("duckdb_column_count", a.column_count);
  take("duckdb_column_logical_type", a.column_logical_type);
  take("duckdb_destroy_result", a.destroy_result);
  take("duckdb_get_type_id", a.get_type_id);
  take("duckdb_logical_type_get_alias", a.logical_type_get_alias);
  take("duckdb_decimal_scale", a.decimal_scale);
  take("duckdb_decimal_internal_type", a.decimal_internal_type);
  take("duckdb_destroy_logical_type", a.destroy_logical_type);
  take("duckdb_fetch_chunk", a.fetch_chunk);
  take("duckdb_data_chunk_get_size", a.data_chunk_get_size);
  take("duckdb_data_chunk_get_vector", a.data_chunk_get_vector);
  take("duckdb_destroy_data_chunk", a.destroy_data_chunk);
  take("duckdb_vector_get_data", a.vector_get_data);
  take("duckdb_vector_get_validity", a.vector_get_validity);
}

/// A handle, and the function of DuckDB that destroys it.
class duckdb_handle {
 public:
  using destroyer = void (*)(void**);

  explicit duckdb_handle(destroyer destroy, void* held = nullptr) noexcept : destroy_(destroy), held_(held) {}
  duckdb_handle(duckdb_handle&& other) noexcept : destroy_(other.destroy_), held_(std::exchange(other.held_, nullptr)) {}
  duckdb_handle& operator=(duckdb_handle&& other) noexcept {
    std::swap(destroy_, other.destroy_);
    std::swap(held_, other.held_);
    return *this;
  }
  duckdb_handle(duckdb_handle const&) = delete;
  duckdb_handle& operator=(duckdb_handle const&) = delete;
  ~duckdb_handle() {
    if (held_) destroy_(&held_);
  }

  [[nodiscard]] void* get() const noexcept { return held_; }
  [[nodiscard]] void** out() noexcept { return &held_; }  ///< for a function that writes it
  explicit operator bool() const noexcept { return held_ != nullptr; }

 private:
  destroyer destroy_;
  void* held_;
};

/// A result while it is read.
class duckdb_rows {
 public:
  explicit duckdb_rows(duckdb_api const& api) noexcept : api_(api) {}
  duckdb_rows(duckdb_rows const&) = delete;
  duckdb_rows& operator=(duckdb_rows const&) = delete;
  ~duckdb_rows() { api_.destroy_result(&result_); }

  [[nodiscard]] duckdb_result* get() noexcept { return &result_; }

 private:
  duckdb_api const& api_;
  duckdb_result result_{};
};

}  // namespace t2s::db::detail

#endif
