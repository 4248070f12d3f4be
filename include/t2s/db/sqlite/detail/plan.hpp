// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_PLAN_HPP
#define T2S_DB_SQLITE_DETAIL_PLAN_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/plan_cost.hpp"
#include "t2s/db/sqlite/detail/failure.hpp"
#include "t2s/db/sqlite/detail/keys.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>

/// What SQLite's plan of a statement reads (EXPLAIN QUERY PLAN, https://sqlite.org/eqp.html). It has no numbers: they are those of
/// `sqlite_stat1`, or follow from the row numbers of the tables, which stand at the ends of a b-tree; for what neither has, SQLite's own
/// guesses are taken.
namespace t2s::db::detail {

/// How many rows tables have and lookups find.
class sqlite_sizes {
 public:
  explicit sqlite_sizes(sqlite3* db) : db_(db) {}

  /// Nothing for what is no table, and for one without row numbers that was not analysed.
  [[nodiscard]] std::optional<double> rows_of(schema::table const& t) const {
    if (auto const known = statistics(t.name, {}); !known.empty()) return known.front();
    if (t.is_view) return {};
    if (is_virtual(t)) return rows_of_virtual;
    auto const number = row_number_of(t);
    auto const table = schema::in_quotes(t.name, sql::dialect::sqlite);
    auto const end = [&](char const* which) {
      return std::string("(SELECT ").append(which).append(number).append(") FROM ").append(table) + ")";
    };
    auto const span =
        number.empty() ? std::vector<double>() : numbers("SELECT coalesce(" + end("max(") + " - " + end("min(") + " + 1, 0)", {});
    if (span.empty()) return {};
    return std::min(span.front(), bytes_of_file() / bytes_of_row);
  }

  /// Of `n` rows those that have one value in each of the columns `equal`, the first of an index, and lie in a range of `bounds` more.
  /// `is_whole_key`: whether a table without row numbers, whose name stands for its index, has no other columns in its key.
  [[nodiscard]] double found_by(std::string const& index, double n, table_names const& equal, std::size_t bounds, bool is_whole_key) const {
    double rows = n;
    if (is_whole_key)
      rows = 1;
    else if (auto const known = statistics({}, index); known.size() > equal.size())
      rows = known[equal.size()];
    else if (!equal.empty())
      rows = is_unique(index, equal) ? 1 : std::min(n, rows_of_a_key);
    return std::max(1.0, rows * std::pow(part_of_a_bound, bounds));
  }

  /// Whose index that is; "" for none.
  [[nodiscard]] std::string table_of(std::string const& index) const {
    return word("SELECT tbl_name FROM sqlite_schema WHERE type = 'index' AND name = ?1", index);
  }

  static constexpr double rows_of_a_key = 10, part_of_a_bound = 0.25, rows_of_virtual = 25;  ///< as SQLite guesses

 private:
  static bool is_virtual(schema::table const& t) { return text::lower(t.ddl.substr(0, 14)) == "create virtual"; }

  /// What a table calls the numbers of its rows, unless a column has that name.
  static std::string row_number_of(schema::table const& t) {
    for (char const* name : {"_rowid_", "rowid", "oid"})
      if (!t.find_column(name)) return name;
    return {};
  }

  /// The least that a row takes of a page: two for its place, four for its cell. Columns that were added later, and those that are
  /// computed, are not in it.
  static constexpr double bytes_of_row = 6;

  /// With its write-ahead log, which may hold pages that the file has not.
  [[nodiscard]] double bytes_of_file() const {
    auto const file = size_of(SQLITE_FCNTL_FILE_POINTER);
    return file ? *file + size_of(SQLITE_FCNTL_JOURNAL_POINTER).value_or(0) : std::numeric_limits<double>::max();
  }
  [[nodiscard]] std::optional<double> size_of(int which) const {
    sqlite3_file* file = nullptr;
    sqlite3_int64 bytes = 0;
    bool const is_known = sqlite3_file_control(db_, "main", which, static_cast<void*>(&file)) == SQLITE_OK && file && file->pMethods &&
                          file->pMethods->xFileSize(file, &bytes) == SQLITE_OK;
    return is_known ? std::optional(static_cast<double>(bytes)) : std::nullopt;
  }

