// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_KEYWORD_EXTRACTION_IPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_KEYWORD_EXTRACTION_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/detail/object_reading.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/systems/tcsr_sql/detail/keyword_extraction.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace t2s::tcsr {
namespace detail::extracting {

/// A keyword as the model wrote it.
struct written_keyword {
  std::string text{};
  std::string kind{};
  std::vector<std::string> tables{};
  std::vector<std::string> columns{};  // possibly qualified by their table
};

inline bool has_word(std::string_view text, std::string_view word) { return text::lower(text).find(word) != std::string::npos; }

inline bool names_a_kind(std::string const& s) { return has_word(s, "schema") || has_word(s, "content") || has_word(s, "keyword"); }

inline std::string_view without_marks(std::string_view s) {
  static constexpr std::string_view marks = " \t\r\"'`*[]()";
  auto const begin = s.find_first_not_of(marks);
  if (begin == s.npos) return {};
  return s.substr(begin, s.find_last_not_of(marks) - begin + 1);
}

inline std::vector<std::string> texts_under(llm::text_object const& o, std::initializer_list<std::string_view> names) {
  auto const* found = o.find(names);
  return found ? found->texts : std::vector<std::string>();
}

inline std::optional<written_keyword> from_object(llm::text_object const& o) {
  written_keyword k;
  auto const own = texts_under(o, {"keyword", "datacontentkeyword", "schemakeyword", "word", "text", "name"});
  auto const kinds = texts_under(o, {"kind", "type", "category"});
  k.kind = text::join(kinds.empty() ? o.path : kinds, " ");
  if (o.find({"schemakeyword"})) k.kind = "schema";
  if (!own.empty())
    k.text = own.front();
  else if (!o.path.empty() && !names_a_kind(o.path.back()))
    k.text = o.path.back();
  else
    return {};
  k.tables = texts_under(o, {"table", "tables", "tablename", "tablenames"});
  k.columns = texts_under(o, {"columns", "column", "columnnames", "columnname"});
  return k;
}

/// `{"lamp": ["item.name"]}` under the name of a kind: each item is a keyword.
inline void add_items(llm::text_object const& o, std::vector<written_keyword>& found) {
  auto const kind = text::join(o.path, " ");
  for (auto const& [name, texts, is_list] : o.items) {
    if (!names_a_kind(name)) {
      found.push_back({name, kind, {}, texts});
      continue;
    }
    for (auto const& t : texts) found.push_back({t, name, {}, {}});
  }
}

inline void add_object(llm::text_object const& o, std::vector<written_keyword>& found) {
  if (auto k = from_object(o)) return found.push_back(*std::move(k));
  bool const has_none = o.find({"keyword"}) != nullptr;  // {"keyword": null, "table": "item"} does not have a keyword "table"
  if (!has_none) add_items(o, found);
}

/// A line such as `Data content keyword "lamp" -> item.name, item.label`.
inline std::optional<written_keyword> from_line(std::string_view line) {
  auto const label = text::lower(line).find("keyword");
  if (label == std::string::npos) return {};
  auto const open = line.find('"', label), close = open == line.npos ? open : line.find('"', open + 1);
  if (close == line.npos) return {};
  written_keyword k{std::string(line.substr(open + 1, close - open - 1)), std::string(line.substr(0, label)), {}, {}};
  auto rest = line.substr(close + 1);
  for (std::string_view const arrow : {"->", "=>", "\xE2\x86\x92", "\\rightarrow", ":"})  // the third is an arrow in UTF-8
    if (auto const at = rest.find(arrow); at != rest.npos) rest = rest.substr(at + arrow.size());
  for (auto const part : text::split(rest, ',')) {
    auto const trimmed = text::trim(part);
    auto const place = trimmed.substr(0, trimmed.find(" \""));  // a value may follow the column
    if (!place.empty()) k.columns.emplace_back(place);
  }
  return k;
}

inline std::vector<written_keyword> written_in(std::string_view completion, std::vector<std::string>& problems) {
  std::vector<written_keyword> found;
  auto const objects = llm::read_objects(completion);
  if (objects)
    for (auto const& o : *objects) add_object(o, found);
  if (!found.empty()) return found;
  for (auto const line : text::split(completion, '\n'))
    if (auto k = from_line(line)) found.push_back(*std::move(k));
  if (found.empty() && !objects) problems.push_back("no keywords were read: " + objects.error_found().message);
  return found;
}

/// Finds tables and columns of a keyword in the schema.
class schema_detection {
 public:
  schema_detection(schema::database const& d, std::vector<std::string>& problems) : d_(&d), problems_(&problems) {}

