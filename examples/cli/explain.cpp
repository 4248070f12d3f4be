// SPDX-License-Identifier: BSL-1.0
// t2s explain: shows the parts of a statement, and what its names mean in a database.
#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "advice.hpp"
#include "command.hpp"
#include "open_database.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/db/guard.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/lenient.hpp"
#include "t2s/sql/detail/meaning.hpp"
#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/lineage.hpp"
#include "t2s/sql/lint.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"
#include "t2s/sql/skeleton.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace sql = t2s::sql;

/// A number without fraction.
std::string figure(double rows) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(0) << rows;
  return out.str();
}

/// Moves `at` forward to the first byte of a character.
std::size_t whole_character(std::string const& text, std::size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80) ++at;
  return at;
}

/// The line of `text` with the byte `offset`, with a caret under it; only the surrounding part of a long line.
void print_caret(std::string const& text, std::size_t offset) {
  constexpr std::size_t around = 60;
  offset = std::min(offset, text.size());
  auto const before = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  auto const line = before == text.npos || offset == 0 ? 0 : before + 1;
  auto const line_end = std::min(text.find('\n', offset), text.size());
  auto const begin = offset - line > around ? whole_character(text, offset - around) : line;
  auto const end = line_end - offset > around ? whole_character(text, offset + around) : line_end;
  auto const left = (begin > line ? "..." : "") + printable(text.substr(begin, offset - begin));
  auto const right = printable(text.substr(offset, end - offset)) + (end < line_end ? "..." : "");
  std::cout << "  " << left << right << "\n  " << std::string(t2s::text::display_width(left), ' ') << "^\n";
}

void print_tree(sql::node const& n, int depth) {
  std::cout << std::string(static_cast<std::size_t>(depth) * 2 + 2, ' ') << sql::name_of(n.kind);
  if (!n.qualifier.empty()) std::cout << " " << printable(n.qualifier.view()) << ".";
  if (!n.name.empty()) std::cout << (n.qualifier.empty() ? " " : "") << printable(n.name.view());
  std::cout << "\n";
  for (auto const* child : n.children()) print_tree(*child, depth + 1);
}

void print_names(char const* title, std::vector<std::string> const& names) {
  std::cout << title << ":";
  for (auto const& name : names) std::cout << (&name == names.data() ? " " : ", ") << printable(name);
  std::cout << (names.empty() ? " none\n" : "\n");
}

std::string meaning_of(sql::resolved_column const& c, sql::resolution const& found) {
  if (c.what == sql::reference::literal) return "a string or truth value";
  if (c.what == sql::reference::result) return "a column of the result";
  if (c.base) return c.base.table->name + "." + (c.base.column ? c.base.column->name : "rowid");
  auto const known = c.table != sql::resolved_column::none;
  return known ? std::string(found.tables[c.table].visible_name()) + "." + c.column : "unknown";
}

void print_problem(sql::problem const& p, std::string const& text) {
  std::cout << "  " << printable(p.what.text()) << "\n";
  if (p.what.offset) print_caret(text, *p.what.offset);
  if (!p.in_scope.empty()) print_names("    near, in scope", p.in_scope);
  if (!p.elsewhere.empty()) print_names("    in other tables", p.elsewhere);
}

/// The other problems that `sql::resolve` finds concern SQLite's functions and rules.
void keep_problems_of_names(sql::resolution& found) {
  std::erase_if(found.problems, [](sql::problem const& p) {
    return p.what.code != t2s::errc::no_such_table && p.what.code != t2s::errc::no_such_column &&
           p.what.code != t2s::errc::ambiguous_column;
  });
}

/// Words that the grammar accepts as something else: a clause without its space, a class of characters in LIKE.
std::vector<sql::finding> misread_words(sql::query const& q, t2s::schema::database const& d) {
  auto found = sql::lint(q, d);
  std::erase_if(found,
                [](sql::finding const& f) { return f.rule != sql::lint_rule::clause_as_name && f.rule != sql::lint_rule::class_in_like; });
  return found;
}

