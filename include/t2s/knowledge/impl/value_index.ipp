// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_VALUE_INDEX_IPP
#define T2S_KNOWLEDGE_IMPL_VALUE_INDEX_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/impl/checksum.hpp"
#include "t2s/core/impl/edit_distance.hpp"
#include "t2s/core/impl/mapped_file.hpp"
#include "t2s/core/impl/new_file.hpp"
#include "t2s/core/text.hpp"
#include "t2s/knowledge/impl/value_key.hpp"
#include "t2s/knowledge/internal/column_content.hpp"
#include "t2s/knowledge/value_index.hpp"
#include "t2s/schema/schema.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

/// How an index of values stands in its file: a header, then the sections in the order of its counts, each of eights of bytes.
namespace t2s::link::knowledge_impl {

struct value_index_header {
  static constexpr std::array<char, 8> own_magic{'t', '2', 's', 'v', 'a', 'l', 'u', 'e'};
  static constexpr std::uint32_t own_order = 0x01020304;
  static constexpr std::uint32_t own_version = 1;

  std::array<char, 8> magic = own_magic;
  std::uint32_t byte_order = own_order;
  std::uint32_t version = own_version;
  std::uint64_t stamp = 0;
  std::uint64_t value_bytes = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t values = 0;
  std::uint64_t keys = 0;
  std::uint64_t words = 0;
  std::uint64_t shapes = 0;
  std::uint64_t described_bytes = 0;
  std::uint64_t checksum = 0;  // of all that follows, then of the header with 0 here
};
static_assert(sizeof(value_index_header) == 88);

inline constexpr std::size_t in_eights(std::size_t bytes) noexcept { return (bytes + 7) / 8 * 8; }

/// Half of a hash, with room for a value.
inline std::uint64_t place_of(std::string_view key) noexcept { return t2s::detail::hash_of(key) >> 32U << 32U; }

inline std::uint64_t shape_of(char first, std::size_t length) noexcept {
  constexpr std::size_t longest = 0xFFFF;
  return (std::uint64_t{static_cast<unsigned char>(first)} << 16U | std::min(length, longest)) << 32U;
}

inline void add_file(t2s::detail::checksum& sum, std::string const& file, std::size_t header) {
  std::error_code absent;
  auto const size = std::filesystem::file_size(file, absent);
  if (absent) return;
  auto const time = std::filesystem::last_write_time(file, absent).time_since_epoch().count();
  std::string begin(header, '\0');
  std::ifstream(file, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(header));
  sum.add(&size, sizeof size);
  sum.add(&time, sizeof time);
  sum.add(begin.data(), begin.size());
}

/// What changes when somebody writes to an SQLite file: sizes, times, and the counters in the headers of file and write-ahead log.
inline std::uint64_t stamp_of_database(std::string const& file) {
  t2s::detail::checksum sum;
  add_file(sum, file, 100);
  add_file(sum, file + "-wal", 32);
  return sum.value();
}

/// Writes an index: the texts as they come, all else when they are complete.
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
    auto const described = described_columns();
    header_.described_bytes = described.size();
    put(described.data(), described.size());
    pad(described.size());
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
      if (tells(w)) words_.push_back(place_of(w) | id);
  }

  [[nodiscard]] std::string described_columns() const {
    boost::json::array all;
    for (auto const& c : columns_)
      all.push_back(boost::json::object{{"table", c.table},
                                        {"column", c.column},
                                        {"first", c.first},
                                        {"last", c.last},
                                        {"numbers", c.numbers},
                                        {"others", c.others},
                                        {"fingerprint", c.fingerprint},
                                        {"complete", c.complete}});
    return boost::json::serialize(all);
  }

  void put(void const* data, std::size_t bytes) {
    sum_.add(data, bytes);
    out_.put(data, bytes);
  }
  void put(std::vector<std::uint64_t> const& numbers) { put(numbers.data(), numbers.size() * sizeof(std::uint64_t)); }

  std::size_t put_sorted(std::vector<std::uint64_t>& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());  // a word may stand twice in a value
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
  std::vector<std::uint64_t> offsets_{}, keys_{}, words_{}, shapes_{};
  std::vector<std::uint64_t> signatures_{};  // of each value's key
};

}  // namespace t2s::link::knowledge_impl

