// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_RETRIEVAL_NOTES_HPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_RETRIEVAL_NOTES_HPP

#include <string>
#include <vector>

namespace t2s::tcsr {

/// Problems before the draft that did not end the run: replies that could not be read, names that the schema does not have. A state of the
/// run; the generator repeats it in `candidate::why`.
struct retrieval_notes {
  std::vector<std::string> problems{};  ///< what could not be read or executed, in words

  /// `text` and all of them.
  [[nodiscard]] std::string after(std::string text) const {
    for (auto const& p : problems) text.append("; ").append(p);
    return text;
  }
};

/// The run's notes, or `own` if a stage is used alone, with a context without states.
template <class Context>
[[nodiscard]] retrieval_notes& notes_in(Context& ctx, retrieval_notes& own) {
  if constexpr (requires { ctx.template state<retrieval_notes>(); })
    return ctx.template state<retrieval_notes>();
  else
    return own;
}

}  // namespace t2s::tcsr

#endif
