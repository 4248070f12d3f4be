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
#include "t2s/pipeline/answer.hpp"
#include "t2s/serve/detail/corrections.hpp"
#include "t2s/serve/detail/served_system.hpp"
#include "telemetry_options.hpp"

namespace cli {

/// Which pipelines a server offers.
enum class offers {
  all,         ///< the one that the options choose, and all others that need no further options
  the_chosen,  ///< that one alone
};

/// The pipelines that a server offers. Must outlive the server.
class hosted_systems {
 public:
  /// `kept` are shown with the pool to questions over their databases, as they are at that moment; it may be null. Throws usage_error and
  /// t2s::error if the chosen pipeline lacks something.
  hosted_systems(po::variables_map const& given, std::vector<t2s::demonstration> pool, telemetry_options const& telemetry,
                 std::shared_ptr<t2s::serve::corrections> kept = {}, offers which = offers::all);

  /// All pipelines, the chosen one first.
  [[nodiscard]] std::vector<t2s::serve::served_system> offered();
  /// The minimal confidence of answers, unless a request sets it.
  [[nodiscard]] double min_confidence() const { return pipeline_.min_confidence(); }

  /// Reads what the chosen pipeline needs of a database, so that the first question need not wait. Throws t2s::error with `cancelled` if
  /// `stop` is requested.
  void prepare(t2s::serve::served_database& database, std::stop_token const& stop);

 private:
  struct read_once {
    bool being_read = false;  // by one thread for all
    std::optional<known_database> known{};
    t2s::known_parts const* at{};  // what the served database knew then
  };
  /// A pipeline that knows the corrections of a database.
  struct corrected {
    std::shared_ptr<t2s::serve::corrections::list const> by{};
    std::shared_ptr<any_system const> system{};
  };
  /// A pipeline, and its knowledge about each database.
  struct hosted {
    hosted(system_entry const& e, pipeline_options h, std::unique_ptr<any_system> s) : entry(&e), how(std::move(h)), system(std::move(s)) {}

    system_entry const* entry;
    pipeline_options how;
    std::shared_ptr<any_system const> system;  // without corrections
    std::mutex guard{};                        // guards the next three
    std::condition_variable_any was_read{};
    std::map<t2s::serve::served_database const*, read_once> known{};
    std::map<t2s::serve::served_database const*, corrected> with_corrections{};
  };
  class lent_asking;

  void add(system_entry const& entry, pipeline_options const& how);
  [[nodiscard]] std::unique_ptr<any_system> open(pipeline_options const& how, asking& by, t2s::serve::corrections::list const& first) const;
  [[nodiscard]] std::shared_ptr<any_system const> system_for(hosted& by, asking& asks, t2s::serve::served_database const& database) const;
  [[nodiscard]] t2s::answer answer(hosted& by, t2s::serve::served_database& database, std::string const& question,
                                   t2s::serve::run_watch& watch);
  [[nodiscard]] static known_database known_of(hosted& by, asking& asks, connection& opened, t2s::serve::served_database const& database,
                                               std::stop_token const& stop);

  telemetry_options const& telemetry_;
  std::vector<t2s::demonstration> pool_;
  std::shared_ptr<t2s::serve::corrections> kept_;
  model_options settings_;
  pipeline_options pipeline_;
  std::vector<std::unique_ptr<hosted>> all_{};
  std::mutex guard_{};
  std::vector<std::unique_ptr<asking>> idle_{};
};

}  // namespace cli

#endif
