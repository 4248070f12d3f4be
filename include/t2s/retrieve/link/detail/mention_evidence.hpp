// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_MENTION_EVIDENCE_HPP
#define T2S_RETRIEVE_LINK_DETAIL_MENTION_EVIDENCE_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/mention_context.hpp"
#include "t2s/retrieve/link/detail/mention_places.hpp"
#include "t2s/retrieve/link/detail/mention_weights.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The evidence for and against each table and column that a question may name.
namespace t2s::link::detail {

/// Numbers in the order of `table_weights` or `column_weights`: a new one needs a line there, and the weights must be learned again.
using evidence = std::vector<double>;

/// Words of a question that write a value, and the formats in which columns may hold it.
struct written_value {
  std::size_t first = 0, last = 0;  // tokens
  std::vector<std::string> forms{};
};

inline std::string two_digits(unsigned n) { return std::string(n < 10 ? 1 : 0, '0').append(std::to_string(n)); }

/// Days, as 2010-05-05 and 5-5-2010, and numbers with words in them; a lone "one" is not a number.
inline std::vector<written_value> written_values(std::span<retrieve::token const> tokens) {
  std::vector<written_value> out;
  for (auto const& t : written_times(tokens)) {
    if (t.last == t.first + 1 || t.when.end != t.when.first + std::chrono::days(1)) continue;
    std::chrono::year_month_day const day(t.when.first);
    auto const y = std::to_string(static_cast<int>(day.year()));
    auto const m = static_cast<unsigned>(day.month()), d = static_cast<unsigned>(day.day());
    auto const joined = [](std::string a, std::string const& b, std::string const& c) {
      return a.append("-").append(b).append("-").append(c);
    };
    auto const month = std::to_string(m), in_month = std::to_string(d);
    out.push_back({t.first, t.last, {joined(y, two_digits(m), two_digits(d)), joined(month, in_month, y), joined(in_month, month, y)}});
  }
  for (auto const& n : written_numbers(tokens)) {
    auto const words = tokens.subspan(n.first, n.last - n.first);
    if (words.size() > 1 || (words.front().is == retrieve::token::kind::word && n.value != 1))
      out.push_back({n.first, n.last, {number_text(n.value)}});
  }
  return out;
}

/// The candidates of a question and their evidence. Refers to everything that it is made from.
class mention_evidence {
 public:
  mention_evidence(knowledge::lexicon const& names, links const& found) : names_(names), tokens_(found.tokens) {
    for (auto const& l : found.found) {
      auto& c = candidate_of(l.where);
      if (l.is == link::kind::value)
        c.values.push_back({l.first, l.last, l.score, l.value});
      else
        c.names.push_back({l.first, l.last, l.is == link::kind::column ? share_named(l) : l.score, {}});
    }
    add_written();
    add_years();
    survey();
    for (auto* all : {&tables, &columns})
      for (auto& c : *all) choose_places(c);
    sum_up();
  }
  mention_evidence(mention_evidence const&) = delete;
  mention_evidence& operator=(mention_evidence const&) = delete;

  std::vector<mention_candidate> tables{}, columns{};

  [[nodiscard]] mention_candidate const* table_of(knowledge::column_id id) const {
    auto const i = places_.find({id.table});
    return i == places_.end() ? nullptr : &tables[i->second];
  }

  [[nodiscard]] bool is_called_as_table(knowledge::column_id id) const {
    auto const &own = names_.item(id).words, &of_table = names_.item({id.table}).words;
    return std::equal(own.begin(), own.end(), of_table.begin(), of_table.end());
  }

  /// Sums up the scores so far, for `of_table` and `of_column`. Call it whenever scores have changed. O(spans log spans).
  void sum_up() {
    summary_ = {{}, std::vector<mention_table>(names_.schema().tables().size())};
    for (auto const& t : tables) {
      summary_.at(*t.name).table.add(t.score, t.where);
      for (auto const& p : t.names) {
        auto& s = summary_.at(p);
        s.likeliest_table = std::max(s.likeliest_table, t.score);
        auto& best = s.tables[p.score];
        best = std::max(best, t.score);
      }
    }
    for (auto const& c : columns) sum_up(c);
  }
  [[nodiscard]] mention_summary const& summary() const { return summary_; }

