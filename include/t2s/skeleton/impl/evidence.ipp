// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SKELETON_IMPL_EVIDENCE_IPP
#define T2S_SKELETON_IMPL_EVIDENCE_IPP

#include "t2s/core/text.hpp"
#include "t2s/retrieve/internal/question_skeleton.hpp"
#include "t2s/skeleton/evidence.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <set>
#include <utility>

namespace t2s::skeleton {
namespace detail {

inline bool is_among(std::string_view word, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, word) != all.end();
}

inline void make_set(std::vector<std::string>& all) {
  std::ranges::sort(all);
  auto const rest = std::ranges::unique(all);
  all.erase(rest.begin(), rest.end());
}

/// "NAME N", with `most` for that and more.
inline std::string counted(std::string name, std::size_t n, std::size_t most) {
  return name.append(1, ' ').append(std::to_string(std::min(n, most)));
}

/// Reads a skeleton from left to right.
class part_reader {
 public:
  explicit part_reader(std::string_view skeleton) : words_(text::split(skeleton, ' ')) {}

  std::vector<std::string> read() && {
    for (std::size_t i = 0; i < words_.size(); ++i) i += word(i);
    close_clause();
    parts_.push_back(counted("words", words_.size() / 6, 9));
    make_set(parts_);
    return std::move(parts_);
  }

 private:
  /// Takes the word; gives how many behind it are part of it.
  std::size_t word(std::size_t i) {
    auto const w = words_[i];
    if (w == "(") return ++depth_, 0;
    if (w == ")") return depth_ -= depth_ > 0 ? 1 : 0, 0;
    if (depth_ == 0 && is_among(w, {"union", "intersect", "except"})) return combine(w), 0;
    if (depth_ == 0 && is_among(w, {"select", "from", "where", "group", "having", "order", "limit"})) return open_clause(w), 0;
    if (depth_ == 0 && is_among(w, {",", "join", "and", "or"})) ++things_;
    if (is_among(w, {"_", ",", "by", "and"})) return 0;
    auto part = clause_ + (depth_ > 0 ? " ( " : " ") + std::string(w);
    std::size_t more = 0;
    if (is_among(w, {"<", ">", "!"}) && i + 1 < words_.size() && is_among(words_[i + 1], {"=", ">"})) part += words_[i + ++more];
    parts_.push_back(std::move(part));
    return more;
  }

  void combine(std::string_view how) {
    close_clause();
    parts_.emplace_back(how);
    before_ = "then ";
  }

  void open_clause(std::string_view name) {
    close_clause();
    clause_ = before_ + std::string(name);
    things_ = 1;
  }

  void close_clause() {
    if (!clause_.empty()) parts_.push_back(counted(std::exchange(clause_, {}), things_, 4));
  }

  std::vector<std::string_view> words_;
  std::vector<std::string> parts_{};
  std::string before_{}, clause_{};
  std::size_t depth_ = 0, things_ = 0;
};

/// How many places of the question name something of a kind.
inline std::size_t named(link::links const& linked, link::link::kind what) {
  std::set<std::size_t> places;
  for (auto const& l : linked.found)
    if (l.is == what && l.score >= 0.5) places.insert(l.first);
  return places.size();
}

}  // namespace detail

T2S_DECL std::vector<std::string> parts_of(std::string_view skeleton) {
  return skeleton.empty() ? std::vector<std::string>() : detail::part_reader(skeleton).read();
}

T2S_DECL std::vector<std::string> cues_of(link::links const& linked, std::span<std::string const> question_skeleton) {
  using kind = link::link::kind;
  auto const numbers = std::ranges::count(linked.tokens, retrieve::token::kind::number, &retrieve::token::is);
  auto const masks = std::ranges::count(question_skeleton, retrieve::mask);
  std::vector<std::string> cues{"#always",
                                detail::counted("#tables", detail::named(linked, kind::table), 3),
                                detail::counted("#columns", detail::named(linked, kind::column), 4),
                                detail::counted("#values", detail::named(linked, kind::value), 3),
                                detail::counted("#numbers", static_cast<std::size_t>(numbers), 2),
                                detail::counted("#masks", static_cast<std::size_t>(masks), 6),
                                detail::counted("#words", question_skeleton.size() / 4, 6)};
  if (!question_skeleton.empty()) cues.push_back("#first " + question_skeleton.front());
  for (auto const& w : question_skeleton)
    if (w != retrieve::mask && !w.starts_with('#')) cues.push_back(w);
  detail::make_set(cues);
  return cues;
}

}  // namespace t2s::skeleton

#endif