namespace t2s::link {
namespace knowledge_impl {

inline std::span<std::uint64_t const> entries_at(std::span<std::uint64_t const> sorted, std::uint64_t place) {
  auto const first = std::ranges::lower_bound(sorted, place);
  auto const last = std::upper_bound(first, sorted.end(), place | 0xFFFFFFFFU);
  return {first, last};
}

inline std::uint32_t value_in(std::uint64_t entry) noexcept { return static_cast<std::uint32_t>(entry); }

/// Says what is wrong with the bytes of an index; "" for a sound one.
inline std::string why_not_this_index(std::string_view file) {
  value_index_header h;
  if (file.size() < sizeof h) return "is damaged or cut short";
  std::memcpy(&h, file.data(), sizeof h);
  if (h.byte_order != value_index_header::own_order) return "was made on a machine of another byte order";
  if (h.version != value_index_header::own_version)
    return "is of format " + std::to_string(h.version) + ", and this release knows format " +
           std::to_string(value_index_header::own_version);
  auto const wanted = std::exchange(h.checksum, 0);
  t2s::detail::checksum sum;
  sum.add(file.data() + sizeof h, file.size() - sizeof h);
  sum.add(&h, sizeof h);
  return sum.value() == wanted ? "" : "is damaged or cut short";
}

/// The bytes of an index. Throws for a file that is something else altogether.
inline std::shared_ptr<t2s::detail::mapped_file const> map_value_index(std::string const& file) {
  auto mapped = t2s::detail::mapped_file::open(file, "the index of values");
  std::string_view const magic(value_index_header::own_magic.data(), value_index_header::own_magic.size());
  if (!mapped || mapped->bytes().substr(0, magic.size()) == magic.substr(0, mapped->bytes().size())) return mapped;
  throw error(failure{errc::malformed_data,
                      "\"" + file + "\" is no index of values, and is left as it is",
                      file,
                      "give the index a file of its own, or delete this one if nobody needs it",
                      {}});
}

/// Takes sections from the front of a file, none beyond its end.
class section_reader {
 public:
  explicit section_reader(std::string_view file) : rest_(file) {}

  [[nodiscard]] std::string_view bytes(std::uint64_t n) {
    if (n > rest_.size() || in_eights(n) > rest_.size()) throw error(errc::malformed_data, "a section ends behind the end of the file");
    auto const section = rest_.substr(0, n);
    rest_.remove_prefix(in_eights(n));
    return section;
  }

  /// The file is mapped at a page, and all sections before are of eights of bytes.
  [[nodiscard]] std::span<std::uint64_t const> numbers(std::uint64_t n) {
    if (n > rest_.size() / 8) throw error(errc::malformed_data, "a section ends behind the end of the file");
    auto const section = bytes(n * 8);
    return {static_cast<std::uint64_t const*>(static_cast<void const*>(section.data())), static_cast<std::size_t>(n)};
  }

