// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_ENCODING_KNOWLEDGE_IPP
#define T2S_RETRIEVE_IMPL_ENCODING_KNOWLEDGE_IPP

#include "t2s/core/impl/sqlite_store.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"

#include <mutex>
#include <utility>

namespace t2s::retrieve {
namespace detail {

inline constexpr t2s::detail::store_kind encoding_knowledge_file{
    "the encoding knowledge", 1261519985, 1,
    R"(CREATE TABLE encoding_knowledge(keyword TEXT NOT NULL, database TEXT NOT NULL, "table" TEXT NOT NULL,)"
    R"( "column" TEXT NOT NULL, value NOT NULL, UNIQUE(database, keyword, "table", "column", value)))",
    "restore it from a copy, or delete it"};

}  // namespace detail

T2S_DECL std::string to_text(knowledge const& k) { return k.keyword + " " + k.column + " " + to_string(k.value); }

struct encoding_knowledge::file {
  using statement = t2s::detail::store_statement;

  file(std::string path, std::chrono::milliseconds wait) : db(detail::encoding_knowledge_file, std::move(path), wait) {}

  t2s::detail::sqlite_store db;
  statement rows_of{db, R"(SELECT keyword, "table", "column", value FROM encoding_knowledge WHERE database = ? ORDER BY rowid)"};
  statement insert{db, "INSERT OR IGNORE INTO encoding_knowledge VALUES (?, ?, ?, ?, ?)"};
  statement count{db, "SELECT count(*) FROM encoding_knowledge"};
  std::mutex guard{};
};

T2S_DECL encoding_knowledge::encoding_knowledge(std::string path, std::chrono::milliseconds busy_timeout)
    : file_(std::make_unique<file>(std::move(path), busy_timeout)) {}

T2S_DECL encoding_knowledge::~encoding_knowledge() = default;

T2S_DECL std::vector<knowledge> encoding_knowledge::of(std::string_view database) const {
  std::lock_guard const lock(file_->guard);
  auto& s = file_->rows_of;
  std::string const name(database);
  std::vector<knowledge> all;
  s.rows([&] { return all.push_back({s.text(0), name, s.text(1), s.text(2), s.value(3)}), true; }, name);
  return all;
}

T2S_DECL std::size_t encoding_knowledge::merge(std::span<knowledge const> learnt) {
  std::lock_guard const lock(file_->guard);
  auto const before = sqlite3_total_changes64(file_->db.get());
  t2s::detail::store_transaction work(file_->db);
  for (auto const& k : learnt) file_->insert.run(k.keyword, k.database, k.table, k.column, k.value);
  work.commit();
  return static_cast<std::size_t>(sqlite3_total_changes64(file_->db.get()) - before);
}

T2S_DECL std::size_t encoding_knowledge::size() const {
  std::lock_guard const lock(file_->guard);
  std::size_t rows = 0;
  file_->count.rows([&] { return rows = file_->count.number(0), false; });
  return rows;
}

}  // namespace t2s::retrieve

#endif
