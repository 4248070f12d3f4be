// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEY_SEARCH_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEY_SEARCH_HPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_key.hpp"
#include "t2s/retrieve/knowledge/detail/key_names.hpp"
#include "t2s/retrieve/knowledge/detail/name_groups.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::knowledge {

namespace detail {

inline bool joins(schema::table const& a, schema::table const& b) {
  return t2s::detail::any_of(a.foreign_keys, [&](schema::foreign_key const& k) { return k.resolved && k.table == b.name; });
}

/// The same by names.
[[nodiscard]] inline inferred_key key_of(schema::database const& d, suggested_key const& k) {
  auto const &table = d.tables()[k.child], &parent = d.tables()[k.parent];
  return {table.name, table.columns[k.column].name, parent.name, parent.columns[k.referenced].name};
}

/// Whether the rows of a table are people who work here: by its words, or by what only they have.
[[nodiscard]] inline bool has_staff(schema::table const& t, std::string_view words) {
  bool const called = t2s::detail::has(text::split("employee staff volunteer clerk technician", ' '), words);
  auto const is_hired = [](std::string const& c) { return c.starts_with("hired") || c.starts_with("hire_d") || c.starts_with("hiredate"); };
  return called || t2s::detail::any_of(t.columns, [&](auto const& c) { return is_hired(text::lower(c.name)); });
}

/// The columns that can be referenced, by the words of columns that may refer to them. Within a group of tables its prefix is dropped: a
/// column `customer` of `sales__order` may refer to `sales__customer`.
class referable {
 public:
  referable(schema::database const& d, std::vector<std::size_t> const& groups, identifier_search const& known)
      : database_(d), groups_(groups), known_(known) {
    for (std::uint32_t i = 0; i < known.found().size(); ++i) add(i);
    for (std::uint32_t t = 0; t < d.tables().size(); ++t)
      for (auto const w : text::split(known.own_name(t), ' '))
        if (auto const [place, is_new] = words_.add(w, words_.names().size()); is_new)
          by_letter_.add(w.substr(0, 1), static_cast<std::uint32_t>(place));
  }

  /// Calls `see` with each identifier that a column with these words may refer to, and whether it needs proof.
  template <class See>
  void for_each(std::uint32_t table, plain_name const& name, See const& see) const {
    see_equal(table, name.all, false, see);
    see_named(table, name.all, false, see);
    for (std::size_t i = 1; i < name.words.size(); ++i) {
      auto const last = name.from(i);
      see_equal(table, last, true, see);
      see_named(table, last, true, see);
    }
    see_spelt_out(table, name, see);
    bool const by = name.words.size() > 1 && name.words.back() == "by" && staff_.size() == 1;  // `packed_by`
    if (by && known_.found()[staff_.front()].table != table) see(known_.found()[staff_.front()], true, false);
  }

 private:
  /// If so many tables share a key name, it identifies none of them, like "id".
  static constexpr std::size_t most_of_one_name = 50;

  void add(std::uint32_t i) {
    auto const& id = known_.found()[i];
    if (!is_too_common(id.words)) by_key_.add(id.words, i);
    if (id.is_main && has_staff(database_.tables()[id.table], known_.own_name(id.table))) staff_.push_back(i);
    add_names(i, known_.whole_name(id.table), {});
    if (auto const group = group_of(id.table); !group.empty()) add_names(i, known_.own_name(id.table), group);
    add_spelt_out(i, text::split(known_.own_name(id.table), ' '));
  }

  void add_names(std::uint32_t i, std::string const& owner, std::string_view group) {
    auto const& id = known_.found()[i];
    if (is_too_common(id.words)) by_name_.add(within(group, owner + " " + id.words), i);
    if (!is_too_common(id.words) || owner != id.words) by_name_.add(within(group, owner), i);
    if (!id.is_main) return;
    for (auto const head : key_heads)
      if (head != id.words) weak_.add(within(group, owner + " " + std::string(head)), i);
    auto compact = owner;
    std::erase(compact, ' ');
    if (compact == owner) return;
    weak_.add(within(group, compact), i);
    for (auto const head : key_heads) weak_.add(within(group, compact + " " + std::string(head)), i);
  }

  /// Adds `cust_no` of customers as "customer number", and `o_order` of orders as "order".
  void add_spelt_out(std::uint32_t i, std::vector<std::string_view> const& owner) {
    auto const words = text::split(known_.found()[i].words, ' ');
    if (words.size() < 2 || owner.empty()) return;
    auto const rest = std::string(known_.found()[i].words.substr(words.front().size() + 1));
    auto const first = words.front();
    if (!abbreviates(first, owner.front()) && !(first.size() < 3 && owner.front().starts_with(first))) return;
    weak_.add(std::string(owner.front()) + " " + rest, i);
    if (!is_too_common(rest)) weak_.add(rest, i);
  }

