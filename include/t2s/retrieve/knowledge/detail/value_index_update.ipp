// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_UPDATE_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_UPDATE_IPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_key.hpp"
#include "t2s/retrieve/knowledge/detail/keys_to_check.hpp"
#include "t2s/retrieve/knowledge/detail/value_index_entries.hpp"
#include "t2s/retrieve/knowledge/detail/value_index_format.hpp"
#include "t2s/retrieve/knowledge/value_index.hpp"

#include <limits>

namespace t2s::knowledge {
namespace detail {

/// Writes an index: texts immediately, everything else when it is complete.
class value_index_writer {
 public:
  value_index_writer(std::string const& file, std::size_t value_bytes)
      : out_(file, "the index of values", "see that the folder exists, may be written to, and has room; or name another file") {
    header_.value_bytes = value_bytes;
    out_.put(&header_, sizeof header_);
    offsets_.push_back(0);
  }

  void open_column(std::string table, std::string column) {
    columns_.push_back({std::move(table), std::move(column), next(), next(), 0, 0, 0, true});
  }
  [[nodiscard]] indexed_column& column() { return columns_.back(); }

  void add(std::string_view text) {
    auto const id = next();
    if (id == std::numeric_limits<std::uint32_t>::max())
      throw error(errc::size_limit, "the database has more than 2^32 values", "leave out columns of long texts: lower value_bytes");
    put(text.data(), text.size());
    offsets_.push_back(offsets_.back() + text.size());
    columns_.back().last = id + 1;
    add_key(value_key(text), id);
  }

  /// Adds the results about keys.
  void add_keys(key_facts keys) { key_facts_ = std::move(keys); }

  void finish(std::uint64_t stamp) {
    header_.stamp = stamp;
    header_.text_bytes = offsets_.back();
    header_.values = next();
    pad(offsets_.back());
    put(offsets_);
    header_.keys = put_sorted(keys_);
    header_.words = put_sorted(words_);
    header_.shapes = put_sorted(shapes_);
    for (auto const s : shapes_) put(&signatures_[static_cast<std::uint32_t>(s)], sizeof(std::uint64_t));
    put_columns();
    sum_.add(&header_, sizeof header_);
    header_.checksum = sum_.value();
    out_.put_at_begin(&header_, sizeof header_);
    out_.finish();
  }

 private:
  [[nodiscard]] std::uint32_t next() const noexcept { return static_cast<std::uint32_t>(offsets_.size() - 1); }

  void add_key(std::string const& key, std::uint32_t id) {
    signatures_.push_back(signature_of(key));
    if (key.empty()) return;
    keys_.push_back(place_of(key) | id);
    if (auto const lemmas = lemma_key(key); lemmas != key) keys_.push_back(place_of(lemmas) | id);
    shapes_.push_back(shape_of(key.front(), key.size()) | id);
    auto const words = text::split(key, ' ');
    if (words.size() < 2) return;
    for (auto const w : words)
      if (is_significant(w)) words_.push_back(place_of(w) | id);
  }

  void put_columns() {
    std::string names;
    header_.columns = columns_.size();
    for (auto const& c : columns_) {
      described_column const described{c.first,       c.last,           c.numbers,         c.others,
                                       c.fingerprint, size_of(c.table), size_of(c.column), c.complete ? 1U : 0U};
      put(&described, sizeof described);
      names.append(c.table).append(c.column);
    }
    auto const put_name = [&names](std::string_view name) { names.append(name) += '\0'; };
    for (auto const* list : {&key_facts_.refuted, &key_facts_.held}) {
      for (auto const& k : *list)
        for (auto const* name : {&k.table, &k.column, &k.parent, &k.referenced}) put_name(*name);
      put_name("");
    }
    for (auto const& of : key_facts_.unique) {
      put_name(of.table);
      for (auto const& c : of.columns) put_name(c);
      put_name("");
    }
    put_name("");
    header_.name_bytes = names.size();
    put(names.data(), names.size());
    pad(names.size());
  }

  /// The size of a name, which always fits.
  static std::uint32_t size_of(std::string const& name) { return static_cast<std::uint32_t>(name.size()); }

  void put(void const* data, std::size_t bytes) {
    sum_.add(data, bytes);
    out_.put(data, bytes);
  }
  void put(std::vector<std::uint64_t> const& numbers) { put(numbers.data(), numbers.size() * sizeof(std::uint64_t)); }

