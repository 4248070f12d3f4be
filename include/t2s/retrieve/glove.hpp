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

/// The words of a text whose vectors a mean is made of: runs of letters and digits in lower case, numbers with a point or comma inside
/// whole, and each other mark but white space by itself. Views into `lowered`, which is made the text in lower case.
[[nodiscard]] T2S_DECL std::vector<std::string_view> vector_tokens(std::string_view text, std::string& lowered);

/// Vectors of words in the form of GloVe (Pennington et al. 2014), and so of texts: the mean of their words' vectors. An embedding model
/// that answers at once and costs nothing; any number of threads may use it. Copies share the mapped file.
///
/// Reads its own binary form, mapped into memory: opening takes no longer for a large file, and pages that are not used are not read.
/// `open_glove` makes that form of a text file.
class glove {
 public:
  /// Throws `error` with `file_not_found`, `not_a_file`, `file_unreadable`, or with `malformed_data` if the file is not of that form, is
  /// cut short, or was made on a machine of another byte order.
  T2S_DECL explicit glove(std::string const& binary);

  [[nodiscard]] T2S_DECL std::size_t size() const noexcept;        ///< how many words there are
  [[nodiscard]] T2S_DECL std::size_t dimensions() const noexcept;  ///< elements of a vector

  /// The vector of a word as the file spells it; empty if it has none. O(length).
  [[nodiscard]] T2S_DECL std::span<float const> find(std::string_view word) const noexcept;

  /// The sum of the vectors of a text's words divided by the number of all its words: one without a vector counts as zero. Zeros for a
  /// text without words. Throws `error` with `malformed_data` if the file is damaged so that no finite numbers come out. O(length).
  [[nodiscard]] T2S_DECL std::vector<float> mean(std::string_view text) const;

  /// Which vectors these are: words, dimensions, and length and time of the text file that they were read from.
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

/// Converts a text file, a line a word and its numbers with spaces between, into the binary form; a first line of two numbers, as word2vec
/// writes it, is passed over. Of a word that stands there twice the first counts. Numbers must be finite. Needs memory for the words, not
/// for the vectors. The file appears under its name once it is whole.
///
/// Throws `error` with `file_not_found`, `not_a_file`, `file_unreadable`, `file_unwritable`, or `malformed_data` with the line that is
/// wrong.
T2S_DECL void convert_glove(std::string const& text, std::string const& binary);

/// The vectors of a text file or of a binary one. A text file is converted when it is opened for the first time, and again when it has
/// changed: into a file beside it, of its name with ".t2s" appended, or as `binary` says.
///
/// Throws as `convert_glove` and `glove`. A file that is missing, or no path at all, is an error that names `option` as the place to say
/// where it is.
[[nodiscard]] T2S_DECL glove open_glove(std::string const& file, std::string_view option = "glove", std::string binary = {});

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/glove.ipp"
#endif

#endif
