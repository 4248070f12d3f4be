// SPDX-License-Identifier: BSL-1.0
#include "conversation_scores.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace cli {
namespace {

namespace ev = t2s::evaluation;

/// So many of so many.
struct conversation_share {
  std::size_t right = 0, all = 0;

  void add(bool is_right) {
    ++all;
    right += is_right ? 1U : 0U;
  }
  [[nodiscard]] std::string text() const {
    char out[64];
    std::snprintf(out, sizeof out, "%5.1f %% (%zu of %zu)", all > 0 ? 100.0 * static_cast<double>(right) / static_cast<double>(all) : 0.0,
                  right, all);
    return out;
  }
};

std::string scores_by(bool ev::verdict::* right, ev::gold_set const& gold, ev::file_report const& file) {
  conversation_share first, later, whole;
  std::size_t at = 0;
  for (auto const turns : gold.dialogues) {
    if (at + turns > file.verdicts.size()) break;
    bool all = true;
    for (std::size_t t = 0; t < turns; ++t) {
      bool const is_right = file.verdicts[at + t].*right;
      (t == 0 ? first : later).add(is_right);
      all = all && is_right;
    }
    whole.add(all);
    at += turns;
  }
  return "first questions " + first.text() + ", follow-up questions " + later.text() + ", whole conversations " + whole.text();
}

}  // namespace

std::string conversation_scores(ev::gold_set const& gold, ev::report const& of, bool ex, bool em) {
  if (gold.dialogues.size() < 2) return {};
  std::string out = "\nconversations\n";
  for (auto const& file : of.files) {
    if (ex) out += file.name + "  EX: " + scores_by(&ev::verdict::ex, gold, file) + "\n";
    if (em) out += file.name + "  EM: " + scores_by(&ev::verdict::em, gold, file) + "\n";
  }
  return out;
}

}  // namespace cli
