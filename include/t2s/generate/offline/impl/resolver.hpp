// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_RESOLVER_HPP
#define T2S_GENERATE_OFFLINE_IMPL_RESOLVER_HPP

#include "t2s/generate/offline/mentions.hpp"
#include "t2s/link/words.hpp"
#include "t2s/retrieve/stop_words.hpp"
#include "t2s/retrieve/tokens.hpp"
#include "t2s/schema/join_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace t2s::generate::offline::detail {

using link::column_id;
using kind = link::link::kind;

/// Decides which table, column or value a mention means, by what is mentioned around it.
class resolver {
 public:
  resolver(link::lexicon const& names, material const& m) : names_(names), m_(m) {
    for (auto const& x : m.mentions)
      if (auto const* t = x.option(kind::table); t && t->score > 0.45) said_.push_back({t->where.table, x.first, t->score});
    weight_.resize(names.schema().tables().size());
    said_words_.resize(names.words().size());
    asked_words_.reserve(m.linked->tokens.size());
    for (auto const& t : m.linked->tokens) asked_words_.push_back(link::standard_form(t.lemma));
    for (auto const& s : said_) weight_[s.table] = std::max(weight_[s.table], s.score);
    for (auto const& x : m.mentions)
      if (x.is(kind::value) && x.options.size() == 1) weight_[x.options.front().where.table] += 0.3;
  }

  /// How much the neighbourhood speaks for a table at a place of the question.
  [[nodiscard]] double pull(std::uint32_t table, std::size_t at) const {
    double best = 0;
    for (auto const& s : said_) {
      if (s.table != table) continue;
      double const distance = s.at > at ? static_cast<double>(s.at - at) : static_cast<double>(at - s.at) * 1.2;
      double near = 0.35 + 0.5 / (1.0 + distance / 3.0);
      if (s.at > at && s.at - at <= 5 && joined_by_of(at, s.at)) near += 0.35;
      if (s.at < at && at - s.at <= 2) near += 0.3;
      best = std::max(best, near * s.score);
    }
    if (best == 0 && weight_[table] > 0) best = 0.15;
    return best;
  }

  /// The table that a mention means: of several that are said equally well the one with most of the columns that are named. The mention
  /// must have a table among its options.
  [[nodiscard]] std::uint32_t table(mention const& x) const {
    link::link const* best = nullptr;
    double most = 0;
    for (auto const& o : x.options) {
      if (o.is != kind::table) continue;
      double const score = o.score + (o.score < 0.95 ? 0.15 * support(o.where.table) : 0);
      if (best && score <= most) continue;
      best = &o;
      most = score;
    }
    return best->where.table;
  }

  /// How many of the columns that are named a table has.
  [[nodiscard]] double support(std::uint32_t table) const {
    if (!support_) {
      support_.emplace();
      for (auto const& x : m_.mentions) add_support(x);
    }
    auto const found = support_->find(table);
    return found == support_->end() ? 0 : found->second;
  }

  /// The column that the mention means, among those that `fits` lets pass.
  template <class Fits>
  [[nodiscard]] link::link const* column(mention const& x, Fits fits) const {
    link::link const* best = nullptr;
    double most = 0;
    for (auto const& o : x.options) {
      if (o.is != kind::column || !fits(o.where)) continue;
      double score = 2 * o.score + pull(o.where.table, x.first) + main_pull(o.where.table);
      if (is_foreign_key(o.where)) score -= 0.25;
      score += 0.2 * echo(o.where) - farness(o.where.table);
      if (best && score <= most) continue;
      best = &o;
      most = score;
    }
    return best;
  }
  [[nodiscard]] link::link const* column(mention const& x) const {
    return column(x, [](column_id) { return true; });
  }

  [[nodiscard]] double main_pull(std::uint32_t table) const { return main_ && *main_ == table ? 0.3 : 0.0; }
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
  [[nodiscard]] double farness(std::uint32_t table) const { return near_.empty() || near_[table] ? 0 : 10; }

