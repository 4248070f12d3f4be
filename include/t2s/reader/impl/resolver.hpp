// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_RESOLVER_HPP
#define T2S_READER_IMPL_RESOLVER_HPP

#include "t2s/core/internal/search.hpp"
#include "t2s/knowledge/internal/words.hpp"
#include "t2s/reader/impl/mentions.hpp"

namespace t2s::reader::detail {

/// Decides which table, column or value a mention means, by what is mentioned around it.
class resolver {
 public:
  resolver(knowledge::lexicon const& names, material const& m) : names_(names), m_(m) {
    for (auto const& x : m.mentions)
      if (auto const* t = x.option(kind::table); t && t->score > 0.45) {
        tables_.push_back(*t);
        tables_.back().first = x.first;
      }
    weight_.resize(names.schema().tables().size());
    asked_.resize(names.words().size());
    looked_up_.resize(names.words().size());
    asked_words_.reserve(m.size());
    for (auto const& t : m.linked->tokens) asked_words_.push_back(knowledge::standard_form(t.lemma));
    for (auto const& t : tables_) weight_[t.where.table] = std::max(weight_[t.where.table], t.score);
    for (auto const& x : m.mentions)
      if (auto const home = home_of(x)) weight_[home->table] += 0.3;
  }

  /// The column where a stored value is at home: the only one that has it, else the only one that does not refer to another table.
  [[nodiscard]] std::optional<column_id> home_of(mention const& x) const {
    if (!x.is(kind::value)) return {};
    std::optional<column_id> home;
    for (auto const& o : x.options) {
      if (o.is != kind::value || o.score + 0.1 < x.options.front().score) continue;
      if (x.options.size() > 1 && names_.is_foreign_key(o.where)) continue;
      if (home && *home != o.where) return {};
      home = o.where;
    }
    return home;
  }

  /// How much the mentions around a place of the question favour a table.
  [[nodiscard]] double table_score(std::uint32_t table, std::size_t at) const {
    double best = 0;
    for (auto const& t : tables_) {
      if (t.where.table != table) continue;
      double const distance = t.first > at ? static_cast<double>(t.first - at) : static_cast<double>(at - t.first) * 1.2;
      double near = 0.35 + 0.5 / (1.0 + distance / 3.0);
      if (t.first > at && t.first - at <= 5 && joined_by_of(at, t.first)) near += 0.35;
      if (t.first < at && at - t.first <= 2) near += 0.3;
      best = std::max(best, near * t.score);
    }
    if (best == 0 && weight_[table] > 0) best = 0.15;
    return best;
  }

  /// The table that a mention means: of several that match equally well the one with most of the columns that are named. The mention
  /// must have a table among its options.
  [[nodiscard]] std::uint32_t table(mention const& x) const {
    for (auto const& [first, table] : meant_)
      if (first == x.first) return table;
    auto const score = [this](link::link const& o) { return o.score + (o.score < 0.95 ? 0.15 * support(o.where.table) : 0); };
    return best_option(x, [](link::link const& o) { return o.is == kind::table; }, score)->where.table;
  }

  static constexpr auto any = [](auto const&) { return true; };

  /// From now on the mention that begins at a token means this table.
  void mean(std::size_t first, std::uint32_t table) { meant_.emplace_back(first, table); }

  /// The column that the mention means, among those that `fits` lets pass; or nullptr.
  template <class Fits = decltype(any)>
  [[nodiscard]] link::link const* column(mention const& x, Fits fits = any) const {
    return best_option(
        x, [&](link::link const& o) { return o.is == kind::column && fits(o.where); },
        [&](link::link const& o) {
          double score = 2 * o.score + table_score(o.where.table, x.first) + focus_bonus(o.where.table);
          if (names_.is_foreign_key(o.where)) score -= 0.25;
          return score + (0.2 * share_of_words(o.where) - distance_penalty(o.where.table));
        });
  }

  /// The option of the highest score among those that `fits` lets pass, the first of equal ones; or nullptr.
  template <class Fits, class Score>
  [[nodiscard]] static link::link const* best_option(mention const& x, Fits fits, Score score_of) {
    link::link const* best = nullptr;
    double most = 0;
    for (auto const& o : x.options)
      if (fits(o))
        if (double const score = score_of(o); !best || score > most) best = &o, most = score;
    return best;
  }

  [[nodiscard]] double focus_bonus(std::uint32_t table) const { return main_ && *main_ == table ? 0.3 : 0.0; }
  void set_main(std::uint32_t table) { main_ = table; }