/// Prints the meaning of the names, and returns whether all have one.
bool print_resolution(sql::query const& q, std::string const& text, t2s::db::any_connection const& database) {
  auto found = sql::resolve(q, database.schema());
  if (database.schema().sql_dialect() != sql::dialect::sqlite) keep_problems_of_names(found);
  std::cout << "\nNames\n";
  for (auto const& c : found.columns)
    std::cout << "  " << printable(sql::print(*c.at)) << " in " << sql::name_of(c.where) << ": " << printable(meaning_of(c, found))
              << (c.outer ? " (of a select around it)" : "") << "\n";
  if (found.columns.empty()) std::cout << "  none\n";
  std::cout << "\nProblems\n";
  for (auto const& p : found.problems) print_problem(p, text);
  auto const misread = misread_words(q, database.schema());
  for (auto const& f : misread) std::cout << "  " << printable(f.why) << "\n";
  if (found.ok() && misread.empty()) std::cout << "  none\n";
  return found.ok() && misread.empty();
}

/// Prints the stored columns from which each result column comes.
void print_lineage(sql::query const& q, t2s::schema::database const& d) {
  auto const names_of = [](std::vector<sql::base_column> const& columns) {
    std::vector<std::string> names;
    for (auto const& c : columns) names.push_back(c.table->name + "." + c.column->name);
    return names;
  };
  auto const found = sql::lineage(q, d);
  std::cout << "\nLineage\n";
  for (auto const& c : found.results)
    print_names(("  " + printable(c.name) + (c.unchanged ? " is" : " comes from")).c_str(), names_of(c.from));
  print_names("  read in all", names_of(found.read));
}

/// Prints what the statement would read, with advice if that is much. Returns whether it would run, as far as is known.
bool print_cost(t2s::db::estimation const& e) {
  constexpr double little = 1'000;
  std::cout << "\nCost\n";
  if (e.failure) std::cout << "  fails: " << for_terminal(e.failure->text()) << "\n";
  if (e.failure) return false;
  if (!e.cost) std::cout << "  unknown: the database gives no estimate of this statement\n";
  if (!e.cost) return true;
  std::cout << "  rows read: " << (e.cost->may_end_early ? "at most " : "") << figure(e.cost->rows_read)
            << (e.cost->may_end_early ? ", fewer if it reaches its LIMIT first" : "")
            << "\n  rows returned: " << figure(e.cost->rows_returned) << "\n";
  if (e.cost->rows_read > little && !e.cost->costliest.empty())
    std::cout << "  most of it: " << printable(e.cost->costliest) << "\n  cheaper: " << printable(e.cost->cheaper) << "\n";
  return true;
}

/// The text without the first line of a fenced Markdown block.
std::string without_fence(std::string const& draft) {
  auto const begin = draft.find_first_not_of(" \t\r\n");
  auto const line_end = draft.find('\n');
  bool const is_fenced = begin != draft.npos && draft.compare(begin, 3, "```") == 0 && line_end != draft.npos;
  return is_fenced ? draft.substr(line_end + 1) : draft;
}

/// Reports a draft that writes: otherwise a query inside it would be taken for the intended one.
bool is_refused(std::string const& draft, sql::grammar const& grammar) {
  static constexpr std::array<std::string_view, 10> writing{"insert", "replace", "update", "delete",   "merge",
                                                            "create", "drop",    "alter",  "truncate", "into"};
  auto const text = without_fence(draft);
  auto const refused = t2s::db::statement_guard(grammar).inspect(text).refused;
  if (!refused || refused->code != t2s::errc::statement_denied) return false;
  auto const is_word = [&](std::string_view w) { return t2s::text::same(w, refused->subject); };
  if (std::ranges::none_of(writing, is_word)) return false;
  std::cout << "This statement writes (" << printable(refused->subject) << "): only statements that read are explained. It was not run.\n";
  if (refused->offset) print_caret(text, *refused->offset);
  return true;
}

