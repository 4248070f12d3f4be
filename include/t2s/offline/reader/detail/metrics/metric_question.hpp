// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_METRICS_METRIC_QUESTION_HPP
#define T2S_OFFLINE_READER_DETAIL_METRICS_METRIC_QUESTION_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/reader/detail/metrics/model_joins.hpp"
#include "t2s/offline/reader/detail/metrics/periods.hpp"
#include "t2s/offline/reader/detail/metrics/question_words.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A question about metrics: "revenue by region last quarter". It is read only if every word of it is.
namespace t2s::reader::detail {

/// A restriction to stored values of a dimension.
struct metric_filter {
  placed_dimension by{};
  std::vector<std::string> values{};  ///< as stored; any of them
};

/// A comparison of a metric with a number, for groups.
struct metric_comparison {
  std::string_view sign{};
  std::string number{};
};

/// What is asked of metrics.
struct metric_question {
  std::vector<knowledge::semantic_metric const*> metrics{};  ///< of one model
  std::vector<placed_dimension> by{};                        ///< groups
  std::optional<grain> per{};                                ///< groups by time
  std::vector<metric_filter> where{};                        ///< all hold
  std::optional<asked_period> when{};
  std::optional<metric_comparison> having{};
  std::optional<bool> descending{};  ///< the order by the first metric
  std::size_t limit = 0;             ///< 0 for none
};

/// Reads a question about metrics.
class metric_reader {
 public:
  metric_reader(link::linked_question const& asked, knowledge::semantic_layer const& layer, calendar const& now)
      : names_(*asked.names), words_(asked.found.tokens), layer_(layer), periods_(asked.found.tokens, now), filter_of_(words_.size()) {}

  /// What is asked, or nothing if it names no metric, or has a word that is not read.
  [[nodiscard]] std::optional<metric_question> read() {
    if (!read_metrics() || !joins_) return {};
    read_comparison();
    read_order();
    if (!read_values()) return {};
    read_period();
    if (!read_groups()) return {};
    bool const whole = skip_small_words() && is_sound();
    return whole ? std::optional(std::move(out_)) : std::nullopt;
  }

  /// The models that the metrics' model joins. Only after `read`.
  [[nodiscard]] model_joins const& joins() const { return *joins_; }

 private:
  struct called_metric {
    knowledge::semantic_metric const* of;
    std::vector<wording> wordings;
  };
  struct found_dimension {
    placed_dimension of{};
    std::size_t end = 0;   // 0: none
    bool several = false;  // other dimensions have the same name
  };
  struct comparing_words {
    std::string_view first, second, sql;
    std::size_t words = second.empty() ? 1 : 2;
  };

  // --- metrics

  /// Takes the metrics that the question names. False if there is none, one is left out, or they are of several models.
  bool read_metrics() {
    std::vector<called_metric> all;
    for (auto const& m : layer_.metrics) all.push_back({&m, wordings_of_metric(m)});
    auto const dimensions = wordings_of_dimensions();
    for (std::size_t i = 0; i < words_.size();) {
      called_metric const* best = nullptr;
      std::size_t end = 0;
      for (auto const& m : all)
        if (auto const e = words_.longest_end(m.wordings, i); e > end) {
          best = &m;
          end = e;
        }
      auto const other = words_.longest_end(dimensions, i);
      if (other > end || (best && other == end && is_dimension_before(i))) {
        i = other;
        continue;
      }
      if (best && !take_metric(*best->of, i, end)) return false;
      i = best ? end : i + 1;
    }
    return !out_.metrics.empty();
  }

  /// "by customer", "top 3 customers", "which customers": rather the dimension than a metric of that name.
  [[nodiscard]] bool is_dimension_before(std::size_t i) const {
    return words_.cue_before(i) != i || (i > 0 && (words_.number_at(i - 1) || words_.is_one_of(i - 1, "which top bottom")));
  }

