// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_JOINS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_JOINS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/schema/detail/join_path.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"
#include "t2s/sql/detail/ast.hpp"

namespace t2s::repair {

/// A table that was joined: the name by which columns refer to it, the source where the path begins, and the column where it ends (empty if
/// there are several). Without steps nothing was joined.
struct joined_in {
  std::string visible{}, to{}, key{};
  std::size_t steps = 0;  // number of tables that it added
};

/// The joins from one table to another. Empty if nothing connects them, or they are the same.
inline std::vector<schema::join_step> way_between(schema::table const& a, schema::table const& b, known_facts const& known) {
  std::array<std::string, 2> const ends{a.name, b.name};
  schema::join_path path;
  if (!schema::find_path(*known.connected, ends, schema::longest_join, path)) path.steps.clear();
  return std::move(path.steps);
}

/// A shortest path over the keys from a source of a scope to a table, and that source; nullptr if there is none.
inline sql::table_use const* find_way(statement const& s, known_facts const& known, std::uint32_t scope, schema::table const& wanted,
                                      std::vector<schema::join_step>& way) {
  sql::table_use const* from = nullptr;
  for (auto const i : s.sources(scope)) {
    auto const* t = s.table_of(s.source(i));
    if (!t) continue;
    auto other = way_between(*t, wanted, known);
    if (other.empty() || (from && other.size() >= way.size())) continue;
    from = &s.source(i);
    way.swap(other);
  }
  return from;
}

inline sql::node& join_node(edited& edit, schema::join_step const& step, std::string const& to) {
  std::vector<sql::node*> all;
  for (std::size_t i = 0; i < step.columns.size(); ++i)
    all.push_back(&edit.joined(sql::op::eq, {&edit.column(to, step.before[i]), &edit.column(step.table, step.columns[i])}));
  auto& on = edit.query().make(sql::kind::on, {&edit.joined(sql::op::and_, all)});
  return edit.query().make(sql::kind::join, {&edit.table(step.table), &on});
}

/// Qualifies columns and stars whose meaning would change by joining a table.
inline void keep_meanings(statement const& s, edited& edit, std::uint32_t scope, schema::table const& joined) {
  for (auto const& c : s.used().columns) {
    if (c.scope != scope || !c.qualifier.empty() || c.what != sql::reference::column || !joined.find_column(c.name)) continue;
    auto const* source = s.source_of(c);
    auto const* t = source ? s.table_of(*source) : nullptr;
    if (t && t->find_column(c.name)) edit.rename(edit[*c.at], source->visible_name(), c.name);
  }
  auto const own = s.sources(scope);
  auto const* from = own.count == 1 ? s.around(s.source(own.first).at, sql::kind::from) : nullptr;
  auto const* select = from ? s.parent_of(*from) : nullptr;
  auto const* columns = select ? select->find(sql::kind::columns) : nullptr;
  if (!columns) return;
  for (auto const* c : columns->children())
    if (c->kind == sql::kind::star && c->qualifier.empty())
      edit[*c].qualifier = edit.query().make_qualifier(s.source(own.first).visible_name());
}

inline bool is_visible(statement const& s, std::uint32_t scope, std::string_view name) {
  for (auto const i : s.sources(scope))
    if (text::same(s.source(i).visible_name(), name)) return true;
  return false;
}

// ---- conditions

struct side {
  sql::node const* at{};
  sql::table_use const* source{};
  schema::table const* table{};

