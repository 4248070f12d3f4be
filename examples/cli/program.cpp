// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>

#include "advice.hpp"
#include "command.hpp"
#include "interruption.hpp"
#include "t2s/core/error.hpp"
#include "table.hpp"

namespace cli {
namespace {

/// Mistakes in the question are the caller's; all other exceptions are internal failures.
exit_code status_of(t2s::error const& e) {
  bool const callers = e.code() == t2s::errc::empty_question || e.code() == t2s::errc::question_too_long ||
                       e.code() == t2s::errc::invalid_utf8 || e.code() == t2s::errc::invalid_argument;
  return callers ? wrong_usage : infrastructure;
}

int flushed(int status) {
  std::cout.flush();
  if (!std::cout) throw t2s::error(t2s::errc::file_unwritable, "no more can be written to standard output");
  return status;
}

}  // namespace

int reported(std::function<int()> const& run) {
  try {
    return flushed(run());
  } catch (usage_error const& e) {
    std::cerr << "t2s: " << printable_lines(e.what()) << "\n";
    return wrong_usage;
  } catch (interrupted const& e) {
    std::cerr << "t2s: " << printable_lines(e.what()) << "\n";
    return 128 + e.signal;
  } catch (t2s::error const& e) {
    std::cerr << "t2s: " << for_terminal(e.what()) << "\n";
    return status_of(e);
  } catch (std::filesystem::filesystem_error const& e) {
    std::cerr << "t2s: " << printable(e.path1().string()) << ": " << e.code().message() << "; check the path and its permissions\n";
    return infrastructure;
  } catch (std::exception const& e) {
    std::cerr << "t2s: " << printable_lines(e.what()) << "\n";
    return infrastructure;
  }
}

int run_one_of(std::vector<command> const& commands, int argc, char** argv) {
  return reported([&]() -> int {
    std::vector<std::string> words(argv + 1, argv + argc);
    auto const chosen = std::ranges::find_if(commands, [&](command const& c) { return !words.empty() && words.front() == c.name; });
    if (chosen == commands.end()) throw usage_error("this program is a part of t2s: call t2s COMMAND; t2s --help lists the commands");
    words.erase(words.begin());
    return chosen->run(words);
  });
}

}  // namespace cli
