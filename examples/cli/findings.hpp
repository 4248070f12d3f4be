// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_FINDINGS_HPP
#define T2S_CLI_FINDINGS_HPP

#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <string>

#include "advice.hpp"
#include "table.hpp"

namespace cli {

/// The finding of a check. `doubtful`: it works, but is of no use.
struct finding {
  std::string text{};
  bool doubtful = false;
};

/// Prints findings, and remembers whether all were good.
class findings {
 public:
  /// Runs a check, which returns its finding. An error is also a finding.
  bool check(std::string const& what, std::function<finding()> const& look) {
    try {
      auto const begin = std::chrono::steady_clock::now();
      auto const found = look();
      std::chrono::duration<double, std::milli> const took = std::chrono::steady_clock::now() - begin;
      std::cout << (found.doubtful ? "note  " : "ok    ") << what << ": " << printable(found.text) << " ("
                << static_cast<long>(took.count()) << " ms)\n";
      return true;
    } catch (std::exception const& e) {
      std::cout << "FAILS " << what << ": " << for_terminal(e.what()) << "\n";
      return sound_ = false;
    }
  }

  /// Prints something that is in order and needed no check.
  void note_fine(std::string const& what, std::string const& text) const {
    std::cout << "ok    " << what << ": " << printable(text) << "\n";
  }

  /// Prints something useful that is not a failure.
  void note(std::string const& what, std::string const& text) const { std::cout << "note  " << what << ": " << for_terminal(text) << "\n"; }

  [[nodiscard]] bool sound() const { return sound_; }

 private:
  bool sound_ = true;
};

}  // namespace cli

#endif