  /// From now on columns of tables that no join of `schema::longest_join` tables connects with this one come last.
  void stay_near(std::uint32_t table) {
    auto const& d = names_.connected();
    near_.assign(d.tables().size(), false);
    near_[table] = true;
    std::vector<std::size_t> reached{table};
    for (std::size_t joined = 1, begin = 0; joined < schema::longest_join; ++joined)
      for (auto const end = reached.size(); begin < end; ++begin) {
        if (begin > 0 && d.tables()[reached[begin]].is_view) continue;  // no way leads on from there
        for (auto const& e : d.edges(reached[begin]))
          if (!near_[e.to]) near_[e.to] = true, reached.push_back(e.to);
      }
  }
  [[nodiscard]] double distance_penalty(std::uint32_t table) const { return near_.empty() || near_[table] ? 0 : 10; }

  /// Whether a row of `child` is a row of `parent`: its own key refers there.
  [[nodiscard]] bool refers_by_key(std::uint32_t child, std::uint32_t parent) const {
    auto const key = key_of(child);
    if (!key) return false;
    return t2s::detail::any_of(names_.connected().tables()[child].foreign_keys, [&](auto const& k) {
      return k.columns.size() == 1 && k.table == names_.schema().tables()[parent].name && k.columns.front() == names_.column(*key).name;
    });
  }

  [[nodiscard]] bool is_number(column_id c) const {
    return !c.is_table() && names_.content_of(c) == knowledge::content::number && !names_.is_key(c);
  }

  /// The column that identifies a row of a table.
  [[nodiscard]] std::optional<column_id> key_of(std::uint32_t table) const {
    auto const keys = names_.connected().tables()[table].primary_key();
    if (keys.size() == 1) return place_of(names_.schema().tables()[table], keys.front());
    for (std::uint32_t c = 0; c < columns_of(table).size(); ++c)
      if (names_.is_key({table, c}) && !names_.is_foreign_key({table, c})) return column_id{table, c};
    return {};
  }

  [[nodiscard]] std::optional<column_id> place_of(schema::table const& table, std::string_view column) const {
    auto const* c = table.find_column(column);
    return c ? std::optional(knowledge::id_of(names_.schema(), table, c)) : std::nullopt;
  }

  /// The column of a table, both by their names.
  [[nodiscard]] std::optional<column_id> place_of(std::string_view table, std::string_view column) const {
    auto const* t = names_.schema().find_table(table);
    return t ? place_of(*t, column) : std::nullopt;
  }

  /// The columns by which people tell the rows of a table apart: its name, the first and last name, its title, else its first text.
  [[nodiscard]] std::vector<column_id> names_of(std::uint32_t table) const {
    auto const owner = retrieve::lemmas_of_name(names_.schema().tables()[table].name);
    std::optional<column_id> name, first, last, title, other, text, none;
    for (std::uint32_t c = 0; c < columns_of(table).size(); ++c) {
      column_id const id{table, c};
      auto const words = words_of(id);
      bool const of_owner = words.size() == 1 || (words.size() == 2 && has_word(owner, words.front()));
      bool const is_text = names_.content_of(id) == knowledge::content::text && !names_.is_key(id);
      auto& place = same_words(words, owner)   ? name
                    : !ends_as_name(words)     ? (is_text ? text : none)
                    : words.front() == "first" ? first
                    : words.front() == "last"  ? last
                    : !of_owner                ? other
                    : words.back() == "title"  ? title
                                               : name;
      if (!place) place = id;
    }
    if (name) return {*name};
    if (first && last) return {*first, *last};
    for (auto const& c : {title, other, text, first, last})
      if (c) return {*c};
    if (auto const key = key_of(table)) return {*key};
    return {columns_of(table).empty() ? column_id{table} : column_id{table, 0}};
  }

  /// Whether people call a row by this column: a name, a title or a key.
  [[nodiscard]] bool is_name(column_id c) const {
    auto const words = words_of(c);
    return same_words(words, retrieve::lemmas_of_name(names_.table(c).name)) || names_.is_key(c) || ends_as_name(words);
  }

