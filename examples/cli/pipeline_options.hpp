// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PIPELINE_OPTIONS_HPP
#define T2S_CLI_PIPELINE_OPTIONS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "local_vectors.hpp"
#include "model_options.hpp"
#include "systems/system.hpp"

namespace cli {

/// The pipeline that the options of a command choose: --pipeline, --set, and the files that some pipelines have a use for.
class pipeline_options {
 public:
  /// Adds the options to a command's.
  static void describe(po::options_description& to);

  /// Checks the options against each other and against the model's. Throws usage_error; t2s::error for files that cannot be read.
  pipeline_options(po::variables_map const& given, model_options const& model);

  [[nodiscard]] system_entry const& chosen() const { return *chosen_; }
  /// Whether the pipeline has a use for a file's option.
  [[nodiscard]] bool uses(std::string_view option) const;
  /// Of what runs draw by lot.
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  /// Vectors without a server.
  [[nodiscard]] std::shared_ptr<local_vectors const> const& local() const { return local_; }

  /// Opens it over what the command offers; its files are those that the user names, and the command's where the user names none.
  [[nodiscard]] std::unique_ptr<any_system> open(asking& by, offered with) const;

 private:
  void read_settings(po::variables_map const& given);
  void require_use(po::variables_map const& given) const;
  [[noreturn]] void refuse_use(std::string const& option) const;

  system_entry const* chosen_{};
  std::vector<wanted_setting> wanted_{};
  offered files_{};
  std::uint64_t seed_ = 1;
  std::size_t description_bytes_ = 0;
  std::shared_ptr<local_vectors const> local_{};
};

}  // namespace cli

#endif
