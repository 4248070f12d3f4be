// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

#include "t2s/db/duckdb/detail/library.hpp"
#include "t2s/db/duckdb/detail/values.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>

namespace t2s::test {
namespace {

using namespace t2s::db::detail;

duckdb_api const& api() { return load_duckdb({}); }

/// Finds DuckDB before the first test.
struct library_of_program {
  library_of_program() {
    if (!std::getenv("T2S_DUCKDB_LIBRARY") && std::filesystem::exists(T2S_FETCHED_DUCKDB))
      setenv("T2S_DUCKDB_LIBRARY", T2S_FETCHED_DUCKDB, 1);
    try {
      std::cout << "DuckDB " << api().library_version() << std::endl;
    } catch (error const& e) {
      std::cout << "SKIPPED: test_duckdb needs libduckdb: " << e.what() << std::endl;
      std::exit(77);
    }
  }
};

BOOST_TEST_GLOBAL_FIXTURE(library_of_program);

}  // namespace

administrator::administrator(std::string const& file) {
  char* words = nullptr;
  int const code = api().open_ext(file.empty() ? nullptr : file.c_str(), &database_, nullptr, &words);
  std::string const why = words ? words : "";
  if (words) api().free(words);
  if (code != duckdb_fine || api().connect(database_, &connection_) != duckdb_fine) throw std::runtime_error(why);
}

administrator::~administrator() {
  api().disconnect(&connection_);
  api().close(&database_);
}

void administrator::run(std::string const& sql) const {
  duckdb_rows rows(api());
  if (api().query(connection_, sql.c_str(), rows.get()) != duckdb_fine)
    throw std::runtime_error(sql.substr(0, 200) + ": " + std::string(text_or_none(api().result_error(rows.get()))));
}

std::vector<std::vector<std::string>> administrator::rows(std::string const& sql) const {
  duckdb_rows result(api());
  auto const as_text = "SELECT COLUMNS(*)::VARCHAR FROM (" + sql + ")";
  if (api().query(connection_, as_text.c_str(), result.get()) != duckdb_fine)
    throw std::runtime_error(sql.substr(0, 200) + ": " + std::string(text_or_none(api().result_error(result.get()))));
  std::vector<std::vector<std::string>> all;
  auto const width = api().column_count(result.get());
  for (;;) {
    duckdb_handle const chunk(api().destroy_data_chunk, api().fetch_chunk(*result.get()));
    auto const size = chunk ? api().data_chunk_get_size(chunk.get()) : 0;
    if (size == 0) return all;
    for (std::uint64_t row = 0; row < size; ++row) {
      auto& texts = all.emplace_back();
      for (std::uint64_t i = 0; i < width; ++i) {
        void* const vector = api().data_chunk_get_vector(chunk.get(), i);
        auto const* const present = api().vector_get_validity(vector);
        bool const is_null = present && ((present[row / 64] >> (row % 64)) & 1U) == 0;
        auto const& t = static_cast<duckdb_text const*>(api().vector_get_data(vector))[row];
        texts.push_back(is_null ? "NULL" : std::string(t.data(), t.size));
      }
    }
  }
}

char const* const shop_tables = R"sql(
CREATE TYPE state AS ENUM ('open', 'paid', 'sent');
CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, code TEXT, "Life Story" TEXT);
CREATE TABLE purchase (id BIGINT PRIMARY KEY, customer INTEGER REFERENCES customer (id), bought TIMESTAMPTZ, total DECIMAL(10, 2) DEFAULT 0,
  state state, doubled DECIMAL(12, 2) GENERATED ALWAYS AS (total * 2));
CREATE TABLE line (purchase BIGINT, number INTEGER, note JSON, tags VARCHAR[], PRIMARY KEY (purchase, number),
  FOREIGN KEY (purchase) REFERENCES purchase (id));
CREATE TABLE remark (purchase BIGINT, number INTEGER, said TEXT, FOREIGN KEY (purchase, number) REFERENCES line);
CREATE VIEW rich AS SELECT name, total FROM customer JOIN purchase ON customer.id = purchase.customer WHERE total > 100;
CREATE SEQUENCE numbers;
COMMENT ON TABLE purchase IS 'what was bought';
COMMENT ON COLUMN purchase.total IS 'in euros';
INSERT INTO customer VALUES (1, 'Ada', '10115', 'long'), (2, 'Blaise', NULL, NULL), (3, 'Émilie', '75001', 'longer');
INSERT INTO purchase (id, customer, bought, total, state) VALUES (1, 1, '2025-03-01 12:00:00+01', 120.50, 'paid'), (2, 1, '2025-04-01 00:00:00+00', 8, 'open'),
  (3, 3, NULL, 1000, 'sent');
INSERT INTO line VALUES (1, 1, '{"a": 1}', ['x', 'y']), (1, 2, NULL, NULL);
CREATE SCHEMA back_office;
CREATE TABLE back_office.customer (id INTEGER, secret TEXT);
CREATE TABLE back_office.salary (customer INTEGER, amount DECIMAL(10, 2));
INSERT INTO back_office.salary VALUES (1, 5000);
CHECKPOINT;
)sql";

shop_file::shop_file() { administrator(file).run(shop_tables); }

}  // namespace t2s::test
