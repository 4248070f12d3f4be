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
  /// Opens them, and reports problems of a recording on standard error. `with_server`: whether there is a model besides them. Throws
  /// usage_error; t2s::error for unreadable or unwritable files.
  model_files(po::variables_map const& given, bool with_server);

  /// Keeps all answers in that file from now on, also drawn ones. Throws t2s::error if the file is unwritable.
  void keep_in(std::string const& path);

  [[nodiscard]] bool any() const { return recorder_ || replay_ || cache_; }
  [[nodiscard]] bool replays() const { return replay_ != nullptr; }

  /// The model with all of them around it. Without a model, only the recording answers. `name` is the key of its
  /// answers.
  [[nodiscard]] any_model around(std::optional<any_model> live, std::string const& name) const;

 private:
  void open_replay(std::string const& path);

  std::shared_ptr<t2s::llm::cassette_recorder> recorder_{};
  std::shared_ptr<t2s::llm::replay> replay_{};
  std::shared_ptr<t2s::llm::response_cache> cache_{};
  bool fills_ = false;  // a replayed recording is extended by what it lacks
};

}  // namespace cli

#endif