  std::size_t put_sorted(std::vector<std::uint64_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());  // a word may occur twice in a value
    put(numbers);
    return numbers.size();
  }

  void pad(std::size_t bytes) {
    static constexpr std::array<char, 8> zeros{};
    put(zeros.data(), in_eights(bytes) - bytes);
  }

  value_index_header header_{};
  t2s::detail::new_file out_;
  t2s::detail::checksum sum_{};
  std::vector<indexed_column> columns_{};
  key_facts key_facts_{};
  std::vector<std::uint64_t> offsets_{}, keys_{}, words_{}, shapes_{};
  std::vector<std::uint64_t> signatures_{};  // of each value's key
};

inline std::uint64_t fingerprint_of(value const& v) {
  if (v.is_null()) return 1;
  if (auto const* text = v.text()) return t2s::detail::hash_of(*text);
  return ~t2s::detail::hash_of(to_sql(v));
}

/// The stamp that shows whether the database of a connection was written to.
inline std::uint64_t stamp_of(db::sqlite_connection const& c) { return stamp_of_database(c.file()); }
inline std::uint64_t stamp_of(db::any_connection const& c) {
  return std::filesystem::exists(c.shown()) ? stamp_of_database(c.shown()) : stamp_of_place(c.shown());
}
/// Its name in messages.
inline std::string const& shown_name(db::sqlite_connection const& c) { return c.file(); }
inline std::string const& shown_name(db::any_connection const& c) { return c.shown(); }
/// Whether changes cannot be detected.
inline bool may_have_changed(db::sqlite_connection const&) { return false; }
inline bool may_have_changed(db::any_connection const& c) { return !std::filesystem::exists(c.shown()); }

/// Limits in the type of the connection's functions.
inline db::sqlite_limits const& limits_for(db::sqlite_connection const&, db::sqlite_limits const& l) { return l; }
inline db::statement_limits limits_for(db::any_connection const&, db::sqlite_limits const& l) { return l; }

/// An expression whose bytes distinguish the values of a column, in the dialect.
inline std::string exact_text(std::string const& name, sql::dialect d) {
  switch (d) {
    case sql::dialect::sqlite: return name + " COLLATE BINARY";
    case sql::dialect::postgres: return "CAST(" + name + " AS text) COLLATE \"C\"";
    case sql::dialect::mysql: return "CAST(" + name + " AS char) COLLATE utf8mb4_bin";
    default: return "CAST(" + name + " AS varchar)";  // DuckDB compares bytes
  }
}

/// Updates an index.
template <class Connection>
struct value_index_update {
  using clock = std::chrono::steady_clock;

  std::string const& file_;
  Connection& database_;
  value_index_options const& options_;
  std::uint64_t stamp_ = stamp_of(database_);
  std::shared_ptr<value_index const> former_{};
  t2s::detail::numbers_by_name former_places_{};  // of its columns
  value_index_report report_{};
  clock::time_point computed_end_{};
  std::size_t done_ = 0, steps_ = 0;  // one step for each table and one for each column

  [[nodiscard]] value_index_report run() {
    for (auto const& t : database_.schema().tables()) steps_ += 1 + columns_of(t, false).size() + columns_of(t, true).size();
    open_former();
    if (former_ && !may_have_changed(database_) && former_->is_of(shown_name(database_)) && has_all(*former_)) {
      report_.columns = former_->columns().size();
      report_.was_current = true;
      return std::move(report_);
    }
    value_index_writer writer(file_, options_.value_bytes);
    for (auto const& t : database_.schema().tables()) add_stored(writer, t);
    computed_end_ = clock::now() + std::chrono::duration_cast<clock::duration>(options_.computed_time);
    for (auto const& t : database_.schema().tables()) add_computed(writer, t);
    check_keys(writer);
    if (stamp_of(database_) != stamp_)
      throw error(failure{errc::file_unreadable, "the database \"" + shown_name(database_) + "\" was written to while its values were read",
                          shown_name(database_), "make the index again when no program writes to the database"});
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
    if (!former_) return;
    std::size_t place = 0;
    for (auto const& c : former_->columns()) former_places_.add(place_name(c.table, c.column), place++);
  }

  static std::vector<schema::column const*> columns_of(schema::table const& t, bool computed) {
    std::vector<schema::column const*> out;
    for (auto const& c : t.columns)
      if (declared_content(c) != content::number && is_computed(t, c) == computed) out.push_back(&c);
    return out;
  }

