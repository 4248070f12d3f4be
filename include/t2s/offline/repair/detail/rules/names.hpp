// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_NAMES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_NAMES_HPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/offline/repair/detail/rules/joins.hpp"
#include "t2s/offline/repair/detail/rules/row_limits.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"
#include "t2s/sql/detail/ast.hpp"

namespace t2s::repair {

using words = std::vector<std::string>;

inline words standard_words(std::string_view name) {
  words all;
  for (auto const& w : retrieve::lemmas_of_name(name))
    for (auto const part : text::split(knowledge::standard_form(w), ' ')) all.emplace_back(part);
  return all;
}

inline words without(words const& all, words const& others) {
  words left;
  for (auto const& w : all)
    if (!t2s::detail::any_of(others, [&](std::string const& o) { return o == w || knowledge::likeness(w, o) >= 0.8; })) left.push_back(w);
  return left;
}

/// The share of common words of two names.
inline double shared(words const& a, words const& b) {
  auto const alone = without(a, b).size() + without(b, a).size();
  auto const all = a.size() + b.size();
  return all == 0 ? 0 : 1.0 - static_cast<double>(alone) / static_cast<double>(all);
}

/// Whether a column's name is its table's, or its beginning, followed by `typed`, in one word: `StuID` for the "id" of students.
inline bool is_of_owner(std::string_view typed, schema::column const& c, schema::table const& owner) {
  auto const name = text::lower(c.name), end = text::lower(typed);
  if (name.size() <= end.size() || !name.ends_with(end)) return false;
  auto const front = text::words_of_name(std::string_view(c.name).substr(0, name.size() - end.size()));
  if (front.size() != 1) return false;
  return t2s::detail::any_of(standard_words(owner.name), [&](auto const& w) { return w.starts_with(retrieve::lemma(front.front())); });
}

/// Whether a key joins the column with one of that name in another table.
inline bool is_paired(std::string_view typed, schema::column const& c, schema::table const& owner, schema::database const& d) {
  auto const pairs = [&](schema::foreign_key const& k, bool own) {
    if (!k.resolved || k.columns.size() != 1) return false;
    auto const &mine = own ? k.columns.front() : k.referenced.front(), &other = own ? k.referenced.front() : k.columns.front();
    return mine == c.name && text::same(other, typed);
  };
  for (auto const& k : owner.foreign_keys)
    if (pairs(k, true)) return true;
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      if (k.table == owner.name && pairs(k, false)) return true;
  return false;
}

inline bool is_only_key(schema::column const& c, schema::table const& owner) {
  return c.key_position == 1 && owner.primary_key().size() == 1;
}

/// Whether one name is the other with its first word as an initial: `LName` for a last name.
inline bool is_initialled(words const& full, words const& brief) {
  if (full.size() < 2) return false;
  auto name = full.front().substr(0, 1);
  for (std::size_t i = 1; i < full.size(); ++i) name += full[i];
  return name == text::join(brief, "");
}

/// A name does not mean a key, however similar the two are.
inline bool is_name_for_key(words const& typed, words const& name) {
  return !typed.empty() && !name.empty() && typed.back() == "name" && name.back() == "id";
}

/// The cost of a misspelling: nothing if more than a third of the letters differ.
inline std::optional<double> edit_cost(std::string_view typed, std::string_view meant) {
  auto const distance = text::edit_distance(typed, meant);
  auto const letters = std::max<std::size_t>(typed.size(), 3);
  if (distance * 3 > letters) return {};
  return 0.15 + 0.6 * static_cast<double>(distance) / static_cast<double>(letters);
}

inline void keep_least(std::optional<double>& least, std::optional<double> cost) {
  if (cost && (!least || *cost < *least)) least = cost;
}

inline std::optional<double> cost_by_words(words const& typed, words const& name, words const& owner) {
  auto const asked = without(typed, owner), own = without(name, owner);
  if (!own.empty() && own == asked) return 0.2;
  if (asked.empty() && own.size() == 1 && own.front() == "name") return 0.15;  // a column named like its table means the name of its rows
  auto const common = shared(typed, name);
  auto const telling = shared(asked, own);
  if (common <= 0 || (telling <= 0 && !asked.empty())) return {};
  return 0.75 - 0.3 * common;
}

/// The cost of reading `typed` as a column: 0 for its name, more for the same words, for words that include its table ("id" for `StuID`,
/// "name" for `CountryName`), for the key that a foreign key joins with a column of that name, for a misspelling, for some of the words.
/// Nothing if the two are not similar.
inline std::optional<double> likeness_cost(std::string_view typed, schema::column const& c, schema::table const& owner,
                                           schema::database const& d) {
  if (text::same(typed, c.name)) return 0.0;
  auto const a = standard_words(typed), b = standard_words(c.name);
  if (text::join(a, "") == text::join(b, "")) return 0.05;
  if (is_initialled(a, b) || is_initialled(b, a)) return 0.1;
  if (is_name_for_key(a, b)) return {};
  auto cost = edit_cost(typed, c.name);
  keep_least(cost, edit_cost(text::join(text::words_of_name(typed), ""), text::join(text::words_of_name(c.name), "")));
  if (is_of_owner(typed, c, owner)) keep_least(cost, 0.15);
  if (text::same(typed, "id") && is_only_key(c, owner)) keep_least(cost, 0.2);
  if (is_paired(typed, c, owner, d)) keep_least(cost, 0.1);
  keep_least(cost, cost_by_words(a, b, standard_words(owner.name)));
  return cost;
}

// ---- tables

inline bool is_use_of(statement const& s, sql::table_use const& source, sql::column_use const& c) {
  return c.what == sql::reference::column && s.source_of(c) == &source;
}

/// The share of a source's used columns that a table has; similar names count less; nothing if none is used.
inline std::optional<double> share_of_columns(statement const& s, sql::table_use const& source, schema::table const& t,
                                              schema::database const& d) {
  double sum = 0, uses = 0;
  for (auto const& u : s.used().columns) {
    if (!is_use_of(s, source, u)) continue;
    uses += 1;
    if (t.find_column(u.name)) {
      sum += 1;
    } else {
      std::optional<double> least;
      for (auto const& c : t.columns) keep_least(least, likeness_cost(u.name, c, t, d));
      if (least) sum += 1 - *least;
    }
  }
  if (uses == 0) return {};
  return sum / uses;
}

inline std::optional<double> table_cost(std::string_view typed, schema::table const& t) {
  auto const a = standard_words(typed), b = standard_words(t.name);
  if (text::join(a, "") == text::join(b, "")) return 0.05;
  auto cost = edit_cost(typed, t.name);
  if (auto const common = shared(a, b); common > 0) keep_least(cost, 0.7 - 0.4 * common);
  return cost;
}

/// A schema's name before a table, as in `dbo.shops`: here there is only one schema.
inline bool is_foreign(std::string_view schema) { return !schema.empty() && !text::same(schema, "main") && !text::same(schema, "temp"); }

inline void leave_out_schemas(statement const& s, edited& edit) {
  for (auto const& t : s.used().tables)
    if (t.what == sql::source_kind::table && is_foreign(t.at->qualifier.view())) edit[*t.at].qualifier = {};
  for (auto const& c : s.used().columns)
    if (c.at->count > 0) edit.set(edit[*c.at], {});
}

inline void rename_table(statement const& s, edited& edit, std::string_view from, std::string const& to) {
  for (auto const& t : s.used().tables)
    if (t.what == sql::source_kind::table && text::same(t.name, from)) edit[*t.at].name = edit.name(to);
  for (auto const& c : s.used().columns)
    if (text::same(c.qualifier, from)) edit.rename(edit[*c.at], to, c.name);
  for (auto const* star : sql::all_of(s.query().root(), sql::kind::star))
    if (text::same(star->qualifier.view(), from)) edit[*star].qualifier = edit.query().make_qualifier(to);
}

/// Another table for the missing one; if no name is similar, its used columns decide.
inline void propose_table(statement const& s, known_facts const& known, sql::problem const& missing, sql::table_use const& source,
                          schema::table const& t, std::optional<double> likeness, proposals& into) {
  auto const share = share_of_columns(s, source, t, *known.schema);
  auto const cost = likeness.value_or(0.8) + 0.5 * (1 - share.value_or(1.0)) - 0.15 * known.asked(t);
  edited edit(s.query());
  leave_out_schemas(s, edit);
  bool const folded = known.dialect() == sql::dialect::postgres;  // the same name without quotes is another name
  if (folded || !text::same(t.name, source.name)) rename_table(s, edit, source.name, t.name);
  auto why =
      "there is no table " + missing.what.subject + "; " + (likeness ? "the nearest is " : "the columns used of it are in ") + t.name;
  into.push_back({repair_kind::table_name, cost, edit.sql(), std::move(why)});
}

// ---- columns

inline constexpr std::size_t most_candidates = 24;  // each is an edit of the whole tree

/// The text between quotes of one kind; "" without quotes.
inline std::string_view between(std::string_view name, std::string_view open, std::string_view close) {
  if (name.size() <= open.size() + close.size() || !name.starts_with(open) || !name.ends_with(close)) return {};
  return name.substr(open.size(), name.size() - open.size() - close.size());
}

/// The text between typographic quotes, which SQLite reads as letters.
inline std::string_view in_typographic_quotes(std::string_view name) {
  auto const in_double_quotes = between(name, "\u201C", "\u201D");
  return in_double_quotes.empty() ? between(name, "\u2018", "\u2019") : in_double_quotes;
}

/// Whether a column is used in a scope by a qualified name, as written.
inline bool is_written(sql::column_use const& c, std::uint32_t scope, std::string_view name, std::string_view qualifier) {
  return c.scope == scope && text::same(c.name, name) && text::same(c.qualifier, qualifier);
}

/// One missing column, and all its uses in its select.
struct missing_column {
  statement const& s;
  known_facts const& known;
  sql::column_use const& use;
  proposals& into;

