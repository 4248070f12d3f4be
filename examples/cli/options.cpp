// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <algorithm>
#include <array>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <iostream>
#include <string_view>

#include "t2s/core/text.hpp"

namespace cli {
namespace {

std::string did_you_mean(po::options_description const& described, std::string typed) {
  typed.erase(0, typed.find_first_not_of('-'));
  std::vector<std::string> known;
  for (auto const& option : described.options()) known.push_back(option->long_name());
  auto const* near = t2s::text::nearest(typed, known);
  auto const begun = std::find_if(known.begin(), known.end(), [&](auto const& name) { return !typed.empty() && name.starts_with(typed); });
  if (!near && begun != known.end()) near = &*begun;
  return near ? "; did you mean --" + *near + "?" : std::string();
}

/// What stands elsewhere than where it was looked for.
struct hint {
  std::string_view typed, says;
};
constexpr std::array hints{
    hint{"--api-key", "keys are taken from the environment: OPENAI_API_KEY, for anthropic ANTHROPIC_API_KEY"},
    hint{"--key", "keys are taken from the environment: OPENAI_API_KEY, for anthropic ANTHROPIC_API_KEY"},
    hint{"--url", "the model's server is given as --llm URL"},
    hint{"--base-url", "the model's server is given as --llm URL"},
    hint{"--record", "ask, predict and chat record; t2s doctor asks the server itself"},
    hint{"--replay", "ask, predict and chat replay; t2s doctor asks the server itself and needs --llm URL"},
    hint{"--cache", "ask, predict and chat have a cache; t2s doctor asks the server itself"},
};

std::string help_with(options const& o, std::string const& typed) {
  auto const known = std::ranges::find(hints, typed, &hint::typed);
  if (known != hints.end()) return "; " + std::string(known->says);
  auto const near = did_you_mean(o.described, typed);
  auto const name = o.usage.substr(0, std::min(o.usage.find(" -"), o.usage.find(" [")));
  return near.empty() ? "; t2s " + name + " --help lists what there is" : near;
}

bool is_positional(options const& o, std::string const& name) {
  return o.positional.max_total_count() > 0 && "--" + o.positional.name_for_position(0) == name;
}

/// What a word is that stands alone, for who wrote several.
std::string positional_of(options const& o) {
  if (o.positional.max_total_count() == 0) return {};
  auto const& word = o.described.find(o.positional.name_for_position(0), false);
  return " (" + word.semantic()->name() + ": " + word.description() + ")";
}

std::string missing(options const& o, std::string const& name) {
  if (is_positional(o, name)) return "there is no " + name.substr(2) + "; give it in quotes: t2s " + o.usage;
  return name + " is missing; usage: t2s " + o.usage;
}

/// A word without an option is the value of one, too.
std::string given_twice(options const& o, std::string const& name) {
  return name + " is given twice" + (is_positional(o, name) ? ", or a word behind it lacks quotes" : "") + "; usage: t2s " + o.usage;
}

/// A value that begins as an option does is one whose own value was forgotten; one that is empty comes from a variable that is not set.
void require_values(options const& o, std::vector<std::string> const& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--") return;
    auto const* const option = words[i].starts_with("--") ? o.described.find_nothrow(words[i].substr(2), false) : nullptr;
    if (!option || option->semantic()->min_tokens() != 1) continue;
    if (words[i + 1].empty()) throw usage_error(words[i] + " lacks its " + option->semantic()->name() + ": what was given is empty");
    if (words[i + 1].starts_with("--"))
      throw usage_error(words[i] + " lacks its " + option->semantic()->name() + ": " + words[i + 1] + " is the next option");
  }
}

/// A missing value or a repeated option names the option; the library's own message is kept.
void parse_words(options const& o, std::vector<std::string> const& words, po::variables_map& into) {
  namespace style = po::command_line_style;
  // Without guessing: a script that abbreviates an option would break with the next release.
  constexpr int strict = style::unix_style & ~style::allow_guessing;
  po::store(po::command_line_parser(words).options(o.described).positional(o.positional).style(strict).run(), into);
  if (into.count("help") == 0) po::notify(into);
}

}  // namespace

bool options::read(std::vector<std::string> const& words, po::variables_map& into) const {
  try {
    require_values(*this, words);
    parse_words(*this, words, into);
  } catch (po::unknown_option const& e) {
    throw usage_error("unknown option " + e.get_option_name() + help_with(*this, e.get_option_name()));
  } catch (po::too_many_positional_options_error const&) {
    throw usage_error("there are more words than expected; usage: t2s " + usage + positional_of(*this));
  } catch (po::required_option const& e) {
    throw usage_error(missing(*this, e.get_option_name()));
  } catch (po::multiple_occurrences const& e) {
    throw usage_error(given_twice(*this, e.get_option_name()));
  } catch (po::validation_error const& e) {
    throw usage_error(e.get_option_name() + " needs a number; usage: t2s " + usage);
  } catch (po::error const& e) {
    throw usage_error(e.what());
  }
  if (into.count("help") == 0) return true;
  std::cout << "Usage: t2s " << usage << "\n\n" << about << "\n\n" << described;
  return false;
}

}  // namespace cli