 private:
  std::string_view rest_;
};

}  // namespace knowledge_impl

T2S_DECL std::shared_ptr<value_index const> value_index::open(std::string const& file) {
  static constexpr auto anew = "delete it and make it anew, with update_value_index or t2s index";
  auto const mapped = knowledge_impl::map_value_index(file);
  if (!mapped)
    throw error(failure{errc::file_not_found,
                        "there is no index of values \"" + file + "\"",
                        file,
                        "make it with update_value_index or t2s index",
                        {}});
  auto why_not = knowledge_impl::why_not_this_index(mapped->bytes());
  std::shared_ptr<value_index> made(new value_index);
  try {
    if (why_not.empty()) made->read_sections(mapped->bytes());
  } catch (std::exception const&) {
    why_not = "is damaged";  // though its checksum is right: somebody made it so
  }
  if (!why_not.empty())
    throw error(failure{errc::malformed_data, "the index of values \"" + file + "\" " + why_not, file, anew, {}});
  made->owner_ = mapped;
  return made;
}

T2S_DECL void value_index::read_sections(std::string_view file) {
  knowledge_impl::value_index_header h;
  std::memcpy(&h, file.data(), sizeof h);
  bytes_ = file.size();
  value_bytes_ = static_cast<std::size_t>(h.value_bytes);
  stamp_ = h.stamp;
  knowledge_impl::section_reader sections(file.substr(sizeof h));
  texts_ = sections.bytes(h.text_bytes);
  offsets_ = sections.numbers(h.values + 1);
  keys_ = sections.numbers(h.keys);
  words_ = sections.numbers(h.words);
  shapes_ = sections.numbers(h.shapes);
  signatures_ = sections.numbers(h.shapes);
  read_columns(sections.bytes(h.described_bytes));
  require_sound();
}

T2S_DECL void value_index::read_columns(std::string_view described) {
  auto const parsed = boost::json::parse(described);
  for (auto const& c : parsed.as_array())
    columns_.push_back({boost::json::value_to<std::string>(c.at("table")), boost::json::value_to<std::string>(c.at("column")),
                        c.at("first").to_number<std::uint32_t>(), c.at("last").to_number<std::uint32_t>(),
                        c.at("numbers").to_number<std::uint64_t>(), c.at("others").to_number<std::uint64_t>(),
                        c.at("fingerprint").to_number<std::uint64_t>(), !c.as_object().contains("complete") || c.at("complete").as_bool()});
}

/// Nothing that is looked up may lead out of the file.
T2S_DECL void value_index::require_sound() const {
  bool sound = !offsets_.empty() && std::ranges::is_sorted(offsets_) && offsets_.back() <= texts_.size();
  for (auto const entries : {keys_, words_, shapes_})
    sound = sound && std::ranges::all_of(entries, [this](std::uint64_t e) { return knowledge_impl::value_in(e) < size(); });
  std::uint32_t end = 0;
  for (auto const& c : columns_) sound = sound && c.first == end && c.last >= c.first, end = c.last;
  if (!sound || end != size()) throw error(errc::malformed_data, "a place leads out of the file");
}

T2S_DECL bool value_index::is_of(std::string const& database) const {
  return std::filesystem::exists(database) && knowledge_impl::stamp_of_database(database) == stamp_;
}

T2S_DECL std::string_view value_index::text(std::uint32_t value) const {
  return texts_.substr(offsets_[value], offsets_[value + 1] - offsets_[value]);
}

T2S_DECL std::size_t value_index::column_of(std::uint32_t value) const {
  auto const behind = std::ranges::upper_bound(columns_, value, {}, &indexed_column::first);
  return static_cast<std::size_t>(behind - columns_.begin()) - 1;  // the last to begin there: those before it are empty
}

T2S_DECL std::vector<std::uint32_t> value_index::with_key(std::string_view key) const {
  std::vector<std::uint32_t> found;
  for (auto const e : knowledge_impl::entries_at(keys_, knowledge_impl::place_of(key))) {
    auto const own = value_key(text(knowledge_impl::value_in(e)));
    if (own == key || lemma_key(own) == key) found.push_back(knowledge_impl::value_in(e));
  }
  return found;
}

T2S_DECL std::vector<std::uint32_t> value_index::with_words(std::string_view key, std::size_t most) const {
  std::optional<std::span<std::uint64_t const>> rarest;
  for (auto const w : text::split(key, ' ')) {
    if (!knowledge_impl::tells(w)) continue;
    auto const entries = knowledge_impl::entries_at(words_, knowledge_impl::place_of(w));
    if (!rarest || entries.size() < rarest->size()) rarest = entries;
  }
  std::vector<std::uint32_t> found;
  if (!rarest || rarest->size() > most) return found;
  for (auto const e : *rarest)
    if (knowledge_impl::has_words(value_key(text(knowledge_impl::value_in(e))), key)) found.push_back(knowledge_impl::value_in(e));
  return found;
}

namespace knowledge_impl {

/// Looks for the nearest value within more and more edits: a misspelling has few, and few edits leave few candidates.
class nearest_value {
 public:
  nearest_value(value_index const& in, std::string key, std::uint32_t first, std::uint32_t last)
      : in_(in), key_(std::move(key)), edits_(key_), signature_(signature_of(key_)), first_(first), last_(last) {}

