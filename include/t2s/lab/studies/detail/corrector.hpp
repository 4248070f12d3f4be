// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_CORRECTOR_HPP
#define T2S_LAB_STUDIES_DETAIL_CORRECTOR_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/lab/studies/detail/observed_run.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/samples.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::studies {

/// A run in which a corrector is asked for a completion.
struct correction {
  demonstration const& asked;              ///< the question, including its gold SQL
  std::size_t question = 0;                ///< its index in the data set
  std::vector<std::string> const& drafts;  ///< the published predictions for the question, one for each file; empty if strategies draft
  std::size_t file = 0;                    ///< the file whose prediction is the draft of this run; 0 if strategies draft
  schema::database const& schema;          ///< of the database
  observed_run const& run;                 ///< its stage, attempts and remarks
  std::function<bool(std::string const&)> const& is_right;  ///< whether SQL is right, by execution accuracy
  std::uint64_t seed = 1;                                   ///< of the study

  /// A number in [0, 1) that depends only on the seed, the question, the file and the text: the same in every order of runs.
  [[nodiscard]] T2S_DECL double draw(std::string_view what) const;
};

/// Answers in place of a model.
///
/// 1. `c.answer(at, asked)` returns a completion, at once. Several threads call it at a time unless the study has one job.
/// 2. `c.description()` is a line for the reader of the figures.
/// 3. `C::is_simulated` is true if no model answers; then `c.assumptions()` are sentences about the assumptions made instead.
template <class C>
concept Corrector = requires(C const& c, correction const& at, llm::request const& asked) {
  { c.answer(at, asked) } -> std::same_as<llm::completion>;
  { c.description() } -> std::convertible_to<std::string>;
  { c.assumptions() } -> std::convertible_to<std::vector<std::string>>;
  { C::is_simulated } -> std::convertible_to<bool>;
};

/// A corrector of any type.
class any_corrector {
 public:
  /// Takes over a corrector.
  template <Corrector C>
    requires(!std::same_as<C, any_corrector>)
  any_corrector(C c)
      : description_(c.description()),
        assumptions_(c.assumptions()),
        is_simulated_(C::is_simulated),
        answer_([c = std::move(c)](auto const& at, auto const& r) { return c.answer(at, r); }) {}

  /// The inner corrector's answer.
  [[nodiscard]] llm::completion answer(correction const& at, llm::request const& asked) const { return answer_(at, asked); }
  [[nodiscard]] std::string const& description() const noexcept { return description_; }               ///< the inner corrector's
  [[nodiscard]] std::vector<std::string> const& assumptions() const noexcept { return assumptions_; }  ///< the inner corrector's
  [[nodiscard]] bool is_simulated() const noexcept { return is_simulated_; }                           ///< the inner corrector's

 private:
  std::string description_;
  std::vector<std::string> assumptions_;
  bool is_simulated_;
  std::function<llm::completion(correction const&, llm::request const&)> answer_;
};

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/corrector.ipp"
#endif

#endif
