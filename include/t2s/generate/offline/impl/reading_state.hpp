// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_READING_STATE_HPP
#define T2S_GENERATE_OFFLINE_IMPL_READING_STATE_HPP

#include "t2s/core/text.hpp"
#include "t2s/core/value.hpp"
#include "t2s/generate/offline/impl/resolver.hpp"
#include "t2s/generate/offline/reader.hpp"
#include "t2s/retrieve/stop_words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::generate::offline::detail {

/// What is known while a question is read, and the ways to look around in it: each mention and each cue gets one place in the plan.
class reading_state {
 protected:
  reading_state(link::lexicon const& names, material const& m, leaning const& lean)
      : names_(names),
        m_(m),
        lean_(lean),
        resolve_(names, m),
        used_(m.mentions.size()),
        heard_(m.cues.size()),
        read_(m.size()),
        refused_(m.size()) {}

  using cue_kind = cue::kind;

  struct asked {
    std::size_t at;
    term what;
  };

  [[nodiscard]] mention const& at(std::size_t i) const { return m_.mentions[i]; }
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < m_.size() ? std::string_view(m_.token(i).text) : std::string_view();
  }

  template <class Fits>
  [[nodiscard]] std::optional<std::size_t> next(std::size_t token, std::size_t gap, Fits fits) const {
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).first >= token && at(i).first <= token + gap && fits(i)) return i;
    return {};
  }
  template <class Fits>
  [[nodiscard]] std::optional<std::size_t> previous(std::size_t token, std::size_t gap, Fits fits) const {
    for (std::size_t i = m_.mentions.size(); i-- > 0;)
      if (at(i).last <= token && at(i).last + gap >= token && fits(i)) return i;
    return {};
  }
  [[nodiscard]] bool is_table(std::size_t i) const {
    auto const* t = at(i).option(kind::table);
    return t && t->score > (at(i).is(kind::table) ? 0.45 : 0.6) && (at(i).is(kind::table) || t->score + 0.3 > at(i).options.front().score);
  }
  [[nodiscard]] std::optional<std::uint32_t> table_at(std::size_t i) const {
    if (!is_table(i)) return {};
    return resolve_.table(at(i));
  }
  [[nodiscard]] bool is_column(std::size_t i) const {
    auto const* c = at(i).option(kind::column);
    return c && !at(i).is(kind::value) && c->score + 0.4 > at(i).options.front().score;
  }
  [[nodiscard]] std::optional<column_id> number_column(std::size_t i) const {
    if (at(i).is(kind::value)) return {};
    auto const* o = resolve_.column(at(i), [this](column_id c) { return resolve_.is_number(c); });
    auto const* best = at(i).option(kind::column);
    if (!o || o->score + 0.3 < best->score) return {};
    return o->where;
  }
  [[nodiscard]] bool free(std::size_t i) const { return !used_[i]; }

  /// An unheard cue of a kind that ends where the words before `token` are only small ones.
  [[nodiscard]] std::optional<std::size_t> cue_before(std::size_t token, std::size_t gap, cue_kind k) const {
    for (std::size_t c = m_.cues.size(); c-- > 0;)
      if (!heard_[c] && m_.cues[c].is == k && m_.cues[c].last <= token && m_.cues[c].last + gap >= token) return c;
    return {};
  }
  [[nodiscard]] std::optional<std::size_t> cue_after(std::size_t token, std::size_t gap, cue_kind k) const {
    for (std::size_t c = 0; c < m_.cues.size(); ++c)
      if (!heard_[c] && m_.cues[c].is == k && m_.cues[c].first >= token && m_.cues[c].first <= token + gap) return c;
    return {};
  }
  [[nodiscard]] bool any_cue(cue_kind k) const {
    return std::ranges::any_of(m_.cues, [k](cue const& c) { return c.is == k; });
  }

  bool find_focus() {
    std::optional<std::uint32_t> later;
    for (std::size_t i = 0; i < m_.mentions.size(); ++i) {
      auto const t = table_at(i);
      if (!t) continue;
      bool const each = cue_before(at(i).first, 1, cue_kind::each).has_value();
      if (!each) {
        focus_ = *t;
        resolve_.set_main(*t);
        return true;
      }
      if (!later) later = t;
    }
    if (!later)
      for (auto const k : {kind::column, kind::value})
        for (std::size_t i = 0; i < m_.mentions.size() && !later; ++i)
          if (auto const* o = at(i).option(k)) later = (k == kind::column ? resolve_.column(at(i)) : o)->where.table;
    if (!later) return false;
    focus_ = *later;
    resolve_.set_main(*later);
    return true;
  }
  [[nodiscard]] static bool says(mention const& x, column_id c) {
    return std::ranges::any_of(x.options, [c](link::link const& o) { return o.is == kind::column && o.where == c; });
  }

  [[nodiscard]] bool joined_by(std::size_t from, std::size_t to, std::string_view w) const {
    for (auto i = from; i < to; ++i)
      if (word(i) == w) return true;
    return false;
  }

  [[nodiscard]] bool opens_condition(std::string_view w) const {
    return w == "whose" || w == "where" || w == "with" || w == "that" || w == "who" || w == "having" || w == "when" || w == "which" ||
           w == "if";
  }
  [[nodiscard]] bool opens_question(std::string_view w) const {
    return w == "show" || w == "list" || w == "give" || w == "what" || w == "find" || w == "return" || w == "along" || w == "together" ||
           w == "tell" || w == "?" || w == "." || w == "their" || w == "its" || w == "display";
  }
  /// Adds a condition that the question states at a token.
  void restrict(std::size_t token, condition c) {
    for (auto const& known : plan_.where)
      if (!c.nested && known.left == c.left && known.op == c.op && known.operand == c.operand) return;
    plan_.where.push_back(std::move(c));
    stated_at_.push_back(token);
  }

  /// Asks for a term at a token; what is asked for stays in the order of the question.
  void ask_for(std::size_t token, term what) {
    auto const behind = std::ranges::upper_bound(asked_, token, {}, &asked::at);
    asked_.insert(behind, asked{token, what});
  }

  /// Says that tokens have their place in the plan, though they are no mention and no cue.
  void mark_read(std::size_t first, std::size_t last) {
    for (auto t = first; t < std::min(last, read_.size()); ++t) read_[t] = true;
  }

  /// Leaves words without a place, to be said as not read, so that nothing else takes them for what they are not.
  void refuse(std::size_t first, std::size_t last) {
    for (auto t = first; t < std::min(last, refused_.size()); ++t) refused_[t] = true;
    for (std::size_t i = 0; i < m_.mentions.size(); ++i)
      if (at(i).first >= first && at(i).last <= last) used_[i] = true;
  }
  [[nodiscard]] bool is_refused(std::size_t mention) const { return refused_[at(mention).first]; }

  // ---- what is known so far ----

  link::lexicon const& names_;
  material const& m_;
  leaning const& lean_;
  resolver resolve_;
  std::vector<bool> used_, heard_;  // mentions and cues that have their place
  std::vector<bool> read_;          // tokens that have theirs without being either
  plan plan_{};
  std::vector<bool> refused_;             // tokens that were understood and have no place all the same
  std::vector<std::size_t> stated_at_{};  // the place of each condition in WHERE
  double score_ = 0;
  std::uint32_t focus_ = 0;                                      // the table asked about
  std::vector<asked> asked_{};                                   // what is to be selected, by place in the question
  std::optional<std::uint32_t> grouped_table_{}, counts_for_{};  // the table that is grouped by; the one whose rows are counted
  bool order_by_first_ = false, plan_descending_ = false;
};

}  // namespace t2s::generate::offline::detail

#endif
