// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PIPELINE_OPTIONS_HPP
#define T2S_CLI_PIPELINE_OPTIONS_HPP

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "local_vectors.hpp"
#include "model_options.hpp"
#include "systems/system.hpp"

namespace cli {

/// The arguments of --set for the chosen pipeline. Throws usage_error for another form, and for the prefix of another pipeline.
[[nodiscard]] std::vector<wanted_setting> wanted_settings(po::variables_map const& given, system_entry const& chosen);

/// The pipeline that a command's options choose: --pipeline, --set, and the files for some pipelines.
class pipeline_options {
 public:
  /// Adds the options to a command's.
  static void describe(po::options_description& to);
  /// The same without --pipeline and --set, for a command that chooses its pipelines itself.
  static void describe_files(po::options_description& to);

  /// Checks the options for conflicts, also with the model's. `usual` is the pipeline with a model where none is named. Throws usage_error;
  /// t2s::error for unreadable files.
  pipeline_options(po::variables_map const& given, model_options const& model, std::string_view usual = "cross-checked");
  /// The options of `describe_files`; `with` chooses a pipeline. Throws as `read`.
  explicit pipeline_options(po::variables_map const& given);

  /// The same files for another pipeline and settings in the form of --set. Throws usage_error.
  [[nodiscard]] pipeline_options with(std::string_view pipeline, std::span<std::string_view const> settings) const;

  /// The same with that many candidates. Throws usage_error for a pipeline with only one.
  [[nodiscard]] pipeline_options with(candidate_choice several) const;

  /// The same with or without repairs; nothing: as the pipeline usually does.
  [[nodiscard]] pipeline_options with_repair(std::optional<bool> repair) const {
    auto made = *this;
    made.repair_ = repair;
    return made;
  }
  /// The same with or without a guard of its SQL. Throws usage_error if it has nothing to guard.
  [[nodiscard]] pipeline_options with_guard(bool guard) const;
  /// The same without the file of encoding knowledge, which opening would create if it is missing.
  [[nodiscard]] pipeline_options without_knowledge() const {
    auto made = *this;
    made.files_.knowledge.clear();
    return made;
  }
  /// Checks --prompts against the prompts of these pipelines. Throws t2s::error.
  void require_prompts(std::vector<prompt_text> const& known);

  /// Adds --prompts.
  static void describe_prompts(po::options_description_easy_init& to);

  /// The options that only some pipelines use.
  [[nodiscard]] static std::span<char const* const> file_options();

  [[nodiscard]] system_entry const& chosen() const { return *chosen_; }
  /// The arguments of --set.
  [[nodiscard]] std::vector<wanted_setting> const& wanted() const { return wanted_; }
  /// Whether the pipeline uses a file's option.
  [[nodiscard]] bool uses(std::string_view option) const;
  /// The seed for everything random in runs.
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  /// Vectors without a server.
  [[nodiscard]] std::shared_ptr<local_vectors const> const& local() const { return local_; }

  /// The minimal confidence of an answer, from --min-confidence; `otherwise` without that option. 0 allows any.
  [[nodiscard]] double min_confidence(double otherwise = 0) const { return min_confidence_.value_or(otherwise); }

  /// Opens the pipeline. Its files are those that the user names, or else the command's.
  [[nodiscard]] std::unique_ptr<any_system> open(asking& by, offered with) const;

 private:
  void read_files(po::variables_map const& given);
  void require_use(po::variables_map const& given) const;
  [[noreturn]] void refuse_use(std::string const& option) const;

  system_entry const* chosen_{};
  std::vector<wanted_setting> wanted_{};
  std::vector<prompt_file> prompt_files_{};
  std::vector<wanted_prompt> prompts_{};
  candidate_choice several_{};
  std::optional<bool> repair_{};  ///< nothing: as the pipeline usually does
  bool guard_ = false;
  offered files_{};
  std::uint64_t seed_ = 1;
  std::size_t description_bytes_ = 0;
  std::optional<double> min_confidence_{};
  std::shared_ptr<local_vectors const> local_{};
};

}  // namespace cli

#endif
