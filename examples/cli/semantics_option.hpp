// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SEMANTICS_OPTION_HPP
#define T2S_CLI_SEMANTICS_OPTION_HPP

#include <memory>
#include <string>

#include "command.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/retrieve/knowledge/semantic_layer.hpp"

namespace cli {

/// The semantic models and metrics of a business: --semantics, --today.
class semantics_option {
 public:
  /// Adds the options to a command's.
  static void describe(po::options_description& to);

  semantics_option() = default;
  /// Reads the files. Throws t2s::error for wrong ones, usage_error for a wrong day.
  explicit semantics_option(po::variables_map const& given);

  /// What was read; null without the option. Throws t2s::error if it does not fit the database. With --rules, whose roles may not see all
  /// that it names, it is then not used; standard error says so.
  [[nodiscard]] std::shared_ptr<t2s::knowledge::semantic_layer const> of(t2s::db::any_connection const& database) const;

 private:
  std::shared_ptr<t2s::knowledge::semantic_layer const> all_{};
  bool restricted_ = false;  // from --rules
};

}  // namespace cli

#endif