  /// The numbers of the first row that a query gives, all its columns, or in one text; none if it fails.
  [[nodiscard]] std::vector<double> numbers(std::string const& sql, std::string const& argument) const {
    std::vector<double> found;
    sqlite_statement s;
    sqlite_rows rows(db_, s, sql.c_str(), argument);
    while (rows.next()) {
      if (!found.empty()) continue;
      for (int i = 0; i < sqlite3_column_count(rows.now()); ++i)
        for (auto const word : text::split(text_of(rows.now(), i), ' '))
          if (double n = 0; text::to_number(word, n) == std::errc()) found.push_back(n);
    }
    return rows.failed() ? std::vector<double>() : found;
  }

  /// The first text that a query gives; "" if it fails.
  [[nodiscard]] std::string word(char const* sql, std::string const& argument) const {
    std::string found;
    sqlite_statement s;
    sqlite_rows rows(db_, s, sql, argument);
    while (rows.next()) found = text_of(rows.now(), 0);
    return rows.failed() ? std::string() : found;
  }

  /// "rows, rows for each value of the first column, ... of the first two", of an index or of any of a table.
  [[nodiscard]] std::vector<double> statistics(std::string const& table, std::string const& index) const {
    return numbers(std::string("SELECT stat FROM sqlite_stat1 WHERE ") + (index.empty() ? "tbl" : "idx") +
                       " = ?1 COLLATE NOCASE ORDER BY CAST(stat AS INTEGER) DESC",
                   index.empty() ? table : index);
  }

  /// Whether no two rows have the same values in these columns of an index: of all its columns, not of the first of them. Those of
  /// constraints have no SQL of their own.
  [[nodiscard]] bool is_unique(std::string const& index, table_names const& equal) const {
    auto const made = word("SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?1", index);
    if (!made.empty()) return text::lower(made.substr(0, 13)) == "create unique" && sqlite_keys(made).of_index == equal.size();
    auto const table = word(
        "SELECT t.sql FROM sqlite_schema AS i JOIN sqlite_schema AS t ON t.name = i.tbl_name AND t.type = 'table'"
        " WHERE i.type = 'index' AND i.name = ?1",
        index);
    return sqlite_keys(table).has_within(equal);
  }

  sqlite3* db_;
};

/// Lets statements be longer by so many bytes while the object lives.
class sqlite_room_ahead {
 public:
  sqlite_room_ahead(sqlite3* db, std::size_t bytes) : db_(db), before_(sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, -1)) {
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, before_ + static_cast<int>(bytes));  // SQLite's greatest is far from that of int
  }
  sqlite_room_ahead(sqlite_room_ahead const&) = delete;
  sqlite_room_ahead& operator=(sqlite_room_ahead const&) = delete;
  ~sqlite_room_ahead() { sqlite3_limit(db_, SQLITE_LIMIT_SQL_LENGTH, before_); }

 private:
  sqlite3* db_;
  int before_;
};

/// Reads the plan of one statement.
class sqlite_plan_reader {
 public:
  sqlite_plan_reader(sqlite3* db, schema::database const& schema) : db_(db), schema_(schema), sizes_(db) {}

  /// Nothing where a size is unknown, and for what is explained itself.
  [[nodiscard]] std::optional<statement_cost> read(sqlite3_stmt* statement) {
    if (sqlite3_stmt_isexplain(statement) != 0) return statement_cost();
    std::string const sql = sqlite3_sql(statement);
    sql::tokenize(sql, sql::sqlite, tokens_);
    std::string const explain = "EXPLAIN QUERY PLAN ";
    sqlite_room_ahead const room(db_, explain.size());
    sqlite_statement plan;
    sqlite_rows explained(db_, plan, (explain + sql).c_str());
    while (explained.next()) {
      auto* const s = explained.now();
      steps_.push_back({sqlite3_column_int(s, 0), sqlite3_column_int(s, 1), std::string(text_of(s, 3))});
    }
    if (explained.failed()) return {};
    note_aliases(tokens_);
    auto const rows = run(0, 1, {});
    if (!is_known_) return {};
    bool const sorts = std::ranges::any_of(steps_, [](step const& s) { return s.words.starts_with("USE TEMP B-TREE"); });
    auto const is_view = [this](std::string const& name) {
      auto const* t = schema_.find_table(name);
      return t && t->is_view;
    };
    auto limit = limit_of(sql, sql::sqlite);
    limit.is_there = limit.is_there && !sorts;
    return account_.total(rows, sorts ? std::nullopt : rows_wanted(sql, sql::sqlite, is_view), limit);
  }

