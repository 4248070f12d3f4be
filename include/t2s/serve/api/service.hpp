// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_SERVICE_HPP
#define T2S_SERVE_API_SERVICE_HPP

#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/detail/served_system.hpp"
#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/runs/detail/run_store.hpp"
#include "t2s/serve/runs/detail/worker_pool.hpp"

#include <atomic>
#include <boost/json/object.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// The page that is served beside the API, and how one run becomes a page of its own. Without them there is none.
struct served_page {
  std::string_view html{}, style{}, script{};                 ///< of `/`, `/page.css` and `/page.js`
  std::function<std::string(std::string_view)> standalone{};  ///< of the events of a run, as a JSON array
  std::string standalone_policy{};                            ///< its Content-Security-Policy
};

/// Each of a name of its own.
using database_list = std::vector<std::shared_ptr<served_database>>;

/// What a service is made of beside its databases and systems.
struct service_options {
  /// The databases of each `request::user`, as the user may see them: no user has others, or sees runs of others.
  std::map<std::string, database_list, std::less<>> of_users{};
  run_limits runs{};                                     ///< of all runs
  std::size_t calls_at_once = 2;                         ///< operations that are under way
  std::size_t calls_waiting = 32;                        ///< and that wait; further ones are answered 503
  std::size_t question_bytes = limits().question_bytes;  ///< a longer question is refused
  std::vector<operation> operations{};                   ///< each is offered as POST /v1/NAME
  served_page page{};                                    ///< for browsers
  /// The body of /metrics, with its media type, for the Accept header of a request. Empty: there is none.
  std::function<std::pair<std::string, std::string>(std::string_view accept)> metrics{};
  /// What else is answered, such as another protocol at a path of its own: false where it is not meant. Asked first. May be empty.
  std::function<bool(request const&, responder const&)> also{};
};

/// The routes of `t2s serve`: questions, runs and their events, operations, and the page. No socket: `answer` is the `handler` of a server.
/// Thread safe, but that one thread at a time calls `answer`.
class service {
 public:
  /// `databases` are those of requests without a user. The first system is the default. Throws t2s::error where there is no database or no
  /// system, or two databases of a name.
  T2S_DECL service(database_list databases, std::vector<served_system> systems, service_options options = {});
  service(service const&) = delete;
  service& operator=(service const&) = delete;
  T2S_DECL ~service();  ///< cancels what goes on and waits for it

  /// Answers a request: at once, or once a run or an operation is over.
  T2S_DECL void answer(request const& asked, responder respond);

  /// No run and no operation begins any more, and /readyz says so. Those that go on may do so for that long, then they are cancelled. From
  /// any thread.
  T2S_DECL void drain(std::chrono::milliseconds time);
  /// Whether nothing goes on any more. Cancels what goes on once the time of `drain` is over: to be asked now and then.
  [[nodiscard]] T2S_DECL bool is_idle();
  /// Readiness before the first request: not ready until it is called with true.
  void set_ready(bool ready) noexcept { ready_ = ready; }

  /// All its runs.
  [[nodiscard]] run_store& runs() noexcept { return runs_; }
  /// The description of the routes, as OpenAPI 3.1.
  [[nodiscard]] T2S_DECL boost::json::object openapi() const;

 private:
  struct route;
  T2S_DECL void cancel_all();
  [[nodiscard]] T2S_DECL static std::vector<route> const& routes();
  [[nodiscard]] T2S_DECL std::vector<std::string> methods_at(std::string_view path) const;
  [[nodiscard]] T2S_DECL bool answer_operation(request const& asked, responder const& respond);

  T2S_DECL void page(request const&, responder const&, std::string_view id);
  T2S_DECL void style(request const&, responder const&, std::string_view id);
  T2S_DECL void script(request const&, responder const&, std::string_view id);
  T2S_DECL void list_databases(request const&, responder const&, std::string_view id);
  T2S_DECL void show_schema(request const&, responder const&, std::string_view id);
  T2S_DECL void ask(request const&, responder const&, std::string_view id);
  T2S_DECL void list_runs(request const&, responder const&, std::string_view id);
  T2S_DECL void show_run(request const&, responder const&, std::string_view id);
  T2S_DECL void cancel_run(request const&, responder const&, std::string_view id);
  T2S_DECL void run_page(request const&, responder const&, std::string_view id);
  T2S_DECL void show_openapi(request const&, responder const&, std::string_view id);
  T2S_DECL void health(request const&, responder const&, std::string_view id);
  T2S_DECL void readiness(request const&, responder const&, std::string_view id);
  T2S_DECL void metrics(request const&, responder const&, std::string_view id);

  [[nodiscard]] T2S_DECL database_list const& databases_of(request const& asked) const;
  [[nodiscard]] T2S_DECL std::shared_ptr<served_database> find_database(request const& asked, std::string_view name) const;
  [[nodiscard]] T2S_DECL served_system const* find_system(std::string_view name) const;
  [[nodiscard]] T2S_DECL std::shared_ptr<served_database> database_of(request const& asked, boost::json::object& given,
                                                                      responder const& respond) const;
  [[nodiscard]] T2S_DECL std::shared_ptr<run_record> find_run(request const& asked, std::string_view id) const;

  database_list databases_;
  std::vector<served_system> systems_;
  service_options options_;
  std::atomic<bool> ready_ = true, draining_ = false;
  std::stop_source ending_{};                                        // of operations
  std::map<std::string, std::weak_ptr<std::string const>> pages_{};  // of runs, while they are sent
  std::atomic<std::int64_t> cut_off_ = 0;                            // of the steady clock, in milliseconds; 0: none
  run_store runs_;
  worker_pool calls_;
};

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/api/detail/openapi.ipp"
#include "t2s/serve/api/detail/service.ipp"
#endif

#endif
