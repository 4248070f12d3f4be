// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_SERVICE_HPP
#define T2S_SERVE_API_SERVICE_HPP

#include "t2s/serve/detail/conversations.hpp"
#include "t2s/serve/detail/corrections.hpp"
#include "t2s/serve/detail/learned_file.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/detail/proposals.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/detail/served_system.hpp"
#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/runs/detail/run_store.hpp"
#include "t2s/serve/runs/detail/worker_pool.hpp"
#include "t2s/serve/telemetry/detail/audit_log.hpp"

#include <atomic>
#include <boost/json/object.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::serve {

/// The pages that are served beside the API, the component for other sites, and the function that makes a document of one run. What is
/// empty is not served.
struct served_page {
  std::string_view html{}, style{}, script{};                 ///< the bodies of `/`, `/page.css` and `/page.js`
  std::function<std::string(std::string_view)> standalone{};  ///< makes the document of a run from its events, a JSON array
  std::string standalone_policy{};                            ///< the document's Content-Security-Policy
  std::string_view admin_html{}, admin_script{};              ///< the bodies of `/admin` and `/admin.js`
  std::string_view component{};                               ///< the body of `/t2s-ask.js`
};

/// Databases, each with a different name.
using database_list = std::vector<std::shared_ptr<served_database>>;

/// The owner's file of a database.
struct shared_learned {
  std::shared_ptr<learned_file> file{};             ///< what was proposed, and decided
  std::function<void(served_database&)> changed{};  ///< called after a decision, so that the database is read anew (`renew`)
};

/// Such files by the names of their databases.
using learned_files = std::map<std::string, shared_learned, std::less<>>;

/// The options of a service, apart from its databases and systems.
struct service_options {
  /// The databases of each `request::user`, restricted to what that user may see. Users do not see each other's databases and runs.
  std::map<std::string, database_list, std::less<>> of_users{};
  run_limits runs{};                                     ///< limits for all runs together
  std::shared_ptr<run_store> history{};                  ///< where runs are kept, beyond the service's own end; null: `runs` makes one
  std::size_t calls_at_once = 2;                         ///< the most operations that run at once
  std::size_t calls_waiting = 32;                        ///< the most that wait; further ones are answered 503
  std::size_t question_bytes = limits().question_bytes;  ///< a longer question is rejected
  std::vector<operation> operations{};                   ///< each is offered as POST /v1/NAME
  served_page page{};                                    ///< the page for browsers
  /// Remembers corrections of answers, which the answerers of the systems must use themselves (`with_corrections`). Null: none.
  std::shared_ptr<serve::corrections> corrections{};
  /// Whether a `request::user` may correct answers, and see and remove corrections. Empty: everybody may.
  std::function<bool(std::string_view user)> may_correct{};
  /// Whether a `request::user` sees what all users asked and what it cost (/v1/admin). Empty: those without a user do.
  std::function<bool(std::string_view user)> may_administer{};
  /// Keeps corrections of those who may not correct, until someone who may administer confirms them. Null: none are taken.
  std::shared_ptr<serve::proposals> proposals{};
  std::shared_ptr<telemetry::audit_log const> audit{};  ///< its refused and slow statements are shown to them; may be null
  learned_files learned{};  ///< clients of this machine that are no users decide what is known of these databases
  operation correct{};      ///< keeps one of them; if it is empty, that of `correct_operation(corrections)`
  /// Keeps conversations, each of a `request::user` and a database. Null: none.
  std::shared_ptr<serve::conversations> conversations{};
  /// Returns the body of /metrics and its media type for the Accept header of a request. Empty: no such route.
  std::function<std::pair<std::string, std::string>(std::string_view accept)> metrics{};
  /// Called for /readyz; throws `t2s::error` if the service cannot answer for now, for example because the audit log cannot be written. May
  /// be empty.
  std::function<void()> require_ready{};
  /// Handles further routes, such as another protocol; asked first. Returns false for requests that it does not handle. May be empty.
  std::function<bool(request const&, responder const&)> also{};
};

