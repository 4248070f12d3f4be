// SPDX-License-Identifier: BSL-1.0
#include "serve_check.hpp"

#include <algorithm>
#include <boost/any.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "access_options.hpp"
#include "asking.hpp"
#include "findings.hpp"
#include "hosted_systems.hpp"
#include "kept_conversations.hpp"
#include "mcp_offering.hpp"
#include "model_options.hpp"
#include "named_place.hpp"
#include "output_file.hpp"
#include "served_databases.hpp"
#include "served_pool.hpp"
#include "served_settings.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/db/policy/detail/rules.hpp"
#include "t2s/serve/http/server.hpp"
#include "t2s/serve/operations/detail/stored_query.hpp"
#include "telemetry_options.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace serving = t2s::serve;

constexpr double seconds_for_a_model = 10;

/// The options with another value of one.
po::variables_map with_value(po::variables_map given, std::string const& name, boost::any const& value) {
  given.erase(name);
  given.emplace(name, po::variable_value(value, false));
  return given;
}

po::variables_map without(po::variables_map given, std::vector<std::string> const& names) {
  for (auto const& name : names) given.erase(name);
  return given;
}

/// Writes into the tables of conversations, and leaves them as they were. Throws if the role or the file may not be written.
void require_written(serving::conversation_database& in) {
  in.begin();
  try {
    for (std::string const table : {"t2s_conversations", "t2s_turns"}) {
      in.run("INSERT INTO " + table + " SELECT * FROM " + table + " WHERE 1 = 0", {});
      in.run("DELETE FROM " + table + " WHERE 1 = 0", {});
    }
    in.run("UPDATE t2s_conversations SET title = title WHERE 1 = 0", {});
    in.roll_back();
  } catch (...) {
    in.roll_back();
    throw;
  }
}

/// Whether a server of models may be back when it is asked: t2s serve begins without it, too.
bool is_away(t2s::error const& e) {
  auto const code = e.code();
  return code == t2s::errc::model_unreachable || code == t2s::errc::model_timeout || code == t2s::errc::server_failed ||
         code == t2s::errc::rate_limited;
}

/// Looks at the parts of a server, one after the other; what is wrong with one hides nothing of the others.
class server_check {
 public:
  explicit server_check(po::variables_map const& given) : given_(given) {}

  [[nodiscard]] bool run() {
    check_telemetry();
    check_users();
    check_address();
    check_conversations();
    check_pipeline();
    check_model();
    for (auto const& typed : given_["db"].as<std::vector<std::string>>()) check_database(typed);
    check_stored_queries();
    return found_.sound();
  }

 private:
  void check_telemetry() {
    static std::vector<std::string> const own{"audit", "otlp"};
    bool const is_used = std::ranges::any_of(own, [this](auto const& name) { return given_.count(name) != 0; });
    auto const open = [this] {
      telemetry_ = std::make_unique<telemetry_options>(given_, true);
      return finding{"the audit can be written, and the collector's address is read"};
    };
    if (is_used && !found_.check("telemetry", open)) given_ = without(given_, own);
    if (!telemetry_) telemetry_ = std::make_unique<telemetry_options>(given_, true);
  }

  void check_users() {
    if (given_.count("rules") != 0)
      found_.check("rules " + text_of(given_, "rules"), [this] {
        static_cast<void>(access_of(given_));
        return finding{"they can be read"};
      });
    if (given_.count("users") == 0) return;
    found_.check("users " + text_of(given_, "users"), [this] {
      users_ = users_of(given_);
      return finding{counted(users_.size(), "user")};
    });
  }

  /// The address is taken for a moment, and nobody is answered.
  void check_address() {
    found_.check("address", [this] {
      auto how = listening(given_, users_);
      serving::http_server const server(std::move(how), [](auto const&, auto const&) {});
      return finding{server.url() + " is free"};
    });
  }

