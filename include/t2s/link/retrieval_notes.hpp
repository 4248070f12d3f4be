// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_RETRIEVAL_NOTES_HPP
#define T2S_LINK_RETRIEVAL_NOTES_HPP

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::link {

/// What went wrong before the draft without ending the run: replies that could not be read, names that the schema does not have. A state of
/// the run; the generator repeats it in `candidate::why`.
struct retrieval_notes {
  std::vector<std::string> problems{};

  /// All of them behind `text`.
  [[nodiscard]] std::string after(std::string text) const {
    for (auto const& p : problems) text.append("; ").append(p);
    return text;
  }
};

}  // namespace t2s::link

#endif
