// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_DESCRIPTIONS_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_DESCRIPTIONS_IPP

#include "t2s/core/detail/csv_data.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/knowledge/descriptions.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <optional>
#include <span>

namespace t2s::knowledge {
namespace detail {

namespace fs = std::filesystem;

inline constexpr std::string_view json_form =
    "give KaggleDBQA's tables: a list with db_id, table_names_original, column_names_original and, as long as this, column_descriptions";
inline constexpr std::string_view csv_form =
    "give BIRD's form: a header line with original_column_name, column_description, value_description";

/// The text of an element of `column_descriptions`: a text, null, or, as for a column's name, a list of its table and a text.
inline std::string described_text(boost::json::value const& v, t2s::detail::json_element const& in) {
  constexpr std::string_view member = "column_descriptions";
  if (v.is_null()) return {};
  return in.text_in(v.is_array() ? in.pair_in(v, member)[1] : v, member);
}

inline std::vector<schema::column_description> columns_of(t2s::detail::json_element const& in) {
  constexpr std::string_view names = "column_names_original";
  auto const &tables = in.list("table_names_original"), &columns = in.list(names), &texts = in.list("column_descriptions");
  if (texts.size() != columns.size())
    in.refuse("has " + std::to_string(texts.size()) + " \"column_descriptions\" for " + std::to_string(columns.size()) +
              " \"column_names_original\"");
  std::vector<schema::column_description> all;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    auto const& both = in.pair_in(columns[i], names);
    auto const* table = both[0].if_int64();
    if (!table || *table >= static_cast<std::int64_t>(tables.size())) in.refuse("has a column of a table that it does not have");
    auto text = described_text(texts[i], in);
    if (*table < 0 || text::trim(text).empty()) continue;  // for *, or for nothing
    all.push_back(
        {in.text_in(tables[static_cast<std::size_t>(*table)], "table_names_original"), in.text_in(both[1], names), std::move(text)});
  }
  return all;
}

/// The parts of a description in order, except empty ones and repetitions of the name.
inline std::string joined_description(std::string const& name, std::span<std::string const> parts) {
  std::vector<std::string> said;
  for (auto const& part : parts) {
    auto const repeats_name = [&part](std::string const& other) { return text::same(other, part); };
    if (!part.empty() && !repeats_name(name) && std::ranges::none_of(said, repeats_name)) said.push_back(part);
  }
  return text::join(said, "; ");
}

inline std::string text_of_file(std::string const& path) {
  return read_file(path, "descriptions of columns as JSON, or as CSV like BIRD's");
}

inline std::vector<schema::column_description> table_in(fs::path const& file) {
  return parse_table_description(text_of_file(file.string()), file.string(), file.stem().string());
}

inline std::vector<fs::path> sorted_entries(fs::path const& folder) {
  std::vector<fs::path> all;
  for (auto const& e : fs::directory_iterator(folder)) all.push_back(e.path());
  std::ranges::sort(all);
  return all;
}

/// The descriptions in the CSV files of a folder.
inline std::vector<schema::column_description> tables_in(fs::path const& folder) {
  std::vector<schema::column_description> all;
  for (auto const& file : sorted_entries(folder))
    if (file.extension() == ".csv") std::ranges::move(table_in(file), std::back_inserter(all));
  return all;
}

inline described_columns databases_in(fs::path const& folder) {
  constexpr char descriptions[] = "database_description";
  described_columns all;
  auto const add = [&all](std::string const& id, fs::path const& of) {
    if (!fs::is_directory(of)) return;
    if (auto found = tables_in(of); !found.empty()) all.emplace(id, std::move(found));
  };
  add("", folder);
  if (all.empty()) add("", folder / descriptions);
  for (auto const& database : sorted_entries(folder)) add(database.filename().string(), database / descriptions);
  if (all.empty())
    t2s::detail::malformed(folder.string(), "there are no descriptions of columns in this folder",
                           "give a folder of TABLE.csv or of ID/database_description/TABLE.csv, as BIRD has them");
  return all;
}

}  // namespace detail

T2S_DECL std::vector<schema::column_description> const* descriptions_of(described_columns const& all, std::string_view database) {
  auto found = all.find(database);
  if (found == all.end()) found = all.find("");
  return found == all.end() ? nullptr : &found->second;
}

T2S_DECL described_columns parse_descriptions(std::string_view json, std::string_view name) {
  json = t2s::detail::without_mark(json);
  auto const entries = t2s::detail::json_of(json, json, name, detail::json_form);
  if (!entries.is_array()) t2s::detail::malformed(name, "the JSON is not an array", detail::json_form);
  described_columns all;
  for (std::size_t index = 0; auto const& e : entries.get_array()) {
    t2s::detail::json_element element(e, index++, name, detail::json_form);
    auto id = element.read_id();
    if (element.object().contains("column_descriptions")) all.emplace(std::move(id), detail::columns_of(element));
  }
  if (all.empty()) t2s::detail::malformed(name, "no element has \"column_descriptions\"", detail::json_form);
  return all;
}

T2S_DECL std::vector<schema::column_description> parse_table_description(std::string_view csv, std::string_view name,
                                                                         std::string const& table) {
  auto const text = text::valid_utf8(t2s::detail::without_mark(csv));
  t2s::detail::csv_reader reader(t2s::detail::text_place(text, name, detail::csv_form), true);
  static constexpr std::array<std::string_view, 4> members{"original_column_name", "column_name", "column_description",
                                                           "value_description"};
  auto const header = reader.read().value_or(std::vector<std::string>());
  auto const place_of = [&header](std::string_view member) {
    return static_cast<std::size_t>(std::ranges::find_if(header, [member](auto const& c) { return text::same(text::trim(c), member); }) -
                                    header.begin());
  };
  if (place_of(members[0]) == header.size()) reader.refuse("the header line names no column \"original_column_name\"");
  std::vector<schema::column_description> all;
  while (auto const record = reader.read()) {
    std::array<std::string, members.size()> said;
    for (std::size_t i = 0; i < members.size(); ++i)
      if (auto const at = place_of(members[i]); at < record->size()) said[i] = text::trim((*record)[at]);
    auto description = detail::joined_description(said[0], std::span(said).subspan(1));
    if (!said[0].empty() && !description.empty()) all.push_back({table, said[0], std::move(description)});
  }
  return all;
}

T2S_DECL described_columns read_descriptions(std::string const& path) {
  detail::fs::path const file(path);
  if (detail::fs::is_directory(file)) return detail::databases_in(file);
  if (file.extension() == ".csv") return {{"", detail::table_in(file)}};
  return parse_descriptions(detail::text_of_file(path), path);
}

}  // namespace t2s::knowledge

#endif
