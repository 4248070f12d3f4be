// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SYSTEMS_FEW_SHOT_PROMPTS_HPP
#define T2S_CLI_SYSTEMS_FEW_SHOT_PROMPTS_HPP

#include <vector>

#include "systems/prompt.hpp"

namespace cli {

/// The prompts of a `generate::few_shot`, which `generator_of(system)` returns.
template <class System, class GeneratorOf>
[[nodiscard]] std::vector<prompt<System>> few_shot_prompts(GeneratorOf generator_of) {
  return {
      prompt_of<System>("draft", "writes the SQL (ours)", {"dialect", "knowledge"},
                        [=](System& s) -> auto& { return generator_of(s).draft_prompt; }),
      prompt_of<System>("demonstrations-heading", "before the demonstrations in it (ours)", {},
                        [=](System& s) -> auto& { return generator_of(s).demonstrations_heading; }),
      prompt_of<System>("demonstration", "a demonstration in it (ours)", {"question"},
                        [=](System& s) -> auto& { return generator_of(s).demonstration; }),
      prompt_of<System>("knowledge-heading", "before what is known of the data in it (ours)", {},
                        [=](System& s) -> auto& { return generator_of(s).knowledge_heading; }),
      prompt_of<System>("revision", "asks for better SQL (ours)", {}, [=](System& s) -> auto& { return generator_of(s).revise_prompt; }),
  };
}

}  // namespace cli

#endif
