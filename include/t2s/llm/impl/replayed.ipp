// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_REPLAYED_IPP
#define T2S_LLM_IMPL_REPLAYED_IPP

#include "t2s/core/text.hpp"
#include "t2s/llm/impl/records/json_record.hpp"
#include "t2s/llm/replayed.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace t2s::llm {
namespace detail::replaying {

inline constexpr std::size_t most_compared = 1U << 16U;  // bytes from each end of a message
inline constexpr std::size_t shown_before = 24;
inline constexpr std::size_t shown_after = 40;

inline std::size_t common_prefix(std::string_view a, std::string_view b) {
  auto const most = std::min(a.size(), b.size());
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(most), b.begin()).first - a.begin());
}

/// How many bytes two texts do not share at their ends. Texts that differ only far inside count as different by one byte.
inline std::size_t distance(std::string_view a, std::string_view b) {
  if (a == b) return 0;
  auto const less = std::min(a.size(), b.size());
  auto const front = common_prefix(a.substr(0, most_compared), b.substr(0, most_compared));
  std::size_t back = 0;
  auto const most = std::min(less - front, most_compared);
  while (back < most && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  return std::max<std::size_t>(1, std::max(a.size(), b.size()) - front - back);
}

/// A member of a request as a name and a text.
using named_text = std::pair<std::string_view, std::string>;

inline std::string name_of(std::string_view model) { return model.empty() ? "not named" : std::string(model); }

/// Collects the members of a request but its messages.
struct option_list {
  std::vector<named_text> all{};

  void always(std::string_view, std::vector<message> const&) {}
  template <class T>
  void operator()(std::string_view name, T const& value, T const& = {}) {
    std::string out;
    records::write(out, value);
    all.emplace_back(name, out.empty() ? "not set" : out);
  }
};

inline std::vector<named_text> options_of(request const& r, std::string_view model) {
  option_list options{{{"model", name_of(model)}}};
  records::members(options, r);
  return std::move(options.all);
}

inline std::size_t distance(request const& a, request const& b) {
  std::size_t sum = 0;
  auto const shared = std::min(a.messages.size(), b.messages.size());
  for (std::size_t i = 0; i < shared; ++i)
    sum += distance(a.messages[i].text, b.messages[i].text) + (a.messages[i].from == b.messages[i].from ? 0U : 1U);
  for (auto const* longer : {&a.messages, &b.messages})
    for (auto i = shared; i < longer->size(); ++i) sum += (*longer)[i].text.size() + 1;
  return sum;
}

/// As `distance` of the requests, and one more for each option that differs.
inline std::size_t distance(exchange const& e, request const& asked, std::vector<named_text> const& options) {
  auto sum = distance(e.asked, asked);
  auto const recorded = options_of(e.asked, e.model);
  for (std::size_t i = 0; i < options.size(); ++i) sum += recorded[i] == options[i] ? 0U : 1U;
  return sum;
}

/// A few bytes around a place, on one line, cut between characters.
inline std::string context(std::string_view text, std::size_t at) {
  auto const inside = [&](std::size_t i) { return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U; };
  auto begin = at > shown_before ? at - shown_before : 0;
  while (begin < at && inside(begin)) ++begin;
  auto end = std::min(text.size(), at + shown_after);
  while (end > at && inside(end)) --end;
  std::string out;
  records::write(out, std::string_view(text::valid_utf8(text.substr(begin, end - begin))));
  return (begin > 0 ? "..." : "") + out + (end < text.size() ? "..." : "");
}

inline std::string difference(std::string_view recorded, std::string_view asked) {
  auto const at = common_prefix(recorded, asked);
  return "differs at byte " + std::to_string(at) + ": asked " + context(asked, at) + ", recorded " + context(recorded, at);
}

inline std::string difference(message const& recorded, message const& asked, std::size_t number) {
  auto place = "message ";
  auto const where = place + std::to_string(number);
  if (recorded.from != asked.from)
    return where + " is of the " + std::string(records::roles[static_cast<std::size_t>(asked.from)]) + " and was of the " +
           std::string(records::roles[static_cast<std::size_t>(recorded.from)]);
  return where + ' ' + difference(recorded.text, asked.text);
}

inline std::string difference(embedding_exchange const& e, std::string_view text, std::string_view model) {
  if (e.text != text) return "it " + difference(e.text, text);
  return "model is " + name_of(model) + " and was " + name_of(e.model);
}

inline std::string difference(exchange const& e, request const& asked, std::string_view model) {
  auto const &was = e.asked.messages, &is = asked.messages;
  for (std::size_t i = 0; i < std::min(was.size(), is.size()); ++i)
    if (was[i] != is[i]) return difference(was[i], is[i], i + 1);
  if (was.size() != is.size()) return "it has " + std::to_string(is.size()) + " messages and had " + std::to_string(was.size());
  auto const recorded = options_of(e.asked, e.model), given = options_of(asked, model);
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i] != recorded[i]) return std::string(given[i].first) + " is " + given[i].second + " and was " + recorded[i].second;
  return "they do not differ";
}

