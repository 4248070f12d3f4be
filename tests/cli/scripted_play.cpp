// SPDX-License-Identifier: BSL-1.0
#include "scripted_play.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <set>
#include <stdexcept>
#include <utility>

namespace cli_test {

// ---- what is true

truth::truth(std::string const& path) {
  sqlite3* db = nullptr;
  if (sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) throw std::runtime_error("no database " + path);
  db_ = db;
  for (auto const& t : run("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'").rows) {
    tables.push_back({t[0], {}});
    for (auto const& c : run("SELECT name FROM pragma_table_info(?1)", t[0]).rows) tables.back().columns.push_back(c[0]);
  }
}

truth::~truth() { sqlite3_close(static_cast<sqlite3*>(db_)); }

namespace {

std::string cell(sqlite3_stmt* s, int i) {
  auto const type = sqlite3_column_type(s, i);
  if (type == SQLITE_NULL) return "NULL";
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", sqlite3_column_double(s, i));
    return text;
  }
  auto const* bytes = static_cast<char const*>(sqlite3_column_blob(s, i));
  return "'" + std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(s, i)));
}

}  // namespace

truth::outcome truth::run(std::string const& sql, std::string const& value) const {
  outcome out;
  sqlite3_stmt* s = nullptr;
  if (sqlite3_prepare_v2(static_cast<sqlite3*>(db_), sql.c_str(), -1, &s, nullptr) != SQLITE_OK || !s) return out;
  if (sqlite3_bind_parameter_count(s) > 0) sqlite3_bind_text(s, 1, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
  int step = SQLITE_ROW;
  while ((step = sqlite3_step(s)) == SQLITE_ROW) {
    auto& row = out.rows.emplace_back();
    for (int i = 0; i < sqlite3_column_count(s); ++i) row.push_back(cell(s, i));
  }
  out.ran = step == SQLITE_DONE;
  sqlite3_finalize(s);
  for (auto& row : out.rows)
    for (auto& c : row)
      if (sql.find("sqlite_master") != sql.npos || sql.find("pragma_") != sql.npos) c.erase(0, c.starts_with('\'') ? 1 : 0);
  return out;
}

std::string letters_of(std::string_view text) {
  std::string kept;
  for (char const c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) kept += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return kept;
}

namespace {

// ---- what a model says

using chance = std::mt19937;

bool one_in(chance& random, unsigned n) { return random() % n == 0; }

std::string refusal() { return "I am sorry, I cannot help with that."; }

/// SQL as models write it.
std::string written(std::string const& sql, chance& random) {
  switch (random() % 3) {
    case 0: return "```sql\n" + sql + "\n```";
    case 1: return "Let me think about the tables first.\n\n```\n" + sql + ";\n```\nThis should answer it.";
    default: return sql;
  }
}

/// SQL for a question, right, published, damaged, or none.
std::optional<std::string> some_sql(asked_question const& q, truth const& db, chance& random) {
  auto const& table = db.tables[random() % db.tables.size()].name;
  switch (random() % 12) {
    case 0: return std::nullopt;
    case 1: return "SELECT no_such_column FROM \"" + table + "\"";
    case 2: return "SELECT count(*) FROM no_such_table";
    case 3: return "SELECT 1 FROM \"" + table + "\" WHERE 1 = 0";
    case 4: return "SELECT * FROM \"" + table + "\"";
    case 5: return "SELECT count(*) FROM \"" + table + "\" AS a LEFT JOIN \"" + table + "\" AS b ON a.rowid = b.rowid";
    case 6:
    case 7:
    case 8: return q.predicted;
    default: return q.gold;
  }
}

/// Adds a reply with that SQL, or a refusal.
void say(play& p, std::string const& stage, std::optional<std::string> const& sql, chance& random) {
  p[stage].push_back(sql ? written(*sql, random) : refusal());
}

chance begin(asked_question const& q, unsigned system) { return chance(static_cast<unsigned>(q.number) * 8U + system); }

/// Words and marks of SQL outside its quotes, in lower case.
std::vector<std::string> words_of(std::string const& sql) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < sql.size();) {
    char const c = sql[i];
    auto const in_word = [&](std::size_t at) {
      return at < sql.size() && (std::isalnum(static_cast<unsigned char>(sql[at])) != 0 || sql[at] == '_');
    };
    if (c == '\'' || c == '"' || c == '`') {
      auto const end = std::min(sql.find(c, i + 1), sql.size() - 1);
      words.push_back(c == '\'' ? "'" : sql.substr(i + 1, end - i - 1));
      i = end + 1;
    } else if (in_word(i)) {
      auto const begin = i;
      while (in_word(i)) ++i;
      words.push_back(sql.substr(begin, i - begin));
    } else {
      if (std::isspace(static_cast<unsigned char>(c)) == 0) words.emplace_back(1, c);
      ++i;
    }
    if (!words.empty())
      std::ranges::transform(words.back(), words.back().begin(), [](unsigned char b) { return static_cast<char>(std::tolower(b)); });
  }
  return words;
}

