// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_VIEWS_HPP
#define T2S_GENERATE_OFFLINE_IMPL_VIEWS_HPP

#include "t2s/link/lexical.hpp"
#include "t2s/link/lexicon.hpp"

#include <algorithm>
#include <vector>

namespace t2s::generate::offline::detail {

/// Which of the links are kept.
enum class kept_links {
  said,       // all but those of views that tables say as well
  of_tables,  // none of views that are not named
  of_views,   // only those of views that are named
};

/// Settles which words mean a view. A view repeats the columns of its tables, but no key connects it to others: it takes their place only
/// where the question names it.
class view_chooser {
 public:
  view_chooser(link::lexicon const& names, link::links const& linked)
      : names_(names), linked_(linked), named_(names.schema().tables().size()) {
    for (auto const& l : linked.found)
      if (l.is == link::link::kind::table && is_view(l) && !has_rival(l)) named_[l.where.table] = true;
  }

  [[nodiscard]] static bool has_views(schema::database const& d) { return std::ranges::any_of(d.tables(), &schema::table::is_view); }

  /// The links that are kept.
  [[nodiscard]] link::links chosen(kept_links which) const {
    link::links out{linked_.tokens, {}};
    std::ranges::copy_if(linked_.found, std::back_inserter(out.found), [&](link::link const& l) {
      if (which == kept_links::of_views) return named_[l.where.table] == true;
      return stays(l, which == kept_links::of_tables);
    });
    return out;
  }

 private:
  [[nodiscard]] bool is_view(link::link const& l) const { return names_.schema().tables()[l.where.table].is_view; }

  static bool covers(link::link const& a, link::link const& b) { return a.first <= b.first && b.last <= a.last; }
  static bool is_longer(link::link const& a, link::link const& b) { return a.last - a.first > b.last - b.first; }

  /// Whether a table is said by the words of a view as well as the view.
  [[nodiscard]] bool has_rival(link::link const& view) const {
    return std::ranges::any_of(linked_.found, [&](link::link const& l) {
      bool const overlap = l.first < view.last && view.first < l.last;
      if (is_view(l) || !overlap) return false;
      if (l.is != link::link::kind::table) return l.score > view.score && covers(l, view);
      return view.score < 0.9 || (l.score >= view.score && !is_longer(view, l));
    });
  }

  [[nodiscard]] bool stays(link::link const& l, bool strictly) const {
    if (is_view(l)) {
      if (named_[l.where.table]) return true;
      if (strictly || l.is == link::link::kind::table) return false;
      return std::ranges::none_of(linked_.found, [&](link::link const& other) {
        return !is_view(other) && other.is == l.is && covers(other, l) && other.score >= l.score - 0.05;
      });
    }
    if (l.is != link::link::kind::table) return true;
    return std::ranges::none_of(linked_.found, [&](link::link const& view) {  // the "growers" of a view `old_growers`
      return view.is == l.is && is_view(view) && named_[view.where.table] && covers(view, l) && is_longer(view, l);
    });
  }

  link::lexicon const& names_;
  link::links const& linked_;
  std::vector<bool> named_;  // of each table, whether it is a view that the question names
};

}  // namespace t2s::generate::offline::detail

#endif