/// The place of the least of `distance_of(item)`, the first one of several.
template <class Items, class Distance>
std::size_t nearest(Items const& items, Distance distance_of) {
  auto least = std::numeric_limits<std::size_t>::max();
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < items.size() && least != 0; ++i) {
    auto const d = distance_of(items[i]);
    if (d >= least) continue;
    least = d;
    nearest = i;
  }
  return nearest;
}

/// "line 7", or the number of the exchange where the lines are not known.
inline std::string line_of(std::vector<std::size_t> const& lines, std::size_t i) {
  return std::string("line ").append(std::to_string(i < lines.size() ? lines[i] : i + 1));
}

inline failure not_on(std::string const& name, std::string const& what) {
  return {errc::unknown_exchange, name + " has no " + what, name, "record it, or let the replay fall through to a live model", {}};
}

}  // namespace detail::replaying

T2S_DECL replay::replay(cassette tape, std::string name) : name_(std::move(name)), tape_(std::move(tape)) {
  for (std::size_t i = 0; i < tape_.exchanges.size(); ++i)
    known_[key_of(tape_.exchanges[i].asked, tape_.exchanges[i].model)].of.push_back(i);
  for (std::size_t i = 0; i < tape_.embedded.size(); ++i) vectors_[key_of_text(tape_.embedded[i].text, tape_.embedded[i].model)] = i;
}

T2S_DECL std::optional<completion> replay::next(request const& asked, std::string_view model) {
  auto const found = known_.find(key_of(asked, model));
  if (found == known_.end()) return {};
  auto& [of, given] = found->second;
  std::lock_guard const lock(guard_);
  auto const which = std::min(given, of.size() - 1);
  given = which + 1;
  return tape_.exchanges[of[which]].answered;
}

T2S_DECL failure replay::unknown(request const& asked, std::string_view model) const {
  namespace replaying = detail::replaying;
  auto f = replaying::not_on(name_, "such request");
  if (tape_.exchanges.empty()) {
    f.message += tape_.embedded.empty() ? ": it is empty" : ": it has only vectors of texts";
    return f;
  }
  auto const options = replaying::options_of(asked, model);
  auto const i = replaying::nearest(tape_.exchanges, [&](exchange const& e) { return replaying::distance(e, asked, options); });
  f.message +=
      ". The nearest is that of " + replaying::line_of(tape_.lines, i) + ": " + replaying::difference(tape_.exchanges[i], asked, model);
  if (auto const& recorded = tape_.exchanges[i].model; model.empty() && !recorded.empty()) f.remedy = "name the model " + recorded;
  return f;
}

T2S_DECL std::optional<embedding> replay::vector_of(std::string_view text, std::string_view model) const {
  auto const found = vectors_.find(key_of_text(text, model));
  if (found == vectors_.end()) return {};
  return tape_.embedded[found->second].answered;
}

T2S_DECL failure replay::unknown_text(std::string_view text, std::string_view model) const {
  namespace replaying = detail::replaying;
  auto f = replaying::not_on(name_, "vector of the text " + replaying::context(text, 0));
  if (tape_.embedded.empty()) {
    f.message += tape_.exchanges.empty() ? ": it is empty" : ": it has no vectors at all";
    return f;
  }
  auto const i = replaying::nearest(
      tape_.embedded, [&](embedding_exchange const& e) { return replaying::distance(e.text, text) + (e.model == model ? 0U : 1U); });
  f.message += ". The nearest text is that of " + replaying::line_of(tape_.embedded_lines, i) + ": " +
               replaying::difference(tape_.embedded[i], text, model);
  return f;
}

}  // namespace t2s::llm

#endif