bool has(std::vector<std::string> const& words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

// ---- DART-SQL: figure 2, section 3.3, algorithm 1

bool is_forbidden(std::string const& sql) {
  auto const words = words_of(sql);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "left" && i + 1 < words.size() && (words[i + 1] == "join" || words[i + 1] == "outer")) return true;
    bool const chosen = i > 0 && (words[i - 1] == "select" || words[i - 1] == "distinct" || words[i - 1] == "," || words[i - 1] == ".");
    if (words[i] == "*" && chosen) return true;
  }
  return false;
}

std::string allowed(std::string sql, play& p, asked_question const& q, truth const& db, chance& random) {
  for (int again = 0; again < 2 && is_forbidden(sql); ++again) {
    auto const other = some_sql(q, db, random);
    say(p, "again", other, random);
    if (!other) break;
    sql = *other;
  }
  return sql;
}

}  // namespace

play play_dart_sql(asked_question const& q, truth const& db) {
  auto random = begin(q, 0);
  play p;
  p["rewriting"].push_back(one_in(random, 4) ? refusal() : q.text + " indeed");
  say(p, "sql", some_sql(q, db, random), random);  // the preliminary SQL
  auto sql = some_sql(q, db, random);
  say(p, "sql", sql, random);
  if (!sql) return p;
  *sql = allowed(*sql, p, q, db, random);
  for (int round = 1; round <= 3; ++round) {
    bool const ran = db.run(*sql).ran, agrees = ran && one_in(random, 3);
    p["outcome"].push_back(!ran ? "The column does not exist." : agrees ? "Yes. Both are right." : "No, there is a column too many.");
    if (agrees) break;
    auto const refined = some_sql(q, db, random);
    say(p, "refinement", refined, random);
    if (!refined) break;
    *sql = allowed(*refined, p, q, db, random);
  }
  return p;
}

recognized recognize_dart_sql(std::vector<std::string> const& messages) {
  auto const& first = messages.front();
  auto const& last = messages.back();
  auto const between = [&](std::string_view from, std::string_view to) {
    auto const begin = first.rfind(from) + from.size();
    return first.substr(begin, first.find(to, begin) - begin);
  };
  if (first.starts_with("/*Instructions:*/")) return {"rewriting", between("Rewrite the following question: ", "\n")};
  auto const question = between("/* Answer the following: ", " */");
  if (last.starts_with("/* Revise the SQL query")) return {"refinement", question};
  if (last.find("which is not allowed") != last.npos) return {"again", question};
  bool const judged = last.starts_with("/* Received the following exception") || last.starts_with("/* Here are the execution results");
  return {judged ? "outcome" : "sql", question};
}

// ---- SQL-CRAFT: algorithm 1

play play_sql_craft(asked_question const& q, truth const& db) {
  auto random = begin(q, 1);
  play p;
  auto sql = some_sql(q, db, random);
  say(p, "draft", sql, random);
  for (int round = 1; sql && round <= 5; ++round) {
    auto const next = one_in(random, 3) ? sql : some_sql(q, db, random);
    say(p, "correction", next, random);
    if (next == sql) break;
    sql = next;
  }
  return p;
}

recognized recognize_sql_craft(std::vector<std::string> const& messages) {
  auto const& text = messages.front();
  auto const begin = text.rfind("QUESTION: ") + 10;
  return {text.find("### PREVIOUS_SQL:") != text.npos ? "correction" : "draft", text.substr(begin, text.find('\n', begin) - begin)};
}

// ---- TCSR-SQL: algorithms 1 and 2, section 3.3

