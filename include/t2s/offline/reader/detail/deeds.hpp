// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_DEEDS_HPP
#define T2S_OFFLINE_READER_DETAIL_DEEDS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/cues.hpp"

#include <array>
#include <cstddef>
#include <string_view>

/// What somebody did: "the boats that we sold" are called in the past, "which boats did we sell" by the verb.
namespace t2s::reader::detail {

/// A verb and the past form by which columns are called: `sold_on`.
struct irregular_verb {
  std::string_view verb, past;
};

inline constexpr std::array irregular_verbs = std::to_array<irregular_verb>({
    {"begin", "begun"}, {"break", "broken"},  {"bring", "brought"}, {"build", "built"},        {"buy", "bought"}, {"catch", "caught"},
    {"cut", "cut"},     {"choose", "chosen"}, {"draw", "drawn"},    {"drive", "driven"},       {"feed", "fed"},   {"find", "found"},
    {"fly", "flown"},   {"give", "given"},    {"hit", "hit"},       {"hold", "held"},          {"lay", "laid"},   {"leave", "left"},
    {"lend", "lent"},   {"lose", "lost"},     {"make", "made"},     {"meet", "met"},           {"pay", "paid"},   {"put", "put"},
    {"read", "read"},   {"run", "run"},       {"see", "seen"},      {"sell", "sold"},          {"send", "sent"},  {"set", "set"},
    {"shut", "shut"},   {"sing", "sung"},     {"speak", "spoken"},  {"steal", "stolen"},       {"take", "taken"}, {"teach", "taught"},
    {"wear", "worn"},   {"win", "won"},       {"write", "written"}, {"withdraw", "withdrawn"},
});

/// Whether a word is the past form of a verb: "sold" of sell, "scrapped" of scrap.
[[nodiscard]] inline bool is_past_of(std::string_view past, std::string_view verb) {
  return is_participle_of(past, verb) ||
         t2s::detail::any_of(irregular_verbs, [&](irregular_verb const& v) { return v.verb == verb && v.past == past; });
}

/// Whether a token may be the verb of "did we sell", "did they ever hire": `word(t)` is the text of a token.
template <class Word>
[[nodiscard]] bool follows_did(std::size_t t, Word const& word) {
  bool somebody = false;
  for (std::size_t n = 1; n <= 4 && n <= t; ++n) {
    auto const before = word(t - n);
    if (before == "did") return somebody;
    bool const subject = is_one_of(before, "we you they i he she it");
    if (!subject && !is_one_of(before, "ever not never already actually also")) return false;
    somebody = somebody || subject;
  }
  return false;
}

}  // namespace t2s::reader::detail

#endif