  [[nodiscard]] evidence of_table(mention_candidate const& c) const {
    auto const& p = *c.name;
    bool const whole = p.score > 0.999;
    double const keys = share_of_keys(c.where.table);
    evidence x{1,
               p.score,
               flag(whole),
               flag(whole && p.size() > 1),
               swallowed(p, meaning::table, c),
               swallowed(p, meaning::column, c),
               swallowed(p, meaning::value, c),
               flag(rivalled(p, meaning::column, c, p.score - 0.01)),
               flag(rivalled(p, meaning::table, c, p.score - 0.01)),
               flag(rivalled(p, meaning::table, c, p.score + 0.04)),
               static_cast<double>(std::min<std::size_t>(3, c.names.size())),
               keys,
               flag(keys > 0.99),
               flag(follows_count(p.first)),
               flag(p.score < 0.6),
               flag(is_counting(p)),
               flag(is_value(p, 0.5)),
               beyond_longer_names(c)};
    append_columns_of(x, c);
    double rival = 0;
    summary_.for_overlapping(p, [&](word_span const&, mention_span const& s) { rival = std::max(rival, s.table.of_others(c.where)); });
    x.push_back(rival);
    x.push_back(rival * (1 - p.score));
    append_context_of_table(x, c);
    return x;
  }

  [[nodiscard]] evidence of_column(mention_candidate const& c) const {
    evidence x{1};
    if (c.name) append_name(x, c);
    x.resize(first_of_value);
    if (c.value) append_value(x, c);
    x.resize(column_weights.size());
    return x;
  }

 private:
  using meaning = span_meanings::meaning;
  static constexpr std::size_t first_of_value = 64;
  static constexpr std::size_t far = 30;

  static double flag(bool b) { return b ? 1.0 : 0.0; }
  static double log_of(double n) { return std::log(1 + n); }

  mention_candidate& candidate_of(knowledge::column_id id) {
    auto& all = id.is_table() ? tables : columns;
    auto const [i, added] = places_.try_emplace(id, all.size());
    if (added) all.push_back({id, {}, {}, nullptr, nullptr, 0});
    return all[i->second];
  }

  /// The words of its table that a column's name repeats need not be in the question.
  [[nodiscard]] double share_named(link const& l) const {
    if (l.score > 0.999 || l.score < 0.7) return l.score;
    auto const& mine = names_.item(l.where);
    auto const& owner = names_.item({l.where.table});
    double share = l.score;
    for (std::size_t i = 0; i < mine.words.size(); ++i)
      if (t2s::detail::any_of(owner.words,
                              [&](auto o) { return knowledge::likeness(names_.words()[o], names_.words()[mine.words[i]]) >= 0.8; }))
        share += mine.weights[i];
    return share >= 0.999 ? 0.97 : l.score;
  }

  [[nodiscard]] bool is_of_years(knowledge::column_id id) const {
    return t2s::detail::any_of(names_.item(id).words, [this](auto w) { return names_.words()[w] == "year"; });
  }

  static bool is_year(retrieve::token const& t) {
    return t.is == retrieve::token::kind::number && t.text.size() == 4 && (t.text[0] == '1' || t.text[0] == '2') &&
           t2s::detail::all_of(t.text, [](char d) { return d >= '0' && d <= '9'; });
  }

