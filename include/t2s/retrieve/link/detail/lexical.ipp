// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_LEXICAL_IPP
#define T2S_RETRIEVE_LINK_DETAIL_LEXICAL_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/abbreviations.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"
#include "t2s/retrieve/link/detail/implied_names.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/table_ranking.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace t2s::link {
namespace detail {

using retrieve::token;

/// Auxiliary verbs, which name nothing, even if `is_capital` has one.
inline bool is_auxiliary(std::string_view lemma) { return lemma == "be" || lemma == "have" || lemma == "do"; }

/// Whether a word without a meaning is probably a misspelt word of a name: one edit for six letters, two for nine.
inline bool is_misspelt(token const& asked, std::string_view word) {
  if (asked.text.size() < 6 || word.size() < 5 || asked.text.front() != word.front()) return false;
  std::size_t const most = asked.text.size() < 9 ? 1 : 2;
  auto const plural = word.ends_with('y') ? std::string(word.substr(0, word.size() - 1)).append("ies") : std::string(word).append("s");
  auto const near = [&](std::string_view a, std::string_view b) {
    return std::max(a.size(), b.size()) - std::min(a.size(), b.size()) <= most && text::edit_distance(a, b) <= most;
  };
  return near(asked.lemma, word) || near(asked.text, plural);
}

/// A verb of command used as the plural of a noun: "shows" is not a command.
inline bool is_plural(token const& t) { return t.text.size() == t.lemma.size() + 1 && t.text.ends_with('s'); }

/// The "million" of "two million", which does not name a column.
inline std::vector<bool> scales_of_numbers(std::span<token const> tokens) {
  std::vector<bool> out(tokens.size());
  number_reader reader(tokens);
  for (std::size_t i = 0; i < tokens.size();) {
    auto const end = reader.end_at(i);
    for (auto k = i; k < end; ++k) out[k] = scale_of(tokens[k].lemma).has_value();
    i = std::max(end, i + 1);
  }
  return out;
}

/// Finds names in a question.
class name_linker {
 public:
  name_linker(knowledge::lexicon const& names, std::span<token const> tokens) : names_(names), tokens_(tokens) {
    std::vector<std::string> asked;
    for (auto const& t : tokens)
      asked.emplace_back(t.is == token::kind::word ? knowledge::standard_form(t.lemma) : std::string_view(t.text));
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
      if (auto const part = part_of_name(i); !part.empty()) asked[i] = part;
    auto const counted = scales_of_numbers(tokens);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      auto const before = words_.size();
      begins_.push_back(before);
      if (tokens[i].is == token::kind::mark || tokens[i].is == token::kind::quoted || is_auxiliary(tokens[i].lemma) || counted[i]) continue;
      auto const next =
          i + 1 < tokens.size() && tokens[i + 1].is == token::kind::word ? std::string_view(asked[i + 1]) : std::string_view();
      for (std::size_t w = 0; w < names.words().size(); ++w) {
        auto const& word = names.words()[w];
        if (auto const one = knowledge::likeness(asked[i], word); one > 0) match(w, 1, one);
        if (auto const two = knowledge::likeness(asked[i], next, word); two > 0) match(w, 2, two);
      }
      if (names.has_short_names() && tokens[i].is == token::kind::word) match_short(tokens[i], asked[i], before);
      if (words_.size() > before || tokens[i].is != token::kind::word || retrieve::is_stop_word(tokens[i])) continue;
      if (!repeats_column(i))
        for (auto const& near : names.synonyms(asked[i])) match(near.word, 1, near.likeness);
      if (words_.size() > before) continue;
      for (std::size_t w = 0; w < names.words().size(); ++w)
        if (is_misspelt(tokens[i], names.words()[w])) match(w, 1, misspelt);
      if (words_.size() > before) continue;
      for (std::size_t w = 0; w < names.words().size(); ++w)
        if (knowledge::is_compound_of(asked[i], names.words()[w])) match(w, 1, compound);
    }
    begins_.push_back(words_.size());
  }

