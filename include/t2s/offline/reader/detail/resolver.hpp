// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RESOLVER_HPP
#define T2S_OFFLINE_READER_DETAIL_RESOLVER_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/mentions.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"

namespace t2s::reader::detail {

/// Decides which table, column or value a mention means, by the mentions around it.
class resolver {
 public:
  resolver(knowledge::lexicon const& names, material const& m)
      : names_(names), m_(m), weight_(names.schema().tables().size()), looked_up_(names.words().size()), asked_(names.words().size()) {
    for (auto const& x : m.mentions)
      if (auto const* t = x.option(kind::table); t && t->score > (x.last - x.first > 1 ? 0.44 : 0.45)) {
        tables_.push_back(*t);
        tables_.back().first = x.first;
      }
    asked_words_.reserve(m.size());
    for (auto const& t : m.linked->tokens) asked_words_.push_back(knowledge::standard_form(t.lemma));
    for (auto const& t : tables_) weight_[t.where.table] = std::max(weight_[t.where.table], t.score);
    for (auto const& x : m.mentions)
      if (auto const home = home_of(x)) weight_[home->table] += 0.3;
  }

  /// The primary column of a stored value: the only one that has it, else the only one that does not refer to another table.
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

  /// How much the mentions around a position of the question favour a table.
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

  /// The table that a mention means; if several match equally well, the one with most of the named columns. The mention must have a table
  /// among its options.
  [[nodiscard]] std::uint32_t table(mention const& x) const {
    if (meant_[x.first] != undecided) return meant_[x.first];
    std::uint32_t best = 0;
    double most = -1;
    for (auto const& o : x.options) {
      if (o.is != kind::table) continue;
      double const score = o.score + (o.score < 0.95 ? 0.15 * support(o.where.table) : 0);
      if (score > most) {
        best = o.where.table;
        most = score;
      }
    }
    return best;
  }

  /// From now on the mention that begins at a token means this table.
  void mean(std::size_t first, std::uint32_t table) {
    if (meant_[first] == undecided) meant_[first] = table;
  }

  /// The column that the mention means, among those that satisfy `fits`, or nullptr.
  template <class Fits>
  [[nodiscard]] link::link const* column(mention const& x, Fits const& fits) const {
    link::link const* best = nullptr;
    double most = 0;
    for (auto const& o : x.options) {
      if (o.is != kind::column || !fits(o.where)) continue;
      double const score = column_score(o, x.first);
      if (!best || score > most) {
        best = &o;
        most = score;
      }
    }
    return best;
  }
  [[nodiscard]] link::link const* column(mention const& x) const {
    return column(x, [](column_id) { return true; });
  }

  /// The option with the highest score among those that satisfy `fits`, the first of equal ones, or nullptr.
  template <class Fits>
  [[nodiscard]] static link::link const* best_option(mention const& x, Fits const& fits) {
    link::link const* best = nullptr;
    for (auto const& o : x.options)
      if (fits(o) && (!best || o.score > best->score)) best = &o;
    return best;
  }

  [[nodiscard]] double focus_bonus(std::uint32_t table) const { return main_ && *main_ == table ? 0.3 : 0.0; }
  void set_main(std::uint32_t table) { main_ = table; }

  /// From now on, columns of tables that cannot be joined with this one within `schema::longest_join` come last.
  void stay_near(std::uint32_t table) {
    auto const& d = names_.connected();
    std::vector<bool> near(d.tables().size());
    near[table] = true;
    std::vector<std::size_t> reached;
    reached.push_back(table);
    for (std::size_t joined = 1, begin = 0; joined < schema::longest_join; ++joined)
      for (auto const end = reached.size(); begin < end; ++begin) {
        if (begin > 0 && d.tables()[reached[begin]].is_view) continue;  // a path cannot continue from a view
        for (auto const& e : d.edges(reached[begin]))
          if (!near[e.to]) {
            near[e.to] = true;
            reached.push_back(e.to);
          }
      }
    near_.swap(near);
  }
  [[nodiscard]] double distance_penalty(std::uint32_t table) const { return near_.empty() || near_[table] ? 0 : 10; }

