// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_MODEL_FILES_HPP
#define T2S_CLI_MODEL_FILES_HPP

#include <memory>
#include <optional>
#include <string>

#include "any_model.hpp"
#include "command.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/response_cache.hpp"

namespace cli {

/// The files around a model: --record, --replay and --cache. Models of one command share them.
class model_files {
 public:
  static void describe(po::options_description& to);

  model_files() = default;
  /// Opens them; says on standard error what is odd about a recording. `with_server`: whether there is anything to ask besides them.
  /// Throws usage_error; t2s::error for files that cannot be read or written.
  model_files(po::variables_map const& given, bool with_server);

  /// From now on all answers are kept in that file, drawn ones too. Throws t2s::error for a file that cannot be written.
  void keep_in(std::string const& path);

  [[nodiscard]] bool any() const { return recorder_ || replay_ || cache_; }
  [[nodiscard]] bool replays() const { return replay_ != nullptr; }

  /// The model with all of them around it; without a model the recording alone answers. `name` is what its answers are kept
  /// under.
  [[nodiscard]] any_model around(std::optional<any_model> live, std::string const& name) const;

 private:
  void open_replay(std::string const& path);

  std::shared_ptr<t2s::llm::cassette_recorder> recorder_{};
  std::shared_ptr<t2s::llm::replay> replay_{};
  std::shared_ptr<t2s::llm::response_cache> cache_{};
  bool fills_ = false;  // what is replayed is recorded into: only what is not on it yet
};

}  // namespace cli

#endif