  [[nodiscard]] std::vector<link> find() const {
    std::vector<link> out;
    auto const matched = matched_items();
    for (std::size_t i = 0; i < matched.size(); ++i) {
      if (!matched[i]) continue;
      auto const& item = names_.items()[i];
      std::vector<link> mine;
      for (std::size_t start = 0; start < tokens_.size(); ++start) {
        if (begins_[start] == begins_[start + 1]) continue;  // the token is no word of a name
        if (auto l = from(item, start); l.score >= least_share) mine.push_back(std::move(l));
      }
      for (auto& l : mine) l.first -= words_of_owner_before(item, l);
      for (std::size_t k = 0; k < mine.size(); ++k)
        if (!is_covered(mine, k)) out.push_back(mine[k]);
    }
    return out;
  }

 private:
  /// "Given name" where names say "first", "last name" where they say "family": the word that they have; "" if they have the asked one.
  [[nodiscard]] std::string_view part_of_name(std::size_t i) const {
    static constexpr std::array<std::array<std::string_view, 2>, 4> parts{
        {{"given", "first"}, {"family", "last"}, {"first", "given"}, {"last", "family"}}};
    if (tokens_[i + 1].lemma != "name") return {};
    auto const has = [this](std::string_view w) { return t2s::detail::has(names_.words(), w); };
    for (auto const& [asked, named] : parts)
      if (tokens_[i].text == asked && !has(asked) && has(named)) return named;
    return {};
  }

  static constexpr double least_share = 0.33, misspelt = 0.75, compound = 0.7, turned = 0.95;
  static constexpr double abbreviated = 0.8, only_abbreviated = 0.92;  // of `knowledge::likeness`, and of the only such word

  /// Records a word of names that the question has at the last token of `begins_`: its number of tokens and its likeness.
  void match(std::size_t word, std::uint32_t length, double likeness) {
    words_.push_back(static_cast<std::uint32_t>(word));
    lengths_.push_back(length);
    likeness_.push_back(likeness);
  }

  /// In a schema of short forms: "client" for `clnt`, although it stands for a customer. The only name that abbreviates a word is meant by
  /// it, and a question may have a short form of its own.
  void match_short(token const& t, std::string_view asked, std::size_t before) {
    if (words_.size() == before && !retrieve::is_stop_word(t)) {
      std::string_view const own = t.lemma, full = knowledge::standard_form(knowledge::in_full(own, true));
      for (std::size_t w = 0; w < names_.words().size(); ++w) {
        auto const& word = names_.words()[w];
        double const by_own = own != asked ? knowledge::likeness(own, word) : 0;
        double const like = std::max(by_own, full != own ? knowledge::likeness(full, word) : 0);
        if (like > 0) match(w, 1, like);
      }
    }
    bool const only = words_.size() == before + 1 && lengths_[before] == 1 && likeness_[before] == abbreviated;
    if (only && knowledge::may_be_short(names_.words()[words_[before]])) likeness_[before] = only_abbreviated;
  }

  /// "Studio whose name contains ...", "position title": the name of a column's content is that column.
  [[nodiscard]] bool repeats_column(std::size_t i) const {
    if (tokens_[i].lemma != "name" && tokens_[i].lemma != "title") return false;
    auto const back = i > 1 && (tokens_[i - 1].text == "whose" || tokens_[i - 1].text == "'s") ? i - 2 : i - 1;
    if (i == 0) return false;
    bool any = false;
    for (auto m = begins_[back]; m < begins_[back + 1]; ++m) {
      if (likeness_[m] < 0.9) continue;
      for (auto const place : names_.items_with(words_[m])) {
        auto const& item = names_.items()[place];
        if (item.where.is_table()) return false;
        any = any || item.words.size() == 1;
      }
    }
    return any;
  }

  /// The names that share a word with the question.
  [[nodiscard]] std::vector<bool> matched_items() const {
    std::vector<bool> seen(names_.words().size()), out(names_.items().size());
    for (auto const word : words_) {
      if (seen[word]) continue;
      seen[word] = true;
      for (auto const item : names_.items_with(word)) out[item] = true;
    }
    return out;
  }

