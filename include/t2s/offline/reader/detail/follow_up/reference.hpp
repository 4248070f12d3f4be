// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_REFERENCE_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_REFERENCE_HPP

#include "t2s/offline/reader/detail/follow_up/phrase.hpp"

#include <cstddef>
#include <string_view>

/// Whether a question refers to the one before it. One that stands alone must not be taken for one that does: it would get conditions that
/// nobody asked for.
namespace t2s::reader::detail::follow_up {

inline constexpr std::string_view asking_words =
    "what which who whom whose how where when show list give find tell display return get name compute calculate select provide is are do "
    "does did was were";
inline constexpr std::string_view changing_words =
    "break add include remove drop exclude hide ignore omit skip leave limit restrict filter";
inline constexpr std::string_view sorting_words = "sort sorted order ordered arrange arranged rank ranked group grouped split broken";
inline constexpr std::string_view opening_prepositions =
    "in from for of at on by per during since before after between over under above below with without within except excluding not "
    "more less fewer older younger larger smaller bigger cheaper longer shorter higher lower newer later earlier greater least most also "
    "only just instead same top bottom ascending descending alphabetically";

/// The first pronoun that stands for something before the question; `p.last()` if there is none.
[[nodiscard]] inline std::size_t open_pronoun(phrase const& p) {
  for (auto t = p.first(); t < p.last(); ++t) {
    bool const own = p.is(t, "their its his her"), other = p.is(t, "them those these they it ones he she"), one = p.is(t, "one");
    if (!own && !other && !one) continue;
    if (one && !(t > p.first() && (p.is(t - 1, "which the first last") || t + 1 == p.last()))) continue;
    if (t > 0 && p.is(t - 1, "than exceed")) continue;
    if (p.is(t, "it") && p.is(t - 1, "is does") && p.is(t + 1, "possible true take")) continue;
    bool const of_them = t > p.first() && p.is(t - 1, "of among from for") && p.is(t, "them those these");
    auto const table = [&](std::size_t from, std::size_t to) { return p.names_table_within(from, to); };
    auto const boundary = p.find("and , that who whom whose where when if because but or ;", p.first());
    bool const before = own ? table(p.first(), t) : boundary < t && table(p.first(), boundary);
    if (!before || (of_them && !(boundary < t))) return t;
  }
  return p.last();
}

/// Whether it is no sentence: it asks nothing by itself.
[[nodiscard]] inline bool is_fragment(phrase const& p) { return !p.has(asking_words) && !p.has("there"); }

/// "How many are there?", "Count them."
[[nodiscard]] inline bool only_counts(phrase const& p) {
  bool const counts = (p.begins("how", "many") && !p.begins("how", "much")) || p.has("count number");
  return counts && p.has_only(
                       "how many are there is in total of them those these they it count the what number that all just only result "
                       "results rows entries give me tell show altogether do we have i get please");
}

/// How many rows are asked for: "top 3", "the first one"; 0 if the phrase asks for something else as well.
[[nodiscard]] inline std::size_t rows_wanted(phrase const& p) {
  if (!p.has("top first last bottom best worst limit only just")) return 0;
  std::size_t n = 0;
  for (auto t = p.first(); t < p.last(); ++t) {
    if (p.is(t,
             "only just the show give list me tell top first last bottom best worst limit to of them these those one ones results rows "
             "entries result row with what how about"))
      continue;
    auto const number = number_word(p.word(t));
    if (p.is_number(t) && p.word(t).size() < 7 && p.word(t).find_first_not_of("0123456789") == std::string_view::npos)
      n = std::stoul(std::string(p.word(t)));
    else if (number && *number > 0)
      n = static_cast<std::size_t>(*number);
    else
      return 0;
  }
  return n > 0 ? n : p.has("top first last bottom best worst") && !p.has("ones") ? 1 : 0;
}

/// "Who has the most?", "which is the lowest?": of what, only the question before says.
[[nodiscard]] inline bool only_compares(phrase const& p) {
  return p.has("most least fewest highest lowest largest smallest") &&
         p.has_only("who which what one has have had got is the most least fewest highest lowest largest smallest");
}

/// "How many are in Bergen?": of what, only the question before says.
[[nodiscard]] inline bool counts_unnamed(phrase const& p) {
  return p.begins("how", "many") && p.is(p.first() + 2, "are is were") && !p.names_table_within(p.first(), p.last());
}

/// Whether the question refers to the one before it.
[[nodiscard]] inline bool refers_back(phrase const& p) {
  if (p.empty()) return false;
  if (p.begins("what how", "about")) return true;
  bool const asks_anew = p.has("what which who how where when") && p.names_table_within(p.first(), p.last());
  if (p.begins("only just instead also") && !asks_anew) return true;
  if (only_counts(p) || counts_unnamed(p) || only_compares(p) || open_pronoun(p) < p.last()) return true;
  if (rows_wanted(p) > 0 && p.begins("show give list")) return true;
  bool const changes = p.is(p.last() - 1, "instead too") || (p.is(p.last() - 2, "as") && p.is(p.last() - 1, "well"));
  if (changes || p.has("instead") || p.begins("the", "same") || p.begins(changing_words)) return true;
  if (p.begins(sorting_words)) return !p.names_table(p.first() + 1) && !p.names_table(p.first() + 2);
  if (!is_fragment(p)) return false;
  if (p.is_opened() || p.begins(opening_prepositions) || p.begins("the", "top bottom first last")) return true;
  return !p.names_table_within(p.first(), p.last()) && (p.has("first last top bottom") || p.has_only("the total average sum number count"));
}

/// Whether it may follow a question, but names its own rows: "top 5 sellers by revenue", "in Bergen, the number of boats".
[[nodiscard]] inline bool names_own_rows(phrase const& p) {
  if (!is_fragment(p) || p.is_opened() || p.has("instead too only also same") || open_pronoun(p) < p.last()) return false;
  bool const ranks = p.begins("top bottom most least") || p.begins("the", "top bottom first last");
  return p.names_table_within(ranks ? p.first() : p.find(","), p.last());
}

/// Whether the question means nothing without the one before it, whether there is one or not.
[[nodiscard]] inline bool needs_earlier(phrase const& p) { return refers_back(p) && !names_own_rows(p); }

}  // namespace t2s::reader::detail::follow_up

#endif