  template <class See>
  void see_equal(std::uint32_t table, std::string const& words, bool needs_proof, See const& see) const {
    auto const found = by_key_.find(words);
    if (found.size() > most_of_one_name) return;
    auto const is_home = [&](identifier const& id) { return id.is_home && id.is_main && group_of(id.table) == group_of(table); };
    bool const has_home = t2s::detail::any_of(found, [&](auto i) { return is_home(known_.found()[i]); });
    for (auto const i : found) {
      auto const& id = known_.found()[i];
      if (id.table != table && (!has_home || is_home(id))) see(id, needs_proof || !id.is_main, !needs_proof);
    }
  }

  template <class See>
  void see_named(std::uint32_t table, std::string const& words, bool needs_proof, See const& see) const {
    auto const see_all = [&](std::span<std::uint32_t const> found, bool proof) {
      if (found.size() > most_of_one_name) return;
      for (auto const i : found)
        if (known_.found()[i].table != table) see(known_.found()[i], proof || !known_.found()[i].is_main, false);
    };
    see_all(by_name_.find(words), needs_proof);
    see_all(weak_.find(words), true);
    auto const group = group_of(table);
    if (group.empty()) return;
    see_all(by_name_.find(within(group, words)), needs_proof);
    see_all(weak_.find(within(group, words)), true);
  }

  /// Looks "dept code" up as "department code", too, if a table's name has that word.
  template <class See>
  void see_spelt_out(std::uint32_t table, plain_name const& name, See const& see) const {
    if (name.words.empty() || name.words.front().size() < 3) return;
    auto const& first = name.words.front();
    auto const same_letter = by_letter_.find(std::string_view(first).substr(0, 1));
    if (same_letter.size() > most_of_one_name) return;
    for (auto const place : same_letter) {
      auto const& w = words_.names()[place];
      if (!abbreviates(first, w)) continue;
      auto const spelt = w + name.all.substr(first.size());
      see_equal(table, spelt, true, see);
      see_named(table, spelt, true, see);
    }
  }

  [[nodiscard]] std::string_view group_of(std::uint32_t table) const {
    return std::string_view(database_.tables()[table].name).substr(0, groups_[table]);
  }
  /// Words that have a meaning in one group only; a line break separates them, since no word has one.
  [[nodiscard]] static std::string within(std::string_view group, std::string const& words) {
    return group.empty() ? words : std::string(group).append("\n").append(words);
  }

  schema::database const& database_;
  std::vector<std::size_t> const& groups_;
  identifier_search const& known_;
  t2s::detail::lists_by_name<std::uint32_t> by_key_{}, by_name_{}, weak_{};  // identifiers
  t2s::detail::numbers_by_name words_{};                                     // of tables' names, with their indices
  t2s::detail::lists_by_name<std::uint32_t> by_letter_{};                    // indices of words
  std::vector<std::uint32_t> staff_{};                                       // main identifiers of those who work here
};

/// Whether two columns are declared with the same kind of values.
[[nodiscard]] inline bool may_be_equal(schema::column const& a, schema::column const& b) {
  auto const kind = [](schema::column const& c) {
    auto const is = schema::affinity_of(c.type);
    return is == schema::affinity::real || is == schema::affinity::numeric ? schema::affinity::integer : is;
  };
  return kind(a) == kind(b);
}

/// Finds the keys that a database may have without declaring them.
class key_search {
 public:
  key_search(schema::database const& d, std::vector<std::size_t> const& groups, name_lemmas& lemmas, key_facts const& facts)
      : database_(d), groups_(groups), facts_(facts), names_(d, lemmas), known_(d, groups, names_, facts) {
    read_names();
    choose();
  }

  /// Chooses again, by what the facts have become. Unique columns must be the same.
  void choose_again() {
    chosen_.clear();
    unnamed_.clear();
    components_.clear();
    parents_of_.clear();
    choose();
  }

  /// Keys that names suggest and values do not contradict, then those that values alone suggest; the most likely for each pair of tables.
  [[nodiscard]] std::vector<suggested_key> const& chosen() const { return chosen_; }

  /// The main identifiers.
  [[nodiscard]] std::vector<identifier> const& identifiers() const { return known_.found(); }

  /// The keys that names suggest, among which values may decide.
  [[nodiscard]] std::vector<suggested_key> const& named() const { return named_; }

  /// The keys that only values can suggest: texts in a table that nothing joins with the table they may refer to.
  [[nodiscard]] std::vector<suggested_key> const& unnamed() const { return unnamed_; }

 private:
  static constexpr std::size_t most_unnamed = 500;

  [[nodiscard]] static bool is_same_pair(suggested_key const& a, suggested_key const& b) {
    return a.child == b.child && a.parent == b.parent;
  }

