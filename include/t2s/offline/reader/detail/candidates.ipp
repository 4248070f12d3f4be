// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_CANDIDATES_IPP
#define T2S_OFFLINE_READER_DETAIL_CANDIDATES_IPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/offline/reader/detail/candidates.hpp"
#include "t2s/offline/reader/detail/follow_up_reading.hpp"
#include "t2s/offline/reader/detail/metric_reading.hpp"
#include "t2s/offline/reader/detail/reader.hpp"
#include "t2s/retrieve/detail/skeleton_index.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

namespace t2s::reader {
namespace detail {

/// Which tables of a plan, or of one inside it, cannot be joined, and why.
inline std::string why_not_joined(plan const& p, knowledge::lexicon const& names) {
  std::vector<std::string> tables;
  for (auto const t : tables_of(p)) tables.push_back(names.schema().tables()[t].name);
  auto why = schema::why_not_joined(names.connected(), tables);
  for_each_inner(p, [&](plan const& inner) {
    if (why.empty()) why = why_not_joined(inner, names);
  });
  return why;
}

}  // namespace detail

T2S_DECL std::vector<filled> fill_skeletons(link::linked_question const& asked, std::span<scored_demonstration const> demonstrations,
                                            candidate_options const& options) {
  if (refers_back(asked)) {
    auto const follows = asked.found.tokens.size() > options.words ? std::nullopt : read_follow_up(asked);
    return follows ? std::vector{*follows} : std::vector<filled>();
  }
  auto all = fill_skeletons(*asked.names, asked.found, demonstrations, options);
  auto defined = asked.found.tokens.size() > options.words ? std::nullopt : read_metrics(asked);
  if (!defined) return all;
  std::erase_if(all, [&](filled const& f) { return f.sql == defined->sql; });
  filled first{std::move(defined->sql), all.empty() ? 1.0 : all.front().score + 1, 0, {}, {}, {}, std::move(defined->why)};
  t2s::detail::insert_at(all, 0, std::move(first));
  return all;
}

T2S_DECL std::string why_not_filled(link::linked_question const& asked) {
  auto const read = detail::read_question(*asked.names, detail::material_of(asked.found), {.within_reach = true});
  return read.found ? detail::why_not_joined(read.plan, *asked.names) : std::string();
}

T2S_DECL std::optional<std::size_t> demonstrated(schema::database const& d, std::string_view question,
                                                 std::span<scored_demonstration const> demonstrations) {
  auto const plain = retrieve::plain_question(question);
  auto const cased = [](std::string_view s) { return text::trim(s.substr(0, s.find_last_not_of(" \t\n\r.?!,;:") + 1)); };
  auto const alike = [&](demonstration const& other) {
    return (other.is_correction ? 3 : 0) + (other.question == question ? 2 : cased(other.question) == cased(question) ? 1 : 0);
  };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < demonstrations.size(); ++i) {
    auto const& shown = demonstrations[i].shown;
    if (retrieve::plain_question(shown.question) != plain) continue;
    if (best && alike(shown) + (shown.is_correction ? 1 : 0) <= alike(demonstrations[*best].shown)) continue;  // of corrections the last
    auto const parsed = sql::parse(shown.sql, d);
    if (parsed && sql::resolve(*parsed, d).ok()) best = i;
  }
  return best;
}

}  // namespace t2s::reader

#endif
