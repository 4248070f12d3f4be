// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_ENCODING_KNOWLEDGE_IPP
#define T2S_RETRIEVE_DETAIL_ENCODING_KNOWLEDGE_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/core/detail/sqlite_store.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"

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
  return file_->count.only_number();
}

T2S_DECL relation_tables parse_relation_tables(std::string_view json, std::string_view name) {
  static constexpr std::string_view form = "give a list of objects with db_id, table, synonyms (a list of columns) and code (a column)";
  json = t2s::detail::without_mark(json);
  auto const entries = t2s::detail::json_of(json, json, name, form);
  if (!entries.is_array()) t2s::detail::malformed(name, "the JSON is not an array", form);
  relation_tables all;
  std::size_t index = 0;
  for (auto const& e : entries.get_array()) {
    t2s::detail::json_element entry(e, index++, name, form);
    auto& of = all[entry.read_id()];
    relation_table one{entry.text("table"), {}, entry.text("code")};
    for (auto const& column : entry.list("synonyms")) one.synonyms.push_back(entry.text_in(column, "synonyms"));
    if (one.synonyms.empty()) entry.refuse("names no column of synonyms");
    of.push_back(std::move(one));
  }
  return all;
}

T2S_DECL relation_tables read_relation_tables(std::string const& path) {
  return parse_relation_tables(read_file(path, "a JSON file"), path);
}

}  // namespace t2s::retrieve

namespace t2s::retrieve::detail {

inline std::string const& spelt_as(schema::table const& t, std::string const& column) {
  if (auto const* c = t.find_column(column)) return c->name;
  throw error(errc::invalid_argument, "the relationship-matching table " + t.name + " has no column " + column,
              "name the columns of its synonyms and of its code");
}

T2S_DECL relation_table spelt_as(schema::database const& d, relation_table const& relation) {
  auto const* t = d.find_table(relation.table);
  if (!t)
    throw error(errc::invalid_argument, "there is no relationship-matching table " + relation.table,
                "name a table of the database, its columns of synonyms and its column of codes");
  if (relation.synonyms.empty())
    throw error(errc::invalid_argument, "the relationship-matching table " + relation.table + " is given without columns of synonyms",
                "name at least one");
  relation_table spelt{t->name, {}, spelt_as(*t, relation.code)};
  for (auto const& synonym : relation.synonyms) spelt.synonyms.push_back(spelt_as(*t, synonym));
  return spelt;
}

T2S_DECL std::string pairs_of(relation_table const& relation, sql::dialect d) {
  auto const code = schema::in_quotes(relation.code, d), from = schema::in_quotes(relation.table, d);
  std::vector<std::string> parts;
  for (auto const& synonym : relation.synonyms) {
    auto const name = schema::in_quotes(synonym, d);
    parts.push_back("SELECT " + name + ", " + code + " FROM " + from + " WHERE " + name + " IS NOT NULL AND " + code + " IS NOT NULL");
  }
  return text::join(parts, " UNION ") + " ORDER BY 2, 1";  // so that the same table always gives the same knowledge
}

T2S_DECL std::vector<knowledge> read_pairs(db::execution const& done, std::string const& database, relation_table const& relation) {
  if (!done.ok())
    throw error(failure{done.failure->code,
                        "the relationship-matching table " + relation.table + " cannot be read: " + done.failure->message, relation.table,
                        done.failure->remedy});
  std::vector<knowledge> all;
  for (auto const& row : done.rows.values) {
    auto name = to_string(row.at(0));
    if (!text::trim(name).empty()) all.push_back({std::move(name), database, relation.table, relation.code, row.at(1)});
  }
  return all;
}

}  // namespace t2s::retrieve::detail

#endif
