// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_VALUE_INDEX_IPP
#define T2S_KNOWLEDGE_IMPL_VALUE_INDEX_IPP

#include "t2s/core/impl/data_file.hpp"
#include "t2s/core/impl/edit_distance.hpp"
#include "t2s/knowledge/internal/value_index.hpp"
#include "t2s/knowledge/internal/value_key.hpp"

#include <boost/json/parse.hpp>

#include <exception>
#include <tuple>

/// How an index of values stands in its file: a header, then the sections in the order of its counts, each of eights of bytes.
namespace t2s::knowledge {
namespace detail {

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

/// Half of a hash; the other half is for a value.
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

inline std::span<std::uint64_t const> entries_at(std::span<std::uint64_t const> sorted, std::uint64_t place) {
  auto const first = std::lower_bound(sorted.begin(), sorted.end(), place);
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
  throw error(failure{errc::malformed_data, "\"" + file + "\" is no index of values, and is not overwritten", file,
                      "give the index a file of its own, or delete this one if it is not needed"});
}

/// Takes sections from the front of a file, none beyond its end.
struct section_reader {
  std::string_view rest_;

  [[nodiscard]] std::string_view bytes(std::uint64_t n) {
    if (n > rest_.size() || in_eights(n) > rest_.size()) throw error(errc::malformed_data, "a section ends after the end of the file");
    auto const section = rest_.substr(0, n);
    rest_.remove_prefix(in_eights(n));
    return section;
  }

  /// The file is mapped at a page, and all sections before are of eights of bytes.
  [[nodiscard]] std::span<std::uint64_t const> numbers(std::uint64_t n) {
    if (n > rest_.size() / 8) throw error(errc::malformed_data, "a section ends after the end of the file");
    auto const section = bytes(n * 8);
    return {static_cast<std::uint64_t const*>(static_cast<void const*>(section.data())), static_cast<std::size_t>(n)};
  }
};

/// Looks for the nearest value within more and more edits: a misspelling has few, and few edits leave few candidates.
struct nearest_value {
  value_index const& in_;
  std::string key_;
  std::uint32_t first_, last_;
  t2s::detail::edit_distances edits_{key_};
  std::uint64_t signature_ = signature_of(key_);
  std::size_t least_ = 0;
  std::optional<std::uint32_t> best_{};

  [[nodiscard]] std::optional<std::uint32_t> within(std::size_t most, std::span<std::uint64_t const> shapes,
                                                    std::span<std::uint64_t const> signatures) {
    least_ = most;
    for (auto size = key_.size() > most ? key_.size() - most : 1; size <= key_.size() + most; ++size) {
      auto const group = entries_at(shapes, shape_of(key_.front(), size));
      auto const* signature = signatures.data() + (group.data() - shapes.data());
      for (auto const e : group)
        if (may_be_near(*signature++, signature_, least_)) try_value(value_in(e));
    }
    return best_;
  }

 private:
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
};

}  // namespace detail

T2S_DECL std::shared_ptr<value_index const> value_index::open(std::string const& file) {
  static constexpr auto anew = "delete it and make it anew, with update_value_index or t2s index";
  auto const mapped = detail::map_value_index(file);
  if (!mapped)
    throw error(failure{errc::file_not_found, "there is no index of values \"" + file + "\"", file,
                        "make it with update_value_index or t2s index"});
  auto why_not = detail::why_not_this_index(mapped->bytes());
  std::shared_ptr<value_index> made(new value_index);
  try {
    if (why_not.empty()) made->read_sections(mapped->bytes());
  } catch (std::exception const&) {
    why_not = "is damaged";  // though its checksum is right: somebody made it so
  }
  if (!why_not.empty()) throw error(failure{errc::malformed_data, "the index of values \"" + file + "\" " + why_not, file, anew});
  made->owner_ = mapped;
  return made;
}

T2S_DECL void value_index::read_sections(std::string_view file) {
  detail::value_index_header h;
  std::memcpy(&h, file.data(), sizeof h);
  bytes_ = file.size();
  value_bytes_ = static_cast<std::size_t>(h.value_bytes);
  stamp_ = h.stamp;
  detail::section_reader sections(file.substr(sizeof h));
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
    columns_.push_back({std::string(c.at("table").as_string()), std::string(c.at("column").as_string()),
                        c.at("first").to_number<std::uint32_t>(), c.at("last").to_number<std::uint32_t>(),
                        c.at("numbers").to_number<std::uint64_t>(), c.at("others").to_number<std::uint64_t>(),
                        c.at("fingerprint").to_number<std::uint64_t>(), !c.as_object().contains("complete") || c.at("complete").as_bool()});
}

/// Nothing that is looked up may lead out of the file.
T2S_DECL void value_index::require_sound() const {
  bool sound = !offsets_.empty() && std::is_sorted(offsets_.begin(), offsets_.end()) && offsets_.back() <= texts_.size();
  for (auto const entries : {keys_, words_, shapes_})
    sound = sound && std::all_of(entries.begin(), entries.end(), [this](std::uint64_t e) { return detail::value_in(e) < size(); });
  std::uint32_t end = 0;
  for (auto const& c : columns_) sound = sound && c.first == end && c.last >= c.first, end = c.last;
  if (!sound || end != size()) throw error(errc::malformed_data, "a place leads out of the file");
}

T2S_DECL bool value_index::is_of(std::string const& database) const {
  return std::filesystem::exists(database) && detail::stamp_of_database(database) == stamp_;
}

T2S_DECL std::size_t value_index::column_of(std::uint32_t value) const {
  auto const after =
      std::upper_bound(columns_.begin(), columns_.end(), value, [](std::uint32_t v, indexed_column const& c) { return v < c.first; });
  return static_cast<std::size_t>(after - columns_.begin()) - 1;  // the last to begin there: those before it are empty
}

T2S_DECL std::vector<std::uint32_t> value_index::with_key(std::string_view key) const {
  std::vector<std::uint32_t> found;
  for (auto const e : detail::entries_at(keys_, detail::place_of(key))) {
    auto const own = value_key(text(detail::value_in(e)));
    if (own == key || lemma_key(own) == key) found.push_back(detail::value_in(e));
  }
  return found;
}

T2S_DECL std::vector<std::uint32_t> value_index::with_words(std::string_view key, std::size_t most) const {
  std::optional<std::span<std::uint64_t const>> rarest;
  for (auto const w : text::split(key, ' ')) {
    if (!detail::tells(w)) continue;
    auto const entries = detail::entries_at(words_, detail::place_of(w));
    if (!rarest || entries.size() < rarest->size()) rarest = entries;
  }
  std::vector<std::uint32_t> found;
  if (!rarest || rarest->size() > most) return found;
  for (auto const e : *rarest)
    if (detail::has_words(value_key(text(detail::value_in(e))), key)) found.push_back(detail::value_in(e));
  return found;
}

T2S_DECL std::optional<std::uint32_t> value_index::nearest(std::string_view text, std::optional<std::size_t> column) const {
  auto key = value_key(text);
  if (key.size() < 4) return {};
  auto const all = detail::edits_allowed(key.size());
  auto const first = column ? columns_[*column].first : 0U;
  auto const last = column ? columns_[*column].last : static_cast<std::uint32_t>(size());
  detail::nearest_value search(*this, std::move(key), first, last);
  for (std::size_t most = 1;; most = std::min(2 * most, all)) {
    if (auto const found = search.within(most, shapes_, signatures_)) return found;
    if (most == all) return {};
  }
}

}  // namespace t2s::knowledge

#endif