 private:
  struct step {
    int id, parent;
    std::string words;
  };
  struct named_column {
    std::string qualifier, name;
  };

  /// Runs the steps below another one `times` times, for each row of `outer`. How many rows they give each time.
  double run(int parent, double times, table_names outer) {
    double rows = 1;
    for (auto const& s : steps_) {
      if (s.parent != parent) continue;
      std::string_view const words = s.words;
      if (is_loop(words))
        rows *= loop(words, times * rows, outer, words.starts_with("SEARCH ") ? listed(s, times * rows, outer) : 1);
      else if (is_list(words))
        rows_of_list(s, words.starts_with("CORRELATED ") ? times * rows : times, outer);
      else if (auto const name = made_by(words); !name.empty())
        made_[std::string(name)] = run(s.id, times, outer);
      else if (words.starts_with("CORRELATED "))
        run(s.id, times * rows, outer);
      else if (words == "MULTI-INDEX OR")
        rows *= run_all(s.id, times * rows, outer);
      else if (words == "COMPOUND QUERY" || words.starts_with("MERGE "))
        rows = run_all(s.id, times, outer);
      else if (words.starts_with("RIGHT-JOIN "))
        rows += run(s.id, times, outer);
      else if (words == "RECURSIVE STEP")
        is_known_ = false;  // how often is known when it is over
      else
        run(s.id, times, outer);
    }
    return rows;
  }

  /// One after the other: the sum of their rows.
  double run_all(int parent, double times, table_names const& outer) {
    double rows = 0;
    for (auto const& s : steps_)
      if (s.parent == parent) rows += run(s.id, times, outer);
    return rows;
  }

  static bool is_loop(std::string_view words) { return words.starts_with("SCAN ") || words.starts_with("SEARCH "); }
  static bool is_list(std::string_view words) {
    static constexpr std::array<std::string_view, 3> before{"LIST SUBQUERY ", "CORRELATED LIST SUBQUERY ", "REUSE LIST SUBQUERY "};
    return words.ends_with(" FOR IN-OPERATOR") || std::ranges::any_of(before, [words](auto const& b) { return words.starts_with(b); });
  }

  /// How many values the right sides of IN have by which a search is repeated. They stand behind it; in a part of an OR they may stand
  /// before it. A plan does not tell a list to search by from one that only filters what was found: the statement mostly does.
  double listed(step const& search, double times, table_names const& outer) {
    bool const is_part = std::ranges::any_of(steps_, [&](step const& s) { return s.id == search.parent && s.words.starts_with("INDEX "); });
    bool const counts = outer.empty() || !is_joined_only(search.words);
    bool is_behind = is_part;
    std::vector<double> lists;
    for (auto const& s : steps_) {
      if (s.parent != search.parent) continue;
      if (&s != &search && is_behind && is_loop(s.words)) break;
      is_behind = is_behind || &s == &search;
      if (!is_behind || !is_list(s.words)) continue;
      auto const rows = rows_of_list(s, s.words.starts_with("CORRELATED ") ? times : 1, outer);
      if (!counts) continue;
      lists.push_back(std::max(1.0, rows));
      if (s.words.ends_with(" FOR IN-OPERATOR")) account_.read(shown(table_as_list(s.words)), rows, 1, {});  // no step of its own
    }
    std::ranges::sort(lists, std::greater<>());
    lists.resize(std::min(lists.size(), std::max<std::size_t>(1, columns_equal(search.words).size())));  // one IN a column
    return std::accumulate(lists.begin(), lists.end(), 1.0, std::multiplies<>());
  }

  /// How many values the right side of an IN has. It is run once.
  double rows_of_list(step const& list, double times, table_names const& outer) {
    auto const number = list.words.substr(list.words.rfind(' ') + 1);
    auto const known = lists_.find(number);
    if (list.words.starts_with("REUSE ")) return known == lists_.end() ? 1 : known->second;
    if (list.words.ends_with(" FOR IN-OPERATOR")) return size_of(table_as_list(list.words)).value_or(1);
    if (known != lists_.end()) return known->second;
    return lists_[number] = run(list.id, times, outer);
  }