  linked_keyword find(written_keyword const& k, std::size_t most_columns) {
    linked_keyword out{k.text, {}, {}};
    auto const* table = table_of(k);
    if (!table) {
      problems_->push_back("no table was found for the keyword \"" + k.text + "\"");
      return out;
    }
    out.table = table->name;
    for (auto const& written : k.columns) add_column(*table, written, most_columns, out);
    if (out.columns.empty()) problems_->push_back("no column of " + table->name + " was found for the keyword \"" + k.text + "\"");
    return out;
  }

 private:
  /// Splits `table.column`; without a table the first part is empty.
  static std::pair<std::string_view, std::string_view> parts_of(std::string_view written) {
    auto const dot = written.find('.');
    if (dot == written.npos) return {{}, text::trim(written)};
    return {text::trim(written.substr(0, dot)), text::trim(written.substr(dot + 1))};
  }

  // Quotes around a name may be the model's or part of the name.
  schema::table const* table_named(std::string_view name) const {
    auto const* t = d_->find_table(name);
    return t ? t : d_->find_table(without_marks(name));
  }
  static schema::column const* column_named(schema::table const& t, std::string_view name) {
    auto const* c = t.find_column(name);
    return c ? c : t.find_column(without_marks(name));
  }

  /// The table that the model names, else the qualifier of a column, else the only table that has a column.
  schema::table const* table_of(written_keyword const& k) const {
    for (auto const& name : k.tables)
      if (auto const* t = table_named(text::trim(name))) return t;
    for (auto const& written : k.columns)
      if (auto const* t = table_named(parts_of(written).first)) return t;
    for (auto const& written : k.columns)
      if (auto const owners = d_->tables_with(without_marks(parts_of(written).second)); owners.size() == 1) return owners.front();
    return nullptr;
  }

  static void add_column(schema::table const& t, std::string_view written, std::size_t most, linked_keyword& out) {
    auto const [table, name] = parts_of(written);
    bool const of_this = table.empty() || text::same(without_marks(table), t.name);
    auto const* c = of_this ? column_named(t, name) : nullptr;
    if (!c) c = t.find_column(text::trim(written));  // the name itself may contain a dot
    if (!c || out.columns.size() >= most) return;
    if (std::find(out.columns.begin(), out.columns.end(), c->name) == out.columns.end()) out.columns.push_back(c->name);
  }

  schema::database const* d_;
  std::vector<std::string>* problems_;
};

/// A repeated keyword keeps its first table, with at most `most` columns of both.
inline void add_to(std::vector<linked_keyword>& all, linked_keyword k, std::size_t most) {
  auto const same = std::find_if(all.begin(), all.end(), [&](linked_keyword const& o) { return o.text == k.text; });
  if (same == all.end()) return all.push_back(std::move(k));
  if (same->table.empty()) return void(*same = std::move(k));
  if (same->table != k.table) return;
  for (auto& c : k.columns)
    if (same->columns.size() < most && std::find(same->columns.begin(), same->columns.end(), c) == same->columns.end())
      same->columns.push_back(std::move(c));
}

}  // namespace detail::extracting

T2S_DECL extracted_keywords keyword_extraction::read(std::string_view completion, schema::database const& d) const {
  namespace impl = detail::extracting;
  extracted_keywords found;
  impl::schema_detection schema(d, found.problems);
  auto const written = impl::written_in(completion, found.problems);
  if (written.size() > most_keywords) {
    std::string left_out = "of ";
    left_out.append(std::to_string(written.size())).append(" keywords only the first ").append(std::to_string(most_keywords));
    found.problems.push_back(left_out.append(" were taken"));
  }
  for (std::size_t i = 0; i < std::min(written.size(), most_keywords); ++i) {
    auto k = written[i];
    k.text = text::trim(k.text);
    if (k.text.empty()) continue;
    impl::add_to(impl::has_word(k.kind, "schema") ? found.schema : found.data, schema.find(k, most_columns), most_columns);
  }
  return found;
}

