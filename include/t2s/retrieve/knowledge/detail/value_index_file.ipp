// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_FILE_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_VALUE_INDEX_FILE_IPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/retrieve/knowledge/detail/value_index.hpp"
#include "t2s/retrieve/knowledge/detail/value_index_entries.hpp"
#include "t2s/retrieve/knowledge/detail/value_index_format.hpp"

#include <exception>

namespace t2s::knowledge {

T2S_DECL bool value_index::is_of(std::string const& database) const {
  std::error_code absent;
  return (std::filesystem::exists(database, absent) ? detail::stamp_of_database(database) : detail::stamp_of_place(database)) == stamp_;
}

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
    why_not = "is damaged";  // although its checksum is correct: somebody made it deliberately
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

/// After the names of columns there are texts that end with a zero byte: the refuted keys, the keys that hold, and the tables with their
/// unique columns; an empty text ends each list and each table.
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

/// No lookup may leave the file.
T2S_DECL void value_index::require_sound() const {
  bool sound = !offsets_.empty() && std::is_sorted(offsets_.begin(), offsets_.end()) && offsets_.back() <= texts_.size();
  for (auto const entries : {keys_, words_, shapes_})
    sound = sound && std::all_of(entries.begin(), entries.end(), [this](std::uint64_t e) { return detail::value_in(e) < size(); });
  std::uint32_t end = 0;
  for (auto const& c : columns_) {
    sound = sound && c.first == end && c.last >= c.first;
    end = c.last;
  }
  if (!sound || end != size()) throw error(errc::malformed_data, "a place leads out of the file");
}

}  // namespace t2s::knowledge

#endif
