// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SYSTEMS_PROMPT_HPP
#define T2S_CLI_SYSTEMS_PROMPT_HPP

#include <algorithm>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "t2s/llm/prompt_template.hpp"

namespace cli {

/// A prompt of a system, as `t2s systems --prompts` writes it.
struct prompt_text {
  std::string name;                     ///< its full name, "dac.draft"
  std::string_view says;                ///< what it is for
  std::string text;                     ///< the system's own
  std::vector<std::string> required{};  ///< placeholders that another text must have
  std::vector<std::string> optional{};  ///< placeholders that it may have
};

/// A prompt that replaces the system's own.
struct wanted_prompt {
  std::string name;  ///< its full name
  t2s::llm::prompt_template form;
};

/// A text file of --prompts.
struct prompt_file {
  std::string path, name, text;  ///< `name` is the file's without ".txt"
};

/// The prompts of a folder, a file NAME.txt each, by name. A final line end is not part of a prompt; hidden files and backups (NAME.txt~)
/// are skipped. Throws t2s::error for a folder without prompts, and for a file of another kind.
[[nodiscard]] std::vector<prompt_file> read_prompts(std::string const& folder);

/// The files as prompts. Throws t2s::error for a name that is not `known`, and for wrong or missing placeholders; it names the right ones.
[[nodiscard]] std::vector<wanted_prompt> checked_prompts(std::vector<prompt_file> const& files, std::vector<prompt_text> const& known);

/// Writes a file for each prompt into a folder, which is created if needed. Throws t2s::error, before anything is written, if a file is
/// there with another text.
void write_prompts(std::vector<prompt_text> const& all, std::string const& folder);

/// "{{a}}, {{b}} and, if wanted, {{c}}"; "no placeholders".
[[nodiscard]] std::string placeholders_of(prompt_text const& of);

/// A prompt of a system.
template <class System>
struct prompt {
  std::string_view name, says;
  std::vector<std::string_view> optional;  ///< placeholders that another text may lack, or have in addition
  std::function<std::vector<t2s::llm::prompt_template*>(System&)> find;
};

/// The prompt of a member, or of several with the same text: each of `find` returns a reference to one.
template <class System, std::invocable<System&>... Find>
[[nodiscard]] prompt<System> prompt_of(std::string_view name, std::string_view says, std::vector<std::string_view> optional, Find... find) {
  return {name, says, std::move(optional), [find...](System& of) { return std::vector<t2s::llm::prompt_template*>{&find(of)...}; }};
}

/// The description of a prompt with this name and text.
[[nodiscard]] prompt_text describe_prompt(std::string name, std::string_view says, t2s::llm::prompt_template const& own,
                                          std::vector<std::string_view> const& optional);

/// The texts of all prompts.
template <class System>
[[nodiscard]] std::vector<prompt_text> prompts_of(std::vector<prompt<System>> const& all, std::string_view prefix) {
  System usual;
  std::vector<prompt_text> texts;
  for (auto const& p : all)
    texts.push_back(describe_prompt(std::string(prefix) + "." + std::string(p.name), p.says, *p.find(usual).front(), p.optional));
  return texts;
}

/// Replaces the prompts that are wanted; those of other systems are skipped.
template <class System>
void apply(std::vector<prompt<System>> const& all, std::string_view prefix, std::vector<wanted_prompt> const& wanted, System& to) {
  for (auto const& p : all) {
    auto const found = std::ranges::find(wanted, std::string(prefix) + "." + std::string(p.name), &wanted_prompt::name);
    if (found == wanted.end()) continue;
    for (auto* const one : p.find(to)) *one = found->form;
  }
}

}  // namespace cli

#endif