  /// Whether a better link of the same name overlaps the k-th; each begins at another token, and none is longer than `reach`.
  static bool is_covered(std::vector<link> const& mine, std::size_t k) {
    static constexpr std::size_t reach = 24;
    for (auto i = k - std::min(k, reach); i < std::min(mine.size(), k + reach); ++i)
      if (covers_better(mine[i], mine[k])) return true;
    return false;
  }

  static bool covers_better(link const& a, link const& b) {
    bool const overlap = a.first < b.last && b.first < a.last;
    return overlap && (a.score > b.score + 1e-9 || (a.score > b.score - 1e-9 && (a.last - a.first < b.last - b.first)));
  }

  [[nodiscard]] bool may_skip(std::size_t i) const {
    auto const& t = tokens_[i];
    return t.text == "of" || t.text == "the" || t.text == "'s" || t.text == "a" || t.text == "in" || t.text == "-" || t.text == "/" ||
           t.text == "_" || t.text == "(";
  }

  /// The link of the words that begin at token `start`.
  [[nodiscard]] link from(knowledge::named_item const& item, std::size_t start) const {
    link out{item.where.is_table() ? link::kind::table : link::kind::column, item.where, start, start, 0, {}};
    std::vector<bool> taken(item.words.size());
    bool telling = false, in_order = true;
    std::size_t before = 0;  // the position in the name of the previous word
    for (std::size_t i = start, skipped = 0; i < tokens_.size() && skipped <= 2;) {
      auto const [k, matched] = best_at(item, taken, i);
      if (matched == none) {
        if (i == start || !may_skip(i)) break;
        ++i;
        ++skipped;
        continue;
      }
      taken[k] = true;
      in_order = in_order && k >= before;
      before = k;
      out.score += item.weights[k] * likeness_[matched];
      bool const small = retrieve::is_stop_word(tokens_[i]) && !(item.words.size() == 1 && (is_plural(tokens_[i]) || stands_alone(i)));
      telling = telling || !small;
      i += lengths_[matched];
      if (!small) out.last = i;
      skipped = 0;
    }
    if (!telling) out.score = 0;
    if (!in_order) out.score *= turned;  // "sensor reading" is sensor_reading rather than reading_sensor
    return out;
  }

  /// "The payment amount", "the room numbers": how many words before a column are the name of its table, which the column does not repeat.
  /// Only for words that alone ask for a result of another kind.
  [[nodiscard]] std::size_t words_of_owner_before(knowledge::named_item const& item, link const& l) const {
    if (item.where.is_table() || l.score < turned || l.first == 0 || tokens_[l.first - 1].is != token::kind::word) return 0;
    static constexpr std::string_view general[] = {"number", "amount", "count", "total", "value"};
    if (item.words.size() != 1 || !t2s::detail::has(general, std::string_view(names_.words()[item.words.front()]))) return 0;
    if (tokens_[l.first - 1].text != tokens_[l.first - 1].lemma) return 0;
    auto const& owner = names_.item({item.where.table, knowledge::column_id::whole_table});
    for (std::size_t n = 1; n <= std::min(l.first, owner.words.size()); ++n)
      if (auto const t = from(owner, l.first - n); t.last == l.first && t.score >= turned) return n;
    return 0;
  }

