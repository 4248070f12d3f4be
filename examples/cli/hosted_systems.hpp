// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_HOSTED_SYSTEMS_HPP
#define T2S_CLI_HOSTED_SYSTEMS_HPP

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "asking.hpp"
#include "command.hpp"
#include "model_options.hpp"
#include "pipeline_options.hpp"
#include "systems/system.hpp"
#include "t2s/pipeline/samples.hpp"
#include "t2s/serve/detail/served_system.hpp"
#include "telemetry_options.hpp"

namespace cli {

/// Pipelines of the command line that a server offers: the one that the options choose, and the others that need nothing that was not
/// given. Outlives the server.
class hosted_systems {
 public:
  /// Throws usage_error and t2s::error for what the chosen one lacks.
  hosted_systems(po::variables_map const& given, std::vector<t2s::demonstration> const& pool, telemetry_options const& telemetry);

  /// The chosen one first.
  [[nodiscard]] std::vector<t2s::serve::served_system> offered();
  /// The confidence that answers must have where a request says nothing.
  [[nodiscard]] double min_confidence() const { return pipeline_.min_confidence(); }

  /// Reads what the chosen one needs of a database, before the first question waits for it. Throws t2s::error with `cancelled` if `stop`
  /// is requested.
  void prepare(t2s::serve::served_database& database, std::stop_token const& stop);

 private:
  struct read_once {
    bool being_read = false;  // by one for all
    std::optional<known_database> known{};
  };
  /// One of them, and what it knows of each database.
  struct hosted {
    system_entry const* entry{};
    std::unique_ptr<any_system> system{};
    std::mutex guard{};  // of the next two
    std::condition_variable_any was_read{};
    std::map<t2s::serve::served_database const*, read_once> known{};
  };
  class lent_asking;

  void add(system_entry const& entry, pipeline_options const& how, std::vector<t2s::demonstration> const& pool);
  [[nodiscard]] t2s::answer answer(hosted& by, t2s::serve::served_database& database, std::string const& question,
                                   t2s::serve::run_watch& watch);
  [[nodiscard]] static known_database const& known_of(hosted& by, asking& asks, connection& opened,
                                                      t2s::serve::served_database const& database, std::stop_token const& stop);

  telemetry_options const& telemetry_;
  model_options settings_;
  pipeline_options pipeline_;
  std::vector<std::unique_ptr<hosted>> all_{};
  std::mutex guard_{};
  std::vector<std::unique_ptr<asking>> idle_{};
};

}  // namespace cli

#endif