  [[nodiscard]] bool is_foreign_key(column_id c) const { return names_.is_foreign_key(c); }

  /// Whether a row of `child` is a row of `parent`: its own key refers there.
  [[nodiscard]] bool refers_by_key(std::uint32_t child, std::uint32_t parent) const {
    auto const key = key_of(child);
    if (!key) return false;
    return std::ranges::any_of(names_.connected().tables()[child].foreign_keys, [&](auto const& k) {
      return k.columns.size() == 1 && k.table == names_.schema().tables()[parent].name && k.columns.front() == names_.column(*key).name;
    });
  }

  [[nodiscard]] bool is_number(column_id c) const {
    return !c.is_table() && names_.content_of(c) == link::content::number && !names_.is_key(c);
  }

  /// The column that identifies a row of a table.
  [[nodiscard]] std::optional<column_id> key_of(std::uint32_t table) const {
    auto const keys = names_.schema().tables()[table].primary_key();
    if (keys.size() == 1) return place_of(table, keys.front());
    for (std::uint32_t c = 0; c < columns_of(table).size(); ++c)
      if (names_.is_key({table, c}) && !is_foreign_key({table, c})) return column_id{table, c};
    return {};
  }

  [[nodiscard]] std::optional<column_id> place_of(std::uint32_t table, std::string_view column) const {
    for (std::uint32_t c = 0; c < columns_of(table).size(); ++c)
      if (text::same(columns_of(table)[c].name, column)) return column_id{table, c};
    return {};
  }

  /// The columns by which people tell the rows of a table apart: its name or title, the first and last name, else its first text.
  [[nodiscard]] std::vector<column_id> names_of(std::uint32_t table) const {
    auto const owner = retrieve::lemmas_of_name(names_.schema().tables()[table].name);
    std::optional<column_id> whole, first, last, other, any;
    for (std::uint32_t c = 0; c < columns_of(table).size(); ++c) {
      column_id const id{table, c};
      auto const words = words_of(id);
      bool const named = !words.empty() && (words.back() == "name" || words.back() == "title");
      auto const keep = [&](std::optional<column_id>& place) {
        if (!place) place = id;
      };
      if (words == owner)
        keep(whole);
      else if (named && words.front() == "first")
        keep(first);
      else if (named && words.front() == "last")
        keep(last);
      else if (named && (words.size() == 1 || (words.size() == 2 && std::ranges::find(owner, words.front()) != owner.end())))
        keep(whole);
      else if (named)
        keep(other);
      else if (names_.content_of(id) == link::content::text && !names_.is_key(id))
        keep(any);
    }
    if (whole) return {*whole};
    if (first && last) return {*first, *last};
    for (auto const& c : {other, any, first, last})
      if (c) return {*c};
    if (auto const key = key_of(table)) return {*key};
    return {column_id{table, 0}};
  }

  /// Whether people call a row by this column: a name, a title or a key.
  [[nodiscard]] bool is_name(column_id c) const {
    auto const words = words_of(c);
    if (words == retrieve::lemmas_of_name(names_.table(c).name)) return true;
    return names_.is_key(c) || (!words.empty() && (words.back() == "name" || words.back() == "title"));
  }

  /// The number column of a table, or of one said in the question, whose name has a word of the list; earlier words are better.
  template <std::size_t N>
  [[nodiscard]] std::optional<column_id> measured(std::array<std::string_view, N> const& words, std::uint32_t preferred) const {
    return measured(words, preferred, [](column_id) { return true; });
  }
  /// The same among those that `fits` lets pass.
  template <std::size_t N, class Fits>
  [[nodiscard]] std::optional<column_id> measured(std::array<std::string_view, N> const& words, std::uint32_t preferred, Fits fits) const {
    std::optional<column_id> best;
    double most = 0;
    for (std::uint32_t t = 0; t < weight_.size(); ++t) {
      if (t != preferred && weight_[t] <= 0) continue;
      for (std::uint32_t c = 0; c < columns_of(t).size(); ++c) {
        auto const parts = words_of({t, c});
        for (std::size_t w = 0; w < N && !words[w].empty(); ++w) {
          if (std::ranges::find(parts, words[w]) == parts.end() || (names_.is_key({t, c}) && parts.back() == "id")) continue;
          double const score =
              (t == preferred ? 1.0 : 0.4 * weight_[t]) + 0.3 / static_cast<double>(parts.size()) - 0.1 * static_cast<double>(w);
          if (score > most && fits(column_id{t, c})) best = column_id{t, c}, most = score;
        }
      }
    }
    return best;
  }