  [[nodiscard]] std::string visible() const { return std::string(source->visible_name()); }
};

inline side side_of(statement const& s, sql::node const& n) {
  if (n.kind != sql::kind::column) return {};
  auto const* use = s.use_at(n);
  auto const* source = use ? s.likely_source_of(*use) : nullptr;
  return {&n, source, source ? s.table_of(*source) : nullptr};
}

/// The two sides of an equality. A column without a qualifier that no source has is of the other one of two sources.
inline std::array<side, 2> sides_of(statement const& s, sql::node const& left, sql::node const& right) {
  std::array<side, 2> both{side_of(s, left), side_of(s, right)};
  for (std::size_t i = 0; i < 2; ++i) {
    auto& a = both[i];
    auto const& b = both[1 - i];
    auto const* use = a.at && !a.source && b.source ? s.use_at(*a.at) : nullptr;
    if (!use || !use->qualifier.empty() || s.sources(use->scope).count != 2) continue;
    for (auto const j : s.sources(use->scope))
      if (&s.source(j) != b.source) a.source = &s.source(j);
    a.table = s.table_of(*a.source);
  }
  return both;
}

inline bool is_key_pair(side const& a, side const& b, schema::database const& d) {
  auto const pairs = [](schema::table const& t, std::string_view column, schema::table const& other, std::string_view referenced) {
    for (auto const& k : t.foreign_keys)
      for (std::size_t i = 0; k.resolved && k.table == other.name && i < k.columns.size(); ++i)
        if (text::same(k.columns[i], column) && text::same(k.referenced[i], referenced)) return true;
    return false;
  };
  auto const &one = *d.find_table(a.table->name), &other = *d.find_table(b.table->name);
  return pairs(one, a.at->name.view(), other, b.at->name.view()) || pairs(other, b.at->name.view(), one, a.at->name.view());
}

/// All one-column keys between two tables, in both directions, each as the step that joins the other table to the first.
inline std::vector<schema::join_step> keys_between(schema::table const& one, schema::table const& other, schema::database const& d) {
  std::vector<schema::join_step> all;
  auto const add = [&](schema::table const& t, schema::table const& to, bool turned) {
    for (auto const& k : t.foreign_keys) {
      if (!k.resolved || k.columns.size() != 1 || k.table != to.name) continue;
      all.push_back({other.name, one.name, turned ? k.columns : k.referenced, turned ? k.referenced : k.columns});
    }
  };
  auto const *a = d.find_table(one.name), *b = d.find_table(other.name);
  if (!a || !b) return all;
  add(*a, *b, false);
  add(*b, *a, true);
  return all;
}

/// Whether another equality joins the two sources by a key: then this one is a condition of its own.
inline bool joined_otherwise(statement const& s, known_facts const& known, side const& a, side const& b) {
  for (auto const* n : sql::all_of(s.query().root(), sql::kind::operation)) {
    if (!is_binary(*n, sql::op::eq)) continue;
    auto const one = side_of(s, (*n)[0]), other = side_of(s, (*n)[1]);
    bool const same = (one.source == a.source && other.source == b.source) || (one.source == b.source && other.source == a.source);
    if (same && is_key_pair(one, other, *known.connected)) return true;
  }
  return false;
}

/// The distance of two words of names: 0 for the same, small for an abbreviation, a common beginning or a misspelling, 1 for others.
inline double word_distance(std::string const& typed, std::string const& meant) {
  if (typed == meant) return 0;
  auto const letters = std::min(typed.size(), meant.size());
  auto const common = static_cast<std::size_t>(
      std::mismatch(typed.begin(), typed.begin() + static_cast<std::ptrdiff_t>(letters), meant.begin()).first - typed.begin());
  if (common == letters || (common >= 4 && 2 * common >= letters) || knowledge::likeness(typed, meant) >= 0.8) return 0.2;
  auto const edits = text::edit_distance(typed, meant);
  return 3 * edits <= letters ? static_cast<double>(edits) / static_cast<double>(letters) : 1;
}

/// How far the words of one name are from their nearest words of another.
inline double distance_of(std::vector<std::string> const& typed, std::vector<std::string> const& meant) {
  double sum = 0;
  for (auto const& word : typed) {
    double least = 1;
    for (auto const& other : meant) least = std::min(least, word_distance(word, other));
    sum += least;
  }
  return sum;
}

/// The words of a name that tell it from others: without those near `common`.
inline std::vector<std::string> telling_words(std::string_view name, std::vector<std::string> const& common) {
  auto all = retrieve::lemmas_of_name(name);
  std::erase_if(all, [&](std::string const& w) { return distance_of({w}, common) < 1; });
  return all;
}

/// How well the keys between two tables fit what is written: the cost of each. Equal costs if the names do not decide.
class key_choice {
 public:
  key_choice(statement const& s, known_facts const& known, side const& a, side const& b)
      : known_(known), keys_(keys_between(*a.table, *b.table, *known.connected)), costs_(keys_.size()) {
    if (keys_.size() < 2) return;
    weigh(a, [](schema::join_step const& k) { return std::string_view(k.before.front()); });
    weigh(b, [](schema::join_step const& k) { return std::string_view(k.columns.front()); });
    if (!best()) weigh_names_of_sources(s, a, b);
  }

  [[nodiscard]] std::vector<schema::join_step> const& keys() const noexcept { return keys_; }

  /// The only key, or the one that is nearest; nullptr if several fit as well.
  [[nodiscard]] schema::join_step const* best() const {
    static constexpr double least_difference = 0.05;
    if (keys_.empty()) return nullptr;
    auto const least = static_cast<std::size_t>(std::min_element(costs_.begin(), costs_.end()) - costs_.begin());
    auto const as_near = [&](double cost) { return cost - costs_[least] < least_difference; };
    return t2s::detail::count_if(costs_, as_near) == 1 && (keys_.size() == 1 || is_near_) ? &keys_[least] : nullptr;
  }

 private:
  using name_of_key = std::string_view (*)(schema::join_step const&);