  /// Of "USING ROWID SEARCH ON TABLE t FOR IN-OPERATOR", "USING INDEX i FOR IN-OPERATOR"; "" if it is unknown.
  [[nodiscard]] std::string table_as_list(std::string_view words) const {
    words.remove_suffix(std::string_view(" FOR IN-OPERATOR").size());
    static constexpr std::string_view of_table = "USING ROWID SEARCH ON TABLE ", of_index = "USING INDEX ";
    if (words.starts_with(of_table)) return std::string(words.substr(of_table.size()));
    return words.starts_with(of_index) ? sizes_.table_of(std::string(words.substr(of_index.size()))) : std::string();
  }

  /// Whether the columns that a search goes by are all compared by = in the statement, and none stands before an IN there.
  [[nodiscard]] bool is_joined_only(std::string_view words) const {
    auto names = columns_equal(words);
    if (names == table_names{"rowid"}) {
      auto const table = name_in(words.substr(7, words.find(" USING ") - 7));
      auto const alias = aliases_.find(text::lower(table));
      auto const* t = schema_.find_table(alias == aliases_.end() ? table : alias->second);
      if (t && t->primary_key().size() == 1) names = t->primary_key();
    }
    return !names.empty() && std::ranges::all_of(names, [this](std::string const& name) {
      return compared_.contains(text::lower(name)) && !before_in_.contains(text::lower(name));
    });
  }

  /// The names before "=?" of "... (a=? AND b=? AND c>?)".
  static table_names columns_equal(std::string_view words) {
    table_names names;
    words = words.substr(std::min(words.find(" ("), words.size()));
    if (words.ends_with(')')) words.remove_suffix(1);
    for (words.remove_prefix(std::min<std::size_t>(2, words.size())); !words.empty();) {
      auto const one = words.substr(0, words.find(" AND "));
      if (one.ends_with("=?")) names.emplace_back(one.substr(0, one.size() - 2));
      words.remove_prefix(std::min(words.size(), one.size() + 5));
    }
    return names;
  }

