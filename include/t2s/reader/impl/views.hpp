// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_READER_IMPL_VIEWS_HPP
#define T2S_READER_IMPL_VIEWS_HPP

#include "t2s/reader/impl/mentions.hpp"

#include <compare>
#include <iterator>
#include <map>
#include <set>

namespace t2s::reader {

/// Which of the links are kept.
enum class kept_links {
  named,      // all but those of views that tables match as well
  of_tables,  // none of views that are not named
  no_views,   // none of views
  of_views,   // only those of views that are named
};

/// Settles which words mean a view. A view repeats the columns of its tables, but no key connects it to others: it takes their place only
/// where the question names it.
class view_chooser {
 public:
  view_chooser(link::lexicon const& names, link::links const& linked)
      : names_(names), linked_(linked), named_(names.schema().tables().size()) {
    for (auto const& l : linked.found)
      if (!is_view(l)) {
        auto& best = of_tables_[{l.is, l.first, l.last}];
        best = std::max(best, l.score);
      }
    for (auto const& l : linked.found)
      if (l.is == kind::table && is_view(l) && !has_rival(l)) {
        named_[l.where.table] = true;
        named_at_.emplace(l.first, l.last);
      }
  }

  [[nodiscard]] static bool has_views(schema::database const& d) { return std::ranges::any_of(d.tables(), &schema::table::is_view); }

  /// The links that are kept.
  [[nodiscard]] link::links chosen(kept_links which) const {
    link::links out{linked_.tokens, {}};
    std::ranges::copy_if(linked_.found, std::back_inserter(out.found), [&](link::link const& l) {
      if (which == kept_links::of_views) return named_[l.where.table] == true;
      if (which == kept_links::no_views) return !is_view(l);
      return stays(l, which == kept_links::of_tables);
    });
    return out;
  }

 private:
  [[nodiscard]] bool is_view(link::link const& l) const { return names_.schema().tables()[l.where.table].is_view; }

  /// Words that mean tables or what they hold, and the best score with which they do.
  struct span {
    kind is;
    std::size_t first, last;
    friend auto operator<=>(span const&, span const&) = default;
  };

  static bool covers(auto const& a, auto const& b) { return a.first <= b.first && b.last <= a.last; }
  static std::size_t length(auto const& a) { return a.last - a.first; }

  /// Whether a table matches the words of a view as well as the view.
  [[nodiscard]] bool has_rival(link::link const& view) const {
    return std::ranges::any_of(of_tables_, [&](auto const& t) {
      auto const& [at, score] = t;
      if (at.last <= view.first || view.last <= at.first) return false;
      if (at.is != kind::table) return score > view.score && covers(at, view);
      return view.score < 0.9 || (score >= view.score && length(view) <= length(at));
    });
  }

  [[nodiscard]] bool stays(link::link const& l, bool strictly) const {
    if (is_view(l)) {
      if (named_[l.where.table]) return true;
      if (strictly || l.is == kind::table) return false;
      return std::ranges::none_of(of_tables_,
                                  [&](auto const& t) { return t.first.is == l.is && covers(t.first, l) && t.second >= l.score - 0.05; });
    }
    if (l.is != kind::table) return true;
    return std::ranges::none_of(named_at_, [&](auto const& view) {  // the "growers" of a view `old_growers`
      return view.first <= l.first && l.last <= view.second && view.second - view.first > length(l);
    });
  }

  link::lexicon const& names_;
  link::links const& linked_;
  std::map<span, double> of_tables_{};
  std::set<std::pair<std::size_t, std::size_t>> named_at_{};  // where views are named
  std::vector<bool> named_;                                   // of each table, whether it is a view that the question names
};

}  // namespace t2s::reader

#endif