  /// "Show its kind.", "the town and the kind": a word that mostly names nothing, where only a name can be.
  [[nodiscard]] bool stands_alone(std::size_t i) const {
    auto const is_one_of = [this](std::size_t t, auto... words) { return ((tokens_[t].text == words) || ...); };
    auto const next = i + 1;
    if (i == 0 || (next < tokens_.size() && is_one_of(next, "of"))) return false;
    if (i > 1 && is_one_of(i - 2, "in", "on", "from") && is_one_of(i, "list")) return false;  // of what is asked
    if (is_one_of(i - 1, "which")) return true;
    bool const best = tokens_[i - 1].text.size() > 5 && tokens_[i - 1].text.ends_with("est");
    if (!best && !is_one_of(i - 1, "its", "their", "the", "his", "her", "our", "my", "each", "every")) return false;
    return next >= tokens_.size() || is_one_of(next, "and", "or", "too", "please", ".", "?", ",", ";", "has", "have", "is", "was");
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// A word of a name and its match in the question.
  struct matched_part {
    std::size_t place = 0;  // in the name
    std::size_t by = none;  // index into `words_`
  };

  [[nodiscard]] matched_part best_at(knowledge::named_item const& item, std::vector<bool> const& taken, std::size_t i) const {
    matched_part best;
    for (auto m = begins_[i]; m < begins_[i + 1]; ++m)
      for (std::size_t k = 0; k < item.words.size(); ++k)
        if (item.words[k] == words_[m] && !taken[k] && (best.by == none || likeness_[m] > likeness_[best.by])) best = {k, m};
    return best;
  }

  knowledge::lexicon const& names_;
  std::span<token const> tokens_;
  std::vector<std::uint32_t> words_{}, lengths_{};  // the words of names that the question has, and their numbers of tokens
  std::vector<double> likeness_{};                  // for each of these
  std::vector<std::size_t> begins_{};               // the first for each token, and the end
};

struct people {
  std::string_view name, place;
};
/// Peoples whose name is not derived from their country's, with the countries' names in tables.
inline constexpr std::array peoples = std::to_array<people>({
    {"american", "united states"}, {"american", "usa"},      {"american", "us"},
    {"british", "united kingdom"}, {"british", "uk"},        {"british", "great britain"},
    {"danish", "denmark"},         {"dutch", "netherlands"}, {"dutch", "holland"},
    {"english", "england"},        {"finnish", "finland"},   {"french", "france"},
    {"greek", "greece"},           {"irish", "ireland"},     {"norwegian", "norway"},
    {"polish", "poland"},          {"scottish", "scotland"}, {"spanish", "spain"},
    {"swedish", "sweden"},         {"swiss", "switzerland"}, {"thai", "thailand"},
    {"turkish", "turkey"},         {"welsh", "wales"},       {"filipino", "philippines"},
});

/// The phrases of the user's dictionary, and of descriptions, in a question.
inline void add_own_phrases(knowledge::lexicon const& names, std::span<retrieve::token const> tokens, std::vector<link>& out) {
  for (auto const& p : names.phrases())
    for (std::size_t i = 0; i + p.lemmas.size() <= tokens.size(); ++i) {
      std::size_t same = 0;
      while (same < p.lemmas.size() && tokens[i + same].lemma == p.lemmas[same]) ++same;
      if (same < p.lemmas.size()) continue;
      out.push_back({p.means.is_table() ? link::kind::table : link::kind::column, p.means, i, i + p.lemmas.size(), p.score, {}});
    }
}

/// Finds stored values in a question.
struct value_linker {
  knowledge::lexicon const& names_;
  std::string_view question_;
  std::span<token const> tokens_;
  std::span<link const> named_;
  std::vector<double> best_names_{};  // for each item, how well the question names it; empty until needed
  std::vector<link> out_{};
  std::vector<std::string> text_keys_{}, lemma_keys_{};  // of each token, for `key_of`
  std::vector<bool> small_{};                            // whether each token is a stop word

  /// `named` are the links of names: words of names are not misspelt values.
  [[nodiscard]] std::vector<link> find() {
    for (auto const& t : tokens_) {
      text_keys_.push_back(knowledge::value_key(t.text));
      lemma_keys_.push_back(t.lemma == t.text ? text_keys_.back() : knowledge::value_key(t.lemma));
      small_.push_back(retrieve::is_stop_word(t));
    }
    for (std::size_t n = std::min<std::size_t>(longest, tokens_.size()); n > 0; --n)
      for (std::size_t i = 0; i + n <= tokens_.size(); ++i) whole(i, i + n);
    for (std::size_t i = 0; i < tokens_.size(); ++i) gender(i);
    for (std::size_t i = 0; i < tokens_.size(); ++i) origin(i);
    for (std::size_t i = 0; i < tokens_.size(); ++i) outcome(i);
    for (std::size_t i = 0; i < tokens_.size(); ++i) partial(i);
    for (std::size_t i = 0; i < tokens_.size(); ++i) misspelt(i);
    return std::move(out_);
  }

