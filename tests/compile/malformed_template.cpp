// SPDX-License-Identifier: BSL-1.0
// expect: t2s_a_slot_of_this_template_is_never_closed
#include "t2s/llm/prompt_template.hpp"

#ifdef T2S_WRONG
t2s::llm::prompt_template const form("Question: {{question}\nSQL: ");
#else
t2s::llm::prompt_template const form("Question: {{question}}\nSQL: ");
#endif
