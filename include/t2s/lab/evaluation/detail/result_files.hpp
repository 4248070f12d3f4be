// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_RESULT_FILES_HPP
#define T2S_LAB_EVALUATION_DETAIL_RESULT_FILES_HPP

#include "t2s/core/detail/csv_data.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/lab/evaluation/detail/csv_column.hpp"
#include "t2s/lab/evaluation/detail/gold_choices.hpp"
#include "t2s/lab/evaluation/detail/python_text.hpp"

#include <filesystem>
#include <map>

/// Results in files, as Spider 2 keeps those of golds and of predictions.
namespace t2s::evaluation::detail {

namespace fs = std::filesystem;

/// A field of a column of this type. Large integers stay text, since a value cannot hold them.
inline value value_of_field(std::string const& field, comparing::csv_type type) {
  if (comparing::is_absent(field)) return null_t();
  std::int64_t i = 0;
  if (type == comparing::csv_type::integers && comparing::read_integer(field, i) == comparing::integer_fault::none) return i;
  if (type == comparing::csv_type::reals) return comparing::read_real(field).value_or(0);
  return field;
}

/// Reads comma-separated values with a header line; types are those that pandas finds. Throws `malformed_data` with the line.
inline db::rows rows_of_csv(std::string_view content, std::string_view name) {
  content = t2s::detail::without_mark(content);
  t2s::detail::text_place place(content, name, "give comma-separated values with a header line");
  if (auto const wrong = text::first_invalid_utf8(content)) {
    place.go(*wrong);
    place.refuse("this is not UTF-8", "save the file as UTF-8");
  }
  t2s::detail::csv_reader csv(place, true);
  auto header = csv.read();
  if (!header) csv.refuse("there is nothing in it");
  db::rows rows;
  rows.columns = std::move(*header);
  std::vector<std::vector<std::string>> columns(rows.columns.size());
  while (auto record = csv.read()) {
    if (record->size() > columns.size())
      csv.refuse("the record has " + std::to_string(record->size()) + " fields, and the header line " + std::to_string(columns.size()),
                 "quote fields with commas or line ends in them");
    record->resize(columns.size());  // missing fields are absent
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c].push_back(std::move((*record)[c]));
  }
  rows.values.resize(columns.empty() ? 0 : columns.front().size());
  for (auto const& column : columns) {
    auto const type = comparing::type_of_fields(column);
    for (std::size_t r = 0; r < column.size(); ++r) rows.values[r].push_back(value_of_field(column[r], type));
  }
  return rows;
}

inline db::rows read_result(fs::path const& file) { return rows_of_csv(read_file(file.string(), "a file of results"), file.string()); }

inline void require_folder(std::string const& folder, char const* what) {
  if (!fs::is_directory(folder))
    throw error(failure{errc::file_not_found, "there is no folder of " + std::string(what) + " " + folder, folder, "name a folder"});
}

/// The files of a question's gold results: ID.csv, or all of ID_a.csv to ID_z.csv.
inline std::vector<fs::path> gold_files(fs::path const& folder, std::string const& id) {
  if (auto const one = folder / (id + ".csv"); fs::exists(one)) return {one};
  std::vector<fs::path> all;
  for (char letter = 'a'; letter <= 'z'; ++letter)
    if (auto const one = folder / (id + "_" + letter + ".csv"); fs::exists(one)) all.push_back(one);
  return all;
}

inline void require_ids(gold_set const& of, std::string const& what) {
  if (of.ids.empty())
    t2s::detail::malformed(of.name, what + " belong to questions by their ids, and not every question has one of its own",
                           "give each question an \"instance_id\" or a \"question_id\"");
}

/// The `condition_cols` and `ignore_order` of the questions in JSON Lines.
inline void read_conditions(gold_set& to, std::string const& file) {
  static constexpr char form[] = "give {\"instance_id\": \"...\", \"condition_cols\": [0], \"ignore_order\": true} on each line";
  auto const content = read_file(file, "conditions of a comparison");
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < to.ids.size(); ++i) places.emplace(to.ids[i], i);
  for (auto const& o : objects_of_lines(t2s::detail::without_mark(content), file, form)) {
    member_reader const read{o, file};
    auto const id = read.id();
    if (id.empty()) read.refuse("there is no \"instance_id\"", form);
    if (auto const place = places.find(id); place != places.end()) read.read_conditions(to.choices[place->second]);
  }
}

/// A list for each gold of which there is only ID.csv: Spider 2's program stops there.
[[noreturn]] inline void refuse_lists(gold_choice const& of) {
  t2s::detail::malformed(of.conditions_from, "\"condition_cols\" has lists, and there is one gold result, " + of.results.front().file,
                         "write one list, [0, 2]");
}

/// As Spider 2's program treats a gold result that is alone but named ID_a.csv: of a single list only the first place counts, and none if
/// that is 0.
inline void keep_first_column(gold_choice& of) {
  if (of.columns_by_gold || of.condition_columns.empty()) return;
  auto& only = of.condition_columns.front();
  only.resize(only.front() == 0 ? 0 : 1);
}

inline void read_results(gold_set& to, fs::path const& folder) {
  for (std::size_t i = 0; i < to.ids.size(); ++i) {
    auto& choice = to.choices[i];
    auto const files = gold_files(folder, to.ids[i]);
    choice.results.clear();
    for (auto const& f : files) choice.results.push_back({f.string(), read_result(f)});
    auto const one = folder / (to.ids[i] + ".csv");
    if (files.empty()) choice.missing = one.string();
    if (files.size() == 1 && files.front() != one) keep_first_column(choice);
    if (files.size() == 1 && files.front() == one && choice.columns_by_gold) refuse_lists(choice);
    require_columns(choice);
  }
}

/// SQL in the fence that models put around it, or the whole text.
inline std::string without_fence(std::string const& content) {
  static constexpr std::string_view open = "```sql\n", close = "\n```";
  auto const begin = content.find(open);
  auto const end = begin == content.npos ? begin : content.find(close, begin + open.size());
  if (end == content.npos) return content;
  return std::string(python_strip(std::string_view(content).substr(begin + open.size(), end - begin - open.size())));
}

/// Reads a folder of ID.sql or ID.csv for each question.
inline prediction_set read_prediction_folder(std::string const& folder, gold_set const& gold) {
  require_ids(gold, "the predictions of a folder");
  prediction_set set;
  set.name = folder;
  std::size_t missing = 0;
  for (auto const& id : gold.ids) {
    auto& p = set.predictions.emplace_back();
    auto const sql = fs::path(folder) / (id + ".sql"), result = fs::path(folder) / (id + ".csv");
    if (fs::exists(sql) && fs::exists(result))
      t2s::detail::malformed(folder, "there is both " + id + ".sql and " + id + ".csv", "leave one of them out");
    if (fs::exists(sql)) {
      p.sql = without_fence(read_file(sql.string(), "a prediction"));
    } else if (fs::exists(result)) {
      p.result_file = result.string();
      p.result = std::make_shared<db::rows const>(read_result(result));
    } else {
      ++missing;
    }
  }
  if (missing == gold.ids.size())
    t2s::detail::malformed(folder, "there is no prediction for any question", "name each ID.sql or ID.csv by the id of its question");
  if (missing > 0)
    set.warnings.push_back(std::to_string(missing) + " of " + std::to_string(gold.ids.size()) +
                           " questions have no prediction; they count as wrong");
  return set;
}

}  // namespace t2s::evaluation::detail

#endif
