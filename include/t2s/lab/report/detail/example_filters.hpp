// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_EXAMPLE_FILTERS_HPP
#define T2S_LAB_REPORT_DETAIL_EXAMPLE_FILTERS_HPP

#include "t2s/lab/report/detail/fault_groups.hpp"
#include "t2s/lab/report/detail/markup.hpp"

#include <map>

namespace t2s::evaluation::reporting {

/// One thing to filter examples by, such as hardness: every example is of none, one or several of its choices.
struct example_filter {
  std::string letter{};                ///< class names are this letter and the number of the choice
  std::string title{};                 ///< "hardness"
  std::vector<std::string> choices{};  ///< as shown
  bool has_bars = false;               ///< the choices are shown as bars

  [[nodiscard]] std::string class_of(std::size_t choice) const { return joined(letter, choice); }
  /// The class of a choice by its text, which must be one.
  [[nodiscard]] std::string class_of(std::string_view choice) const {
    return class_of(static_cast<std::size_t>(std::ranges::find(choices, choice) - choices.begin()));
  }
};

/// Filters without a script: a hidden radio button for each choice stands before the examples, its label in the list of filters; a rule of
/// the style sheet hides the examples that lack the class of a checked button. What is checked in several filters must all hold.
class example_filters {
 public:
  explicit example_filters(std::vector<example_filter> all) : all_(std::move(all)) {}

  /// The rules of all choices.
  [[nodiscard]] std::string style() const {
    std::string out;
    for (auto const& filter : all_)
      for (std::size_t c = 0; c < filter.choices.size(); ++c) {
        auto const name = filter.class_of(c);
        out += joined(".pick.", name, ":checked~details:not(.", name, "){display:none}\n.pick.", name, ":checked~.filters .", name,
                      "{font-weight:bold}\n");
      }
    return out;
  }

  /// Buttons and labels for examples whose classes are given, separated by spaces; `prefix` distinguishes lists of one page.
  [[nodiscard]] std::string markup(std::string const& prefix, std::vector<std::string> const& examples) const {
    std::map<std::string, std::size_t> counts;
    for (auto const& classes : examples)
      for (auto const name : text::split(classes, ' ')) ++counts[std::string(name)];
    std::string buttons, labels;
    for (auto const& filter : all_) {
      auto const [b, l] = one(filter, prefix, counts);
      buttons += b;
      labels += l;
    }
    return buttons + element("div", labels, " class=\"filters\"");
  }

 private:
  using counted_classes = std::map<std::string, std::size_t>;

  /// The buttons and the labels of one filter; nothing if no example has a choice of it.
  [[nodiscard]] static std::pair<std::string, std::string> one(example_filter const& filter, std::string const& prefix,
                                                               counted_classes const& counts) {
    auto const group = joined(prefix, "-", filter.letter);
    std::size_t most = 0;
    std::string buttons = button(group, group, "any", true), labels = label(group, "all", " class=\"any\"");
    for (std::size_t c = 0; c < filter.choices.size(); ++c)
      if (auto const found = counts.find(filter.class_of(c)); found != counts.end()) most = std::max(most, found->second);
    if (most == 0) return {};
    for (std::size_t c = 0; c < filter.choices.size(); ++c) {
      auto const name = filter.class_of(c);
      auto const found = counts.find(name);
      if (found == counts.end()) continue;
      auto const id = joined(prefix, "-", name);
      buttons += button(id, group, name, false);
      auto const width = fixed(100 * static_cast<double>(found->second) / static_cast<double>(most), 0);
      auto const how = filter.has_bars ? joined(" class=\"bar ", name, "\" style=\"--n:", width, "%\"") : joined(" class=\"", name, "\"");
      labels += label(id, joined(escaped(filter.choices[c]), " (", found->second, ")"), how);
    }
    return {buttons, element("p", joined(element("b", escaped(filter.title)), " ", labels))};
  }

  [[nodiscard]] static std::string button(std::string_view id, std::string_view group, std::string_view name, bool is_checked) {
    return joined("<input type=\"radio\" class=\"pick ", name, "\" name=\"", group, "\" id=\"", id, "\"",
                  is_checked ? " checked=\"checked\"" : "", "/>");
  }
  [[nodiscard]] static std::string label(std::string_view of, std::string_view shown, std::string_view attributes) {
    return element("label", shown, joined(" for=\"", of, "\"", attributes));
  }

  std::vector<example_filter> all_;
};

}  // namespace t2s::evaluation::reporting

#endif