  void check_conversations() {
    auto const place = text_of(given_, "conversations");
    if (place.empty() || place == "none") return;
    found_.check("conversations", [&] {
      bool const is_new = place.find("://") == place.npos && !std::filesystem::exists(place);
      if (is_new) require_output(place, {});
      if (!is_new) require_written(*database_of_conversations(given_));
      return finding{is_new ? place + " will be made" : "they can be read and written"};
    });
  }

  void check_pipeline() {
    found_.check("demonstrations and corrections", [this] {
      auto const pool = served_pool_of(given_);
      return finding{counted(pool.demonstrations.size(), "demonstration") + (pool.kept ? ", and corrections are kept" : "")};
    });
    found_.check("pipeline", [this] {
      hosted_systems systems(given_, {}, *telemetry_);
      auto const all = systems.offered();
      return finding{all.front().name + (all.size() > 1 ? ", and " + counted(all.size() - 1, "other") : "")};
    });
  }

  void check_model() {
    std::optional<model_options> settings;
    try {
      settings.emplace(given_.count("timeout") != 0 ? given_ : with_value(given_, "timeout", seconds_for_a_model), purpose::runs);
    } catch (std::exception const&) {
      return;  // the pipeline has said so
    }
    if (!settings->server().present()) return;
    found_.check("model server " + settings->server().url(), [&] {
      boost::asio::io_context io{1};
      auto model = settings->server().connect(io.get_executor());
      try {
        auto const all = wait_for<std::vector<std::string>>(io, settings->server(), [&] { return model.models(); });
        auto const& name = settings->server().endpoint().model;
        if (name.empty() || std::ranges::find(all, name) != all.end()) return finding{"it answers, and has the model"};
        return finding{"it answers, and does not list " + name + ", which may work all the same (t2s doctor asks it)", true};
      } catch (t2s::error const& e) {
        if (is_away(e)) return finding{std::string("it is away, and the server begins without it: ") + e.what(), true};
        if (e.code() != t2s::errc::model_not_found && e.code() != t2s::errc::request_rejected && e.code() != t2s::errc::malformed_reply)
          throw;
        return finding{"it answers, and lists no models (t2s doctor asks it)", true};
      }
    });
  }

  /// A database as each role sees it, with everything that belongs to it: its descriptions, semantics, dictionary and index.
  void check_database(std::string const& typed) {
    auto const one = with_value(given_, "db", std::vector<std::string>{typed});
    auto const open = [&](std::vector<serving::user> const& by) {
      all_opened_ &=
          found_.check("database " + t2s::db::without_password(place_of(typed).place) + (by.empty() ? "" : " for " + by.front().name), [&] {
            auto const opened = open_served(one, limits_of_calls(given_), *telemetry_, by).all();
            opened_.insert(opened_.end(), opened.begin(), opened.end());
            return finding{counted(opened.front()->schema().tables().size(), "table")};
          });
    };
    if (given_.count("users") == 0) return open({});
    std::vector<t2s::db::policy::session> seen;
    for (auto const& u : users_) {
      if (std::ranges::find(seen, u.sees) != seen.end()) continue;
      seen.push_back(u.sees);
      open({u});
    }
  }

  void check_stored_queries() {
    if (given_.count("queries") == 0) return;
    found_.check("stored queries " + text_of(given_, "queries"), [this] {
      if (all_opened_) return finding{counted(stored_queries_of(given_, opened_).size(), "statement")};
      auto const read = serving::read_stored_queries(text_of(given_, "queries"), {});
      return finding{counted(read.size(), "statement") + "; whether they fit the databases was not looked at", true};
    });
  }

  po::variables_map given_;
  findings found_{};
  std::unique_ptr<telemetry_options> telemetry_{};
  std::vector<serving::user> users_{};
  serving::database_list opened_{};
  bool all_opened_ = true;
};

}  // namespace

int check_of_serve(po::variables_map const& given) { return server_check(given).run() ? answered : infrastructure; }

}  // namespace cli