  [[nodiscard]] std::string typed() const { return std::string(use.name); }

  /// A text without quotes, if the compared column holds one of these letters.
  void as_text() const {
    auto const* equality = s.parent_of(*use.at);
    bool const right = equality && is_binary(*equality, sql::op::eq) && &(*equality)[1] == use.at;
    if (!right || !use.qualifier.empty() || !known.names) return;
    auto const* beside = s.means().find((*equality)[0]);
    if (!beside || !beside->base.column) return;
    for (auto const& v : known.names->values(knowledge::value_key(use.name)))
      if (known.names->table(v.where).name == beside->base.table->name && known.names->column(v.where).name == beside->base.column->name)
        return write_as(v.text);
  }

  void write_as(std::string const& stored) const {
    edited edit(s.query());
    edit.replace(*use.at, edit.string(stored));
    into.push_back({repair_kind::text_value, 0.1, edit.sql(), "there is no column " + typed() + "; it is a stored text"});
  }

  void rename_all(edited& edit, std::string_view qualifier, std::string_view name) const {
    for (auto const& u : s.used().columns)
      if (is_this(u)) edit.rename(edit[*u.at], qualifier, name);
  }

  /// Whether a use is a use of the missing column.
  [[nodiscard]] bool is_this(sql::column_use const& u) const { return is_written(u, use.scope, use.name, use.qualifier); }

