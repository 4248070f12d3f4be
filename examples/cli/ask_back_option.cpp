// SPDX-License-Identifier: BSL-1.0
#include "ask_back_option.hpp"

#include <unistd.h>

#include <charconv>
#include <iostream>
#include <string>
#include <utility>

#include "advice.hpp"
#include "printable.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/pipeline/detail/ask_back.hpp"
#include "terminal.hpp"
#include "wording.hpp"

namespace cli {
namespace {

void print_question(t2s::ask_back const& asked, bool with_sql) {
  std::cerr << for_terminal(asked.question) << "\n";
  for (std::size_t i = 0; i < asked.options.size(); ++i) {
    std::cerr << "  " << i + 1 << ": " << for_terminal(asked.options[i].text) << "\n";
    if (with_sql) std::cerr << "     " << printable(one_line_sql(asked.options[i].sql())) << "\n";
  }
}

/// Reads a line from the user and returns its number; 0 if it has none.
std::size_t typed_number() {
  std::string line;
  std::size_t n = 0;
  std::getline(std::cin, line);
  auto const typed = t2s::text::trim(line);
  std::from_chars(typed.data(), typed.data() + typed.size(), n);
  return n;
}

}  // namespace

void describe_ask_back(po::options_description& to) {
  to.add_options()("ask-back", "if readings of the question have other results and the answer is uncertain, ask which is meant");
}

t2s::answer after_asking_back(t2s::answer a) {
  auto const* const asked = t2s::asked_back(a);
  if (!asked) return a;
  bool const by_person = is_terminal(STDIN_FILENO) && is_terminal(STDERR_FILENO);
  print_question(*asked, !by_person);
  if (!by_person) return a;
  auto const count = asked->options.size();
  std::cerr << "1 to " << count << ", or Enter to keep the first: " << std::flush;
  auto const n = typed_number();
  return n == 0 || n > count ? std::move(a) : t2s::with_choice(std::move(a), n - 1);
}

}  // namespace cli