  bool take_metric(knowledge::semantic_metric const& m, std::size_t first, std::size_t end) {
    auto const* model = m.inputs.empty() ? nullptr : knowledge::find_measure(layer_, m.inputs.front().measure).model;
    if (!m.left_out.empty() || !model) return false;
    if (!joins_) joins_.emplace(layer_, *model);
    bool const listed = out_.metrics.empty() || is_list_between(last_metric_, first);
    if (&joins_->base() != model || !listed) return false;
    words_.take(first, end, word_role::metric);
    last_metric_ = end;
    if (first > 0 && words_.is_one_of(first - 1, "by") && out_.metrics.empty()) after_by_ = first - 1;
    if (!t2s::detail::has(out_.metrics, &m)) out_.metrics.push_back(&m);
    return true;
  }
  [[nodiscard]] bool is_list_between(std::size_t first, std::size_t last) const {
    for (auto i = first; i < last; ++i)
      if (words_.is_one_of(i, "and , &")) return true;
    return false;
  }

  /// What people call a metric: "total revenue" is "revenue", too; a sum or count is also "number of", "count of", "how many".
  [[nodiscard]] std::vector<wording> wordings_of_metric(knowledge::semantic_metric const& of) const {
    auto all = wordings_of(of);
    for (std::size_t i = 0, n = all.size(); i < n; ++i) {
      auto rest = all[i];
      auto const without = [&rest](std::string_view words) {
        return std::erase_if(rest, [words](std::string const& w) { return t2s::detail::has(t2s::text::split(words, ' '), w); }) > 0;
      };
      bool const sums = without("total sum"), counts = without("count number num of") || is_sum(&of);
      if (rest.empty()) continue;
      if (sums) all.push_back(rest);
      if (!counts) continue;
      for (auto whole : {wording{"number", "of"}, wording{"how", "many"}, wording{"count", "of"}}) {
        whole.insert(whole.end(), rest.begin(), rest.end());
        all.push_back(std::move(whole));
      }
    }
    return all;
  }

  [[nodiscard]] knowledge::semantic_measure const* only_measure(knowledge::semantic_metric const& m) const {
    bool const simple = m.inputs.size() == 1 && m.formula == m.inputs.front().alias;
    return simple ? knowledge::find_measure(layer_, m.inputs.front().measure).measure : nullptr;
  }
  [[nodiscard]] bool is_count(knowledge::semantic_metric const& m) const {
    auto const* x = only_measure(m);
    return x && (x->agg == knowledge::aggregation::count || x->agg == knowledge::aggregation::count_distinct ||
                 (x->agg == knowledge::aggregation::sum && x->expr == "1"));
  }
  [[nodiscard]] bool is_sum(knowledge::semantic_metric const* m) const {
    auto const* x = only_measure(*m);
    return x && (x->agg == knowledge::aggregation::sum || is_count(*m));
  }

  // --- comparisons and order

  /// "over 1000", "at least 2 million".
  void read_comparison() {
    for (auto const& n : link::written_numbers(words_.tokens())) {
      auto const sign = sign_before(n.first);
      bool const clear = words_.text(n.first).find_first_of("./-:,") == std::string_view::npos || n.value != static_cast<int>(n.value);
      if (!sign || !clear) continue;
      if (out_.having) return;  // a second one stays unread
      out_.having = metric_comparison{sign->sql, link::number_text(n.value)};
      words_.take(n.first - sign->words, n.last, word_role::comparison);
    }
  }

  /// The comparison that ends before a word.
  [[nodiscard]] std::optional<comparing_words> sign_before(std::size_t i) const {
    static constexpr std::array<comparing_words, 12> all{{{"more", "than", ">"},
                                                          {"greater", "than", ">"},
                                                          {"higher", "than", ">"},
                                                          {"less", "than", "<"},
                                                          {"fewer", "than", "<"},
                                                          {"lower", "than", "<"},
                                                          {"at", "least", ">="},
                                                          {"at", "most", "<="},
                                                          {"over", "", ">"},
                                                          {"above", "", ">"},
                                                          {"below", "", "<"},
                                                          {"under", "", "<"}}};
    for (auto const& c : all)
      if (i >= c.words && words_.text(i - c.words) == c.first && (c.second.empty() || words_.text(i - 1) == c.second)) return c;
    return {};
  }