  /// A column in scope that may be meant.
  struct candidate {
    double cost;
    std::uint32_t source;
    std::string_view name;
  };

  void in_scope() const {
    std::vector<candidate> all;
    bool const elsewhere = is_of_named_table();
    for (auto const i : s.sources(use.scope)) {
      auto const& source = s.source(i);
      auto const* t = s.table_of(source);
      if (!t || equals_itself(source)) continue;
      bool const named = use.qualifier.empty() || text::same(source.visible_name(), use.qualifier);
      for (auto const& c : t->columns) {
        auto const likeness = likeness_cost(use.name, c, *t, *known.connected);
        if (!likeness) continue;
        all.push_back({*likeness + (named ? 0 : elsewhere ? 0.4 : 0.1) - 0.1 * known.asked(*t, &c), i, c.name});
      }
    }
    auto const order = t2s::detail::places_by(all.size(), [&](std::size_t a, std::size_t b) {
      return all[a].cost != all[b].cost ? all[a].cost < all[b].cost : all[a].name < all[b].name;
    });
    for (std::size_t i = 0; i < order.size() && i < most_candidates; ++i) take(all[order[i]]);
  }

  void take(candidate const& meant) const {
    auto const visible = std::string(s.source(meant.source).visible_name());
    std::string const name(meant.name);
    edited edit(s.query());
    bool const qualify = !use.qualifier.empty() || s.sources(use.scope).count > 1;
    rename_all(edit, qualify ? visible : "", name);
    bool const same = text::same(name, use.name);
    auto why = same ? "the column " + name + " is of " + visible + ", not of " + std::string(use.qualifier)
                    : "there is no column " + typed() + "; " + visible + " has " + name;
    into.push_back({same ? repair_kind::column_owner : repair_kind::column_name, meant.cost, edit.sql(), std::move(why)});
  }