namespace {

std::string in_quotes(std::string const& name) { return "\"" + name + "\""; }

/// The first values of a column that need no quoting anywhere.
std::vector<std::string> plain_values(truth const& db, known_table const& t, std::string const& column) {
  std::vector<std::string> plain;
  for (auto const& row : db.run("SELECT DISTINCT CAST(" + in_quotes(column) + " AS TEXT) FROM " + in_quotes(t.name) + " LIMIT 20").rows) {
    auto const value = row[0].starts_with('\'') ? row[0].substr(1) : std::string();
    if (!value.empty() && value.size() < 40 && std::ranges::all_of(value, [](unsigned char c) { return std::isalnum(c) != 0; }))
      plain.push_back(value);
  }
  return plain;
}

/// Whether all Seed SQL of a column together find exactly one value.
bool find_one(truth const& db, known_table const& t, std::string const& column, std::set<std::string> const& contents) {
  std::set<std::string> values;
  for (auto const& content : contents)
    for (auto const* condition : {" = ?1", " LIKE '%' || ?1 || '%'"}) {
      auto const found = db.run(
          "SELECT DISTINCT " + in_quotes(column) + " FROM " + in_quotes(t.name) + " WHERE " + in_quotes(column) + condition, content);
      for (auto const& row : found.rows)
        if (row[0] != "NULL") values.insert(row[0]);
    }
  return values.size() == 1;
}

/// A keyword of a question, the model's reply about its columns, and whether anything is learnt from it.
bool play_keyword(play& p, std::string& reply, asked_question const& q, truth const& db, std::size_t i, chance& random) {
  auto const& t = db.tables[random() % db.tables.size()];
  auto const keyword = "needle" + std::to_string(q.number) + "x" + std::to_string(i);
  std::set<std::string> contents{keyword}, columns;
  for (int c = 0; c < 2; ++c) columns.insert(t.columns[random() % t.columns.size()]);
  std::string list;
  for (auto const& column : columns) {
    list += (list.empty() ? "\"" : ", \"") + column + "\"";
    auto const stored = plain_values(db, t, column);
    std::string values = "'nothing like it'";
    contents.insert("nothing like it");
    if (!stored.empty() && one_in(random, 2)) {
      auto const& value = stored[random() % stored.size()];
      values += ", '" + value + "'";
      contents.insert(value);
    }
    p["values"].push_back("They may be stored as [" + values + "].");
  }
  reply += (reply.empty() ? "" : ",\n") + std::string(R"({"keyword": ")") + keyword + R"(", "kind": "data content", "table": ")" + t.name +
           R"(", "columns": [)" + list + "]}";
  bool learnt = false;
  for (auto const& column : columns) learnt = learnt || find_one(db, t, column, contents);
  return learnt;
}

}  // namespace

