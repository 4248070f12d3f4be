// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_VALUE_INDEX_UPDATE_IPP
#define T2S_KNOWLEDGE_IMPL_VALUE_INDEX_UPDATE_IPP

#include "t2s/knowledge/content.hpp"
#include "t2s/knowledge/impl/computed.hpp"
#include "t2s/knowledge/impl/value_index_file.hpp"
#include "t2s/knowledge/value_index.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace t2s::link {
namespace knowledge_impl {

inline std::uint64_t fingerprint_of(value const& v) {
  if (v.is_null()) return 1;
  if (auto const* text = v.text()) return t2s::detail::hash_of(*text);
  return ~t2s::detail::hash_of(to_sql(v));
}

/// Brings an index up to date.
class value_index_update {
 public:
  value_index_update(std::filesystem::path const& file, db::sqlite_connection& database, value_index_options const& options)
      : file_(file), database_(database), options_(options), stamp_(stamp_of_database(database.file())) {}

  [[nodiscard]] value_index_report run() {
    open_former();
    if (former_ && former_->is_of(database_.file()) && has_all(*former_)) {
      report_.columns = former_->columns().size();
      report_.was_current = true;
      return std::move(report_);
    }
    value_index_writer writer(file_, options_.value_bytes);
    for (auto const& t : database_.schema().tables()) steps_ += 1 + columns_of(t, false).size() + columns_of(t, true).size();
    for (auto const& t : database_.schema().tables()) add_stored(writer, t);
    computed_end_ = clock::now() + std::chrono::duration_cast<clock::duration>(options_.computed_time);
    for (auto const& t : database_.schema().tables()) add_computed(writer, t);
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
  using clock = std::chrono::steady_clock;

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

  static std::vector<schema::column const*> columns_of(schema::table const& t, bool computed) {
    std::vector<schema::column const*> out;
    for (auto const& c : t.columns)
      if (declared_content(c) != content::number && is_computed(t, c) == computed) out.push_back(&c);
    return out;
  }

  /// Whether no column was left out, in whole or in part: with more time or higher limits there may be more to read.
  [[nodiscard]] bool has_all(value_index const& index) const {
    std::size_t wanted = 0;
    for (auto const& t : database_.schema().tables()) wanted += columns_of(t, false).size() + columns_of(t, true).size();
    return index.columns().size() == wanted && std::ranges::all_of(index.columns(), &indexed_column::complete);
  }

  void leave_out(schema::table const& t, schema::column const& c, std::string const& why) {
    report_.left_out.push_back({t.name, c.name, why});
  }

  void add_stored(value_index_writer& writer, schema::table const& t) {
    auto const columns = columns_of(t, false);
    std::vector<std::uint64_t> fingerprints(columns.size());
    auto const failed = columns.empty() ? std::optional<failure>() : read_fingerprints(t, columns, fingerprints);
    if (!t.is_view) step();
    for (std::size_t i = 0; i < columns.size(); ++i, step())
      if (failed)
        leave_out(t, *columns[i], failed->message);
      else
        add_column(writer, t, *columns[i], fingerprints[i]);
  }

  /// One for each column, in any order of rows. Gives what hindered it, if anything did.
  [[nodiscard]] std::optional<failure> read_fingerprints(schema::table const& t, std::vector<schema::column const*> const& columns,
                                                         std::vector<std::uint64_t>& sums) {
    std::string sql = "SELECT ";
    for (auto const* c : columns) sql.append(c == columns.front() ? "" : ", ").append(schema::in_quotes(c->name));
    sql += " FROM " + schema::in_quotes(t.name);
    auto within = options_.stored;
    within.rows = within.bytes = std::numeric_limits<std::size_t>::max();  // nothing of them is kept
    return database_.each_row(
        sql,
        [&](std::span<value const> row) {
          for (std::size_t i = 0; i < row.size(); ++i) sums[i] += fingerprint_of(row[i]);
        },
        within, options_.stop);
  }

  void add_column(value_index_writer& writer, schema::table const& t, schema::column const& c, std::uint64_t fingerprint) {
    open_column(writer, t, c, fingerprint);
    auto const* known = former_column(t, c);
    if (known && known->complete && known->fingerprint == fingerprint) return copy(writer, *known);
    (void)read(writer, t, c, options_.stored);
  }

  /// Whether what is computed is still the same could only be told by computing it.
  void add_computed(value_index_writer& writer, schema::table const& t) {
    std::optional<failure> endless;
    for (auto const* c : columns_of(t, true)) {
      if (endless) {
        leave_out(t, *c, endless->message);
      } else if (auto const now = clock::now(); now < computed_end_) {
        open_column(writer, t, *c, 0);
        auto within = options_.computed;
        within.time = std::min<std::chrono::nanoseconds>(within.time, computed_end_ - now);
        auto failed = read(writer, t, *c, within);
        if (failed && failed->code == errc::time_limit && t.is_view) endless = std::move(failed);  // its columns wait for the same rows
      } else {
        leave_out(t, *c, "other views and generated columns took all the time");
      }
      step();
    }
    if (t.is_view) step();
  }

  void open_column(value_index_writer& writer, schema::table const& t, schema::column const& c, std::uint64_t fingerprint) {
    writer.open_column(t.name, c.name);
    writer.column().fingerprint = fingerprint;
    ++report_.columns;
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

  /// Stored values are sorted by SQLite, which has files for what does not fit into its memory; computed ones are taken as they come, since
  /// they may have no last one. Bytes tell values apart, whatever the column's collation. Gives what ended it before the last value.
  std::optional<failure> read(value_index_writer& writer, schema::table const& t, schema::column const& c,
                              db::sqlite_limits const& within) {
    ++report_.read;
    auto const name = schema::in_quotes(c.name);
    auto failed = database_.each_row(
        "SELECT DISTINCT " + name + " COLLATE BINARY FROM " + schema::in_quotes(t.name) + " WHERE " + name + " IS NOT NULL" +
            (is_computed(t, c) ? "" : " ORDER BY 1"),
        [&](std::span<value const> row) { take(writer, row.front()); }, within, options_.stop);
    if (!failed) return {};
    writer.column().complete = false;
    leave_out(t, c, failed->message);
    return failed;
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
  clock::time_point computed_end_{};
  std::size_t done_ = 0, steps_ = 0;
};

}  // namespace knowledge_impl

T2S_DECL std::filesystem::path value_index_place(std::filesystem::path const& database) {
  return std::filesystem::path(database) += ".t2s-values";
}

T2S_DECL value_index_report update_value_index(std::filesystem::path const& file, db::sqlite_connection& database,
                                               value_index_options const& options) {
  return knowledge_impl::value_index_update(file, database, options).run();
}

}  // namespace t2s::link

#endif
