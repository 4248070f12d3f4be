// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_GOLD_IPP
#define T2S_EVALUATION_IMPL_GOLD_IPP

#include "t2s/core/file.hpp"
#include "t2s/evaluation/gold.hpp"
#include "t2s/evaluation/impl/lines.hpp"
#include "t2s/retrieve/pool.hpp"

namespace t2s::evaluation {
namespace detail {

inline retrieve::demonstration gold_of(line const& l, std::string_view name) {
  auto const parts = text::split(l.content, '\t');
  if (parts.size() != 2 || parts[1].empty())
    malformed(name, line_number(l.number) + " is not SQL, one tab and the name of a database",
              "write gold SQL as SQL<TAB>db_id, or give a JSON file");
  return {std::string(parts[1]), {}, std::string(parts[0]), {}, {}};
}

}  // namespace detail

T2S_DECL gold_set parse_gold(std::string_view content, std::string_view name) {
  gold_set gold{std::string(name), {}, {}};
  if (auto const begin = detail::strip(content); begin.starts_with('[') || begin.starts_with('{')) {
    gold.questions = retrieve::parse_pool(content, name);
    gold.dialogues.push_back(gold.questions.size());
    return gold;
  }
  for (auto const& dialogue : detail::dialogues_of(content, name)) {
    gold.dialogues.push_back(dialogue.size());
    for (auto const& l : dialogue) gold.questions.push_back(detail::gold_of(l, name));
  }
  return gold;
}

T2S_DECL gold_set read_gold(std::string const& path) { return parse_gold(read_file(path, "a file of gold SQL"), path); }

}  // namespace t2s::evaluation

#endif