play play_tcsr_sql(asked_question const& q, truth const& db) {
  auto random = begin(q, 2);
  play p;
  std::string keywords;
  bool knows = false;
  for (std::size_t i = 0; i < random() % 3; ++i) knows = play_keyword(p, keywords, q, db, i, random) || knows;
  if (one_in(random, 4)) {
    knows = true;
    auto const& t = db.tables[random() % db.tables.size()];
    keywords += (keywords.empty() ? "" : ",\n") + std::string(R"({"keyword": "thing", "kind": "schema", "table": ")") + t.name +
                R"(", "columns": [")" + t.columns[0] + "\"]}";
  }
  p["keywords"].push_back(keywords.empty() ? "There is no keyword." : "Here they are:\n```json\n[" + keywords + "]\n```");
  auto sql = some_sql(q, db, random);
  say(p, "fuzzy", sql, random);
  if (!sql) return p;
  if (knows) {
    auto const precise = some_sql(q, db, random);
    say(p, "precise", precise, random);
    if (precise) sql = precise;
  }
  for (int round = 1; round <= 3; ++round) {
    auto const gives = db.run(*sql);
    if (gives.ran && !gives.rows.empty()) break;
    auto const revised = some_sql(q, db, random);
    say(p, "revision", revised, random);
    if (!revised) break;
    sql = revised;
  }
  return p;
}

recognized recognize_tcsr_sql(std::vector<std::string> const& messages) {
  auto const& text = messages.front();
  auto const behind = [&](std::string_view mark, char end) {
    auto const begin = text.rfind(mark) + mark.size();
    return text.substr(begin, text.find(end, begin) - begin);
  };
  if (text.starts_with("### Based on data samples")) return {"values", behind("# data content keyword: ", '.')};
  auto const question = behind("### Question:\n", '\n');
  if (text.starts_with("First, find schema keywords")) return {"keywords", question};
  if (text.starts_with("### When executing SQL below")) return {"revision", question};
  return {text.starts_with("### Refer to the provided table and encoding knowledge") ? "precise" : "fuzzy", question};
}

// ---- DAC: figure 2, sections 3.1 to 3.5

namespace {

/// A table that a query uses exactly if its words contain the name: no column has it.
std::optional<std::string> telling_table(truth const& db, chance& random) {
  auto const& name = db.tables[random() % db.tables.size()].name;
  for (auto const& t : db.tables)
    for (auto const& c : t.columns)
      if (letters_of(c) == letters_of(name)) return std::nullopt;
  return name;
}

std::string in_lower_case(std::string s) {
  std::ranges::transform(s, s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return s;
}

}  // namespace

play play_dac(asked_question const& q, truth const& db) {
  auto random = begin(q, 3);
  play p;
  auto sql = some_sql(q, db, random);
  say(p, "draft", sql, random);
  if (!sql) return p;
  auto const correct = [&](std::string const& stage) {
    auto const corrected = some_sql(q, db, random);
    say(p, stage, corrected, random);
    if (corrected) sql = corrected;
  };

  auto const table = one_in(random, 3) ? std::nullopt : telling_table(db, random);
  auto const token = q.text.substr(0, q.text.find(' '));
  p["linking"].push_back(table               ? "[{'token': '" + token + "', 'schema': '" + *table + "', 'type': 'tbl'}]"
                         : one_in(random, 2) ? "[]"
                                             : "None of them, I think.");
  if (table && !has(words_of(*sql), in_lower_case(*table))) correct("entity correction");

  auto const hallucination = random() % 3;
  p["skeleton"].push_back(hallucination == 0 ? refusal()
                          : hallucination == 1
                              ? written(*sql, random)
                              : "```sql\nSELECT a FROM b UNION SELECT c FROM d UNION SELECT e FROM f UNION SELECT g FROM h\n```");
  if (hallucination == 2) correct("skeleton correction");
  if (!db.run(*sql).ran) correct("error correction");
  return p;
}

recognized recognize_dac(std::vector<std::string> const& messages) {
  auto const& text = messages.front();
  auto const between = [&](std::string_view from, std::string_view to) {
    auto const begin = text.rfind(from) + from.size();
    return text.substr(begin, text.find(to, begin) - begin);
  };
  if (text.starts_with("Generate a SQL")) return {"draft", between("Question: ", "\n")};
  if (text.starts_with("Align the tokens")) return {"linking", between("Question: ", "\nAlignments:")};
  if (text.starts_with("Hallucinate a SQL")) return {"skeleton", between("Question: ", "\n")};
  auto const stage = text.find("must contain the tables and columns") != text.npos ? "entity correction"
                     : text.find("the SQL skeleton could be like") != text.npos    ? "skeleton correction"
                                                                                   : "error correction";
  return {stage, between("to answer the question \"",
                         stage == std::string_view("entity correction") ? "\" based on the above" : "\" with the above")};
}

// ---- dynamic revision: section 3.2

play play_dynamic_revision(asked_question const& q, truth const& db) {
  auto random = begin(q, 4);
  play p;
  p["simplification"].push_back(one_in(random, 4) ? refusal() : q.text + " indeed");
  auto sql = some_sql(q, db, random);
  say(p, "draft", sql, random);
  std::optional<truth::outcome> before;
  for (int round = 0; sql && round < 3; ++round) {
    auto now = db.run(*sql);
    if (before && before->ran && now.ran && before->rows == now.rows) break;
    before = std::move(now);
    p["explanation"].push_back(one_in(random, 5) ? "" : "It asks for something else.");
    sql = some_sql(q, db, random);
    say(p, "revision", sql, random);
  }
  return p;
}

recognized recognize_dynamic_revision(std::vector<std::string> const& messages) {
  auto const& text = messages.front();
  auto const behind = [&](std::string_view mark) {
    auto const begin = text.rfind(mark) + mark.size();
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  if (text.starts_with("Replace the words")) return {"simplification", behind("easy to understand: ")};
  if (text.find("What does this SQL query mean?") != text.npos) return {"explanation", text.substr(10, text.find("\nSQL query: ") - 10)};
  auto const stage = text.find("### SQL query of the previous iteration:") != text.npos ? "revision" : "draft";
  return {stage, behind("### Question: ")};
}

}  // namespace cli_test
