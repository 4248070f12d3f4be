// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SERVED_SETTINGS_HPP
#define T2S_CLI_SERVED_SETTINGS_HPP

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "command.hpp"
#include "hosted_systems.hpp"
#include "mcp_endpoints.hpp"
#include "served_databases.hpp"
#include "served_pool.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/http/server.hpp"
#include "t2s/serve/users.hpp"
#include "telemetry_options.hpp"

namespace cli {

/// What lasts as long as `t2s serve`: its options, and what runs and clients refer to whatever the settings are.
struct lasting_parts {
  po::variables_map const& given;
  telemetry_options const& telemetry;
  std::shared_ptr<t2s::serve::run_store> history{};
  std::shared_ptr<t2s::serve::conversations> conversations{};
  std::optional<mcp_endpoints> mcp{};
  std::shared_ptr<t2s::serve::proposals> proposals = std::make_shared<t2s::serve::proposals>();
};

/// Where `t2s serve` listens, and who may ask.
[[nodiscard]] t2s::serve::http_options listening(po::variables_map const& given, std::vector<t2s::serve::user> const& users);
/// The limits of --runs and related options.
[[nodiscard]] t2s::serve::run_limits limits_of_runs(po::variables_map const& given);
/// The limits of a database of `t2s serve`.
[[nodiscard]] t2s::serve::service_limits limits_of_calls(po::variables_map const& given);

/// What is read of files and databases: at the start, and again on SIGHUP. Runs that began with it go on when it is gone.
class served_settings {
 public:
  /// Reads them. Throws usage_error and t2s::error for what is wrong.
  explicit served_settings(lasting_parts& lasting);

  [[nodiscard]] t2s::serve::http_options const& listening() const { return listening_; }
  [[nodiscard]] t2s::serve::database_list databases() const { return databases_.all(); }
  [[nodiscard]] t2s::serve::service& service() { return *service_; }
  [[nodiscard]] mcp_endpoints::offerings const& offerings() const { return offerings_; }

  /// Reads the databases, so that the first question need not wait. What fails is noted on standard error.
  void prepare(std::stop_token const& stop);

 private:
  [[nodiscard]] t2s::serve::service_options options_of_service(lasting_parts& lasting);
  [[nodiscard]] std::vector<t2s::serve::served_system> offered_systems() const;

  std::vector<t2s::serve::user> users_;
  t2s::serve::http_options listening_;
  served_pool pool_;
  std::shared_ptr<hosted_systems> systems_;
  served_databases databases_;
  std::vector<t2s::serve::operation> stored_;
  mcp_endpoints::offerings offerings_{};
  std::unique_ptr<t2s::serve::service> service_{};
};

/// The settings of a server now, and those before as long as calls use them.
class current_settings {
 public:
  current_settings(lasting_parts& lasting, std::stop_token stop);

  /// Answers by the current settings. For the server's thread.
  void answer(t2s::serve::request const& asked, t2s::serve::responder respond);
  /// Reads the settings again, and makes the server answer by them. If they are wrong, says so on standard error and changes nothing.
  void read_again(t2s::serve::http_server& server);
  /// Forgets earlier settings that nothing uses any more.
  void forget_unused();
  /// Takes no more questions, and ends sessions of MCP; questions that are being answered are cancelled after that time.
  void drain(std::chrono::milliseconds time);
  /// Whether nothing is being answered.
  [[nodiscard]] bool is_idle();
  /// The current ones.
  [[nodiscard]] std::shared_ptr<served_settings> now() const;

 private:
  void replace(std::shared_ptr<served_settings> by);

  lasting_parts& lasting_;
  std::stop_token stop_;
  std::string made_token_;      // that was made at the start, since none was given
  mutable std::mutex guard_{};  // guards the next three, and which endpoints of MCP there are
  std::shared_ptr<served_settings> now_;
  std::vector<std::shared_ptr<served_settings>> before_{};
  std::optional<std::chrono::milliseconds> drains_{};
};

}  // namespace cli

#endif