  /// Compares the name of one side with the column of each key, without the words that all of these have.
  void weigh(side const& at, name_of_key name) {
    auto common = retrieve::lemmas_of_name(name(keys_.front()));
    for (auto const& k : keys_) {
      auto const own = retrieve::lemmas_of_name(name(k));
      std::erase_if(common, [&](std::string const& w) { return !t2s::detail::has(own, w); });
    }
    auto const typed = telling_words(at.at->name.view(), common);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      auto const meant = telling_words(name(keys_[i]), common);
      auto const* c = known_.schema->find_table(at.table->name)->find_column(name(keys_[i]));
      auto const distance = distance_of(typed, meant) + distance_of(meant, typed) - (c ? 0.2 * known_.asked(*at.table, c) : 0);
      is_near_ = is_near_ || typed.empty() || distance < static_cast<double>(typed.size() + meant.size());
      costs_[i] += distance;
    }
  }

  /// The names of the two sources, as in `JOIN port AS origin`, and the keys by which the same table is joined already.
  void weigh_names_of_sources(statement const& s, side const& a, side const& b) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      auto const &mine = keys_[i].before.front(), &its = keys_[i].columns.front();
      auto words = retrieve::lemmas_of_name(mine);
      for (auto& w : retrieve::lemmas_of_name(its)) words.push_back(std::move(w));
      for (auto const* at : {&a, &b}) {
        if (at->source->alias.empty() || text::lower(at->table->name).starts_with(text::lower(at->visible()))) continue;
        auto const alias = retrieve::lemmas_of_name(at->visible());
        auto const distance = distance_of(alias, words);
        is_near_ = is_near_ || distance < static_cast<double>(alias.size());
        costs_[i] += 0.3 * distance;
      }
      for (auto const* n : sql::all_of(s.query().root(), sql::kind::operation))
        if (is_binary(*n, sql::op::eq) &&
            (joins_by(s, (*n)[0], (*n)[1], a, b, mine, its) || joins_by(s, (*n)[1], (*n)[0], a, b, mine, its))) {
          costs_[i] += 0.5;
          is_near_ = true;
        }
    }
  }

  /// Whether an equality joins one of the sources by this key with another source of the other one's table.
  static bool joins_by(statement const& s, sql::node const& left, sql::node const& right, side const& a, side const& b,
                       std::string_view mine, std::string_view its) {
    auto const one = side_of(s, left), other = side_of(s, right);
    bool const same = one.source == a.source || other.source == b.source;
    return same && one.table == a.table && other.table == b.table && text::same(left.name.view(), mine) &&
           text::same(right.name.view(), its);
  }

  known_facts const& known_;
  std::vector<schema::join_step> keys_;
  std::vector<double> costs_;
  bool is_near_ = false;  // whether anything that is written is near one of the keys
};

/// "v.origin_port_id = p.id"
inline std::string equality_of(side const& a, side const& b, schema::join_step const& key) {
  return a.visible() + "." + key.before.front() + " = " + b.visible() + "." + key.columns.front();
}

/// Changes the two sides of an equality without a key to the key between their tables, if there is one or the names tell which.
inline void by_key(statement const& s, key_choice const& choice, side const& a, side const& b, proposals& into) {
  auto const* key = choice.best();
  if (!key) return;
  edited edit(s.query());
  edit.rename(edit[*a.at], {}, key->before.front());
  edit.rename(edit[*b.at], {}, key->columns.front());
  auto why = a.visible() + " and " + b.visible() + " are joined by " + equality_of(a, b, *key);
  into.push_back({repair_kind::join_condition, 0.15, edit.sql(), std::move(why)});
}

/// Routes a join of two tables that no key joins over the tables between them.
inline void over_others(statement const& s, known_facts const& known, side const& a, side const& b, proposals& into) {
  auto const* equality = s.parent_of(*a.at);
  auto const* on = equality ? s.parent_of(*equality) : nullptr;
  auto const* join = on && on->kind == sql::kind::on ? s.parent_of(*on) : nullptr;
  auto const* from = join ? s.parent_of(*join) : nullptr;
  if (!from || from->kind != sql::kind::from) return;
  auto const holds = [&](side const& x) {  // a source that this join adds, possibly within parentheses
    auto const* n = x.source->at;
    while (n && n != join) n = s.parent_of(*n);
    return n == join;
  };
  bool const adds_b = holds(b);
  if (!adds_b && !holds(a)) return;
  auto const &old = adds_b ? a : b, &added = adds_b ? b : a;
  auto const way = way_between(*old.table, *added.table, known);
  if (way.size() < 2) return;
  auto const scope = s.use_at(*a.at)->scope;
  edited edit(s.query());
  std::vector<sql::node*> parts;
  auto before = old.visible();
  for (auto* part : edit[*from].children()) {
    if (part == &edit[*join])
      for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        auto const& step = way[i];
        if (is_visible(s, scope, step.table)) return;
        parts.push_back(&join_node(edit, step, before));
        before = step.table;
      }
    parts.push_back(part);
  }
  auto const& last = way.back();
  edit.set(edit[*from], parts);
  edit.rename(edit[*old.at], before, last.before.front());
  edit.rename(edit[*added.at], added.visible(), last.columns.front());
  into.push_back({repair_kind::join_condition, 0.2 + 0.1 * static_cast<double>(way.size()), edit.sql(),
                  "no key joins " + old.visible() + " and " + added.visible() + ": they are joined through " + before});
}