 private:
  static constexpr std::size_t longest = 8, most_columns = 12;

  /// The key of tokens [first, last), from those of each.
  [[nodiscard]] static std::string key_of(std::size_t first, std::size_t last, std::vector<std::string> const& parts) {
    std::string key;
    for (auto i = first; i < last; ++i) {
      if (!parts[i].empty() && !key.empty()) key += ' ';
      key += parts[i];
    }
    return key;
  }

  /// How much the words look like a value; 0 for words that never are.
  [[nodiscard]] double weight(std::size_t first, std::size_t last) const {
    auto const span = tokens_.subspan(first, last - first);
    if (span.front().is == token::kind::mark || span.back().is == token::kind::mark) return 0;
    if (span.size() == 1 && span.front().is == token::kind::quoted) return 1.3;
    if (span.size() == 1 && span.front().capital && ends_code(last)) return 0.9;  // "A+" is no article
    if (t2s::detail::any_of(span, [](token const& t) { return t.is == token::kind::quoted; })) return 0;
    bool const capital = t2s::detail::any_of(span, [](token const& t) { return t.capital; }) && (first > 0 || span.size() > 1);
    while (first < last && small_[first]) ++first;
    if (first == last) return 0;
    if (span.size() > 1) return capital ? 1.2 : 1.1;
    if (span.front().is == token::kind::number) return 0.6;
    if (capital && retrieve::is_stop_word(std::string_view(span.front().lemma))) return 1.05;  // a code: "NO" is not a negation
    auto const& text = span.front().text;
    if (text.size() < 3) return capital || t2s::detail::any_of(text, text::is_digit) ? 0.8 : 0;  // "7b" is a code
    return capital ? 1.05 : 0.75;
  }

  /// Whether a mark belongs to the short word before it: the sign of "A-" or "C#".
  [[nodiscard]] bool ends_code(std::size_t t) const {
    auto const is_sign = [this](std::size_t i) { return tokens_[i].text == "+" || tokens_[i].text == "-" || tokens_[i].text == "#"; };
    if (t == 0 || t >= tokens_.size() || !is_sign(t) || tokens_[t].begin != tokens_[t - 1].end || tokens_[t - 1].text.size() > 2)
      return false;
    return t + 1 == tokens_.size() || tokens_[t + 1].begin > tokens_[t].end || tokens_[t + 1].is == token::kind::mark;
  }

  void whole(std::size_t first, std::size_t last) {
    auto const score = weight(first, last);
    if (score == 0) return;
    auto const before = out_.size();
    auto const key = key_of(first, last, text_keys_);
    put(first, last, score, names_.values(key));
    if (out_.size() > before) return;
    if (auto const lemmas = key_of(first, last, lemma_keys_); lemmas != key) put(first, last, score - 0.1, names_.values(lemmas));
  }

  /// If very many columns hold a value, only columns that the question names count.
  void put(std::size_t first, std::size_t last, double score, std::vector<knowledge::stored_value> values) {
    std::size_t columns = 0;
    if (values.size() > most_columns) values = named_columns_first(std::move(values));
    for (auto const& v : values) {
      bool const known = t2s::detail::any_of(out_, [&](link const& l) { return l.where == v.where && l.first <= first && last <= l.last; });
      bool const other = t2s::detail::any_of(values, [&](knowledge::stored_value const& x) {  // "C++" is not "C"
        return x.where == v.where && written(x.text, first) > written(v.text, first);
      });
      if (known || other || ++columns > most_columns) continue;
      out_.push_back({link::kind::value, v.where, first, last, score, v.text});
    }
  }

  /// How many letters of a stored text stand in the question from a token on: all of them, mark for mark, or none.
  [[nodiscard]] std::size_t written(std::string_view stored, std::size_t first) const {
    return text::same(question_.substr(tokens_[first].begin, stored.size()), stored) ? stored.size() : 0;
  }

