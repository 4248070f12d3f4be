// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <algorithm>
#include <array>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/option.hpp>
#include <boost/program_options/parsers.hpp>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <string_view>
#include <thread>
#include <typeinfo>
#include <utility>

#include "sqlite_file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "wording.hpp"

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

/// Options of other programs, and their counterparts in t2s.
struct hint {
  std::string_view typed, says;
};
constexpr std::array hints{
    hint{"--api-key", "keys are taken from the environment: OPENAI_API_KEY, for anthropic ANTHROPIC_API_KEY"},
    hint{"--key", "keys are taken from the environment: OPENAI_API_KEY, for anthropic ANTHROPIC_API_KEY"},
    hint{"--url", "the model's server is given as --llm URL"},
    hint{"--base-url", "the model's server is given as --llm URL"},
    hint{"--key-file", "keys are taken from the environment: OPENAI_API_KEY, for anthropic ANTHROPIC_API_KEY"},
    hint{"--database", "the database is given as --db FILE|URL"},
    hint{"--file", "the database is given as --db FILE|URL"},
    hint{"--system", "--pipeline NAME chooses it; t2s systems lists them"},
    hint{"--sql", "t2s explain, repair and transpile take SQL"},
    hint{"--words", "a dictionary of your own is given as --dictionary FILE"},
    hint{"--record", "ask, predict and chat record; t2s doctor asks the server itself"},
    hint{"--replay", "ask, predict and chat replay; t2s doctor asks the server itself and needs --llm URL"},
    hint{"--cache", "ask, predict and chat have a cache; t2s doctor asks the server itself"},
};

/// Whether a word is SQL that begins with a comment: option names have no blanks.
bool is_comment(std::string const& word) { return word.starts_with("--") && word.find_first_of(" \t\r\n") < word.find('='); }

/// Such a word is not an option, but an ordinary word.
std::vector<po::option> read_comment(std::vector<std::string>& words) {
  if (words.empty() || !is_comment(words.front())) return {};
  po::option o;
  o.value = o.original_tokens = {words.front()};
  words.erase(words.begin());
  return {std::move(o)};
}

/// "ask", "pool build".
std::string name_of(options const& o) { return o.usage.substr(0, std::min(o.usage.find(" -"), o.usage.find(" ["))); }

std::string help_with(options const& o, std::string const& typed) {
  auto const known = std::ranges::find(hints, typed, &hint::typed);
  if (known != hints.end()) return "; " + std::string(known->says);
  auto const has = [&o](char const* name) { return o.described.find_nothrow(name, false) != nullptr; };
  bool const is_address = typed == "--port" || typed == "--host" || typed == "--http" || typed == "--listen" || typed == "--address";
  if (is_address && has("bind")) return "; the address is given as --bind HOST:PORT";
  if (is_address && has("http")) return "; the address is given as --http HOST:PORT";
  if (typed == "--db" && has("data")) return "; t2s " + name_of(o) + " takes a data set, --data DIR; t2s ask --db FILE asks one database";
  auto const near = did_you_mean(o.described, typed);
  return near.empty() ? "; t2s " + name_of(o) + " --help lists the options" : near;
}

bool is_positional(options const& o, std::string const& name) {
  return o.positional.max_total_count() > 0 && "--" + o.positional.name_for_position(0) == name;
}

/// The likely meaning of a word without an option, if the user wrote several.
std::string positional_of(options const& o) {
  if (o.positional.max_total_count() == 0) return {};
  auto const& word = o.described.find(o.positional.name_for_position(0), false);
  return " (" + word.semantic()->name() + ": " + word.description() + ")";
}

/// Advice if a word without an option is a file, probably the database; "" if it is not.
std::string database_without_option(options const& o, std::vector<std::string> const& words) {
  if (!o.described.find_nothrow("db", false)) return {};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--db" || words[i].starts_with("--db=")) return {};
    std::error_code unreadable;
    bool const is_value = i > 0 && words[i - 1].starts_with("--");
    if (is_value || !std::filesystem::is_regular_file(words[i], unreadable)) continue;
    auto const file = shell_word(words[i]), command = "t2s " + name_of(o) + " --db ";
    if (is_sqlite_file(words[i])) return file + " is a database; name it with --db: " + command + file + " ...";
    return file + " is not an SQLite database; name one with --db: " + command + "FILE ...";
  }
  return {};
}

std::string missing(options const& o, std::string const& name) {
  bool const is_text = name == "--question" || name == "--prompt" || name == "--sql";
  if (is_positional(o, name)) return "there is no " + name.substr(2) + (is_text ? "; give it in quotes: t2s " : ": t2s ") + o.usage;
  return name + " is missing; usage: t2s " + o.usage;
}

/// A word without an option is also the value of an option.
std::string given_twice(options const& o, std::string const& name) {
  return name + " is given twice" + (is_positional(o, name) ? ", or a word after it lacks quotes" : "") + "; usage: t2s " + o.usage;
}

/// The value that the words give to an option; "" if none.
std::string typed_value_of(std::vector<std::string> const& words, std::string const& name) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (words[i].starts_with(name + "=")) return words[i].substr(name.size() + 1);
    if (words[i] == name) return i + 1 < words.size() ? words[i + 1] : std::string();
  }
  return {};
}

