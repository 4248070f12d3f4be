// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_VALUE_INDEX_UPDATE_IPP
#define T2S_LINK_IMPL_VALUE_INDEX_UPDATE_IPP

#include "t2s/link/content.hpp"
#include "t2s/link/impl/value_index_file.hpp"
#include "t2s/link/value_index.hpp"
#include "t2s/schema/identifier.hpp"

#include <algorithm>
#include <utility>

namespace t2s::link {
namespace detail {

inline std::uint64_t fingerprint_of(value const& v) {
  if (v.is_null()) return 1;
  if (auto const* text = v.text()) return retrieve::detail::hash_of(*text);
  return ~retrieve::detail::hash_of(to_sql(v));
}

/// Brings an index up to date.
class value_index_update {
 public:
  value_index_update(std::filesystem::path const& file, db::sqlite_connection& database, value_index_options const& options)
      : file_(file), database_(database), options_(options), stamp_(stamp_of_database(database.file())) {}

  [[nodiscard]] value_index_report run() {
    open_former();
    if (former_ && former_->is_of(database_.file())) {
      report_.columns = former_->columns().size();
      report_.was_current = true;
      return std::move(report_);
    }
    value_index_writer writer(file_, options_.value_bytes);
    for (auto const& t : database_.schema().tables()) steps_ += 1 + columns_of(t).size();
    for (auto const& t : database_.schema().tables()) add_table(writer, t);
    if (stamp_of_database(database_.file()) != stamp_)
      throw error(failure{errc::file_unreadable,
                          "the database \"" + database_.file().string() + "\" was written to while its values were read",
                          database_.file().string(),
                          "make the index again when nobody writes to it",
                          {}});
    writer.finish(stamp_);
    return std::move(report_);
  }

 private:
  void open_former() {
    if (!map_value_index(file_)) return;
    try {
      former_ = value_index::open(file_);
    } catch (error const& e) {
      if (e.code() != errc::malformed_data) throw;
      report_.notes.push_back(e.details().message + ": it was made anew");
    }
    if (former_ && former_->value_bytes() != options_.value_bytes) former_ = nullptr;
  }

  static std::vector<schema::column const*> columns_of(schema::table const& t) {
    std::vector<schema::column const*> out;
    for (auto const& c : t.columns)
      if (declared_content(c) != content::number) out.push_back(&c);
    return out;
  }

  void add_table(value_index_writer& writer, schema::table const& t) {
    auto const columns = columns_of(t);
    auto const fingerprints = columns.empty() ? std::vector<std::uint64_t>() : read_fingerprints(t, columns);
    step();
    for (std::size_t i = 0; i < columns.size(); ++i, step())
      if (!fingerprints.empty()) add_column(writer, t, *columns[i], fingerprints[i]);
    for (auto i = columns.size(); fingerprints.empty() && i > 0; --i) step();
  }

  /// One for each column, in any order of rows; none if the table cannot be read.
  [[nodiscard]] std::vector<std::uint64_t> read_fingerprints(schema::table const& t, std::vector<schema::column const*> const& columns) {
    std::string sql = "SELECT ";
    for (auto const* c : columns) sql.append(c == columns.front() ? "" : ", ").append(schema::in_quotes(c->name));
    sql += " FROM " + schema::in_quotes(t.name);
    std::vector<std::uint64_t> sums(columns.size());
    auto const failed = database_.each_row(
        sql,
        [&](std::span<value const> row) {
          for (std::size_t i = 0; i < row.size(); ++i) sums[i] += fingerprint_of(row[i]);
        },
        options_.stop);
    if (!failed) return sums;
    report_.notes.push_back("table " + t.name + " is left out: " + failed->text());
    return {};
  }

  void add_column(value_index_writer& writer, schema::table const& t, schema::column const& c, std::uint64_t fingerprint) {
    writer.open_column(t.name, c.name);
    writer.column().fingerprint = fingerprint;
    ++report_.columns;
    if (auto const* known = former_column(t, c); known && known->fingerprint == fingerprint) return copy(writer, *known);
    ++report_.read;
    read(writer, t, c);
  }

  [[nodiscard]] indexed_column const* former_column(schema::table const& t, schema::column const& c) const {
    if (!former_) return nullptr;
    auto const found = std::ranges::find_if(former_->columns(), [&](auto const& f) { return f.table == t.name && f.column == c.name; });
    return found == former_->columns().end() ? nullptr : &*found;
  }

  void copy(value_index_writer& writer, indexed_column const& known) const {
    for (auto id = known.first; id < known.last; ++id) writer.add(former_->text(id));
    writer.column().numbers = known.numbers;
    writer.column().others = known.others;
  }

  /// Sorted by SQLite, which has files for what does not fit into its memory. Bytes tell values apart, whatever the column's collation.
  void read(value_index_writer& writer, schema::table const& t, schema::column const& c) {
    auto const name = schema::in_quotes(c.name);
    auto const failed = database_.each_row(
        "SELECT DISTINCT " + name + " COLLATE BINARY FROM " + schema::in_quotes(t.name) + " WHERE " + name + " IS NOT NULL ORDER BY 1",
        [&](std::span<value const> row) { take(writer, row.front()); }, options_.stop);
    if (failed) throw error(*failed);
  }

  void take(value_index_writer& writer, value const& v) const {
    auto const* text = v.text();
    bool const number = !text || is_number(*text);
    ++(number ? writer.column().numbers : writer.column().others);
    if (text && !text->empty() && text->size() <= options_.value_bytes) writer.add(*text);
  }

  void step() {
    if (options_.progress) options_.progress(++done_, steps_);
  }

  std::filesystem::path const& file_;
  db::sqlite_connection& database_;
  value_index_options const& options_;
  std::uint64_t stamp_;
  std::shared_ptr<value_index const> former_{};
  value_index_report report_{};
  std::size_t done_ = 0, steps_ = 0;
};

}  // namespace detail

T2S_DECL std::filesystem::path value_index_place(std::filesystem::path const& database) {
  return std::filesystem::path(database) += ".t2s-values";
}

T2S_DECL value_index_report update_value_index(std::filesystem::path const& file, db::sqlite_connection& database,
                                               value_index_options const& options) {
  return detail::value_index_update(file, database, options).run();
}

}  // namespace t2s::link

#endif
