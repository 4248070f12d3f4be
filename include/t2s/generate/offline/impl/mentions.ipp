// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_MENTIONS_IPP
#define T2S_GENERATE_OFFLINE_IMPL_MENTIONS_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/offline/mentions.hpp"
#include "t2s/retrieve/stop_words.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace t2s::generate::offline {
namespace detail {

/// What decides between overlapping links: the score, and a little for each further word that tells something.
inline double strength(link::link const& l, std::span<retrieve::token const> tokens) {
  auto const telling = std::ranges::count_if(tokens.subspan(l.first, l.last - l.first), [](retrieve::token const& t) {
    return t.is != retrieve::token::kind::mark && !retrieve::is_stop_word(t.lemma);
  });
  double const s = l.score + 0.3 * static_cast<double>(telling - 1);
  return l.is == link::link::kind::table ? s + 0.01 : s;
}

class mention_chooser {
 public:
  explicit mention_chooser(link::links const& l) : linked_(l), at_(l.tokens.size(), none) {}

  std::vector<mention> choose() {
    std::vector<link::link const*> by_strength;
    for (auto const& l : linked_.found) by_strength.push_back(&l);
    auto const key = [this](link::link const* l) { return std::pair(-strength(*l, linked_.tokens), l - linked_.found.data()); };
    std::ranges::sort(by_strength, {}, key);
    for (auto const* l : by_strength)
      if (is_free(l->first, l->last)) open(l->first, l->last);
    for (auto const* l : by_strength) add_option(*l);
    for (std::size_t i = 0; i < linked_.tokens.size(); ++i) add_number(i);
    std::ranges::sort(out_, {}, &mention::first);
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_free(std::size_t first, std::size_t last) const {
    return std::all_of(at_.begin() + static_cast<std::ptrdiff_t>(first), at_.begin() + static_cast<std::ptrdiff_t>(last),
                       [](std::size_t m) { return m == none; });
  }

  mention& open(std::size_t first, std::size_t last) {
    for (auto t = first; t < last; ++t) at_[t] = out_.size();
    return out_.emplace_back(mention{first, last, {}, {}, {}});
  }

  void add_option(link::link const& l) {
    if (at_[l.first] == none) return;
    auto& m = out_[at_[l.first]];
    bool const same = m.first == l.first && m.last == l.last;
    bool const inside = l.last <= m.last;
    if (!inside || (!same && strength(l, linked_.tokens) < 0.75)) return;
    m.options.push_back(l);
    if (!same) m.options.back().score -= 0.25;
  }

  void add_number(std::size_t i) {
    auto const& t = linked_.tokens[i];
    if (t.is != retrieve::token::kind::number) return;
    double read = 0;
    if (text::to_number(t.text, read) == std::errc::invalid_argument) return;
    auto& m = at_[i] == none ? open(i, i + 1) : out_[at_[i]];
    if (m.last - m.first == 1) m.number = read, m.digits = t.text;
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  link::links const& linked_;
  std::vector<mention> out_{};
  std::vector<std::size_t> at_;  // the mention at each token
};

/// "number of flights" counts flights where there is a table of them, though a column be called flight number.
inline void count_rows_of_tables(material& all) {
  for (auto& m : all.mentions)
    for (auto const& c : all.cues) {
      if (c.is != cue::kind::count || c.last <= m.first || c.last >= m.last || c.first > m.first) continue;
      auto const* t = m.option(link::link::kind::table);
      if (!t || t->first < c.last) continue;
      m.first = c.last;
      std::erase_if(m.options, [&](link::link const& o) { return o.first < c.last; });
      for (auto& o : m.options) o.score += 0.25;
    }
}

/// "The average amount of orders" counts nothing where a column is called amount: an aggregate stands before it.
inline void settle_counts(material& all) {
  auto const is_aggregated = [&](mention const& m) {
    auto const* column = m.option(link::link::kind::column);
    return column && column->score > 0.95 &&
           std::ranges::any_of(all.cues, [&](cue const& c) { return c.is == cue::kind::aggregate && c.last == m.first; });
  };
  std::erase_if(all.cues, [&](cue const& c) {
    return c.is == cue::kind::count && std::ranges::any_of(all.mentions, [&](mention const& m) {
             return m.first == c.first && m.last == m.first + 1 && is_aggregated(m);
           });
  });
}

/// A column that is called "average": the word is the aggregate where a column follows for it, else the column.
inline void settle_aggregates(material& all) {
  auto const is_column = [](mention const& m) { return m.is(link::link::kind::column); };
  auto const same = [](mention const& m, cue const& c) { return c.is == cue::kind::aggregate && m.first == c.first && m.last == c.last; };
  auto const applies = [&](cue const& c) {
    for (auto const& m : all.mentions) {
      if (m.first < c.last || std::ranges::any_of(all.cues, [&](cue const& other) { return same(m, other); })) continue;
      return is_column(m) && m.first <= c.last + 5;
    }
    return false;
  };
  std::vector<cue> dropped;
  for (auto const& c : all.cues)
    if (std::ranges::any_of(all.mentions, [&](mention const& m) { return same(m, c); }) && !applies(c)) dropped.push_back(c);
  std::erase_if(all.mentions,
                [&](mention const& m) { return std::ranges::any_of(all.cues, [&](cue const& c) { return same(m, c) && applies(c); }); });
  std::erase_if(all.cues, [&](cue const& c) { return std::ranges::any_of(dropped, [&](cue const& d) { return d.first == c.first; }); });
}

}  // namespace detail

T2S_DECL material material_of(link::links const& l) {
  material out{&l, detail::mention_chooser(l).choose(), cues_of(l.tokens)};
  std::erase_if(out.mentions, [&](mention const& m) {  // the million of "10 million" names nothing
    return m.first > 0 && m.last == m.first + 1 && zeros_of(l.tokens[m.first].text) &&
           l.tokens[m.first - 1].is == retrieve::token::kind::number;
  });
  detail::count_rows_of_tables(out);
  detail::settle_aggregates(out);
  detail::settle_counts(out);
  // A word that only says what to do names a thing only if it is the thing's whole name.
  std::erase_if(out.mentions, [&](mention const& m) {
    if (m.options.empty() || m.number || m.options.front().score > 0.95) return false;
    return std::ranges::any_of(out.cues, [&](cue const& c) { return c.first <= m.first && m.last <= c.last; });
  });
  std::erase_if(out.cues, [&](cue const& c) {
    return std::ranges::any_of(out.mentions, [&](mention const& m) {
      bool const larger = m.first <= c.first && c.last <= m.last && m.last - m.first > c.last - c.first;
      bool const inside_value = m.first <= c.first && c.last <= m.last && m.is(link::link::kind::value) && m.options.front().score >= 1;
      bool const starts_inside = c.is == cue::kind::count && c.first < m.first && m.first < c.last && c.last < m.last &&
                                 !m.options.empty() && m.options.front().score > 0.9;
      if (starts_inside) return true;
      bool const tail_of_cue = m.first > c.first && m.last > c.last && m.first < c.last;
      bool const head_inside =
          m.first < c.first && c.first < m.last && c.last > m.last && !m.options.empty() && m.options.front().score > 0.6;
      return head_inside || (!tail_of_cue && (inside_value || (larger && !m.options.empty() && m.options.front().score > 0.6)));
    });
  });
  return out;
}

}  // namespace t2s::generate::offline

#endif