  /// "top 5", "the highest", "with the most", and "by" before the metric. Best and worst have no direction that a definition tells.
  void read_order() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      bool const most = words_.is_one_of(i, "top highest largest most greatest biggest");
      if (words_.is_read(i) || (!most && !words_.is_one_of(i, "bottom lowest least smallest fewest"))) continue;
      if (out_.descending) return;  // a second one stays unread
      out_.descending = most;
      words_.take(i, i + 1, word_role::order);
      if (auto const n = words_.number_at(i + 1)) set_limit(*n, i + 1);
      if (auto const n = i > 0 ? words_.number_at(i - 1) : std::nullopt; n && out_.limit == 0) set_limit(*n, i - 1);
    }
    if (out_.descending && after_by_) words_.take(*after_by_, *after_by_ + 1, word_role::order);
  }
  void set_limit(std::size_t n, std::size_t at) {
    out_.limit = n;
    words_.take(at, at + 1, word_role::order);
  }

  // --- values and periods

  /// Stored values of categorical dimensions, the longest first. False if the name of a month is one, so that it may be either.
  bool read_values() {
    constexpr std::size_t longest = 8;
    for (auto count = std::min(longest, words_.size()); count > 0; --count)
      for (std::size_t i = 0; i + count <= words_.size(); ++i) {
        if (!words_.is_free(i, i + count) || (count == 1 && retrieve::is_stop_word(words_.tokens()[i]))) continue;
        auto const found = values_at(i, i + count);
        if (found.size() != 1) continue;  // none, or of several dimensions: not read
        if (count == 1 && link::month_of(words_.text(i))) return false;
        add_filter(found.front(), i, i + count);
      }
    return true;
  }

  /// The dimensions that store some words, each with the value as stored.
  [[nodiscard]] std::vector<metric_filter> values_at(std::size_t first, std::size_t last) const {
    std::string key, lemmas;
    for (auto i = first; i < last; ++i) {
      if (words_.tokens()[i].is == retrieve::token::kind::mark) continue;
      key.append(key.empty() ? "" : " ").append(t2s::text::lower(words_.text(i)));
      lemmas.append(lemmas.empty() ? "" : " ").append(words_.lemma(i));
    }
    std::vector<metric_filter> all;
    for (auto const& k : {key, lemmas})
      for (auto const& v : all.empty() && !k.empty() ? names_.values(k) : std::vector<knowledge::stored_value>())
        for (auto const& d : joins_->dimensions())
          if (is_column(d, v.where) && !t2s::detail::any_of(all, [&](metric_filter const& f) { return f.by == d; }))
            all.push_back({d, {v.text}});
    return all;
  }
  [[nodiscard]] bool is_column(placed_dimension const& d, knowledge::column_id c) const {
    return d.dimension && !d.dimension->is_time && t2s::text::same(d.model->table, names_.table(c).name) &&
           t2s::text::same(d.dimension->expr, names_.column(c).name);
  }

  void add_filter(metric_filter const& found, std::size_t first, std::size_t last) {
    auto* known = t2s::detail::find_if(out_.where, [&](metric_filter const& f) { return f.by == found.by; });
    if (!known) known = &out_.where.emplace_back(metric_filter{found.by, {}});
    known->values.push_back(found.values.front());
    words_.take(first, last, word_role::value);
    for (auto i = first; i < last; ++i) filter_of_[i] = found.by.dimension;
  }

  void read_period() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      auto const found = words_.is_read(i) ? std::nullopt : periods_.at(i);
      if (!found || !words_.is_free(i, found->after)) continue;
      if (out_.when) return;  // a second one stays unread
      out_.when = *found;
      words_.take(i, found->after, word_role::period);
    }
  }

  // --- groups

  /// Dimensions and units of time after "by", in superlatives, and beside their values. False if one has no role, or several meanings.
  bool read_groups() {
    std::size_t group_end = 0;  // of the last group
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_.is_read(i)) continue;
      auto const found = dimension_at(i);
      auto const adverb = grain_of_adverb(words_.text(i));
      auto const unit = adverb || found.end != 0 ? adverb : grain_of(words_.lemma(i));
      if (found.end == 0 && !unit) continue;
      bool const chained = group_end != 0 && group_end + 1 == i && words_.is_one_of(group_end, "and ,");
      auto const first = adverb ? i : chained ? group_end : words_.cue_before(i);
      auto const last = unit ? i + 1 : found.end;
      bool const bare = first == i && !adverb;
      if (bare && !is_compared(found, i)) {
        if (unit || !is_aside(found)) return false;
        words_.take(i, last, word_role::small);
        continue;
      }
      if (unit ? out_.per.has_value() : found.several) return false;
      words_.take(first, last, word_role::group);
      group_end = last;
      if (unit)
        out_.per = unit;
      else if (!t2s::detail::has(out_.by, found.of))
        out_.by.push_back(found.of);
      if (bare) rank_by(i, last);
    }
    return true;
  }

  /// Whether a dimension without "by" is what a superlative, a comparison or a ranking is about: "which region", "regions by revenue".
  [[nodiscard]] bool is_compared(found_dimension const& found, std::size_t i) const {
    if (!out_.by.empty() || out_.per || (found.end != 0 && is_filtered(found.of))) return false;
    if (found.end == 0) return out_.descending && i > 0 && words_.is_one_of(i - 1, "which what");  // "which month"
    return out_.descending || out_.having || (after_by_ && *after_by_ >= i);
  }

  /// The order and limit of a group that no "by" precedes.
  void rank_by(std::size_t first, std::size_t last) {
    if (!out_.descending && after_by_) {
      out_.descending = true;
      is_ranked_ = true;
      words_.take(*after_by_, *after_by_ + 1, word_role::order);
    }
    if (!out_.descending) return;
    if (auto const n = first > 0 ? words_.number_at(first - 1) : std::nullopt; n && out_.limit == 0) set_limit(*n, first - 1);
    if (out_.limit == 0 && !is_ranked_ && words_.is_singular(last - 1)) out_.limit = 1;
  }

  /// The dimension or entity with the longest phrase at a word; an entity's name may precede its dimension: "customer segment".
  [[nodiscard]] found_dimension dimension_at(std::size_t i) const {
    found_dimension best;
    for (auto const& d : joins_->dimensions()) {
      auto const end = words_.longest_end(wordings_of_dimension(d), i);
      if (end == 0 || end < best.end) continue;
      bool const longer = end > best.end, both = d.dimension && best.of.dimension && d.dimension != best.of.dimension;
      best.several = !longer && (best.several || d.model != best.of.model || both);
      if (longer || d.dimension) best.of = d;
      best.end = end;
    }
    return best;
  }

  [[nodiscard]] static std::vector<wording> wordings_of_dimension(placed_dimension const& d) {
    auto all = wordings_of(d.name());
    if (!d.dimension) return all;
    for (std::size_t i = 0, n = all.size(); i < n; ++i)
      for (auto const& owner : d.model->entities) {
        if (!owner.identifies()) continue;
        auto whole = retrieve::lemmas_of_name(owner.name);
        whole.insert(whole.end(), all[i].begin(), all[i].end());
        all.push_back(std::move(whole));
      }
    return all;
  }
  /// What people call the dimensions and entities of all models.
  [[nodiscard]] std::vector<wording> wordings_of_dimensions() const {
    std::vector<wording> all;
    for (auto const& m : layer_.models) {
      for (auto const& d : m.dimensions)
        for (auto& p : wordings_of_dimension({&m, &d, nullptr})) all.push_back(std::move(p));
      for (auto const& e : m.entities)
        for (auto& p : wordings_of(e)) all.push_back(std::move(p));
    }
    return all;
  }

  /// Whether a value of the dimension, or of its model, is asked for: "retail segment", "retail customers".
  [[nodiscard]] bool is_filtered(placed_dimension const& d) const {
    return t2s::detail::any_of(out_.where, [&](metric_filter const& f) { return f.by == d || (!d.dimension && f.by.model == d.model); });
  }
  /// Whether a dimension that is no group changes nothing: it is that of a value, or the rows of the metrics themselves.
  [[nodiscard]] bool is_aside(found_dimension const& found) const {
    return is_filtered(found.of) || (!found.of.dimension && found.of.model == &joins_->base());
  }

  // --- the rest

  /// Skips words that add nothing where they stand. False if a word is left.
  bool skip_small_words() {
    constexpr std::string_view anywhere =
        "what is was were are be the a an our we us my me i you it its their there did do does have has had please show give list get tell "
        "report display compute calculate how much make made generate generated earn earned come came got which who s 's what's , . ? !";
    constexpr std::string_view at_first = "can could would like to see want need know find hi hello";
    auto const begin = first_read();
    auto next = word_role::none;  // of the next word that is not small
    for (auto i = words_.size(); i-- > 0;) {
      if (words_.is_read(i)) {
        next = words_.role(i);
        continue;
      }
      bool const linking = words_.is_one_of(i, "in for of with and") && next != word_role::none;
      bool const before_value = words_.is_one_of(i, "from through via on at") && next == word_role::value;
      bool const or_value = words_.text(i) == "or" && next == word_role::value && words_.role(i - 1) == word_role::value;
      bool const sums =
          words_.is_one_of(i, "total overall sum") && t2s::detail::all_of(out_.metrics, [&](auto const* m) { return is_sum(m); });
      bool const polite = i < begin && words_.is_one_of(i, at_first);
      if (!words_.is_one_of(i, anywhere) && !polite && !linking && !before_value && !or_value && !sums) return false;
      if (words_.is_one_of(i, "and or") && !joins_one_dimension(i)) return false;
      words_.take(i, i + 1, word_role::small);
    }
    return true;
  }

  [[nodiscard]] std::size_t first_read() const {
    std::size_t i = 0;
    while (i < words_.size() && !words_.is_read(i)) ++i;
    return i;
  }

  /// Whether "and" or "or" is not between values of different dimensions, which may mean either set of rows.
  [[nodiscard]] bool joins_one_dimension(std::size_t i) const {
    bool const between = i > 0 && i + 1 < words_.size() && filter_of_[i - 1] && filter_of_[i + 1];
    return !between || filter_of_[i - 1] == filter_of_[i + 1];
  }

  /// Whether the parts go together.
  [[nodiscard]] bool is_sound() const {
    auto const groups = out_.by.size() + (out_.per ? 1 : 0);
    if (out_.descending && (groups != 1 || out_.metrics.size() > 1)) return false;  // the best of each group is another question
    if (out_.having && (groups == 0 || out_.metrics.size() > 1)) return false;
    if (out_.descending && out_.limit == 0 && !is_ranked_) return false;  // "the highest revenue by region" may be one row or all
    return !out_.when || !is_word_of_other_time();
  }

  /// Whether a value is a word of a time dimension: "paid in May" may mean the state or the day.
  [[nodiscard]] bool is_word_of_other_time() const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_.role(i) != word_role::value) continue;
      for (auto const& d : joins_->base().dimensions)
        if (d.is_time && t2s::detail::has(t2s::text::split(d.name, '_'), words_.text(i))) return true;
    }
    return false;
  }

  knowledge::lexicon const& names_;
  question_words words_;
  knowledge::semantic_layer const& layer_;
  period_reader periods_;
  std::vector<knowledge::semantic_dimension const*> filter_of_;  // of each word that is a value
  std::optional<model_joins> joins_{};
  std::optional<std::size_t> after_by_{};  // "by" before the metric
  std::size_t last_metric_ = 0;            // its end
  bool is_ranked_ = false;                 // "regions by revenue": all of them, in order
  metric_question out_{};
};

}  // namespace t2s::reader::detail

#endif