  /// Values in the order of how well the question names their columns, those of one column in their order.
  [[nodiscard]] std::vector<knowledge::stored_value> named_columns_first(std::vector<knowledge::stored_value> values) {
    std::vector<double> scores;
    for (auto const& v : values) scores.push_back(name_score(v.where));
    auto const is_before = [&](std::size_t a, std::size_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; };
    std::vector<knowledge::stored_value> ordered;
    for (auto const i : t2s::detail::places_by(values.size(), is_before)) ordered.push_back(std::move(values[i]));
    return ordered;
  }

  /// How well a question names a column or its table.
  [[nodiscard]] double name_score(knowledge::column_id where) {
    auto const best = [this](knowledge::column_id id) -> double& {
      return best_names_[static_cast<std::size_t>(&names_.item(id) - names_.items().data())];
    };
    if (best_names_.empty()) {
      best_names_.resize(names_.items().size());
      for (auto const& l : named_) best(l.where) = std::max(best(l.where), l.score);
    }
    return best(where) + best({where.table});
  }

  /// Quoted text, or a run of capitals, that is part of stored values.
  void partial(std::size_t first) {
    auto const& t = tokens_[first];
    bool const named = t.is == token::kind::quoted || (t.is == token::kind::word && t.capital && first > 0);
    bool const known = t2s::detail::any_of(out_, [&](link const& l) { return l.first <= first && first < l.last; });
    if (!named || known) return;
    auto last = first + 1;
    if (t.is == token::kind::word)
      while (last < tokens_.size() && tokens_[last].capital && tokens_[last].is == token::kind::word) ++last;
    auto const key = key_of(first, last, text_keys_);
    auto const words = text::split(key, ' ');
    std::vector<knowledge::stored_value> shortest;  // for each column
    for (auto const& v : names_.values_with(key)) {
      auto const key_of_value = knowledge::value_key(v.text);
      auto const stored_words = text::split(key_of_value, ' ');
      bool const all = t2s::detail::all_of(words, [&](std::string_view w) { return t2s::detail::has(stored_words, w); });
      if (!all) continue;
      auto* kept = t2s::detail::find_if(shortest, [&](knowledge::stored_value const& s) { return s.where == v.where; });
      if (!kept)
        shortest.push_back(v);
      else if (v.text.size() < kept->text.size())
        kept->text = v.text;
    }
    for (auto const& v : shortest)
      out_.push_back({link::kind::value, v.where, first, last,
                      0.4 + 0.5 * static_cast<double>(key.size()) / static_cast<double>(v.text.size() + 1), v.text});
  }

  /// A capitalized word or quoted text that names nothing, but is similar to a stored value: it is linked as in the question, so that the
  /// feedback, not the linker, decides whether it is a mistake.
  void misspelt(std::size_t i) {
    auto const& t = tokens_[i];
    bool const proper = t.is == token::kind::quoted || (t.is == token::kind::word && t.capital && i > 0);
    auto const covers = [i](link const& l) { return l.first <= i && i < l.last && l.score >= 0.5; };
    if (!proper || retrieve::is_stop_word(t) || t2s::detail::any_of(out_, covers) || t2s::detail::any_of(named_, covers)) return;
    auto const meant = names_.nearest(t.text);
    if (!meant || !names_.is_complete(meant->where)) return;
    auto const asked = t.is == token::kind::quoted ? t.text : std::string(question_.substr(t.begin, t.end - t.begin));
    out_.push_back({link::kind::value, meant->where, i, i + 1, 1, asked});
  }

  /// "female" as `F` in a column of genders.
  void gender(std::size_t i) {
    auto const& w = tokens_[i].lemma;
    bool const male = w == "male" || w == "man" || w == "boy", female = w == "female" || w == "woman" || w == "girl";
    if (!male && !female) return;
    static constexpr char const* keys[][3] = {{"male", "m", "man"}, {"female", "f", "woman"}};
    for (auto const* key : keys[male ? 0 : 1])
      for (auto const& v : names_.values(key))
        if (is_gender(v.where)) out_.push_back({link::kind::value, v.where, i, i + 1, 1.1, v.text});
  }