  void add_years() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!is_year(tokens_[i])) continue;
      for (auto const& item : names_.items()) {
        if (item.where.is_table()) continue;
        bool const years = is_of_years(item.where);
        if (years || (names_.content_of(item.where) == knowledge::content::date && !names_.is_key(item.where)))
          add_value(item.where, {i, i + 1, years ? 0.7 : 0.55, tokens_[i].text});
      }
    }
  }

  void add_written() {
    for (auto const& w : written_values(tokens_))
      for (auto const& form : w.forms)
        for (auto const& v : names_.values(knowledge::value_key(form))) add_value(v.where, {w.first, w.last, 0.9, v.text});
  }

  void add_value(knowledge::column_id where, word_span place) {
    auto& values = candidate_of(where).values;
    if (!t2s::detail::any_of(values, [&](auto const& p) { return p.overlaps(place); })) values.push_back(std::move(place));
  }

  /// Enters all spans, once they are known.
  void survey() {
    for (auto const& t : tables)
      for (auto const& p : t.names) spans_.add(p, t.where, meaning::table);
    for (auto const& c : columns) {
      for (auto const& p : c.names) spans_.add(p, c.where, meaning::column);
      for (auto const& p : c.values) spans_.add(p, c.where, meaning::value);
    }
    spans_.close();
  }

  void choose_places(mention_candidate& c) const {
    auto const best = [&](std::vector<word_span> const& all) {
      word_span const* found = nullptr;
      double most = 0;
      for (auto const& p : all) {
        auto const claim =
            p.score + 0.02 * static_cast<double>(p.size()) -
            0.4 * std::max({swallowed(p, meaning::table, c), swallowed(p, meaning::column, c), 0.7 * swallowed(p, meaning::value, c)});
        if (!found || claim > most) {
          most = claim;
          found = &p;
        }
      }
      return found;
    };
    c.name = best(c.names);
    c.value = best(c.values);
  }

  /// The score of another candidate's best longer name or value around the words; 0 if there is none.
  [[nodiscard]] double swallowed(word_span const& p, meaning by, mention_candidate const& self) const {
    return spans_.longer(p, by).of_others(self.where);
  }

  /// Whether the same words name another one at least as well.
  [[nodiscard]] bool rivalled(word_span const& p, meaning by, mention_candidate const& self, double least) const {
    auto const rival = spans_.same(p, by).of_others(self.where);
    return rival > 0 && rival >= least;
  }

  [[nodiscard]] bool is_value(word_span const& p, double least) const { return spans_.same(p, meaning::value).best() >= least - 0.01; }

  [[nodiscard]] double beyond_longer_names(mention_candidate const& c) const {
    double most = 0;
    for (auto const& p : c.names)
      most = std::max(most, p.score - std::max(swallowed(p, meaning::column, c), swallowed(p, meaning::table, c)));
    return most;
  }

  [[nodiscard]] double share_of_keys(std::uint32_t table) const {
    auto const n = names_.schema().tables()[table].columns.size();
    double keys = 0;
    for (std::uint32_t i = 0; i < n; ++i) keys += flag(names_.is_key({table, i}));
    return keys / static_cast<double>(std::max<std::size_t>(1, n));
  }

  void sum_up(mention_candidate const& c) {
    auto& table = summary_.tables[c.where.table];
    table.best = std::max(table.best, c.score);
    table.sum += c.score;
    if (c.value) table.value = std::max(table.value, c.score);
    if (c.name) summary_.at(*c.name).column.add(c.score, c.where);
    for (auto const& p : c.names) {
      auto& s = summary_.at(p);
      s.all.add(p.score, c.where);
      auto& g = s.names[p.score];
      ++g.count;
      g.refer += flag(names_.refers(c.where));
      g.table.add(score_of_table(c.where), c.where);
      g.nearness.add(nearness(distance_to_table(p, c.where)), c.where);
    }
    for (auto const& p : c.values) {
      auto& g = summary_.at(p).values[p.score];
      ++g.count;
      g.table.add(score_of_table(c.where), c.where);
      if (c.name) g.named.add(c.name->score, c.where);
      g.own.add(c.score, c.where);
    }
  }

  /// Positive for every distance.
  static double nearness(std::size_t distance) { return static_cast<double>(2 * far - std::min(distance, far)); }

  void append_columns_of(evidence& x, mention_candidate const& c) const {
    auto const& table = summary_.tables[c.where.table];
    double over = 0;
    summary_.for_overlapping(*c.name, [&](word_span const& q, mention_span const& s) {
      if (c.name->inside(q)) over = std::max(over, s.column.best());
    });
    x.insert(x.end(), {table.best, std::min(3.0, table.sum), table.value, over});
  }

  [[nodiscard]] bool follows_count(std::size_t i) const {
    for (std::size_t k = 1; k <= 4 && k <= i; ++k) {
      auto const& lemma = tokens_[i - k].lemma;
      if (lemma == "number" || lemma == "count" || (lemma == "many" && i > k && tokens_[i - k - 1].lemma == "how")) return true;
    }
    return false;
  }

  /// Whether the span is one word that questions also use to count, order and compare.
  [[nodiscard]] bool is_counting(word_span const& p) const {
    static constexpr std::array<std::string_view, 18> words{"average", "count",   "different", "high",   "long",  "low",
                                                            "maximum", "minimum", "most",      "number", "order", "rank",
                                                            "record",  "result",  "share",     "total",  "type",  "use"};
    return p.size() == 1 && t2s::detail::has(words, tokens_[p.first].lemma);
  }

  [[nodiscard]] double score_of_table(knowledge::column_id id) const {
    auto const* t = table_of(id);
    return t ? t->score : 0;
  }

  [[nodiscard]] std::size_t distance_to_table(word_span const& p, knowledge::column_id id) const {
    std::size_t least = far;
    if (auto const* t = table_of(id))
      for (auto const& q : t->names)
        if (q.score >= 0.5) least = std::min(least, p.distance(q));
    return least;
  }

  /// "singer names", "the singer's name".
  [[nodiscard]] bool follows_table(word_span const& p, knowledge::column_id id) const {
    auto const* t = table_of(id);
    return t && t2s::detail::any_of(t->names, [&](auto const& q) {
             return q.score >= 0.6 && (q.last == p.first || (q.last + 1 == p.first && tokens_[q.last].text == "'s"));
           });
  }

  /// "names of all the singers".
  [[nodiscard]] bool is_of_table(word_span const& p, knowledge::column_id id) const {
    static constexpr std::array<std::string_view, 3> bonds{"of", "for", "in"};
    auto const* t = table_of(id);
    if (!t || p.last >= tokens_.size() || !t2s::detail::has(bonds, tokens_[p.last].text)) return false;
    return t2s::detail::any_of(t->names, [&](auto const& q) {
      if (q.score < 0.6 || q.first <= p.last || q.first - p.last > 6) return false;
      return t2s::detail::all_of(tokens_.subspan(p.last + 1, q.first - p.last - 1), [](auto const& w) {
        return retrieve::is_stop_word(w.lemma) || w.lemma == "different" || w.is == retrieve::token::kind::number;
      });
    });
  }

  [[nodiscard]] bool has_words_between(word_span const& p) const {
    for (auto i = p.first + 1; i + 1 < p.last; ++i)
      if (retrieve::is_stop_word(tokens_[i].lemma)) return true;
    return false;
  }

  [[nodiscard]] bool precedes_year(word_span const& p) const {
    auto const after = tokens_.subspan(p.last, std::min<std::size_t>(4, tokens_.size() - p.last));
    return t2s::detail::any_of(after, is_year);
  }

  /// What the other columns imply for a column's span.
  struct rivals {
    double count = 0, table = 0, best = 0, longer = 0;
    std::size_t nearest = far;
    bool better = false, refers = false;
  };

  [[nodiscard]] rivals rivals_of(mention_candidate const& c) const {
    rivals r;
    auto const& p = *c.name;
    bool const own_refers = names_.refers(c.where);
    double near = 0;
    summary_.for_overlapping(p, [&](word_span const& q, mention_span const& s) {
      r.better = r.better || s.all.of_others(c.where) > p.score + 0.05;
      r.best = std::max(r.best, s.column.of_others(c.where));
      if (q.size() > p.size()) r.longer = std::max(r.longer, s.column.of_others(c.where));
      if (!q.same_words(p)) return;
      for (auto const& [score, g] : s.names) {
        if (std::abs(score - p.score) >= 0.06) continue;
        auto const own = count_of(c.names, p, score);
        r.count += g.count - own;
        r.refers = r.refers || g.refer > (own_refers ? own : 0);
        r.table = std::max(r.table, g.table.of_others(c.where));
        near = std::max(near, g.nearness.of_others(c.where));
      }
    });
    if (near > 0) r.nearest = 2 * far - static_cast<std::size_t>(near);
    return r;
  }

  /// The number of a candidate's own spans that are these words with this score.
  static double count_of(std::vector<word_span> const& all, word_span const& words, double score) {
    return static_cast<double>(
        t2s::detail::count_if(all, [&](word_span const& q) { return q.same_words(words) && !(q.score < score) && !(score < q.score); }));
  }

  void append_name(evidence& x, mention_candidate const& c) const {
    auto const& p = *c.name;
    auto const r = rivals_of(c);
    bool const whole = p.score > 0.999, key = names_.is_key(c.where), shared = r.count > 0;
    auto const table = score_of_table(c.where);
    auto const distance = distance_to_table(p, c.where);
    double table_over = 0;
    summary_.for_overlapping(p, [&](word_span const& q, mention_span const& s) {
      if (!p.inside(q)) return;
      for (auto i = s.tables.lower_bound(p.score - 0.01); i != s.tables.end(); ++i) table_over = std::max(table_over, i->second);
    });
    auto const value_over = std::max(spans_.same(p, meaning::value).of_others(c.where), swallowed(p, meaning::value, c));
    x.insert(x.end(), {1, p.score, flag(whole), flag(whole && p.size() > 1), flag(p.score < 0.6)});
    x.insert(x.end(), {swallowed(p, meaning::table, c), swallowed(p, meaning::column, c), swallowed(p, meaning::value, c)});
    x.insert(x.end(), {flag(rivalled(p, meaning::table, c, p.score - 0.01)), flag(shared), log_of(r.count), flag(r.better)});
    x.insert(x.end(), {flag(key), flag(names_.refers(c.where)), flag(key && shared), flag(shared && (r.refers || names_.refers(c.where)))});
    x.insert(x.end(),
             {table, shared ? table - r.table : 0, log_of(static_cast<double>(distance)), flag(distance == 0), flag(distance <= 3)});
    x.insert(x.end(),
             {flag(shared && distance < r.nearest), flag(shared && distance > r.nearest), flag(shared && table + 0.02 >= r.table)});
    x.insert(x.end(), {flag(follows_count(p.first)), flag(is_counting(p)), table_over, value_over});
    x.insert(x.end(),
             {static_cast<double>(std::min<std::size_t>(4, c.names.size())), r.best, whole ? 0 : r.best, shared ? r.best : 0, r.longer});
    x.insert(x.end(), {flag(names_.connected().tables()[c.where.table].columns[c.where.column].key_position != 0),
                       flag(has_words_between(p)), flag(follows_table(p, c.where))});
    x.insert(x.end(), {flag(is_of_table(p, c.where)), flag(is_counting(p) && !whole), flag(is_called_as_table(c.where))});
    x.push_back(flag(is_of_years(c.where) && precedes_year(p)));
    append_context_of_name(x, c);
  }

  void append_context_of_table(evidence& x, mention_candidate const& c) const {
    mention_context const at(tokens_, *c.name);
    auto const& t = names_.connected().tables()[c.where.table];
    x.insert(x.end(), {flag(at.is_plural()), flag(at.is_first()), flag(at.is_early()), flag(at.is_last()), flag(at.after_each())});
    x.insert(x.end(),
             {flag(at.after_of()), flag(at.after_place()), flag(at.after_list()), flag(at.before_list()), flag(at.before_clause())});
    x.insert(x.end(), {flag(at.before_of()), flag(at.before_be()), flag(at.after_order()), flag(at.after_whose())});
    x.insert(x.end(), {log_of(static_cast<double>(t.columns.size())), flag(t.foreign_keys.empty()),
                       log_of(static_cast<double>(t.foreign_keys.size()))});
    double out = 0, in = 0;
    for (auto const& e : names_.connected().edges(c.where.table)) {
      auto& most = e.child == c.where.table ? out : in;
      most = std::max(most, summary_.tables[e.to].best);
    }
    x.insert(x.end(), {in, out, std::min(in, out)});
  }

  void append_context_of_name(evidence& x, mention_candidate const& c) const {
    mention_context const at(tokens_, *c.name);
    auto const holds = names_.content_of(c.where);
    bool const key = names_.is_key(c.where), number = holds == knowledge::content::number && !key, day = holds == knowledge::content::date;
    bool const calculated = at.after_calculation();
    x.insert(x.end(), {flag(number), flag(day), flag(calculated && number), flag(calculated && !number), flag(at.after_order())});
    x.insert(x.end(), {flag(at.after_each()), flag(at.after_whose()), flag(at.after_list()), flag(at.after_place()), flag(at.after_of())});
    x.insert(x.end(), {flag(at.before_of()), flag(at.before_list()), flag(at.before_clause()), flag(at.before_be())});
    x.insert(x.end(), {flag(at.before_number() && (number || day)), flag(at.before_number() && !number && !day), flag(at.before_quoted())});
    x.insert(x.end(), {flag(at.is_first()), flag(at.is_early()), flag(at.is_last()), flag(at.is_plural())});
    x.insert(x.end(), {flag(at.after_order() && c.name->score < 0.999), flag(key && c.name->score < 0.999)});
  }

  void append_context_of_value(evidence& x, mention_candidate const& c) const {
    auto const& p = *c.value;
    mention_context const at(tokens_, p);
    auto const& t = tokens_[p.first];
    bool const plain = p.size() == 1 && !t.capital && t.is == retrieve::token::kind::word;
    x.insert(x.end(), {flag(plain), flag(at.after_place()), flag(at.after_called()), flag(at.after_of()), flag(at.is_last())});
    x.insert(x.end(), {flag(at.is_first()), flag(plain && at.is_early()), flag(at.after_list()), flag(at.before_of())});
    x.insert(x.end(), {flag(plain && at.is_plural()), flag(plain && p.score > 0.7 && at.after_place()), flag(names_.is_complete(c.where))});
    bool before_table = false;
    if (auto const* owner = table_of(c.where))
      for (auto const& q : owner->names) before_table = before_table || (q.score >= 0.6 && q.first == p.last);
    x.insert(x.end(), {flag(before_table), flag(names_.content_of(c.where) == knowledge::content::number),
                       log_of(static_cast<double>(c.values.size()))});
  }

  void append_value(evidence& x, mention_candidate const& c) const {
    auto const& p = *c.value;
    double holders = 0, named = 0, tables_of_others = 0, best = 0, name_over = 0;
    summary_.for_overlapping(p, [&](word_span const& q, mention_span const& s) {
      for (auto i = s.values.lower_bound(p.score - 0.01); i != s.values.end(); ++i) {
        auto const& g = i->second;
        holders += g.count - count_of(c.values, q, i->first);
        tables_of_others = std::max(tables_of_others, g.table.of_others(c.where));
        named = std::max(named, g.named.of_others(c.where));
        best = std::max(best, g.own.of_others(c.where));
      }
    });
    for (auto const as : {meaning::table, meaning::column})
      name_over = std::max({name_over, spans_.same(p, as).best(), spans_.longer(p, as).best()});
    bool const near = t2s::detail::any_of(c.names, [&](auto const& q) { return q.distance(p) <= 3; });
    auto const& t = tokens_[p.first];
    auto const own = c.name ? c.name->score : 0;
    auto const table = score_of_table(c.where);
    bool const shared = holders > 0;
    x.insert(x.end(),
             {1, p.score, flag(t.is == retrieve::token::kind::quoted), flag(t.is == retrieve::token::kind::number), flag(t.capital)});
    x.insert(x.end(), {flag(p.size() > 1), flag(shared), log_of(holders), named, own, shared ? own : 0});
    x.insert(x.end(), {table, shared ? table - tables_of_others : 0, flag(shared && table + 0.02 >= tables_of_others)});
    x.insert(x.end(), {swallowed(p, meaning::value, c), name_over, flag(names_.is_key(c.where)), flag(near), shared ? best : 0});
    x.insert(x.end(), {log_of(static_cast<double>(distance_to_table(p, c.where))), flag(p.score < 0.8)});
    append_context_of_value(x, c);
  }

  knowledge::lexicon const& names_;
  std::span<retrieve::token const> tokens_;
  std::map<knowledge::column_id, std::size_t> places_{};  // in `tables` or `columns`
  span_meanings spans_{};                                 // by all of them
  mention_summary summary_{};                             // of the scores so far
};

/// Scores are computed in this many steps: of tables, of columns, then of both again with each other's scores.
inline constexpr std::size_t mention_steps = 4;

/// Scores the tables in steps 0 and 2, the columns in the others.
inline void score_step(mention_evidence& e, std::size_t step, std::span<mention_weight const> weights) {
  bool const tables = step % 2 == 0;
  auto& all = tables ? e.tables : e.columns;
  std::vector<double> scores;
  for (auto const& c : all) {
    auto const x = tables ? e.of_table(c) : e.of_column(c);
    assert(x.size() == weights.size());
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (step < 2 ? weights[i].first : weights[i].second) * x[i];
    scores.push_back(1 / (1 + std::exp(-sum)));
  }
  for (std::size_t i = 0; i < all.size(); ++i) all[i].score = scores[i];
  e.sum_up();
}

}  // namespace t2s::link::detail

#endif
