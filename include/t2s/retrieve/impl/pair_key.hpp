// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_PAIR_KEY_HPP
#define T2S_RETRIEVE_IMPL_PAIR_KEY_HPP

#include "t2s/retrieve/demonstration.hpp"

#include <string>
#include <tuple>

namespace t2s::retrieve::detail {

/// What makes a training pair the same pair in two runs.
using pair_key = std::tuple<std::string, std::string, std::string, std::string>;

inline pair_key key_of(demonstration const& d) { return {d.database, d.question, d.sql, d.evidence}; }

}  // namespace t2s::retrieve::detail

#endif
