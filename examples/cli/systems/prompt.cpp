// SPDX-License-Identifier: BSL-1.0
#include "systems/prompt.hpp"

#include <filesystem>
#include <system_error>

#include "output_file.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".txt";

[[noreturn]] void refuse(std::string message, std::string remedy) {
  throw t2s::error(t2s::errc::malformed_data, "--prompts: " + std::move(message), std::move(remedy));
}

/// The text of a prompt in a file: some editors write a byte order mark, other line ends, and one more at the end.
std::string text_in(std::string const& path) {
  auto read = t2s::read_file(path, "a prompt");
  if (t2s::text::first_invalid_utf8(read)) refuse(path + " is not UTF-8", "save it as UTF-8");
  if (read.starts_with("\xEF\xBB\xBF")) read.erase(0, 3);
  std::string text;
  for (std::size_t i = 0; i < read.size(); ++i)
    if (read[i] != '\r' || i + 1 == read.size() || read[i + 1] != '\n') text += read[i];
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

bool is_left_by_an_editor(std::string const& name) { return name.starts_with('.') || name.ends_with('~'); }

std::string in_braces(std::string const& name) { return "{{" + name + "}}"; }

std::string in_braces(std::vector<std::string> const& names) {
  std::vector<std::string> all;
  for (auto const& n : names) all.push_back(in_braces(n));
  return t2s::text::join(all, ", ");
}

std::string line_of(std::string const& text, std::size_t offset) {
  return std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

t2s::llm::prompt_template template_of(prompt_file const& file) try {
  return t2s::llm::prompt_template(file.text);
} catch (t2s::error const& e) {
  auto what = e.details();
  what.code = t2s::errc::malformed_data;
  what.message = "--prompts: " + file.path + ": " + what.message;
  throw t2s::error(std::move(what));
}

wanted_prompt checked(prompt_file const& file, prompt_text const& own) {
  auto form = template_of(file);
  auto all = own.required;
  all.insert(all.end(), own.optional.begin(), own.optional.end());
  for (auto const& piece : form.pieces()) {
    if (!piece.is_slot || std::ranges::find(all, piece.text) != all.end()) continue;
    auto const* const near = t2s::text::nearest(piece.text, all);
    refuse(file.path + ", line " + line_of(file.text, piece.offset) + ": the prompt has no placeholder " + in_braces(piece.text),
           (near ? "did you mean " + in_braces(*near) + "? " : std::string()) + "It has " + placeholders_of(own) +
               "; two braces themselves are written {{{{");
  }
  for (auto const& name : own.required)
    if (!form.has(name))
      refuse(file.path + ": the placeholder " + in_braces(name) + " is missing", "the prompt has " + placeholders_of(own));
  return {file.name, std::move(form)};
}

}  // namespace

std::vector<prompt_file> read_prompts(std::string const& folder) {
  std::error_code failed;
  std::vector<prompt_file> all;
  for (auto const& entry : fs::directory_iterator(folder, failed)) {
    auto const name = entry.path().filename().string();
    if (is_left_by_an_editor(name)) continue;
    if (!name.ends_with(ending))
      refuse(entry.path().string() + " is not a prompt", "the folder holds text files, NAME.txt for each prompt");
    all.push_back({entry.path().string(), name.substr(0, name.size() - ending.size()), text_in(entry.path().string())});
  }
  if (failed)
    throw t2s::error(t2s::errc::file_not_found, "--prompts: the folder " + folder + " cannot be read: " + failed.message(),
                     "t2s systems --prompts NAME --out DIR makes one");
  if (all.empty()) refuse("the folder " + folder + " has no prompt", "t2s systems --prompts NAME --out DIR writes those of a pipeline");
  std::ranges::sort(all, {}, &prompt_file::name);
  return all;
}

std::vector<wanted_prompt> checked_prompts(std::vector<prompt_file> const& files, std::vector<prompt_text> const& known) {
  std::vector<std::string> names;
  for (auto const& p : known)
    if (std::ranges::find(names, p.name) == names.end()) names.push_back(p.name);
  std::vector<wanted_prompt> all;
  for (auto const& file : files) {
    auto const own = std::ranges::find(known, file.name, &prompt_text::name);
    if (own == known.end()) {
      auto const* const near = t2s::text::nearest(file.name, names);
      refuse(file.path + ": there is no prompt " + file.name,
             (near ? "did you mean " + *near + "? " : std::string()) + "There are " + t2s::text::join(names, ", "));
    }
    all.push_back(checked(file, *own));
  }
  return all;
}

void write_prompts(std::vector<prompt_text> const& all, std::string const& folder) {
  auto const path_of = [&folder](prompt_text const& p) { return (fs::path(folder) / (p.name + std::string(ending))).string(); };
  std::error_code failed;
  for (auto const& p : all)
    if (auto const path = path_of(p); fs::exists(path, failed) && t2s::read_file(path, "a prompt") != p.text + "\n")
      throw t2s::error(t2s::errc::file_unwritable, path + " is there already, with another text",
                       "name another folder, or remove the file to have the pipeline's own again");
  fs::create_directories(folder, failed);
  if (failed)
    throw t2s::error(t2s::errc::file_unwritable, "--out: the folder " + folder + " cannot be made: " + failed.message(),
                     "name a folder that can be written");
  for (auto const& p : all) write_whole(path_of(p), p.text + "\n");
}

std::string placeholders_of(prompt_text const& of) {
  if (of.required.empty() && of.optional.empty()) return "no placeholders";
  if (of.required.empty()) return "if wanted, " + in_braces(of.optional);
  return in_braces(of.required) + (of.optional.empty() ? "" : " and, if wanted, " + in_braces(of.optional));
}

prompt_text describe_prompt(std::string name, std::string_view says, t2s::llm::prompt_template const& own,
                            std::vector<std::string_view> const& optional) {
  prompt_text made{std::move(name), says, own.text()};
  for (auto const& piece : own.pieces()) {
    bool const counted = !piece.is_slot || std::ranges::find(made.required, piece.text) != made.required.end();
    if (!counted && std::ranges::find(optional, piece.text) == optional.end()) made.required.push_back(piece.text);
  }
  made.optional.assign(optional.begin(), optional.end());
  return made;
}

}  // namespace cli
