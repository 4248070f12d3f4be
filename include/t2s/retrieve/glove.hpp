// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_GLOVE_HPP
#define T2S_RETRIEVE_GLOVE_HPP

#include "t2s/llm/model.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::retrieve {

/// The words of a text whose vectors are averaged: runs of letters and digits in lower case, numbers including an inner point or comma, and
/// each other mark except white space. Views into `lowered`, which becomes the text in lower case.
[[nodiscard]] T2S_DECL std::vector<std::string_view> vector_tokens(std::string_view text, std::string& lowered);

/// Word vectors in the format of GloVe (Pennington et al. 2014), and vectors of texts: the mean of their words' vectors. An embedding model
/// that answers at once and costs nothing; any number of threads may use it. Copies share the mapped file.
///
/// Reads its own binary format, mapped into memory: opening a large file takes no longer, and unused pages are not read. `open_glove`
/// converts a text file to it.
class glove {
 public:
  /// Throws `error` with `file_not_found`, `not_a_file`, `file_unreadable`, or with `malformed_data` if the file has another format, is
  /// truncated, or was made on a machine with another byte order.
  T2S_DECL explicit glove(std::string const& binary);

  [[nodiscard]] T2S_DECL std::size_t size() const noexcept;        ///< number of words
  [[nodiscard]] T2S_DECL std::size_t dimensions() const noexcept;  ///< elements of a vector

  /// The vector of a word in the file's spelling; empty if unknown. O(length).
  [[nodiscard]] T2S_DECL std::span<float const> find(std::string_view word) const noexcept;

  /// The sum of the vectors of a text's words divided by the number of all its words: a word without a vector counts as zero. Zeros for a
  /// text without words. Throws `error` with `malformed_data` if a damaged file gives numbers that are not finite. O(length).
  [[nodiscard]] T2S_DECL std::vector<float> mean(std::string_view text) const;

  /// Identifies the vectors: words, dimensions, and length and time of the original text file.
  [[nodiscard]] T2S_DECL std::string identity() const;

  /// `mean` of each text.
  [[nodiscard]] T2S_DECL llm::embeddings embed(std::vector<std::string> texts) const;

 private:
  class mapping;
  T2S_DECL explicit glove(std::shared_ptr<mapping const> mapped);
  friend T2S_DECL glove open_glove(std::string const& file, std::string_view option, std::string binary);
  std::shared_ptr<mapping const> mapped_;
};
static_assert(llm::EmbeddingModel<glove>);

/// Converts a text file, with a word and its numbers on each line, separated by spaces, into the binary format; a first line of two
/// numbers, as word2vec writes it, is skipped. If a word occurs twice, the first one counts. Numbers must be finite. Needs memory for the
/// words, not for the vectors. The file appears under its name when it is complete.
///
/// Throws `error` with `file_not_found`, `not_a_file`, `file_unreadable`, `file_unwritable`, or `malformed_data` with the wrong line.
T2S_DECL void convert_glove(std::string const& text, std::string const& binary);

/// The vectors of a text or binary file. A text file is converted when it is first opened, and again when it has changed: into a file
/// beside it with ".t2s" appended to its name, or into `binary`.
///
/// Throws as `convert_glove` and `glove`. If the file or the path is missing, the error names `option` as the way to set it.
[[nodiscard]] T2S_DECL glove open_glove(std::string const& file, std::string_view option = "glove", std::string binary = {});

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/glove.ipp"
#endif

#endif