  /// Whether a row of `child` is a row of `parent`: its primary key refers there.
  [[nodiscard]] bool refers_by_key(std::uint32_t child, std::uint32_t parent) const {
    auto const key = key_of(child);
    if (!key) return false;
    return t2s::detail::any_of(names_.connected().tables()[child].foreign_keys, [&](auto const& k) {
      return k.columns.size() == 1 && k.table == names_.schema().tables()[parent].name && k.columns.front() == names_.column(*key).name;
    });
  }

  [[nodiscard]] bool is_number(column_id c) const {
    if (c.is_table() || names_.content_of(c) != knowledge::content::number || names_.is_key(c)) return false;
    std::string_view const name = names_.column(c).name;
    return !(name.ends_with("_by") || name.ends_with("_BY") || name.ends_with("edBy"));  // `taken_by` is somebody
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

  /// The column of a table, both by name.
  [[nodiscard]] std::optional<column_id> place_of(std::string_view table, std::string_view column) const {
    auto const* t = names_.schema().find_table(table);
    return t ? place_of(*t, column) : std::nullopt;
  }

  /// The columns by which people identify the rows of a table: its name, the first and last name, its title, else its description, else its
  /// first text. Never a time, a flag or a code.
  [[nodiscard]] std::vector<column_id> names_of(std::uint32_t table) const {
    auto const owner = words_of({table});
    std::optional<column_id> name, first, last, title, other, label, text, none;
    for (std::uint32_t c = 0; c < columns_of(table).size(); ++c) {
      column_id const id{table, c};
      auto const words = words_of(id);
      bool const whole = words.size() == 2 && is_one_of(words.front(), "full complete display");
      bool const of_owner = words.size() == 1 || whole || (words.size() == 2 && is_word_of(owner, words.front()));
      bool const labels = of_owner && is_one_of(words.back(), "text description label caption designation");
      bool const is_text = names_.content_of(id) == knowledge::content::text && !names_.is_key(id) && !names_.is_time(id) &&
                           !names_.flag_value(id, true) && (labels || !names_.holds_codes(id) || columns_of(table)[c].key_position != 0);
      bool const is_label = is_text && labels;
      auto& place = words == owner            ? name
                    : is_label                ? label
                    : !ends_as_name(words)    ? (is_text ? text : none)
                    : is_given_name(words)    ? first
                    : is_family_name(words)   ? last
                    : !of_owner               ? other
                    : words.back() == "title" ? title
                                              : name;
      if (!place) place = id;
    }
    std::vector<column_id> all;
    if (!name && first && last) {
      all.push_back(*first);
      all.push_back(*last);
      return all;
    }
    auto best = name;
    if (other && has_number_of_own(table, owner)) other.reset();  // `area_name` beside `pitch_no` is an area's
    bool const is_key = text && (columns_of(table)[text->column].key_position != 0 || key_of(table) == text);
    bool const is_code = is_key && !names_.holds_words(*text);
    bool const is_first = label && (!text || label->column < text->column || is_code);
    if (!is_first) label.reset();  // after a text of another kind it is a remark
    auto const named = text && !is_key && says_more_of_row(*text) ? std::optional<column_id>() : text;  // a remark comes after the key
    for (auto const& c : {title, other, label, named, first, last, key_of(table), text})
      if (!best) best = c;
    if (!best) best = columns_of(table).empty() ? column_id{table} : column_id{table, 0};
    all.push_back(*best);
    return all;
  }

  /// Whether people identify a row by this column: a name, a title or a key.
  [[nodiscard]] bool is_name(column_id c) const {
    auto const words = words_of(c);
    return words == words_of({c.table}) || names_.is_key(c) || ends_as_name(words);
  }

  /// The first text of a table that says something of its rows: neither a key, a time nor a flag.
  [[nodiscard]] std::optional<column_id> text_of(std::uint32_t table) const {
    for (std::uint32_t c = 0; c < columns_of(table).size(); ++c) {
      column_id const id{table, c};
      if (names_.content_of(id) == knowledge::content::text && !names_.is_key(id) && !names_.is_time(id) && !names_.flag_value(id, true))
        return id;
    }
    return {};
  }

  /// The same, but not for a number that only stands for rows without a name of their own: "names of members" are those of people.
  [[nodiscard]] bool names_rows(column_id c) const {
    bool const number = names_.is_key(c) && names_.content_of(c) != knowledge::content::text;
    return is_name(c) && !(number && text_of(c.table));
  }

  /// The column of a table, or of one that the question names, whose name has a word of the list, among those that satisfy `fits`. Earlier
  /// words are better; the list ends at its first empty one.
  template <class Fits>
  [[nodiscard]] std::optional<column_id> measured(measure_words const& words, std::uint32_t preferred, Fits const& fits) const {
    std::optional<column_id> best;
    double most = 0;
    for (std::uint32_t t = 0; t < weight_.size(); ++t) {
      if (t != preferred && weight_[t] <= 0) continue;
      for (std::uint32_t c = 0; c < columns_of(t).size(); ++c) {
        double const score = measure_score({t, c}, words, preferred);
        if (score > most && fits(column_id{t, c})) {
          best = column_id{t, c};
          most = score;
        }
      }
    }
    return best;
  }
  [[nodiscard]] std::optional<column_id> measured(measure_words const& words, std::uint32_t preferred) const {
    return measured(words, preferred, [](column_id) { return true; });
  }

  [[nodiscard]] std::vector<std::string_view> words_of(column_id id) const {
    std::vector<std::string_view> out;
    out.reserve(names_.item(id).words.size());
    for (auto const w : names_.item(id).words) out.push_back(names_.words()[w]);
    return out;
  }

  /// Whether a name has a word of the list.
  [[nodiscard]] bool has_any(column_id id, measure_words const& wanted) const {
    for (auto const w : names_.item(id).words)
      if (has_word(wanted, names_.words()[w])) return true;
    return false;
  }

  /// How many words of the question distinguish this column from its table, not counting keys and small words.
  [[nodiscard]] std::size_t distinguishing_words(column_id id) const {
    auto const& owner = names_.item({id.table}).words;
    return t2s::detail::count_if(names_.item(id).words, [&](auto w) {
      return is_asked(w) && names_.words()[w] != "id" && !retrieve::is_stop_word(names_.words()[w]) && !t2s::detail::has(owner, w);
    });
  }

  /// The joins from one table to another. Empty if nothing connects them, or they are the same.
  [[nodiscard]] std::vector<schema::join_step> way_between(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::string> const ends{names_.schema().tables()[a].name, names_.schema().tables()[b].name};
    schema::join_path path;
    if (!schema::find_path(names_.connected(), ends, schema::longest_join, path)) path.steps.clear();
    return std::move(path.steps);
  }

  /// How certainly the question names a table; 0 if it does not.
  [[nodiscard]] double weight(std::uint32_t table) const { return weight_[table]; }
  [[nodiscard]] std::vector<schema::column> const& columns_of(std::uint32_t table) const { return names_.schema().tables()[table].columns; }

 private:
  /// Whether a word is one of a table's name, or short for one.
  [[nodiscard]] static bool is_word_of(std::vector<std::string_view> const& owner, std::string_view word) {
    constexpr double is_short_form = 0.7;
    return t2s::detail::any_of(owner, [word](std::string_view w) {
      return w == word || knowledge::likeness(w, word) > is_short_form || knowledge::likeness(word, w) > is_short_form;
    });
  }

  /// Whether a text comes after a time, is a key to another table, or one end of something: it says something of the row, as the clerk of
  /// an order, and does not name it.
  [[nodiscard]] bool says_more_of_row(column_id text) const {
    for (std::uint32_t c = 0; c < text.column; ++c)
      if (names_.is_time({text.table, c})) return true;
    auto const words = words_of(text);
    if (words.size() == 1 && doers.has(words.front()) && key_of(text.table)) return true;
    return names_.is_foreign_key(text) || (words.size() > 1 && is_one_of(words.front(), "from to via for"));  // a line's `from_port`
  }

  /// Whether the rows of a table are called by a number of their own: the `room_no` of rooms.
  [[nodiscard]] bool has_number_of_own(std::uint32_t table, std::vector<std::string_view> const& owner) const {
    auto const key = key_of(table);
    auto const words = key && !names_.is_foreign_key(*key) ? words_of(*key) : std::vector<std::string_view>();
    return words.size() == 2 && is_word_of(owner, words.front()) && is_one_of(words.back(), "no nr number code");
  }

  [[nodiscard]] static bool ends_as_name(std::vector<std::string_view> const& words) {
    return !words.empty() && is_one_of(words.back(), "name title forename surname");
  }
  [[nodiscard]] static bool is_given_name(std::vector<std::string_view> const& words) {
    return is_one_of(words.front(), "first given forename");
  }
  [[nodiscard]] static bool is_family_name(std::vector<std::string_view> const& words) {
    return is_one_of(words.front(), "last family surname");
  }

  [[nodiscard]] bool joined_by_of(std::size_t from, std::size_t to) const {
    for (auto i = from; i < to; ++i)
      if (is_one_of(m_.token(i).text, "of for from")) return true;
    return false;
  }

  /// The number of the named columns that a table has.
  [[nodiscard]] double support(std::uint32_t table) const {
    if (!support_.empty()) return support_[table];
    support_ = std::vector<double>(weight_.size());
    for (auto const& x : m_.mentions)
      for (auto const& o : x.options)
        if (o.is != kind::table && o.score > 0.7 && is_best_of_table(x, o)) support_[o.where.table] += o.score;
    return support_[table];
  }

  /// Whether an option is the first of the best non-table options of its table.
  [[nodiscard]] static bool is_best_of_table(mention const& x, link::link const& o) {
    return best_option(x, [&](link::link const& other) { return other.is != kind::table && other.where.table == o.where.table; }) == &o;
  }

  /// How well a column fits as an option of the mention that begins at a token.
  [[nodiscard]] double column_score(link::link const& o, std::size_t first) const {
    double score = 2 * o.score + table_score(o.where.table, first) + focus_bonus(o.where.table);
    if (names_.is_foreign_key(o.where)) score -= 0.25;
    auto const share = share_of_words(o.where);  // "worked the most hours" means `hours_worked`, rather than `duration_hours`
    bool const whole = share >= 1 && names_.item(o.where).words.size() > 1 && names_.content_of(o.where) == knowledge::content::number;
    return score + (0.2 * share + (whole ? 0.2 : 0.0) - distance_penalty(o.where.table));
  }

  /// The same for a candidate of `measured`; 0 if its name has none of the words.
  [[nodiscard]] double measure_score(column_id id, measure_words const& words, std::uint32_t preferred) const {
    auto const parts = words_of(id);
    for (std::size_t w = 0; w < words.size() && !words[w].empty(); ++w) {
      if (!has_word(parts, words[w]) || (names_.is_key(id) && parts.back() == "id")) continue;
      double const of_table = id.table == preferred ? 1.0 : 0.4 * weight_[id.table];
      return of_table + 0.3 / static_cast<double>(parts.size()) - 0.1 * static_cast<double>(w);
    }
    return 0;
  }

  /// The share of a column's words that the question has anywhere.
  [[nodiscard]] double share_of_words(column_id id) const {
    auto const& words = names_.item(id).words;
    auto const asked = t2s::detail::count_if(words, [this](auto w) { return is_asked(w); });
    return static_cast<double>(asked) / static_cast<double>(words.size());
  }

  /// Whether the question has a word of the lexicon. Computed on demand, since most words of a large schema are never needed.
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
  std::vector<link::link> tables_{};  // named tables, valid from the first token of their mention on
  std::vector<double> weight_;
  std::vector<std::string_view> asked_words_{};  // of the question
  mutable std::vector<bool> looked_up_, asked_;  // for each word of the lexicon
  mutable std::vector<double> support_{};        // for each table; empty until needed
  std::optional<std::uint32_t> main_{};
  static constexpr auto undecided = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> meant_ = std::vector<std::uint32_t>(m_.size(), undecided);  // for each token: the table set by `mean`
  std::vector<bool> near_{};                                                             // for each table; empty if it does not matter
};

}  // namespace t2s::reader::detail

#endif