  /// Whether a use would be compared with its own source: a condition on two sources must stay one.
  [[nodiscard]] bool equals_itself(sql::table_use const& source) const {
    for (auto const& u : s.used().columns) {
      auto const* equality = is_this(u) ? s.parent_of(*u.at) : nullptr;
      if (!equality || !is_binary(*equality, sql::op::eq)) continue;
      auto const& other = &(*equality)[0] == u.at ? (*equality)[1] : (*equality)[0];
      auto const* beside = other.kind == sql::kind::column ? s.use_at(other) : nullptr;
      if (beside && s.source_of(*beside) == &source) return true;
    }
    return false;
  }

  /// Columns of tables that are not in scope. Only if nothing there is similar, a misspelling may be of another table than the named one.
  void elsewhere(bool similar_in_scope) const {
    for (auto const& t : known.schema->tables()) {
      if (is_in_scope(t)) continue;
      bool const misspelt = named_so(t) || (use.qualifier.empty() && !similar_in_scope);
      for (auto const& c : t.columns)
        if (auto const cost = likeness_cost(use.name, c, t, *known.connected); cost && *cost <= (misspelt ? 0.3 : 0.1)) from(t, c, *cost);
    }
  }

  [[nodiscard]] bool is_in_scope(schema::table const& t) const {
    for (auto const i : s.sources(use.scope))
      if (s.table_of(s.source(i)) == &t) return true;
    return false;
  }

  /// Whether the qualifier names a table that has the column, and is not in scope.
  [[nodiscard]] bool is_of_named_table() const {
    auto const* t = known.schema->find_table(use.qualifier);
    return t && t->find_column(use.name);
  }

  [[nodiscard]] bool named_so(schema::table const& t) const { return text::same(t.name, use.qualifier); }

  void from(schema::table const& t, schema::column const& c, double likeness) const {
    auto const favour = 0.1 * known.asked(t) + 0.1 * known.asked(t, &c) + (named_so(t) ? 0.15 : 0);
    joined(t, c, likeness - favour);
    auto const* present = s.source_of(use);
    if (present && !is_used(t) && (favour > 0 || is_alone_with(c.name))) in_place_of(*present, t, c, likeness - favour);
  }

  [[nodiscard]] bool is_used(schema::table const& t) const {
    return t2s::detail::any_of(s.used().tables, [&](auto const& source) { return s.table_of(source) == &t; });
  }

  [[nodiscard]] bool is_alone_with(std::string_view column) const {
    auto const& tables = known.schema->tables();
    return t2s::detail::count_if(tables, [&](schema::table const& t) { return t.find_column(column) != nullptr; }) == 1;
  }

  void joined(schema::table const& t, schema::column const& c, double cost) const {
    edited edit(s.query());
    auto const added = join_in(s, known, edit, use.scope, t);
    if (added.steps == 0 || text::same(added.key, c.name)) return;  // the other side of the key is in scope
    rename_all(edit, added.visible, c.name);
    auto why = t.name + " has the column " + c.name + " and is joined to " + added.to;
    into.push_back({repair_kind::joined_table, cost + 0.2 + 0.1 * static_cast<double>(added.steps), edit.sql(), std::move(why)});
  }

