// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_KEPT_QUESTIONS_HPP
#define T2S_LAB_STUDIES_DETAIL_KEPT_QUESTIONS_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/journal.hpp"
#include "t2s/lab/studies/detail/recorded_question.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::studies::detail {

/// The results for each question of a study, as JSON: in a journal, with only the positions in memory, or in memory. Thread safe for
/// different questions.
class kept_questions {
 public:
  /// Without a path, in memory. Throws as `journal`, and `error` with `malformed_data` for entries of other questions.
  kept_questions(std::string const& path, std::string const& header, std::size_t questions)
      : places_(questions), texts_(path.empty() ? questions : 0) {
    if (path.empty()) return;
    journal_.emplace(path, header, [&](std::string_view text, journal_place at) {
      auto const q = recorded_question::from_json(text).question;
      if (q >= places_.size())
        throw error(errc::malformed_data, path + " has question " + std::to_string(q) + " of " + std::to_string(places_.size()),
                    "it belongs to another study: name another file");
      places_[q] = at;
    });
  }

  [[nodiscard]] bool has(std::size_t question) const { return places_[question].bytes > 0; }
  [[nodiscard]] std::size_t count() const {
    std::size_t n = 0;
    for (auto const& p : places_) n += p.bytes > 0 ? 1U : 0U;
    return n;
  }

  void keep(recorded_question const& of) {
    auto text = of.json();
    if (journal_) {
      places_[of.question] = journal_->append(text);
      return;
    }
    places_[of.question].bytes = static_cast<std::uint32_t>(text.size());
    texts_[of.question] = std::move(text);
  }

  [[nodiscard]] recorded_question at(std::size_t question) const {
    return recorded_question::from_json(journal_ ? journal_->at(places_[question]) : texts_[question]);
  }

 private:
  std::vector<journal_place> places_;
  std::vector<std::string> texts_;
  std::optional<journal> journal_{};
};

}  // namespace t2s::studies::detail

#endif
