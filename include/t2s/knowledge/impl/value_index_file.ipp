// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_VALUE_INDEX_FILE_IPP
#define T2S_KNOWLEDGE_IMPL_VALUE_INDEX_FILE_IPP

#include "t2s/core/impl/data_file.hpp"
#include "t2s/knowledge/internal/value_index.hpp"

#include <exception>

/// How an index of values stands in its file: a header, then the sections in the order of its counts, each of eights of bytes.
namespace t2s::knowledge {
namespace detail {

struct value_index_header {
  static constexpr std::array<char, 8> own_magic{'t', '2', 's', 'v', 'a', 'l', 'u', 'e'};
  static constexpr std::uint32_t own_order = 0x01020304;
  static constexpr std::uint32_t own_version = 3;

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
  std::uint64_t columns = 0;
  std::uint64_t name_bytes = 0;
  std::uint64_t checksum = 0;  // of all that follows, then of the header with 0 here
};
static_assert(sizeof(value_index_header) == 96);

/// A column of the index as it stands in the file, where the names of all columns follow: a table's, then that of its column. After the
/// last stands what was found out about keys (`value_index::read_keys`).
struct described_column {
  std::uint32_t first = 0, last = 0;
  std::uint64_t numbers = 0, others = 0, fingerprint = 0;
  std::uint32_t table_bytes = 0, column_bytes = 0;
  std::uint64_t complete = 0;
};
static_assert(sizeof(described_column) == 48);

inline constexpr std::size_t in_eights(std::size_t bytes) noexcept { return (bytes + 7) / 8 * 8; }

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
  if (h.columns > file.size()) throw error(errc::malformed_data, "a section ends after the end of the file");
  auto const described = sections.bytes(h.columns * sizeof(detail::described_column));
  read_columns(described, sections.bytes(h.name_bytes));
  require_sound();
}

T2S_DECL void value_index::read_columns(std::string_view described, std::string_view names) {
  auto const take = [&names](std::size_t bytes) {
    if (bytes > names.size()) throw error(errc::malformed_data, "a name ends after the end of the file");
    std::string name(names.substr(0, bytes));
    names.remove_prefix(bytes);
    return name;
  };
  columns_.reserve(described.size() / sizeof(detail::described_column));
  for (; !described.empty(); described.remove_prefix(sizeof(detail::described_column))) {
    detail::described_column c;
    std::memcpy(&c, described.data(), sizeof c);
    auto table = take(c.table_bytes);
    columns_.push_back({std::move(table), take(c.column_bytes), c.first, c.last, c.numbers, c.others, c.fingerprint, c.complete != 0});
  }
  read_keys(names);
}

/// What follows the names of columns are texts that end with a zero byte: the refuted keys, the keys that hold, and the tables with their
/// unique columns, an empty text after each list and after each table.
T2S_DECL void value_index::read_keys(std::string_view names) {
  auto const take = [&names] {
    auto const end = names.find('\0');
    if (end == names.npos) throw error(errc::malformed_data, "a name ends after the end of the file");
    std::string name(names.substr(0, end));
    names.remove_prefix(end + 1);
    return name;
  };
  for (auto* list : {&key_facts_.refuted, &key_facts_.held}) {
    for (auto table = take(); !table.empty(); table = take()) {
      inferred_key k{std::move(table), take(), {}, {}};
      k.parent = take();
      k.referenced = take();
      if (k.column.empty()) throw error(errc::malformed_data, "a key has no column");
      list->push_back(std::move(k));
    }
    std::sort(list->begin(), list->end());
  }
  for (auto table = take(); !table.empty(); table = take()) {
    unique_columns of{std::move(table), {}};
    for (auto column = take(); !column.empty(); column = take()) of.columns.push_back(std::move(column));
    key_facts_.unique.push_back(std::move(of));
  }
  std::sort(key_facts_.unique.begin(), key_facts_.unique.end());
  if (!names.empty()) throw error(errc::malformed_data, "something follows the last of the keys");  // after a table without a name
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

}  // namespace t2s::knowledge

#endif