  /// "Canadian" as the stored `Canada`, "Dutch" as `Netherlands`. Shorter endings first, else "Asian" may match the `As` of another column.
  void origin(std::size_t i) {
    static constexpr std::string_view endings[] = {"n", "an", "ian", "ean", "ese", "ish"};
    static constexpr std::string_view places[] = {"", "a", "e", "y", "o", "ia", "land", "and", "en"};
    auto const& w = tokens_[i];
    bool const known = t2s::detail::any_of(out_, [&](link const& l) { return l.first <= i && i < l.last; });
    if (known || !w.capital || w.is != token::kind::word || w.text.size() < 5) return;
    for (auto const& [people, place] : peoples)
      if (people == w.text)
        if (auto found = names_.values(std::string(place)); !found.empty()) return put(i, i + 1, 0.9, std::move(found));
    for (auto const ending : endings)
      for (auto const place : places) {
        if (!w.text.ends_with(ending) || w.text.size() < ending.size() + 3) break;
        auto found = names_.values(w.text.substr(0, w.text.size() - ending.size()).append(place));
        if (!found.empty()) return put(i, i + 1, 0.9, std::move(found));
      }
    put(i, i + 1, 0.9, names_.values(w.text + "y"));
  }

  /// "Failed exams", "who did not pass" of a stored `fail` or `passed`; not "the complete list", and of "failed to pass" only the first.
  void outcome(std::size_t i) {
    auto const is_word = [this](std::size_t t, auto... words) { return t < tokens_.size() && ((tokens_[t].text == words) || ...); };
    if (is_word(i, "complete") && !(i > 0 && is_word(i - 1, "not", "to", "never", "is", "are", "was", "were", "did"))) return;
    if (i > 1 && is_word(i - 1, "to") && is_word(i - 2, "failed", "fail", "fails")) return;
    auto const stored = tokens_[i].is == token::kind::word ? knowledge::other_outcome(tokens_[i].text) : std::string_view();
    auto const covers = [i](link const& l) { return l.first <= i && i < l.last && l.score >= 0.5; };
    if (stored.empty() || t2s::detail::any_of(out_, covers)) return;
    put(i, i + 1, 0.7, names_.values(std::string(stored)));
  }

  [[nodiscard]] bool is_gender(knowledge::column_id where) const {
    return t2s::detail::any_of(names_.item(where).words, [&](auto w) { return names_.words()[w] == "gender"; });
  }
};

}  // namespace detail

T2S_DECL std::vector<bool> links::masked(double least) const {
  std::vector<bool> out(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i)
    out[i] = tokens[i].is == retrieve::token::kind::number || tokens[i].is == retrieve::token::kind::quoted;
  for (auto const& l : found)
    if (l.score >= least)
      std::fill(out.begin() + static_cast<std::ptrdiff_t>(l.first), out.begin() + static_cast<std::ptrdiff_t>(l.last), true);
  return out;
}

T2S_DECL links detail::all_links(knowledge::lexicon const& names, std::string_view question) {
  links out{retrieve::tokens_of(question), {}, std::string(question)};
  std::span<retrieve::token const> const tokens(out.tokens.data(), out.tokens.size());
  out.found = detail::name_linker(names, tokens).find();
  detail::implied_names(names, tokens, out.found).add();
  detail::add_own_phrases(names, tokens, out.found);
  for (auto& l : detail::value_linker(names, question, tokens, out.found).find()) out.found.push_back(std::move(l));
  t2s::detail::sort(out.found, [](link const& a, link const& b) {
    if (a.first != b.first) return a.first < b.first;
    if (a.score != b.score) return a.score > b.score;
    if (a.where != b.where) return a.where < b.where;
    if (a.is != b.is) return a.is < b.is;
    return a.last != b.last ? a.last < b.last : a.value < b.value;
  });
  return out;
}

T2S_DECL links link_question(knowledge::lexicon const& names, std::string_view question) {
  static constexpr std::size_t many_tables = 50;  // from here on, names of other subjects match words by chance
  auto out = detail::all_links(names, question);
  if (names.schema().tables().size() > many_tables) detail::keep_one_subject(names, out);
  return out;
}

}  // namespace t2s::link

#endif
