// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_LEARNED_FILE_IPP
#define T2S_SERVE_DETAIL_LEARNED_FILE_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/new_file.hpp"
#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/serve/detail/learned_file.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace t2s::serve {
namespace detail {

inline std::string text_of_learned(std::string const& path) { return read_file(path, "what t2s learn wrote"); }

/// Where the value of a line begins, which has the form of `knowledge::line_of`.
inline std::size_t value_begin(knowledge::learned_fact const& fact, std::string const& line) {
  if (fact.is == knowledge::learned_fact::kind::key) return line.rfind(" = ") + 3;
  return line.size() - one_line(fact.means).size();
}

inline std::vector<learned_line> lines_of(std::string const& text, std::string const& path) {
  std::vector<learned_line> all;
  for (auto& fact : knowledge::parse_learned(text, path).facts) {
    auto const line = knowledge::line_of(fact);
    auto value = line.substr(value_begin(fact, line));
    auto const number = fact.line;
    all.push_back({number, {}, std::move(fact), std::move(value), {}});
  }
  std::string comment;
  std::size_t number = 0;
  auto next = all.begin();
  for (auto const raw : text::split(text, '\n')) {
    ++number;
    auto const line = text::trim(raw);
    if (line.empty()) comment.clear();
    if (line.starts_with('#')) comment = text::trim(line.substr(1));
    if (next == all.end() || next->number != number) continue;
    next->text = line;
    next->evidence = comment;
    ++next;
  }
  return all;
}

/// The text with another line at that number, from 1.
inline std::string with_line(std::string const& text, std::size_t number, std::string const& line) {
  std::size_t begin = 0;
  for (std::size_t i = 1; i < number; ++i) begin = text.find('\n', begin) + 1;
  auto const end = std::min(text.find('\n', begin), text.size());
  return text.substr(0, begin) + line + text.substr(end);
}

}  // namespace detail

T2S_DECL std::vector<learned_line> learned_file::lines() const { return detail::lines_of(detail::text_of_learned(path_), path_); }

T2S_DECL std::optional<learned_line> learned_file::decide(learned_decision const& how, schema::database const& of) {
  std::lock_guard const lock(guard_);
  auto const text = detail::text_of_learned(path_);
  auto const now = detail::lines_of(text, path_);
  auto const at = std::ranges::find(now, how.number, &learned_line::number);
  if (at == now.end() || at->text != how.text) return {};
  auto fact = at->fact;
  fact.decided = how.as;
  auto line = knowledge::line_of(fact);
  if (how.value) line.replace(detail::value_begin(fact, line), line.npos, one_line(text::trim(*how.value)));
  auto const changed = detail::with_line(text, how.number, line);
  auto all = knowledge::parse_learned(changed, path_);
  std::erase_if(all.facts, [&how](knowledge::learned_fact const& f) { return f.line != how.number; });
  knowledge::require_known_names(all, of);
  t2s::detail::replace_file(path_, changed, "what was learned");
  for (auto& one : detail::lines_of(changed, path_))
    if (one.number == how.number) return std::move(one);
  return {};
}

}  // namespace t2s::serve

#endif
