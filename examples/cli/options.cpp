// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <algorithm>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <iostream>

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
  return near ? "; did you mean --" + *near + "?" : "";
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
    parse_words(*this, words, into);
  } catch (po::unknown_option const& e) {
    throw usage_error("unknown option " + e.get_option_name() + did_you_mean(described, e.get_option_name()));
  } catch (po::too_many_positional_options_error const&) {
    throw usage_error("there are more words than expected; usage: t2s " + usage +
                      (positional.max_total_count() > 0 ? " (put the question in quotes)" : ""));
  } catch (po::error const& e) {
    throw usage_error(e.what());
  }
  if (into.count("help") == 0) return true;
  std::cout << "Usage: t2s " << usage << "\n\n" << about << "\n\n" << described;
  return false;
}

}  // namespace cli