  /// The column of a table, or of one that the question names, whose name has a word of the list, among those that `fits` lets pass.
  /// Earlier words are better; the list ends at its first empty one.
  template <class Fits = decltype(any)>
  [[nodiscard]] std::optional<column_id> measured(std::span<std::string_view const> words, std::uint32_t preferred, Fits fits = any) const {
    std::optional<column_id> best;
    double most = 0;
    for (std::uint32_t t = 0; t < weight_.size(); ++t) {
      if (t != preferred && weight_[t] <= 0) continue;
      for (std::uint32_t c = 0; c < columns_of(t).size(); ++c) {
        auto const parts = words_of({t, c});
        for (std::size_t w = 0; w < words.size() && !words[w].empty(); ++w) {
          if (!has_word(parts, words[w]) || (names_.is_key({t, c}) && parts.back() == "id")) continue;
          double const score =
              (t == preferred ? 1.0 : 0.4 * weight_[t]) + 0.3 / static_cast<double>(parts.size()) - 0.1 * static_cast<double>(w);
          if (score > most && fits(column_id{t, c})) best = column_id{t, c}, most = score;
        }
      }
    }
    return best;
  }

  [[nodiscard]] std::vector<std::string_view> words_of(column_id id) const {
    std::vector<std::string_view> out;
    out.reserve(names_.item(id).words.size());
    for (auto const w : names_.item(id).words) out.push_back(names_.words()[w]);
    return out;
  }

  /// How many words of the question tell this column from its table, keys and small words aside.
  [[nodiscard]] std::size_t telling_words(column_id id) const {
    auto const& owner = names_.item({id.table}).words;
    return t2s::detail::count_if(names_.item(id).words, [&](auto w) {
      return is_asked(w) && names_.words()[w] != "id" && !retrieve::is_stop_word(names_.words()[w]) && !t2s::detail::has(owner, w);
    });
  }

  [[nodiscard]] schema::join_path path_between(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::string> const ends{names_.schema().tables()[a].name, names_.schema().tables()[b].name};
    return schema::find_join_path(names_.connected(), ends);
  }

  /// How surely the question names a table; 0 if it does not.
  [[nodiscard]] double weight(std::uint32_t table) const { return weight_[table]; }
  [[nodiscard]] std::vector<schema::column> const& columns_of(std::uint32_t table) const { return names_.schema().tables()[table].columns; }

 private:
  [[nodiscard]] static bool same_words(std::vector<std::string_view> const& a, std::vector<std::string> const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

  [[nodiscard]] static bool ends_as_name(std::span<std::string_view const> words) {
    return !words.empty() && is_one_of(words.back(), "name", "title");
  }

  [[nodiscard]] bool joined_by_of(std::size_t from, std::size_t to) const {
    for (auto i = from; i < to; ++i)
      if (is_one_of(m_.token(i).text, "of", "for", "from")) return true;
    return false;
  }

  /// How many of the columns that are named a table has.
  [[nodiscard]] double support(std::uint32_t table) const {
    if (!support_.empty()) return support_[table];
    support_.resize(weight_.size());
    for (auto const& x : m_.mentions)
      for (auto const& o : x.options)
        if (o.is != kind::table && o.score > 0.7 && is_best_of_table(x, o)) support_[o.where.table] += o.score;
    return support_[table];
  }

  /// Whether an option is the first of the best ones of its table that are no table.
  [[nodiscard]] static bool is_best_of_table(mention const& x, link::link const& o) {
    auto const fits = [&](link::link const& other) { return other.is != kind::table && other.where.table == o.where.table; };
    return best_option(x, fits, [](link::link const& other) { return other.score; }) == &o;
  }

  /// The share of a column's words that the question has anywhere.
  [[nodiscard]] double share_of_words(column_id id) const {
    auto const& words = names_.item(id).words;
    auto const asked = t2s::detail::count_if(words, [this](auto w) { return is_asked(w); });
    return static_cast<double>(asked) / static_cast<double>(words.size());
  }

  /// Whether the question has a word of the lexicon. Found out when it is asked for: most words of a large schema never are.
  [[nodiscard]] bool is_asked(std::uint32_t word) const {
    if (!looked_up_[word]) {
      auto const like = [&](std::string_view asked) { return knowledge::likeness(asked, names_.words()[word]) > 0.7; };
      asked_[word] = t2s::detail::any_of(asked_words_, like);
      looked_up_[word] = true;
    }
    return asked_[word];
  }

  knowledge::lexicon const& names_;
  material const& m_;
  std::vector<link::link> tables_{};  // that are named, as from the first token of their mention on
  std::vector<double> weight_{};
  std::vector<std::string_view> asked_words_{};      // of the question
  mutable std::vector<bool> looked_up_{}, asked_{};  // of each word of the lexicon
  mutable std::vector<double> support_{};            // of each table; empty until it is asked for
  std::optional<std::uint32_t> main_{};
  std::vector<std::pair<std::size_t, std::uint32_t>> meant_{};  // tokens and tables, as `mean` was told
  std::vector<bool> near_{};                                    // of each table; empty if it does not matter
};

}  // namespace t2s::reader::detail

#endif