/// The remedy for a statement that only DuckDB has, and that is not read; "" if it is none.
std::string form_not_read(std::string const& text) {
  auto const read = sql::parse(text, {.grammar = sql::duckdb});
  if (read) return {};
  auto const& said = read.error().message;
  return said.find(" not read: ") == said.npos ? std::string() : said;
}

std::string_view first_word(std::string_view s) {
  s.remove_prefix(std::min(s.find_first_not_of(" \t\r\n("), s.size()));
  return s.substr(0, s.find_first_of(" \t\r\n(;"));
}

/// The word that names a construct of SQL in a text that a draft left out; "" if the text is prose. Other than for repair, statements
/// before a whole SELECT count, too: BEGIN, SET.
std::string_view construct_in(std::string_view left_out) {
  static constexpr std::array<std::string_view, 40> words{
      "attach", "detach",  "use",     "set",      "reset",   "pragma",    "begin",  "start",   "commit",   "rollback",
      "with",   "from",    "explain", "describe", "desc",    "summarize", "show",   "pivot",   "unpivot",  "call",
      "copy",   "export",  "import",  "load",     "install", "analyze",   "vacuum", "execute", "prepare",  "declare",
      "insert", "replace", "update",  "delete",   "merge",   "create",    "drop",   "alter",   "truncate", "grant"};
  auto const word = first_word(left_out);
  bool const known = std::ranges::any_of(words, [&](std::string_view w) { return t2s::text::same(w, word); });
  bool const sentence = word.size() > 1 && t2s::text::is_upper(word[0]) && !t2s::text::is_upper(word[1]);  // "Use this:"
  return known && !sentence && !t2s::text::trim(left_out).ends_with(':') ? word : std::string_view();
}

/// The form in "FROM (SUMMARIZE t)", which is read as a table SUMMARIZE with the alias t; "" for other queries.
std::string_view form_as_table(sql::query const& q) {
  static constexpr std::array<std::string_view, 6> forms{"summarize", "describe", "show", "explain", "pivot", "unpivot"};
  for (auto const* table : sql::all_of(q.root(), sql::kind::table)) {
    auto const before = t2s::text::trim(q.text().substr(0, table->offset));
    auto const is_named = [&](std::string_view form) { return t2s::text::same(form, table->name.view()); };
    if (before.ends_with('(') && std::ranges::any_of(forms, is_named)) return table->name.view();
  }
  return {};
}

bool has_fix(sql::draft const& d, sql::fix f) { return std::ranges::find(d.notes, f, &sql::note::what) != d.notes.end(); }

/// Why the SQL of a draft is not what was written: a part of it was left out, or read as a name; "" if it is.
std::string not_explained(std::string const& written, sql::draft const& d) {
  static constexpr std::string_view advice = " is not read: give one statement that reads, a SELECT, WITH or VALUES, alone";
  std::string word;
  for (auto const& n : d.notes)
    if (n.what == sql::fix::text_before || n.what == sql::fix::statements_after) word = construct_in(n.detail);
  bool const adds_select = has_fix(d, sql::fix::missing_select);
  if (word.empty() && adds_select) word = construct_in(first_word(written));
  if (word.empty() && d.result) word = form_as_table(*d.result);
  if (auto form = word.empty() ? std::string() : form_not_read(written); !form.empty()) return form;
  if (!word.empty()) return word + std::string(advice);
  auto const first = std::string(first_word(written));
  auto const next = first_word(std::string_view(written).substr(written.find(first) + first.size()));
  bool const is_item = next.empty() || t2s::text::same(next, "from") || t2s::text::same(next, "as") || !t2s::text::is_letter(next[0]);
  bool const misspelt = adds_select && !is_item && !first.ends_with(',') && t2s::text::edit_distance(first, "select") <= 2;
  return misspelt ? "line 1, column 1: " + first + " is perhaps meant as SELECT" : std::string();
}

