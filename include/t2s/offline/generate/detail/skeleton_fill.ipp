// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_GENERATE_DETAIL_SKELETON_FILL_IPP
#define T2S_OFFLINE_GENERATE_DETAIL_SKELETON_FILL_IPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/generate/skeleton_fill.hpp"
#include "t2s/offline/reader/detail/follow_up_reading.hpp"
#include "t2s/offline/repair/detail/suggest.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace t2s::generate {

namespace detail {

inline std::string nothing_read(link::linked_question const& linked) {
  if (reader::refers_back(linked)) return "the question refers to the one before it, and what it changes of that is not understood";
  bool const named = t2s::detail::any_of(linked.found.found, [](link::link const& l) { return l.score >= 0.5; });
  if (!named) return "the question names no table, column or value of this database";
  auto const why = reader::why_not_filled(linked);
  if (why.empty()) return "what the question names lies in tables that no foreign key connects";
  return "what the question names lies in " + why + ". Name the tables that are meant, or declare the foreign keys that connect them";
}

/// The place of the demonstration of the same question. A correction is none if its question needs the one before it: that was another one.
inline std::optional<std::size_t> same_question(schema::database const& d, link::linked_question const& linked, question const& asked,
                                                samples const& shown) {
  if (reader::refers_back(linked)) return {};
  auto const same = reader::demonstrated(d, asked.clear, shown.demonstrations);
  bool const is_kept = same && shown.demonstrations[*same].shown.is_correction;
  return is_kept && reader::needs_earlier(linked) ? std::nullopt : same;
}

/// The confidence of SQL that follows from the definitions of a semantic layer, where every word of the question was read: the share of
/// right answers in docs/semantic_layer.md.
inline constexpr double by_definition = 0.95;

inline std::string source(demonstration const& same) {
  if (same.is_correction) return "the SQL by which a user corrected the answer";
  return "the SQL of the same question in the pool" + (same.database.empty() ? "" : ", asked of \"" + same.database + "\"");
}

/// A repair reads the same parts of the question as the statement it repairs, and joins in the same way.
inline candidate corrected(repair::repair_step fixed, attempt_list const& past) {
  candidate out(std::move(fixed.sql), std::move(fixed.why));
  if (auto const* read = past.latest().tried.known<link::question_reading>()) out.note(*read);
  return out;
}

/// Adds what the SQL assumes, and the words of the question that it ignores.
inline candidate candidate_of(std::string const& sql, std::string why, reader::filled const& f) {
  candidate out(sql, std::move(why));
  for (auto const& place : f.assumed) out.why.append("; ").append(place);
  bool first = true;
  for (auto const& part : f.unread)
    if (part.matters()) out.why.append(std::exchange(first, false) ? "; not read: \"" : ", \"").append(part.text).append("\"");
  out.note(link::question_reading{f.unread, f.other_joins});
  for (auto const& join : f.other_joins) out.why.append(&join == f.other_joins.data() ? "; it may mean: " : ", or ").append(join);
  return out;
}

inline candidate proposed(reader::filled const& f, samples const& shown) {
  if (!f.defined.empty()) return candidate_of(f.sql, "by definition: " + f.defined, f);
  if (!f.follows.empty()) return candidate_of(f.sql, "the statement before, " + f.follows, f);
  return candidate_of(
      f.sql, f.skeleton == 0 ? "read from the question" : "skeleton of: " + shown.demonstrations[f.skeleton - 1].shown.question, f);
}

}  // namespace detail

T2S_DECL candidate skeleton_fill::first(filling& mine, schema::database const& d, link::linked_question const& linked,
                                        question const& asked, samples const& shown) const {
  auto const how = breaks_ties_on_servers ? reader::options_for(d, options) : options;
  mine.candidates = reader::fill_skeletons(linked, shown.demonstrations, how);
  if (auto const same = detail::same_question(d, linked, asked, shown)) {
    auto const& known = shown.demonstrations[*same].shown;
    t2s::detail::insert_at(mine.candidates, 0, reader::filled{known.sql, 0, *same + 1, {}, {}});
    mine.demonstrated = true;
    mine.tried = 1;
    return candidate(known.sql, detail::source(known));
  }
  if (linked.found.tokens.size() > options.words) return candidate({}, "the question has more words than are read without a model");
  if (mine.candidates.empty()) return candidate({}, detail::nothing_read(linked));
  mine.tried = 1;
  auto const& best = mine.candidates.front();
  mine.demonstrated = !best.defined.empty();
  auto draft = detail::proposed(best, shown);
  if (mine.demonstrated) draft.note(estimated(detail::by_definition));
  return draft;
}

T2S_DECL candidate skeleton_fill::with_values(filling& mine, candidate drafted, db::execution const& found) {
  auto* const from = mine.source_of(drafted);
  if (!from) return drafted;
  from->leave_out_missing(found);
  if (from->before_values.empty()) return drafted;
  drafted.sql = from->sql;
  drafted.why += from->asks_for_zero ? "; there are rows with 0" : "; rows without a value are left out";
  return drafted;
}

T2S_DECL candidate skeleton_fill::next(filling& mine, std::shared_ptr<knowledge::lexicon const> const& names, samples const& shown,
                                       attempt_list const& past, db::execution const* done) {
  if (mine.demonstrated && past.size() == 1 && done && !done->failure) return candidate({}, "the answer of the same question stands");
  bool const failed = done && done->failure;
  if (names) {
    std::optional<repair::repair_step> step;
    if (failed) step = repair::suggest(past.sql(), &*done->failure, *names);
    if (!step || past.has_tried(step->sql)) step = repair::suggest(past.sql(), nullptr, *names);
    if (step && !past.has_tried(step->sql)) return detail::corrected(*std::move(step), past);
  }
  while (mine.tried < mine.candidates.size()) {
    auto const& following = mine.candidates[mine.tried++];
    if (!past.has_tried(following.sql)) return detail::proposed(following, shown);
  }
  if (!mine.returned && past.size() > 1 && !failed && past[0].outcome && past[0].outcome->ok()) {
    mine.returned = true;
    return detail::candidate_of(past[0].tried.sql, "no other reading gives rows: the first one stands", mine.candidates.front());
  }
  return candidate({}, "nothing left to try");
}

}  // namespace t2s::generate

#endif