  [[nodiscard]] bool is_in(std::vector<inferred_key> const& list, suggested_key const& k) const {
    auto const names = [](auto const& table, auto const& column, auto const& parent, auto const& referenced) {
      return std::array<std::string_view, 4>{table, column, parent, referenced};
    };
    auto const of = [&](inferred_key const& key) { return names(key.table, key.column, key.parent, key.referenced); };
    auto const &table = database_.tables()[k.child], &parent = database_.tables()[k.parent];
    auto const key = names(table.name, table.columns[k.column].name, parent.name, parent.columns[k.referenced].name);
    auto const at = t2s::detail::partition_point(list, [&](inferred_key const& other) { return of(other) < key; });
    return at < list.size() && of(list[at]) == key;
  }
  [[nodiscard]] bool are_declared(std::uint32_t a, std::uint32_t b) const {
    auto const &x = database_.tables()[a], &y = database_.tables()[b];
    return joins(x, y) || joins(y, x);
  }

  [[nodiscard]] bool is_same_group(std::uint32_t a, std::uint32_t b) const {
    auto const group = [this](std::uint32_t t) { return std::string_view(database_.tables()[t].name).substr(0, groups_[t]); };
    return group(a) == group(b);
  }

  void read_names() {
    referable const by_words(database_, groups_, known_);
    std::vector<suggested_key> of_child;
    for (std::uint32_t t = 0; t < database_.tables().size(); ++t) {
      auto const& child = database_.tables()[t];
      of_child.clear();
      for (std::uint32_t c = 0; c < child.columns.size(); ++c) read_column(by_words, t, c, of_child);
      t2s::detail::sort(of_child);
      for (auto const& k : of_child)
        if ((named_.empty() || !is_same(named_.back(), k)) && !are_declared(k.child, k.parent)) named_.push_back(k);
    }
  }

  void read_column(referable const& by_words, std::uint32_t t, std::uint32_t c, std::vector<suggested_key>& of_child) {
    auto const& child = database_.tables()[t];
    if (is_of_documents(child.columns[c].type)) return;
    std::vector<suggested_key> shared;  // keys whose column has the name of the other column, and not of the other's table
    bool is_called = false;             // like one of the tables
    auto const& name = names_.of(child.columns[c].name);
    bool const is_home = known_.is_called_as_table(name, t);
    by_words.for_each(t, name, [&](identifier const& id, bool needs_proof, bool equal) {
      if ((equal && ((is_home && !id.is_home) || shares_key(t, c, id))) || (needs_proof && !is_same_group(t, id.table))) return;
      bool const differ = !may_be_equal(child.columns[c], database_.tables()[id.table].columns[id.column]);
      if (differ && !may_be_key(child, child.columns[c])) return;
      bool const shares = equal && !id.is_home;
      suggested_key const k{t, id.table, needs_proof || differ, c, id.column};
      (shares ? shared : of_child).push_back(k);
      is_called = is_called || (!needs_proof && !shares);
    });
    for (std::size_t i = 0; i < shared.size() && !is_called; ++i) of_child.push_back(shared[i]);
  }

  [[nodiscard]] static bool is_same(suggested_key const& a, suggested_key const& b) {
    return is_same_pair(a, b) && a.column == b.column && a.referenced == b.referenced;
  }

  /// Whether a column has the name of another table's key without referring to it: a main identifier refers only to another one, and of two
  /// tables with the same one, the later refers to the earlier.
  [[nodiscard]] bool shares_key(std::uint32_t t, std::uint32_t c, identifier const& other) const {
    auto const* own = known_.main_of(t);
    if (!own || own->column != c) return false;
    if (!other.is_main) return true;
    return own->is_home == other.is_home && t < other.table;
  }

  void choose() {
    components_.resize(database_.tables().size());
    for (std::uint32_t t = 0; t < components_.size(); ++t) components_[t] = t;
    for (std::uint32_t t = 0; t < components_.size(); ++t)
      for (auto const& e : database_.edges(t)) join(t, e.to);
    std::vector<bool> settled(named_.size());  // for each named one: whether its pair of tables has a key
    for (std::size_t i = 0; i < named_.size(); ++i) {
      auto const& k = named_[i];
      settled[i] = i > 0 && is_same_pair(named_[i - 1], k) && settled[i - 1];
      if (settled[i] || is_in(facts_.refuted, k) || (k.needs_proof && !is_in(facts_.held, k))) continue;
      settled[i] = true;
      chosen_.push_back(k);
      join(k.child, k.parent);
    }
    for (auto const& k : named_)
      if (is_in(facts_.held, k) && !refers(k.child, k.column)) chosen_.push_back(k);
    find_unnamed();
    for (bool const of_keys : {false, true})  // a key that is a key of another table comes last
      for (auto const& k : unnamed_)
        if (is_main(k) == of_keys && is_in(facts_.held, k) && (is_text(k.child, k.column) || is_only_one(k))) choose_unnamed(k);
  }

