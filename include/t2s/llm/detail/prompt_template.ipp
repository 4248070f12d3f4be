// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_PROMPT_TEMPLATE_IPP
#define T2S_LLM_DETAIL_PROMPT_TEMPLATE_IPP

#include "t2s/core/error.hpp"
#include "t2s/llm/detail/prompt_template.hpp"

#include <algorithm>

namespace t2s::llm {
namespace detail {

inline std::string line_of(std::string_view text, std::size_t offset) {
  return std::to_string(1 + std::ranges::count(text.substr(0, offset), '\n'));
}

inline std::string shown_name(std::string_view name) { return text::valid_utf8(name.size() > 60 ? name.substr(0, 60) : name); }

[[noreturn]] inline void throw_malformed(std::string_view text, template_stretch const& s) {
  bool const open = s.is == template_stretch::kind::never_closed;
  std::string message = open ? "a slot of the prompt template is opened and not closed in its line: \"{{"
                             : "a slot of the prompt template has no proper name: \"{{";
  message.append(shown_name(s.text)).append("\", line ").append(line_of(text, s.offset));
  throw error(failure{errc::invalid_argument, std::move(message), std::string(s.text),
                      "write {{name}} with letters, digits and _, or {{{{ for the two braces themselves", s.offset});
}

/// The value or part with a name; nullptr if there is none.
template <class Item>
Item const* item_named(std::span<Item const> items, std::string_view name) noexcept {
  auto const found = std::ranges::find(items, name, &Item::name);
  return found == items.end() ? nullptr : &*found;
}

/// Throws for an item without a slot and, with `message(name)`, for two items with one name.
template <class Item, class Message>
void require_one_a_slot(prompt_template const& form, std::span<Item const> items, Message message, char const* remedy) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (item_named(items.subspan(i + 1), items[i].name)) {
      std::string const name(items[i].name);
      throw error(failure{errc::invalid_argument, message(name), name, remedy});
    }
  for (auto const& item : items)
    if (!item.may_be_unused && !form.has(item.name)) form.throw_unused(item.name);
}

}  // namespace detail

T2S_DECL void prompt_template::read() {
  detail::scan_template(text_, [this](detail::template_stretch const& s) {
    if (s.is != detail::template_stretch::kind::plain && s.is != detail::template_stretch::kind::slot) detail::throw_malformed(text_, s);
    bool const slot = s.is == detail::template_stretch::kind::slot;
    if (!slot && !pieces_.empty() && !pieces_.back().is_slot)
      pieces_.back().text += s.text;
    else
      pieces_.push_back({std::string(s.text), slot, s.offset});
  });
}

T2S_DECL bool prompt_template::has(std::string_view slot) const noexcept {
  return std::ranges::any_of(pieces_, [slot](piece const& p) { return p.is_slot && p.text == slot; });
}

T2S_DECL void prompt_template::throw_missing(piece const& slot) const {
  std::string message = "the prompt template's slot {{";
  message.append(slot.text).append("}} has no value, line ").append(detail::line_of(text_, slot.offset));
  throw error(failure{errc::invalid_argument, std::move(message), slot.text,
                      "give it a value, take it out of the template, or write {{{{ for the two braces themselves", slot.offset});
}

T2S_DECL void prompt_template::throw_unused(std::string_view name) const {
  std::string message = "the prompt template has no slot {{";
  message.append(name).append("}}, for which there is a value");
  throw error(failure{errc::invalid_argument, std::move(message), std::string(name), "put the slot into the template"});
}

T2S_DECL std::string prompt_template::fill(std::span<slot_value const> values) const {
  auto const two = [](std::string const& name) { return "the slot {{" + name + "}} has two values"; };
  detail::require_one_a_slot(*this, values, two, "give each slot one value");
  std::size_t size = 0;
  std::vector<std::string_view> shown;
  for (auto const& p : pieces_) {
    auto const* value = p.is_slot ? detail::item_named(values, p.text) : nullptr;
    if (p.is_slot && !value) throw_missing(p);
    shown.push_back(value ? value->value : std::string_view(p.text));
    size += shown.back().size();
  }
  std::string filled;
  filled.reserve(size);
  for (auto const s : shown) filled += s;
  return filled;
}

}  // namespace t2s::llm

#endif