/// The kind of number that an option takes, for the message about another value.
std::string no_number(options const& o, std::string const& name, std::string const& typed) {
  auto const* const option = o.described.find_nothrow(name.substr(std::min<std::size_t>(2, name.size())), false);
  bool const is_whole = option && dynamic_cast<po::typed_value<std::uint64_t> const*>(option->semantic().get());
  std::string const what = is_whole ? "a whole number from 0 to " + std::to_string(std::numeric_limits<std::uint64_t>::max()) : "a number";
  return name + " needs " + what + (typed.empty() ? "" : " instead of \"" + typed + "\"") + "; usage: t2s " + o.usage;
}

/// Without this check, a number with a minus would be read as another number without a sign.
void require_no_minus(options const& o, po::variables_map const& given, std::vector<std::string> const& words) {
  for (auto const& [name, value] : given)
    if (auto const typed = typed_value_of(words, "--" + name); typed.starts_with('-') && value.value().type() == typeid(std::uint64_t))
      throw usage_error(no_number(o, "--" + name, typed));
}

/// Rejects an empty value, which often comes from an unset variable, and an option in place of a value.
void require_values(options const& o, std::vector<std::string> const& words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    auto const name = words[i].substr(0, words[i].find('='));
    bool const last = i + 1 == words.size(), joined = name.size() < words[i].size();
    auto const* const option = name.starts_with("--") ? o.described.find_nothrow(name.substr(2), false) : nullptr;
    if (!option || option->semantic()->min_tokens() != 1 || (last && !joined)) continue;
    auto const lacks = name + " lacks its " + option->semantic()->name() + ": ";
    if (joined ? name.size() + 1 == words[i].size() : words[i + 1].empty()) throw usage_error(lacks + "the value is empty");
    if (!joined && words[i + 1].starts_with("--") && !is_comment(words[i + 1]))
      throw usage_error(lacks + words[i + 1] + " is the next option");
  }
}

void parse_words(options const& o, std::vector<std::string> const& words, po::variables_map& into) {
  namespace style = po::command_line_style;
  // No abbreviations: a script that uses one would break with the next release.
  constexpr int strict = style::unix_style & ~style::allow_guessing;
  po::store(
      po::command_line_parser(words).options(o.described).positional(o.positional).style(strict).extra_style_parser(read_comment).run(),
      into);
  if (into.count("help") == 0) po::notify(into);
}

}  // namespace

options::options(std::string usage_line, std::string text) : described("Options"), usage(std::move(usage_line)), about(std::move(text)) {
  described.add_options()("help,h", "print this help");
}

bool options::read(std::vector<std::string> const& words, po::variables_map& into) const {
  try {
    require_values(*this, words);
    parse_words(*this, words, into);
    require_no_minus(*this, into, words);
  } catch (po::unknown_option const& e) {
    throw usage_error("unknown option " + e.get_option_name() + help_with(*this, e.get_option_name()));
  } catch (po::too_many_positional_options_error const&) {
    if (auto const hint = database_without_option(*this, words); !hint.empty()) throw usage_error(hint);
    throw usage_error("there are more words than expected; usage: t2s " + usage + positional_of(*this));
  } catch (po::required_option const& e) {
    if (auto const hint = database_without_option(*this, words); !hint.empty()) throw usage_error(hint);
    throw usage_error(missing(*this, e.get_option_name()));
  } catch (po::multiple_occurrences const& e) {
    throw usage_error(given_twice(*this, e.get_option_name()));
  } catch (po::validation_error const& e) {
    throw usage_error(no_number(*this, e.get_option_name(), typed_value_of(words, e.get_option_name())));
  } catch (po::error const& e) {
    throw usage_error(e.what());
  }
  if (into.count("help") == 0) return true;
  std::cout << "Usage: t2s " << usage << "\n\n" << about << "\n\n" << described;
  return false;
}

po::typed_value<std::string>* a_word(char const* name) { return po::value<std::string>()->value_name(name); }
po::typed_value<std::string>* a_file() { return a_word("FILE"); }
po::typed_value<std::string>* a_folder() { return a_word("DIR"); }
po::typed_value<double>* a_number() { return po::value<double>()->value_name("N"); }

std::string text_of(po::variables_map const& given, char const* option) {
  return given.count(option) != 0 ? given[option].as<std::string>() : std::string();
}

std::size_t whole_number(po::variables_map const& given, char const* option, std::size_t least, std::size_t most, std::size_t otherwise) {
  if (given.count(option) == 0) return otherwise;
  auto const n = given[option].as<double>();
  if (n >= static_cast<double>(least) && n <= static_cast<double>(most) && n == std::floor(n)) return static_cast<std::size_t>(n);
  throw usage_error(std::string("--") + option + " needs a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

void describe_jobs(po::options_description& to) { to.add_options()("jobs", a_number(), "threads, 1 to 1024 (default: one a processor)"); }

std::size_t jobs_of(po::variables_map const& given) {
  return whole_number(given, "jobs", 1, 1024, std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace cli