  [[nodiscard]] bool is_main(suggested_key const& k) const {
    auto const* own = known_.main_of(k.child);
    return own && own->column == k.column;
  }

  void choose_unnamed(suggested_key const& k) {
    bool const further = t2s::detail::any_of(chosen_, [&](suggested_key const& other) { return is_same_pair(k, other); });
    if (refers(k.child, k.column) || (!further && component(k.child) == component(k.parent))) return;
    chosen_.push_back(k);
    join(k.child, k.parent);
  }

  /// Whether no other table has the values of a column, except tables whose keys are in this one; numbers are often in several.
  [[nodiscard]] bool is_only_one(suggested_key const& k) const {
    return !t2s::detail::any_of(unnamed_, [&](suggested_key const& other) {
      bool const rival = other.child == k.child && other.column == k.column && other.parent != k.parent && is_in(facts_.held, other);
      return rival && !(is_within(other.parent, k.parent) && !is_within(k.parent, other.parent));
    });
  }

  /// Whether the values of one table's key are in the other's.
  [[nodiscard]] bool is_within(std::uint32_t table, std::uint32_t other) const {
    return t2s::detail::any_of(
        unnamed_, [&](suggested_key const& k) { return k.child == table && k.parent == other && is_main(k) && is_in(facts_.held, k); });
  }

  [[nodiscard]] bool refers(std::uint32_t table, std::uint32_t column) const {
    return t2s::detail::any_of(chosen_, [&](suggested_key const& k) { return k.child == table && k.column == column; });
  }

  /// Texts and integers that refer to nothing so far. It examines all pairs of tables, so only if they are not too many.
  void find_unnamed() {
    static constexpr std::size_t most_tables = 1000;
    if (database_.tables().size() > most_tables) return;
    std::vector<std::vector<std::uint32_t>> open, referring;  // columns of each table
    for (std::size_t t = 0; t < database_.tables().size(); ++t) {
      open.emplace_back();
      referring.emplace_back();
      parents_of_.emplace_back();
    }
    for (auto const& k : chosen_) {
      referring[k.child].push_back(k.column);
      parents_of_[k.child].push_back(k.parent);
    }
    for (std::uint32_t t = 0; t < open.size(); ++t)
      for (std::uint32_t c = 0; c < database_.tables()[t].columns.size(); ++c)
        if ((is_text(t, c) || is_integer(t, c)) && !t2s::detail::has(referring[t], c)) open[t].push_back(c);
    for (auto const& id : known_.found())
      if (id.is_main && id.is_sure && t2s::detail::has(open[id.table], id.column))
        for (std::uint32_t t = 0; t < open.size() && unnamed_.size() < most_unnamed; ++t) add_unnamed(t, open[t], id);
  }

  void add_unnamed(std::uint32_t child, std::vector<std::uint32_t> const& open, identifier const& id) {
    suggested_key k{child, id.table, true, 0, id.column};
    if (child == id.table || open.empty() || !is_same_group(child, id.table)) return;
    bool const further = t2s::detail::has(parents_of_[child], id.table);
    if (!further && component(child) == component(id.table)) return;
    for (auto const c : open) {
      if (unnamed_.size() == most_unnamed) return;
      k.column = c;
      bool const text = is_text(child, c);
      if (!text && further && is_called_key(database_.tables()[child].columns[c].name)) continue;  // its name would suggest it
      if (text == is_text(id.table, id.column)) unnamed_.push_back(k);
    }
  }

  [[nodiscard]] bool is_text(std::uint32_t t, std::uint32_t c) const {
    auto const& table = database_.tables()[t];
    auto const& column = table.columns[c];
    return schema::affinity_of(column.type) == schema::affinity::text && may_be_key(table, column);
  }

  [[nodiscard]] bool is_integer(std::uint32_t t, std::uint32_t c) const {
    auto const& column = database_.tables()[t].columns[c];
    return may_be_key(database_.tables()[t], column) && declared_content(column) == content::number;
  }

  [[nodiscard]] std::uint32_t component(std::uint32_t t) {
    while (components_[t] != t) t = components_[t] = components_[components_[t]];  // halves the path for later searches
    return t;
  }
  void join(std::uint32_t a, std::uint32_t b) { components_[component(a)] = component(b); }

  schema::database const& database_;
  std::vector<std::size_t> const& groups_;
  key_facts const& facts_;
  plain_names names_;
  identifier_search known_;
  std::vector<suggested_key> named_{}, unnamed_{}, chosen_{};
  std::vector<std::uint32_t> components_{};               // for each table: a table joined with it, or itself
  std::vector<std::vector<std::uint32_t>> parents_of_{};  // for each table: those to which names suggest that it refers
};

}  // namespace detail
}  // namespace t2s::knowledge

#endif
