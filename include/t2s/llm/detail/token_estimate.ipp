// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_TOKEN_ESTIMATE_IPP
#define T2S_LLM_DETAIL_TOKEN_ESTIMATE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/llm/detail/piece_counter.hpp"
#include "t2s/llm/detail/token_estimate.hpp"

#include <algorithm>

namespace t2s::llm::detail {

// As printed by bench/token_estimate.cpp --fit.

inline constexpr token_weights cl100k_weights{
    .words = {{{{904, 897, 868, 992, 1116, 1412, 687, 738, 1093, 1622, 1193, 1045}},
               {{1000, 1034, 1460, 1303, 1617, 1199, 1416, 1155, 1541, 2018, 1373, 1254}},
               {{959, 127, 712, 1746, 1431, 1622, 2052, 908, 1318, 1866, 1797, 1705}}}},
    .starts = {{{{215, 140, 1302, 546, 0}}, {{73, 7, 1360, 468, -693}}, {{548, 41, 1351, 590, 400}}}},
    .further_letter = 250,
    .keyword = 952,
    .letters = {{797, 821, 973, 941}},
    .accented_word = 517,
    .plain_letter = 343,
    .marks = {{1062, 1174, 959, 1332, 2259}},
    .further_mark = 661,
    .symbol = 846,
    .contraction = 713,
    .digits = 1000,
    .space = 1000,
};

inline constexpr token_weights o200k_weights{
    .words = {{{{915, 907, 887, 973, 1095, 1373, 715, 770, 1217, 1579, 1197, 1094}},
               {{1000, 1021, 1282, 1318, 1508, 1199, 1425, 1129, 1588, 1962, 1485, 1055}},
               {{944, 198, 809, 1707, 1497, 1535, 2118, 1119, 1367, 1784, 1794, 1712}}}},
    .starts = {{{{207, 160, 1288, 583, 0}}, {{-9, 144, 1264, 479, -521}}, {{579, 44, 1189, 589, 281}}}},
    .further_letter = 250,
    .keyword = 930,
    .letters = {{833, 369, 365, 723}},
    .accented_word = -59,
    .plain_letter = 275,
    .marks = {{1056, 1179, 906, 1379, 2315}},
    .further_mark = 1200,
    .symbol = 608,
    .contraction = 810,
    .digits = 1000,
    .space = 1000,
};

}  // namespace t2s::llm::detail

namespace t2s::llm {

T2S_DECL token_counts count_pieces(std::string_view text) noexcept { return detail::piece_counter(text).counts(); }

T2S_DECL token_weights const& o200k() noexcept { return detail::o200k_weights; }

T2S_DECL token_weights const& cl100k() noexcept { return detail::cl100k_weights; }

T2S_DECL std::size_t estimate_tokens(std::string_view text, token_weights const& weights) noexcept {
  if (text.empty()) return 0;
  return static_cast<std::size_t>(std::max<std::int64_t>((detail::thousandths(text, weights) + 500) / 1000, 1));
}

}  // namespace t2s::llm

#endif
