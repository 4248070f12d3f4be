// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SKELETON_EVIDENCE_HPP
#define T2S_SKELETON_EVIDENCE_HPP

#include "t2s/core/config.hpp"
#include "t2s/link/lexical.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What speaks for a skeleton, in words: the two sides that the weights of `ranker` connect.
namespace t2s::skeleton {

/// What a skeleton in the mode `sql::skeleton_mode::dac` is made of, sorted, each once: for every clause its words ("where like"; "where (
/// select" within brackets; "then where" behind a set operation), how many things stand in it ("select 2", "from 3"; 4 is four or more),
/// and how long the whole is ("words 4": from 24 to 29).
[[nodiscard]] T2S_DECL std::vector<std::string> parts_of(std::string_view skeleton);

/// What a question says beside its names and values, sorted, each once: the words of its skeleton (`retrieve::question_skeleton`), and
/// behind a `#` its first word ("#first how"), how much it names ("#tables 1", "#columns 2", "#values 0", "#numbers 0"), how often
/// ("#masks 3") and how long it is ("#words 2": from 8 to 11). "#always" is said by all.
[[nodiscard]] T2S_DECL std::vector<std::string> cues_of(link::links const& linked, std::span<std::string const> question_skeleton);

}  // namespace t2s::skeleton

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/skeleton/impl/evidence.ipp"
#endif

#endif