  [[nodiscard]] std::vector<std::string> words_of(column_id id) const {
    std::vector<std::string> out;
    for (auto const w : names_.item(id).words) out.push_back(names_.words()[w]);
    return out;
  }

  /// The share of a column's words that the question says anywhere.
  [[nodiscard]] double echo(column_id id) const {
    auto const& words = names_.item(id).words;
    auto const said = std::ranges::count_if(words, [this](auto w) { return is_said(w); });
    return static_cast<double>(said) / static_cast<double>(words.size());
  }

  /// How many words the question says that tell this column of its table, keys and small words aside.
  [[nodiscard]] std::size_t telling_words(column_id id) const {
    auto const& owner = names_.item({id.table}).words;
    return static_cast<std::size_t>(std::ranges::count_if(names_.item(id).words, [&](auto w) {
      return is_said(w) && names_.words()[w] != "id" && !retrieve::is_stop_word(names_.words()[w]) &&
             std::ranges::find(owner, w) == owner.end();
    }));
  }

  [[nodiscard]] std::optional<std::size_t> joins_between(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::string> const wanted{names_.schema().tables()[a].name, names_.schema().tables()[b].name};
    auto const path = schema::find_join_path(names_.connected(), wanted);
    if (!path) return {};
    return path->steps.size();
  }

  [[nodiscard]] double weight(std::uint32_t table) const { return weight_[table]; }
  [[nodiscard]] std::vector<schema::column> const& columns_of(std::uint32_t table) const { return names_.schema().tables()[table].columns; }

 private:
  struct said_table {
    std::uint32_t table;
    std::size_t at;
    double score;
  };

  [[nodiscard]] bool joined_by_of(std::size_t from, std::size_t to) const {
    for (auto i = from; i < to; ++i)
      if (auto const& w = m_.token(i).text; w == "of" || w == "for" || w == "from") return true;
    return false;
  }

  void add_support(mention const& x) const {
    std::map<std::uint32_t, double> best;  // of each table's columns that the mention may mean
    for (auto const& o : x.options)
      if (o.is != kind::table && o.score > 0.7) best[o.where.table] = std::max(best[o.where.table], o.score);
    for (auto const& [table, score] : best) (*support_)[table] += score;
  }

  /// Whether the question says a word of the lexicon. Found out when it is asked for: most words of a large schema never are.
  [[nodiscard]] bool is_said(std::uint32_t word) const {
    auto& known = said_words_[word];
    if (known == knowledge::none) {
      auto const says = [&](std::string_view asked) { return link::likeness(asked, names_.words()[word]) > 0.7; };
      known = std::ranges::any_of(asked_words_, says) ? knowledge::said : knowledge::unsaid;
    }
    return known == knowledge::said;
  }

  enum class knowledge : unsigned char { none, said, unsaid };

  link::lexicon const& names_;
  material const& m_;
  std::vector<said_table> said_{};
  std::vector<double> weight_{};
  std::vector<std::string_view> asked_words_{};                                 // of the question
  mutable std::vector<knowledge> said_words_{};                                 // of each word of the lexicon
  mutable std::optional<std::unordered_map<std::uint32_t, double>> support_{};  // of tables, once it is asked for
  std::optional<std::uint32_t> main_{};
  std::vector<bool> near_{};  // of each table; empty if it does not matter
};

}  // namespace t2s::generate::offline::detail

#endif