  /// Replaces the table without the column by the one with it, if that has everything else that is used.
  void in_place_of(sql::table_use const& present, schema::table const& t, schema::column const& c, double cost) const {
    auto const* old = s.table_of(present);
    if (!old) return;
    for (auto const& u : s.used().columns)
      if (is_use_of(s, present, u) && !text::same(u.name, use.name) && !t.find_column(u.name)) return;
    edited edit(s.query());
    edit[*present.at].name = edit.name(t.name);
    bool const qualify = present.alias.empty();
    for (auto const& u : s.used().columns) {
      if (!is_use_of(s, present, u)) continue;
      bool const missing = text::same(u.name, use.name);
      if (missing || (qualify && !u.qualifier.empty()))
        edit.rename(edit[*u.at], qualify && !u.qualifier.empty() ? t.name : "", missing ? c.name : u.name);
    }
    auto why = old->name + " has no column " + typed() + "; " + t.name + " has all columns used of it";
    into.push_back({repair_kind::joined_table, cost + 0.35 + 0.1 * known.asked(*old), edit.sql(), std::move(why)});
  }
};

/// The tables that an unknown name may mean: those with similar names, and those with the used columns.
inline void propose_tables(statement const& s, known_facts const& known, sql::problem const& missing, proposals& into) {
  auto const name = std::string(std::string_view(missing.what.subject).substr(missing.what.subject.find_last_of('.') + 1));
  sql::table_use const* source = nullptr;
  for (auto const& t : s.used().tables)
    if (!source && text::same(t.name, name)) source = &t;
  if (!source) return;
  std::vector<schema::table const*> by_use;
  for (auto const& t : known.schema->tables()) {
    auto const likeness = table_cost(name, t);
    if (likeness)
      propose_table(s, known, missing, *source, t, *likeness, into);
    else if (share_of_columns(s, *source, t, *known.schema).value_or(0.0) >= 0.7)
      by_use.push_back(&t);
  }
  for (auto const* t : by_use)  // columns of several tables do not decide among them
    if (by_use.size() == 1 || known.asked(*t) > 0) propose_table(s, known, missing, *source, *t, {}, into);
}

/// The columns that an unknown name may mean: a similar one in scope; one in a table that keys lead to, which is joined; one in a table
/// that has everything else that is used of the present one, and replaces it.
inline void propose_columns(statement const& s, known_facts const& known, sql::problem const& missing, proposals& into) {
  auto const* use = s.use_at(*missing.at);
  if (!use || means_row_number(missing, *known.schema)) return;
  if (auto const text = in_typographic_quotes(use->name); !text.empty() && use->qualifier.empty()) {
    edited edit(s.query());
    edit.replace(*missing.at, edit.string(text));
    return into.push_back({repair_kind::draft, 0.02, edit.sql(), "typographic quotes become plain ones"});
  }
  if (!undecided_keys(s, known, *missing.at).empty()) return;  // a guess would join other rows
  propose_keys(s, known, missing.at, into);
  missing_column const column{s, known, *use, into};
  column.as_text();
  auto const before = into.size();
  column.in_scope();
  column.elsewhere(into.size() != before);
}

/// The sources that an ambiguous column may belong to; those in which it refers to another table's key come last.
inline void propose_owners(statement const& s, known_facts const& known, sql::problem const& ambiguous, proposals& into) {
  auto const* use = s.use_at(*ambiguous.at);
  if (!use) return;
  double cost = 0.05;
  for (auto const i : s.sources(use->scope)) {
    auto const* t = s.table_of(s.source(i));
    auto const* c = t ? t->find_column(use->name) : nullptr;
    if (!c) continue;
    bool refers = false;
    for (auto const& k : t->foreign_keys) refers = refers || (k.resolved && k.columns.front() == c->name);
    auto const visible = std::string(s.source(i).visible_name());
    edited edit(s.query());
    for (auto const& u : s.used().columns)
      if (is_written(u, use->scope, use->name, {})) edit.rename(edit[*u.at], visible, use->name);
    into.push_back({repair_kind::ambiguous_column, cost + (refers ? 0.1 : 0) - 0.05 * known.asked(*t, c), edit.sql(),
                    "several tables have " + std::string(use->name) + ": " + visible + " is taken"});
    cost += 0.05;
  }
}

}  // namespace t2s::repair

#endif