/// Whether a side belongs to a primary or foreign key. Other results of a subquery, a city or a sum, are compared as values.
inline bool is_of_key(side const& a, schema::database const& d) {
  if (!a.table) return false;
  auto const name = a.at->name.view();
  auto const* c = a.table->find_column(name);
  if (c && c->key_position > 0) return true;
  for (auto const& k : d.find_table(a.table->name)->foreign_keys)
    for (auto const& each : k.columns)
      if (text::same(each, name)) return true;
  return false;
}

inline void follow_keys(statement const& s, known_facts const& known, side const& a, side const& b, proposals& into) {
  if (!a.table || !b.table || a.source == b.source) return;
  if (a.table == b.table && text::same(a.at->name.view(), b.at->name.view())) return;
  if (is_key_pair(a, b, *known.connected) || joined_otherwise(s, known, a, b)) return;
  key_choice const choice(s, known, a, b);
  choice.keys().empty() ? over_others(s, known, a, b, into) : by_key(s, choice, a, b, into);
}

/// Several keys that fit a condition equally well: "v.origin_port_id = p.id or v.destination_port_id = p.id"; "" if one is nearest.
inline std::string undecided_keys(statement const& s, known_facts const& known, sql::node const& column) {
  auto const* equality = s.parent_of(column);
  if (!equality || !is_binary(*equality, sql::op::eq)) return {};
  auto const [a, b] = sides_of(s, (*equality)[0], (*equality)[1]);
  if (!a.table || !b.table || a.source == b.source) return {};
  key_choice const choice(s, known, a, b);
  if (choice.keys().size() < 2 || choice.best()) return {};
  std::string all;
  for (auto const& key : choice.keys()) all.append(all.empty() ? "" : " or ").append(equality_of(a, b, key));
  return all;
}

/// The column that the subquery after an IN or a comparison selects; nullptr if it is not a column.
inline sql::node const* selected_column(sql::node const& subquery) {
  if (subquery.kind != sql::kind::subquery) return nullptr;
  auto const* select = subquery[0].find(sql::kind::select);
  auto const* columns = select ? select->find(sql::kind::columns) : nullptr;
  bool const one = columns && columns->count == 1 && (*columns)[0].kind == sql::kind::column;
  return one ? &(*columns)[0] : nullptr;
}

/// Joins a table into a scope by the shortest path over the keys. Unqualified columns keep their meaning. Nothing, and no edit, if there is
/// no path.
inline joined_in join_in(statement const& s, known_facts const& known, edited& edit, std::uint32_t scope, schema::table const& wanted) {
  std::vector<schema::join_step> way;
  auto const* source = find_way(s, known, scope, wanted, way);
  auto const* from = source ? s.around(source->at, sql::kind::from) : nullptr;
  if (!from) return {};
  std::string const first(source->visible_name());
  for (auto const& step : way) {
    if (is_visible(s, scope, step.table)) return {};
    edit.append(edit[*from], join_node(edit, step, step.to == way.front().to ? first : step.to));
    keep_meanings(s, edit, scope, *known.schema->find_table(step.table));
  }
  auto const& last = way.back();
  return {wanted.name, first, last.columns.size() == 1 ? last.columns.front() : std::string(), way.size()};
}

/// Makes conditions follow the keys: an equality of columns of two sources without a key between them, and an IN whose sides have no key.
/// With `only`, only the conditions that have this node as a side.
inline void propose_keys(statement const& s, known_facts const& known, sql::node const* only, proposals& into) {
  sql::visit(s.query().root(), [&](sql::node const& n) {
    if (!is_binary(n, sql::op::eq) && n.kind != sql::kind::in) return;
    auto const* left = &n[0];
    auto const* selected = selected_column(n[1]);
    auto const* right = selected ? selected : &n[1];
    if (only && left != only && right != only) return;
    auto const [a, b] = selected ? std::array{side_of(s, *left), side_of(s, *right)} : sides_of(s, *left, *right);
    bool const meant = selected && !is_of_key(a, *known.connected) && !is_of_key(b, *known.connected);
    if (only || !meant) follow_keys(s, known, a, b, into);
  });
}

}  // namespace t2s::repair

#endif
