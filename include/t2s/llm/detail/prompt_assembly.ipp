// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_PROMPT_ASSEMBLY_IPP
#define T2S_LLM_DETAIL_PROMPT_ASSEMBLY_IPP

#include "t2s/core/error.hpp"
#include "t2s/llm/detail/piece_counter.hpp"
#include "t2s/llm/detail/prompt_template.ipp"
#include "t2s/llm/prompt_template.hpp"

#include <tuple>

namespace t2s::llm {
namespace detail {

/// A part at its place in the prompt, or the template's own text between parts; a view.
struct prompt_section {
  explicit prompt_section(prompt_part const& p)
      : name(p.name), items(p.items), priority(p.priority), heading(p.heading), ending(p.ending), kept(p.items.size()) {}
  explicit prompt_section(std::string const& text) : name("the template's own text"), items(&text, 1), kept(1) {}

  std::string_view name;
  std::span<std::string const> items;
  std::optional<int> priority{};
  std::string_view heading{}, ending{};
  std::size_t kept;
  std::int64_t dropped = 0;  ///< thousandths of a token
};

/// The cost of a prompt as the sum of its items' costs, which is at least the estimate of the whole: each item counts with its ending, plus
/// one token if the ending is not a line break. Sums make the choice linear, and a larger budget never shows less.
class prompt_fit {
 public:
  prompt_fit(std::vector<prompt_section> sections, token_weights const& weights) : sections_(std::move(sections)), weights_(weights) {
    for (std::size_t s = 0; s < sections_.size(); ++s)
      for (std::size_t i = 0; i < sections_[s].items.size(); ++i) add(s, i);
  }

  assembled_prompt within(std::size_t budget) && {
    require_fit(budget);
    drop_until(budget);
    assembled_prompt result;
    result.tokens = tokens(total_);
    for (auto const& s : sections_) {
      append(result.text, s);
      if (s.kept < s.items.size())
        result.dropped.push_back({std::string(s.name), s.items.size() - s.kept, s.items.size(), tokens(s.dropped)});
    }
    return result;
  }

 private:
  struct candidate {
    int priority;
    std::size_t section, item;
    std::int64_t cost;
  };

  static std::size_t tokens(std::int64_t cost) noexcept { return static_cast<std::size_t>(cost + 999) / 1000; }

  void add(std::size_t section, std::size_t item) {
    auto const& s = sections_[section];
    piece_.clear();
    if (item == 0) piece_ += s.heading;
    piece_.append(s.items[item]).append(s.ending);
    if (piece_.empty()) return;
    auto const joint = piece_.ends_with('\n') ? 0 : 1000;
    auto const cost = std::max<std::int64_t>(thousandths(piece_, weights_), 0) + joint;
    total_ += cost;
    if (s.priority)
      candidates_.push_back({*s.priority, section, item, cost});
    else
      required_.emplace_back(cost, section);
  }

  void drop_until(std::size_t budget) {
    std::ranges::sort(candidates_, {}, [](candidate const& c) { return std::tuple(c.priority, ~c.item, ~c.section); });
    for (auto const& c : candidates_) {
      if (tokens(total_) <= budget) return;
      total_ -= c.cost;
      sections_[c.section].dropped += c.cost;
      sections_[c.section].kept = c.item;
    }
  }

  void require_fit(std::size_t budget) const {
    std::vector<std::int64_t> of_section(sections_.size());
    std::int64_t needed = 0;
    for (auto const& [cost, section] : required_) {
      needed += cost;
      of_section[section] += cost;
    }
    if (tokens(needed) <= budget) return;
    auto const largest = static_cast<std::size_t>(std::ranges::max_element(of_section) - of_section.begin());
    std::string const name(sections_[largest].name);
    std::string message = "the prompt needs about ";
    message.append(std::to_string(tokens(needed))).append(" tokens where ").append(std::to_string(budget)).append(" are allowed, ");
    message.append(std::to_string(tokens(needed) - budget))
        .append(" too many, without anything that may be dropped; the largest part is \"");
    message.append(name).append("\" with ").append(std::to_string(tokens(of_section[largest])));
    throw error(failure{errc::request_rejected, std::move(message), name,
                        "allow more tokens, shorten the part, or give it a priority so that items of it may be dropped"});
  }

  static void append(std::string& text, prompt_section const& s) {
    if (s.kept > 0) text += s.heading;
    for (std::size_t i = 0; i < s.kept; ++i) text.append(s.items[i]).append(s.ending);
  }

  std::vector<prompt_section> sections_;
  token_weights const& weights_;
  std::vector<candidate> candidates_{};
  std::vector<std::pair<std::int64_t, std::size_t>> required_{};  ///< cost, section
  std::int64_t total_ = 0;
  std::string piece_{};
};

}  // namespace detail

T2S_DECL std::string assembled_prompt::summary() const {
  std::string s;
  for (auto const& d : dropped) {
    if (!s.empty()) s += "; ";
    s.append(d.part).append(": ").append(std::to_string(d.items)).append(" of ").append(std::to_string(d.of)).append(" dropped");
  }
  return s;
}

T2S_DECL assembled_prompt assemble(std::span<prompt_part const> parts, std::size_t budget, token_weights const& weights) {
  std::vector<detail::prompt_section> sections;
  for (auto const& p : parts) sections.emplace_back(p);
  return detail::prompt_fit(std::move(sections), weights).within(budget);
}

T2S_DECL assembled_prompt assemble(prompt_template const& form, std::span<prompt_part const> parts, std::size_t budget,
                                   token_weights const& weights) {
  auto const two = [](std::string const& name) { return "two parts of the prompt are named \"" + name + "\""; };
  detail::require_one_a_slot(form, parts, two, "give each part a name of its own");
  std::vector<detail::prompt_section> sections;
  for (auto const& piece : form.pieces()) {
    auto const* part = piece.is_slot ? detail::item_named(parts, piece.text) : nullptr;
    if (piece.is_slot && !part) form.throw_missing(piece);
    if (part)
      sections.emplace_back(*part);
    else
      sections.emplace_back(piece.text);
  }
  return detail::prompt_fit(std::move(sections), weights).within(budget);
}

}  // namespace t2s::llm

#endif