/// The routes of `t2s serve`: questions, runs and their events, operations, and the page. It has no socket: `answer` is the `handler` of a
/// server. Thread safe, except that only one thread at a time may call `answer`.
class service {
 public:
  /// `databases` are those of requests without a user. The first system is the default. Throws `t2s::error` if there is no database or no
  /// system, or if two databases have the same name.
  T2S_DECL service(database_list databases, std::vector<served_system> systems, service_options options = {});
  service(service const&) = delete;
  service& operator=(service const&) = delete;
  T2S_DECL ~service();  ///< cancels operations and, without a `service_options::history`, all runs, and waits for them

  /// Answers a request: immediately, or at the end of a run or an operation.
  T2S_DECL void answer(request const& asked, responder respond);

  /// Starts no more runs and operations, and makes /readyz say so. Those that run are cancelled after that time. Callable from any thread.
  T2S_DECL void drain(std::chrono::milliseconds time);
  /// Whether no run or operation is left. Cancels them when the time of `drain` is over, so call it now and then.
  [[nodiscard]] T2S_DECL bool is_idle();
  /// Whether no operation is left; runs need no service.
  [[nodiscard]] T2S_DECL bool has_no_calls() const;
  /// Reads what the page shows of each database: the keys that its values imply, and example questions that the first system without a
  /// model answers. Until then, and for a database that fails, there are none. Takes seconds: for a thread of its own.
  T2S_DECL void prepare(std::stop_token const& stop = {});
  /// Sets whether /readyz answers that the service is ready.
  void set_ready(bool ready) noexcept { ready_ = ready; }

  /// All runs of the service.
  [[nodiscard]] run_store& runs() noexcept { return *runs_; }
  /// The description of the routes, as OpenAPI 3.1.
  [[nodiscard]] T2S_DECL boost::json::object openapi() const;

 private:
  /// What was read of a database.
  struct prepared_database {
    std::vector<std::string> examples{};
    std::shared_ptr<knowledge::lexicon const> words{};
  };
  struct route;
  T2S_DECL void cancel_all();
  [[nodiscard]] T2S_DECL static std::vector<route> const& routes();
  [[nodiscard]] T2S_DECL std::vector<std::string> methods_at(request const& asked) const;
  [[nodiscard]] T2S_DECL bool answer_operation(request const& asked, responder const& respond);
  [[nodiscard]] T2S_DECL bool is_offered(operation const& what, request const& asked) const;
  T2S_DECL void run_operation(operation const& what, request const& asked, responder const& respond);

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
  T2S_DECL void correct(request const&, responder const&, std::string_view id);
  T2S_DECL void list_corrections(request const&, responder const&, std::string_view id);
  T2S_DECL void export_corrections(request const&, responder const&, std::string_view id);
  T2S_DECL void remove_correction(request const&, responder const&, std::string_view id);
  T2S_DECL void list_learned(request const&, responder const&, std::string_view id);
  T2S_DECL void decide_learned(request const&, responder const&, std::string_view id);
  T2S_DECL void admin_page(request const&, responder const&, std::string_view id);
  T2S_DECL void admin_script(request const&, responder const&, std::string_view id);
  T2S_DECL void component(request const&, responder const&, std::string_view id);
  T2S_DECL void list_all_runs(request const&, responder const&, std::string_view id);
  T2S_DECL void list_costs(request const&, responder const&, std::string_view id);
  T2S_DECL void list_statements(request const&, responder const&, std::string_view id);
  T2S_DECL void list_proposals(request const&, responder const&, std::string_view id);
  T2S_DECL void decide_proposal(request const&, responder const&, std::string_view id);
  T2S_DECL void list_conversations(request const&, responder const&, std::string_view id);
  T2S_DECL void show_conversation(request const&, responder const&, std::string_view id);
  T2S_DECL void rename_conversation(request const&, responder const&, std::string_view id);
  T2S_DECL void remove_conversation(request const&, responder const&, std::string_view id);
  T2S_DECL void export_conversation(request const&, responder const&, std::string_view id);
  T2S_DECL void show_openapi(request const&, responder const&, std::string_view id);
  T2S_DECL void health(request const&, responder const&, std::string_view id);
  T2S_DECL void readiness(request const&, responder const&, std::string_view id);
  T2S_DECL void metrics(request const&, responder const&, std::string_view id);