  /// Whether no column was left out, in whole or in part; otherwise more time or higher limits may allow reading more.
  [[nodiscard]] bool has_all(value_index const& index) const {
    return index.columns().size() == steps_ - database_.schema().tables().size() &&
           std::ranges::all_of(index.columns(), &indexed_column::complete);
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

  /// One for each column, for any order of rows. Returns what prevented it, if anything did.
  [[nodiscard]] std::optional<failure> read_fingerprints(schema::table const& t, std::vector<schema::column const*> const& columns,
                                                         std::vector<std::uint64_t>& sums) {
    std::string sql = "SELECT ";
    auto const d = database_.schema().sql_dialect();
    for (auto const* c : columns) sql.append(c == columns.front() ? "" : ", ").append(schema::in_quotes(c->name, d));
    sql += " FROM " + schema::in_quotes(t.name, d);
    auto within = limits_for(database_, options_.stored);
    within.rows = within.bytes = std::numeric_limits<std::size_t>::max();  // the rows are not kept
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

  /// Whether computed values have changed could only be found by computing them.
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

  void check_keys(value_index_writer& writer) {
    keys_to_check checking(database_.schema(), options_.computed_time);
    while (auto const sql = checking.next()) checking.take(database_.execute(*sql, options_.stop));
    writer.add_keys(checking.facts());
  }

  void open_column(value_index_writer& writer, schema::table const& t, schema::column const& c, std::uint64_t fingerprint) {
    writer.open_column(t.name, c.name);
    writer.column().fingerprint = fingerprint;
    ++report_.columns;
  }

  [[nodiscard]] indexed_column const* former_column(schema::table const& t, schema::column const& c) const {
    auto const* place = former_places_.find(place_name(t.name, c.name));
    return place ? &former_->columns()[*place] : nullptr;
  }

  static std::string place_name(std::string const& table, std::string const& column) {
    return std::to_string(table.size()).append(" ").append(table).append(column);
  }

  void copy(value_index_writer& writer, indexed_column const& known) const {
    for (auto id = known.first; id < known.last; ++id) writer.add(former_->text(id));
    writer.column().numbers = known.numbers;
    writer.column().others = known.others;
  }

  /// SQLite sorts stored values, using files for what exceeds its memory; computed values are read in any order, since they may be endless.
  /// Values are distinguished by their bytes, whatever the column's collation. Returns what stopped it before the last value.
  std::optional<failure> read(value_index_writer& writer, schema::table const& t, schema::column const& c,
                              db::sqlite_limits const& within) {
    ++report_.read;
    auto const d = database_.schema().sql_dialect();
    auto const name = schema::in_quotes(c.name, d), from = schema::in_quotes(t.name, d);
    auto failed = database_.each_row(
        "SELECT DISTINCT " + exact_text(name, d) + " FROM " + from + " WHERE " + name + " IS NOT NULL" +
            (is_computed(t, c) ? "" : " ORDER BY 1"),
        [&](std::span<value const> row) { take(writer, row.front()); }, limits_for(database_, within), options_.stop);
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
};

}  // namespace detail

T2S_DECL std::string value_index_place(std::string const& database) { return database + ".t2s-values"; }

T2S_DECL std::string value_index_place(std::string const& database, std::string const& folder) {
  std::error_code absent;
  auto const file = std::filesystem::exists(database, absent) ? std::filesystem::canonical(database, absent).string() : std::string();
  auto const& whole = file.empty() ? database : file;
  auto last = std::string_view(whole).substr(0, file.empty() ? whole.find('?') : whole.npos);
  last.remove_prefix(last.rfind('/') + 1);  // npos + 1 is 0
  std::string name;
  for (char const c : last.substr(0, 64)) name += text::is_digit(c) || text::is_letter(c) || c == '-' || c == '.' ? c : '_';
  auto const number = t2s::detail::hash_of(whole);
  for (unsigned shift = 64; shift > 0; shift -= 8)
    text::append_hex(name += shift == 64 ? "." : "", static_cast<char>(number >> (shift - 8)));
  return (std::filesystem::path(folder) / value_index_place(name)).string();
}

T2S_DECL value_index_report update_value_index(std::string const& file, db::sqlite_connection& database,
                                               value_index_options const& options) {
  return detail::value_index_update<db::sqlite_connection>(file, database, options).run();
}
T2S_DECL value_index_report update_value_index(std::string const& file, db::any_connection& database, value_index_options const& options) {
  return detail::value_index_update<db::any_connection>(file, database, options).run();
}

}  // namespace t2s::knowledge

#endif