T2S_DECL llm::request keyword_extraction::request_for(schema::database const& d, std::string const& text,
                                                      std::vector<table_sample> const& rows) const {
  llm::request asking(prompt.fill({{"dialect", sql::title_of(d), true},
                                   {"engine", sql::dialect_of(d) == sql::sqlite ? "Sqlite" : sql::title_of(d), true},
                                   {"demonstrations", text::join(demonstrations, "\n"), true},
                                   {"tables", knowledge::describe_tables(d, rows, examples), true},
                                   {"foreign_keys", knowledge::describe_foreign_keys(d), true},
                                   {"question", text}}));
  asking.temperature = temperature;
  asking.asks = asks;
  return asking;
}

T2S_DECL std::vector<std::string> keyword_extraction::default_demonstrations() {
  return {
      R"(### Sqlite SQL tables, with their table names, column names and data value examples:
# Table: hive
[
  (hive_id INTEGER, value examples: [1, 2, 3]),
  (keeper TEXT, value examples: ['Ada Berg', 'Tom Rill']),
  (breed TEXT, value examples: ['Carniolan bee', 'Buckfast bee']),
  (remark TEXT, value examples: ['new queen', 'calm'])
]
# Table: harvest
[
  (hive_id INTEGER, value examples: [2, 1]),
  (month TEXT, value examples: ['2021-06', '2021-08']),
  (kilograms REAL, value examples: [11.5, 8.0])
]
### Foreign keys of SQLite tables, used for table joins:
harvest.hive_id = hive.hive_id
### Question:
How much honey did the carniolans give in June of 2021?
### Answer:
[{"keyword": "how much honey", "kind": "schema", "table": "harvest", "columns": ["kilograms"]},
 {"keyword": "carniolans", "kind": "data content", "table": "hive", "columns": ["breed", "remark"]},
 {"keyword": "June of 2021", "kind": "data content", "table": "harvest", "columns": ["month"]}]
)",
      R"(### Sqlite SQL tables, with their table names, column names and data value examples:
# Table: quay
[
  (code TEXT, value examples: ['N1', 'S4']),
  (label TEXT, value examples: ['North quay 1', 'South quay 4']),
  (depth_m REAL, value examples: [7.5, 12.0])
]
### Foreign keys of SQLite tables, used for table joins:
None
### Question:
List the names of all quays with their depth.
### Answer:
[{"keyword": "names", "kind": "schema", "table": "quay", "columns": ["label"]},
 {"keyword": "depth", "kind": "schema", "table": "quay", "columns": ["depth_m"]}]
)",
      R"(### Sqlite SQL tables, with their table names, column names and data value examples:
# Table: parcel
[
  (number TEXT, value examples: ['P-100', 'P-207']),
  (receiver TEXT, value examples: ['Mia Holt', 'J. Oduya']),
  (town TEXT, value examples: ['Lindau (Lake)', 'Graz-West']),
  (state INTEGER, value examples: [2, 4]),
  (state_text TEXT, value examples: ['on its way', 'handed over'])
]
### Foreign keys of SQLite tables, used for table joins:
None
### Question:
Which parcels to lindau were delivered?
### Answer:
[{"keyword": "parcels", "kind": "schema", "table": "parcel", "columns": ["number"]},
 {"keyword": "lindau", "kind": "data content", "table": "parcel", "columns": ["town"]},
 {"keyword": "delivered", "kind": "data content", "table": "parcel", "columns": ["state_text", "state"]}]
)",
      R"(### Sqlite SQL tables, with their table names, column names and data value examples:
# Table: choir
[
  (id INTEGER, value examples: [1, 2]),
  (title TEXT, value examples: ['Vox Alta', 'Harbour Voices'])
]
# Table: rehearsal
[
  (choir_id INTEGER, value examples: [2, 1]),
  (weekday TEXT, value examples: ['TUE', 'THU']),
  (hall TEXT, value examples: ['Mill Hall', 'Old School, Room 2'])
]
### Foreign keys of SQLite tables, used for table joins:
rehearsal.choir_id = choir.id
### Question:
In how many halls does the harbour choir sing on Tuesdays?
### Answer:
[{"keyword": "halls", "kind": "schema", "table": "rehearsal", "columns": ["hall"]},
 {"keyword": "harbour choir", "kind": "data content", "table": "choir", "columns": ["title"]},
 {"keyword": "Tuesdays", "kind": "data content", "table": "rehearsal", "columns": ["weekday"]}]
)"};
}

}  // namespace t2s::tcsr

#endif