  [[nodiscard]] std::optional<std::uint32_t> within(std::size_t most, std::span<std::uint64_t const> shapes,
                                                    std::span<std::uint64_t const> signatures) {
    for (least_ = most; auto const size : lengths(key_.size(), most)) {
      auto const group = entries_at(shapes, shape_of(key_.front(), size));
      auto const* signature = signatures.data() + (group.data() - shapes.data());
      for (auto const e : group)
        if (may_be_near(*signature++, signature_, least_)) try_value(value_in(e));
    }
    return best_;
  }

 private:
  static std::vector<std::size_t> lengths(std::size_t of, std::size_t most) {
    std::vector<std::size_t> out;
    for (auto n = of > most ? of - most : 1; n <= of + most; ++n) out.push_back(n);
    return out;
  }

  void try_value(std::uint32_t value) {
    if (value < first_ || value >= last_) return;
    auto const distance = edits_.to(value_key(in_.text(value)));
    if (distance > least_) return;
    if (distance == least_ && best_ && !is_before(value, *best_)) return;
    best_ = value;
    least_ = distance;
  }

  /// Of equally near values the first by text, then by place.
  [[nodiscard]] bool is_before(std::uint32_t a, std::uint32_t b) const { return std::tuple(in_.text(a), a) < std::tuple(in_.text(b), b); }

  value_index const& in_;
  std::string key_;
  t2s::detail::edit_distances edits_;
  std::uint64_t signature_;
  std::uint32_t first_, last_;
  std::size_t least_ = 0;
  std::optional<std::uint32_t> best_{};
};

}  // namespace knowledge_impl

T2S_DECL std::optional<std::uint32_t> value_index::nearest(std::string_view text, std::optional<std::size_t> column) const {
  auto key = value_key(text);
  if (key.size() < 4) return {};
  auto const all = knowledge_impl::edits_allowed(key.size());
  auto const first = column ? columns_[*column].first : 0U;
  auto const last = column ? columns_[*column].last : static_cast<std::uint32_t>(size());
  knowledge_impl::nearest_value search(*this, std::move(key), first, last);
  for (std::size_t most = 1;; most = std::min(2 * most, all)) {
    if (auto const found = search.within(most, shapes_, signatures_)) return found;
    if (most == all) return {};
  }
}

namespace knowledge_impl {

inline std::uint64_t fingerprint_of(value const& v) {
  if (v.is_null()) return 1;
  if (auto const* text = v.text()) return t2s::detail::hash_of(*text);
  return ~t2s::detail::hash_of(to_sql(v));
}

/// Brings an index up to date.
class value_index_update {
 public:
  value_index_update(std::string const& file, db::sqlite_connection& database, value_index_options const& options)
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
                          "the database \"" + database_.file() + "\" was written to while its values were read",
                          database_.file(),
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

  std::string const& file_;
  db::sqlite_connection& database_;
  value_index_options const& options_;
  std::uint64_t stamp_;
  std::shared_ptr<value_index const> former_{};
  value_index_report report_{};
  clock::time_point computed_end_{};
  std::size_t done_ = 0, steps_ = 0;
};

}  // namespace knowledge_impl

T2S_DECL std::string value_index_place(std::string const& database) {
  return database + ".t2s-values";
}

T2S_DECL value_index_report update_value_index(std::string const& file, db::sqlite_connection& database,
                                               value_index_options const& options) {
  return knowledge_impl::value_index_update(file, database, options).run();
}

}  // namespace t2s::link

#endif
