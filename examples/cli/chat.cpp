// SPDX-License-Identifier: BSL-1.0
// t2s chat: prints one answer of a model while it arrives.
#include <iostream>
#include <iterator>
#include <string>

#include "asking.hpp"
#include "command.hpp"
#include "model_options.hpp"
#include "t2s/core/detail/text.hpp"
#include "table.hpp"

namespace cli {
namespace {

std::string prompt_of(po::variables_map const& given) {
  if (given.count("prompt") != 0) return given["prompt"].as<std::string>();
  return {std::istreambuf_iterator<char>(std::cin), {}};
}

void require_prompt(std::string const& prompt) {
  if (t2s::text::trim(prompt).empty()) throw usage_error("the prompt is empty; give it in quotes, or on standard input");
  if (auto const bad = t2s::text::first_invalid_utf8(prompt))
    throw t2s::error(t2s::failure{t2s::errc::invalid_utf8, "the prompt is not valid UTF-8", {}, "convert it to UTF-8", bad});
}

/// Prints it while it arrives, unless answers are recorded, replayed or cached.
t2s::llm::completion shown(model_options const& settings, t2s::llm::request const& asked) {
  boost::asio::io_context io{1};
  if (settings.is_plain()) {
    auto model = settings.server().connect(io.get_executor());
    bool begun = false;
    auto const show = [&](std::string_view piece) {
      begun = true;
      std::cout << printable_lines(piece) << std::flush;
    };
    try {
      return wait_for<t2s::llm::completion>(io, settings.server(), [&] { return model.stream(asked, show); });
    } catch (...) {
      if (begun) std::cout << std::endl;  // the message starts on a new line
      throw;
    }
  }
  auto model = settings.make(io.get_executor());
  auto c = wait_for<t2s::llm::completion>(io, settings.server(), [&] { return model.complete(asked); });
  std::cout << printable_lines(c.text);
  return c;
}

void print_usage(t2s::llm::completion const& c) {
  std::cerr << c.prompt_tokens << " prompt tokens";
  if (c.cached_tokens > 0) std::cerr << " (" << c.cached_tokens << " cached)";
  std::cerr << ", " << c.completion_tokens << " completion tokens, finish reason: " << printable(c.finish_reason) << "\n";
}

}  // namespace

int chat(std::vector<std::string> const& words) {
  options o("chat --llm URL --model NAME [options] [PROMPT]",
            "Asks a model and shows the answer as it comes; with --record, --replay or --cache when it is complete. The quickest check\n"
            "that an endpoint works. Without PROMPT it is read from standard input.");
  o.described.add_options()("prompt", a_word("PROMPT"), "what to ask, in quotes");
  model_options::describe(o.described, purpose::chat);
  o.positional.add("prompt", 1);
  po::variables_map given;
  if (!o.read(words, given)) return answered;

  model_options const settings(given, purpose::chat);
  if (!settings.present()) throw usage_error("chat needs a model: give --llm URL --model NAME, or --replay FILE");
  t2s::llm::request asked(prompt_of(given));
  require_prompt(asked.messages[0].text);
  asked.temperature = settings.temperature();
  if (settings.allowed().completion_tokens != t2s::unlimited) asked.max_tokens = settings.allowed().completion_tokens;

  auto const c = shown(settings, asked);
  std::cout << "\n";
  print_usage(c);
  if (is_cut_off(c)) std::cerr << cut_off_warning;
  return answered;
}

}  // namespace cli