void print_query(sql::query const& q, sql::dialect d) {
  auto const used = sql::entities_of(q);
  std::cout << "Meaning\n";
  for (auto const& sentence : sql::meaning_of(q, d)) std::cout << "  " << printable(sentence) << "\n";
  std::cout << "\nStatement\n" << printable(sql::print(q)) << "\n\nTree\n";
  print_tree(q.root(), 0);
  std::cout << "\nEntities\n";
  print_names("  tables", used.table_names());
  print_names("  columns", used.column_names());
  std::cout << "\nSkeletons\n  scoped: " << printable(sql::skeleton(q, sql::skeleton_mode::scoped))
            << "\n  dac:    " << printable(sql::skeleton(q, sql::skeleton_mode::dac)) << "\n";
}

}  // namespace

int explain(std::vector<std::string> const& words) {
  options o(
      "explain [--db FILE] [--qualify] [--lineage] [--cost] SQL",
      "Says in plain words what a statement does, and shows its tree, its entities and skeletons, and, with a database, what each name\n"
      "means and what the database would refuse. Small faults of drafts are repaired, with a note. A statement that writes is not "
      "explained. Exit status 1 if the\n"
      "statement is wrong or writes and, with --cost, if the database would refuse it.");
  o.described.add_options()("db", a_database(), what_databases)(
      "qualify", "with --db: also the statement with every column's table and the columns of its stars")(
      "lineage", "with --db: also the stored columns that each result column comes from")(
      "cost", "with --db: also how many rows it would read, as the database estimates; it is not run")("sql", a_word("SQL"),
                                                                                                       "the statement, in quotes");
  o.positional.add("sql", 1);
  po::variables_map given;
  if (!o.read(words, given)) return answered;
  if (given.count("sql") == 0) throw usage_error("there is no statement; give it in quotes: t2s " + o.usage);

  bool const qualifies = given.count("qualify") != 0, traces = given.count("lineage") != 0, weighs = given.count("cost") != 0;
  if ((qualifies || traces || weighs) && given.count("db") == 0)
    throw usage_error("--qualify, --lineage and --cost need the tables: give --db FILE");
  std::optional<t2s::db::any_connection> database;
  if (given.count("db") != 0) database.emplace(open_database(given["db"].as<std::string>()));
  auto const grammar = database ? sql::dialect_of(database->schema()) : sql::sqlite;
  if (is_refused(given["sql"].as<std::string>(), grammar)) return no_sql;
  auto const draft = sql::parse_draft(given["sql"].as<std::string>(), {.grammar = grammar});
  if (auto const why = not_explained(given["sql"].as<std::string>(), draft); !why.empty()) {
    std::cout << printable(why) << "\n";
    return no_sql;
  }
  for (auto const& note : draft.notes)
    std::cout << "Put right: " << sql::name_of(note.what) << (note.detail.empty() ? "" : ": " + printable(note.detail)) << "\n";
  if (!draft.result) {
    auto const form = form_not_read(draft.text);
    auto const& wrong = draft.result.error();
    auto const misspelt = misspelt_at(draft.text, wrong);
    std::cout << printable(form.empty() ? syntax_text(draft.text, wrong) : form) << "\n";
    if (form.empty()) print_caret(draft.text, misspelt ? misspelt->offset : wrong.offset);
    return no_sql;
  }
  print_query(*draft.result, grammar.dialect);
  if (qualifies) std::cout << "\nQualified\n" << printable(sql::qualify(*draft.result, database->schema()).result.text()) << "\n";
  if (traces) print_lineage(*draft.result, database->schema());
  bool const would_run = !weighs || print_cost(database->estimate(draft.text));
  bool const is_sound = !database || print_resolution(*draft.result, draft.text, *database);
  return would_run && is_sound ? answered : no_sql;
}

}  // namespace cli