  [[nodiscard]] T2S_DECL database_list const& databases_of(request const& asked) const;
  [[nodiscard]] T2S_DECL static std::shared_ptr<served_database> database_in(database_list const& all, std::string_view name);
  [[nodiscard]] std::shared_ptr<served_database> find_database(request const& asked, std::string_view name) const {
    return database_in(databases_of(asked), name);
  }
  [[nodiscard]] T2S_DECL std::shared_ptr<served_system const> find_system(std::string_view name) const;
  [[nodiscard]] T2S_DECL std::shared_ptr<served_database> database_of(request const& asked, boost::json::object& given,
                                                                      responder const& respond) const;
  [[nodiscard]] T2S_DECL bool may_correct(request const& asked) const;
  [[nodiscard]] T2S_DECL shared_learned const* learned_of(request const& asked, std::string_view database) const;
  [[nodiscard]] T2S_DECL bool refuses_corrections(request const& asked, responder const& respond) const;
  [[nodiscard]] T2S_DECL bool may_administer(request const& asked) const;
  [[nodiscard]] T2S_DECL bool may_propose(request const& asked) const;
  [[nodiscard]] T2S_DECL bool refuses_admin(request const& asked, responder const& respond) const;
  T2S_DECL void propose(request const& asked, responder const& respond);
  struct conversation_found;
  T2S_DECL void on_conversations(request const& asked, responder const& respond, std::function<void(serve::conversations&)> work);
  T2S_DECL void on_conversation(request const& asked, responder const& respond, std::string_view id,
                                std::function<response(conversation_found const&)> work);
  [[nodiscard]] T2S_DECL std::optional<response> enter_conversation(run_order& order, database_list const& own, served_database const& in);
  T2S_DECL void ask_in_conversation(request const& asked, responder const& respond, run_order order,
                                    std::shared_ptr<served_database> const& database, std::shared_ptr<served_system const> const& system);
  [[nodiscard]] T2S_DECL bool begin_run(request const& asked, responder const& respond, run_order order,
                                        std::shared_ptr<served_database> const& database,
                                        std::shared_ptr<served_system const> const& system);
  [[nodiscard]] T2S_DECL std::shared_ptr<run_record> find_run(request const& asked, std::string_view id) const;

  [[nodiscard]] T2S_DECL prepared_database read(served_database& database, std::stop_token const& stop) const;
  [[nodiscard]] T2S_DECL prepared_database prepared_of(served_database const& database) const;

  database_list databases_;
  std::shared_ptr<std::vector<served_system> const> systems_;  // runs share them
  service_options options_;
  std::atomic<bool> ready_ = true, draining_ = false;
  std::stop_source ending_{};                                        // of operations
  std::map<std::string, std::weak_ptr<std::string const>> pages_{};  // the documents of runs, while they are sent
  mutable std::mutex guard_{};                                       // of the next
  std::map<served_database const*, prepared_database> prepared_{};   // by `prepare`
  std::atomic<std::int64_t> cut_off_ = 0;                            // on the steady clock, in milliseconds; 0: none
  std::shared_ptr<run_store> runs_;
  worker_pool calls_;
  std::unique_ptr<worker_pool> keeping_{};  // its thread reads and writes conversations, which may be on another machine
};

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/api/detail/admin.ipp"
#include "t2s/serve/api/detail/conversations.ipp"
#include "t2s/serve/api/detail/openapi.ipp"
#include "t2s/serve/api/detail/service.ipp"
#endif

#endif