  /// Which columns a statement compares by =, and which by IN.
  void note_comparisons(std::vector<sql::token> const& tokens) {
    using kind = sql::token_kind;
    auto const note = [&](std::set<std::string>& in, std::size_t i) {
      if (sql::is_name(tokens[i])) in.insert(text::lower(sql::content_of(tokens[i])));
    };
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
      if (tokens[i].kind == kind::eq) {
        note(compared_, i - 1);
        note(compared_, i + 1 + (i + 3 < tokens.size() && tokens[i + 2].kind == kind::dot ? 2 : 0));
      } else if (tokens[i].kind == kind::in) {
        auto at = i - 1;
        note(before_in_, at);
        if (tokens[at].kind == kind::rparen)  // (a, b) IN (...)
          while (at > 0 && tokens[at].kind != kind::lparen) note(before_in_, --at);
      }
    }
  }

  /// One table in the loops of a join, which joins `outer`. How many of its rows each of those before it meets. A search is done for each
  /// of `listed` values, which differ.
  double loop(std::string_view words, double times, table_names& outer, double listed) {
    bool const searches = words.starts_with("SEARCH ");
    words.remove_prefix(searches ? 7 : 5);
    if (words.ends_with("CONSTANT ROW")) return 1;
    if (double n = 0; words.ends_with(" CONSTANT ROWS") && text::to_number(words.substr(0, words.find(' ')), n) == std::errc()) return n;
    auto const using_at = words.find(" USING ");
    auto const how = using_at == words.npos ? std::string_view() : words.substr(using_at + 7);
    auto const name = name_in(words.substr(0, using_at));
    auto const size = size_of(name).value_or(std::numeric_limits<double>::infinity());  // a lookup may do without it
    auto const met = searches ? std::min(std::max(1.0, size), found(how, size, name) * listed) : size;
    bool const makes_index = how.starts_with("AUTOMATIC ");
    is_known_ = is_known_ && std::isfinite(met) && (!makes_index || std::isfinite(size));
    if (makes_index) account_.read(shown(name), size, 1, {});
    account_.read(shown(name), met, times, outer, tie_of(name, how));
    if (searches && listed > met) account_.look_up((listed - met) * times);
    outer.push_back(shown(name));
    return met;
  }

  /// How the statement ties a table to others.
  [[nodiscard]] table_tie tie_of(std::string const& name, std::string_view how) const {
    auto const alias = aliases_.find(text::lower(name));
    auto const* t = schema_.find_table(alias == aliases_.end() ? name : alias->second);
    auto const is_own = [&](named_column const& c) {
      return c.qualifier.empty() ? t && t->find_column(c.name) : text::same(c.qualifier, name);
    };
    auto const ties = [&](std::vector<named_column> const& condition) {
      return std::ranges::any_of(condition, is_own) && !std::ranges::all_of(condition, is_own);
    };
    if (!joins_by_names_ && std::ranges::none_of(conditions_, ties)) return table_tie::none;
    return how.find("=?") == how.npos ? table_tie::by_condition : table_tie::by_lookup;
  }

  /// The columns of each comparison behind ON, WHERE, HAVING and AND.
  void note_conditions(std::vector<sql::token> const& tokens) {
    using kind = sql::token_kind;
    static constexpr std::array begin{kind::on, kind::where, kind::having, kind::and_};
    static constexpr std::array over{kind::select, kind::from, kind::join, kind::group, kind::order, kind::limit, kind::semicolon};
    static constexpr std::array compare{kind::eq, kind::ne, kind::lt, kind::le, kind::gt, kind::ge, kind::between, kind::like};
    auto const is_one_of = [](auto const& kinds, kind k) { return std::ranges::find(kinds, k) != kinds.end(); };
    bool is_inside = false, compares = false;
    std::size_t depth = 0;  // of brackets within a condition
    std::vector<named_column> columns;
    auto const close = [&] {
      if (compares && columns.size() > 1) conditions_.push_back(columns);
      columns.clear();
      compares = false;
      depth = 0;
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      auto const k = tokens[i].kind;
      joins_by_names_ = joins_by_names_ || k == kind::using_ || k == kind::natural;
      bool const begins = is_one_of(begin, k);
      if (begins || is_one_of(over, k)) close(), is_inside = begins;
      if (k == kind::lparen) ++depth;
      if (k == kind::rparen && depth-- == 0) close(), is_inside = false;  // of a subquery
      if (!is_inside || begins) continue;
      compares = compares || is_one_of(compare, k);
      bool const is_qualified = i + 2 < tokens.size() && tokens[i + 1].kind == kind::dot && sql::is_name(tokens[i + 2]);
      bool const is_call = i + 1 < tokens.size() && tokens[i + 1].kind == kind::lparen;
      bool const is_type = tokens[i - 1].kind == kind::as || tokens[i - 1].kind == kind::collate;
      if (!sql::is_name(tokens[i]) || is_call || is_type) continue;
      columns.push_back(is_qualified ? named_column{sql::content_of(tokens[i]), sql::content_of(tokens[i + 2])}
                                     : named_column{{}, sql::content_of(tokens[i])});
      if (is_qualified) i += 2;
    }
    close();
  }

  static std::string name_in(std::string_view words) {
    for (std::string_view const after : {" VIRTUAL TABLE INDEX ", " LEFT-JOIN", " EXISTS"}) words = words.substr(0, words.find(after));
    if (words.starts_with("main.")) words.remove_prefix(5);
    return std::string(words);
  }

  /// What a lookup meets: "INDEX name (a=? AND b>?)", "INTEGER PRIMARY KEY (rowid=?)"; without brackets the first or last of an index.
  [[nodiscard]] double found(std::string_view how, double n, std::string const& table) const {
    auto const bracket = how.find(" (");
    if (bracket == how.npos) return 1;
    std::size_t bounds = 0;
    for (auto at = bracket; at + 1 < how.size(); ++at) bounds += how[at + 1] == '?' && how[at] != '=' ? 1U : 0U;
    auto const equal = columns_equal(how);
    if (how.starts_with("AUTOMATIC ")) return found_by_automatic(how.substr(bracket + 2), n);
    auto const index = how.find("INDEX ");
    if (index < bracket) return sizes_.found_by(std::string(how.substr(index + 6, bracket - index - 6)), n, equal, bounds, false);
    if (how.starts_with("PRIMARY KEY")) return found_by_key(table, n, equal, bounds);
    return equal.empty() ? std::max(1.0, n * std::pow(sqlite_sizes::part_of_a_bound, bounds)) : 1;
  }

  /// By the key of a table without row numbers. Of tables that may have that name here the one in which most is found counts.
  [[nodiscard]] double found_by_key(std::string const& name, double n, table_names const& equal, std::size_t bounds) const {
    double most = 0;
    auto const take = [&](std::string const& table) {
      if (auto const* t = schema_.find_table(table))
        most = std::max(most, sizes_.found_by(t->name, n, equal, bounds, t->primary_key().size() == equal.size()));
    };
    take(name);
    auto const [first, last] = aliases_.equal_range(text::lower(name));
    for (auto at = first; at != last; ++at) take(at->second);
    return most > 0 ? most : sizes_.found_by({}, n, equal, bounds, false);
  }

  /// SQLite makes an index for joins, and for "c = 'x'" too, which rarely tells as much.
  [[nodiscard]] double found_by_automatic(std::string_view columns, double n) const {
    auto const column = columns.substr(0, columns.find('='));
    auto const is_constant = [&](std::size_t i) {
      auto const next = tokens_[i + 2].kind;
      return sql::is_name(tokens_[i]) && tokens_[i + 1].kind == sql::token_kind::eq && text::same(sql::content_of(tokens_[i]), column) &&
             (next == sql::token_kind::string || next == sql::token_kind::number);
    };
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i)
      if (is_constant(i)) return std::max(1.0, n / 10);
    return std::max(1.0, std::min(n, sqlite_sizes::rows_of_a_key));
  }

  /// The name by which a plan calls a table may be its own or another one's here: the larger counts.
  [[nodiscard]] std::optional<double> size_of(std::string const& name) {
    std::optional<double> most;
    auto const take = [&](std::string const& table) {
      if (auto const n = rows_of(table); n && !(most > n)) most = n;
    };
    take(name);
    auto const [first, last] = aliases_.equal_range(text::lower(name));
    for (auto at = first; at != last; ++at) take(at->second);
    return most;
  }

  [[nodiscard]] std::optional<double> rows_of(std::string const& table) {
    for (auto const& [name, rows] : made_)
      if (text::same(name, table)) return rows;
    auto const* t = schema_.find_table(table);
    if (!t) return {};
    auto const [at, is_new] = known_.try_emplace(t->name);
    if (is_new) at->second = sizes_.rows_of(*t);
    return at->second;
  }

  /// "b", or "b (as x)".
  [[nodiscard]] std::string shown(std::string const& name) const {
    auto const at = aliases_.find(text::lower(name));
    return at == aliases_.end() || text::same(at->second, name) ? name : at->second + " (as " + name + ")";
  }

  /// "t AS x" and "t x", in a statement and in the views that it names, whose tables a plan names as well.
  void note_aliases(std::vector<sql::token> const& tokens) {
    note_comparisons(tokens);
    note_conditions(tokens);
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (!sql::is_name(tokens[i])) continue;
      auto source = sql::content_of(tokens[i]);
      auto const* t = schema_.find_table(source);
      if (t && t->is_view && views_.insert(t).second) {
        std::vector<sql::token> inner;
        sql::tokenize(t->ddl, sql::sqlite, inner);
        note_aliases(inner);
      }
      auto const& alias = tokens[std::min(i + (tokens[i + 1].kind == sql::token_kind::as ? 2 : 1), tokens.size() - 1)];
      if (sql::is_name(alias) && (t || is_made(source))) aliases_.emplace(text::lower(sql::content_of(alias)), std::move(source));
    }
  }
  [[nodiscard]] bool is_made(std::string const& name) const {
    return std::ranges::any_of(steps_, [&name](step const& s) { return text::same(made_by(s.words), name); });
  }
  static std::string_view made_by(std::string_view words) {
    bool const makes = words.starts_with("CO-ROUTINE ") || words.starts_with("MATERIALIZE ");
    return makes ? words.substr(words.find(' ') + 1) : std::string_view();
  }

  sqlite3* db_;
  schema::database const& schema_;
  sqlite_sizes sizes_;
  plan_account account_{};
  bool is_known_ = true;
  std::vector<step> steps_{};
  std::vector<sql::token> tokens_{};                      // of the statement, while it is read
  std::set<schema::table const*> views_{};                // that it names
  std::map<std::string, double> made_{};                  // by CTEs and subqueries
  std::map<std::string, double> lists_{};                 // the rows of the right sides of IN, by their numbers
  std::set<std::string> compared_{}, before_in_{};        // names of the statement, in lower case
  std::vector<std::vector<named_column>> conditions_{};   // of the statement and the views that it names
  bool joins_by_names_ = false;                           // by USING or NATURAL
  std::map<std::string, std::optional<double>> known_{};  // of tables
  std::multimap<std::string, std::string> aliases_{};     // in lower case, to what they name
};

}  // namespace t2s::db::detail

#endif
