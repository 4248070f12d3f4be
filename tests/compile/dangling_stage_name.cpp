// SPDX-License-Identifier: BSL-1.0
// expect: t2s: a remark refers to the name of its stage, and this name is a std::string that may be gone before the answer is read
#include "policies.hpp"

t2s::remark about_round(int round) {
#ifdef T2S_WRONG
  return t2s::remark("round " + std::to_string(round), "too slow");
#else
  return t2s::remark("slow rounds", "round " + std::to_string(round) + " was too slow");
#endif
}
