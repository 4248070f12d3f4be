// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_CONTEXT_HPP
#define T2S_PIPELINE_CONTEXT_HPP

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/detail/draw.hpp"
#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/check_database.hpp"
#include "t2s/llm/detail/budget_by_role.hpp"
#include "t2s/llm/detail/cut_answer.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/samples.hpp"
#include "t2s/pipeline/detail/turns.hpp"
#include "t2s/pipeline/events.hpp"
#include "t2s/pipeline/history.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace t2s {

class known_parts;  // pipeline/prepared.hpp

/// The options of one run.
struct run_options {
  limits allowed{};        ///< what the run may spend
  std::uint64_t seed = 1;  ///< for everything random in the run
  std::stop_token stop{};  ///< checked before every model call and every statement
  /// Whether a model that fails after the draft ends the run with the attempts so far. Its error is then `answer::failed`; otherwise it is
  /// thrown.
  bool keep_attempts_if_model_fails = false;
  std::vector<turn> turns{};  ///< the turns of the conversation before the question, oldest first; empty for a question alone
};

/// Runs f() as a stage or step and returns its result, now or as an awaitable.
template <class Context, class F>
[[nodiscard]] auto traced(Context& ctx, events::stage_begun at, F f) {
  if constexpr (!Context::is_traced) {
    return f();
  } else if constexpr (Context::synchronous || !settled<std::invoke_result_t<F&>>::later) {
    auto const going_on = ctx.span(at);
    return then(f(), [](auto result) { return result; });
  } else {
    using result = typename settled<std::invoke_result_t<F&>>::type;
    return [](Context& c, events::stage_begun s, F g) -> task<Context, result> {
      auto const going_on = c.span(s);
      auto working = g();
      auto done = co_await std::move(working);
      co_return done;
    }(ctx, at, std::move(f));
  }
}

namespace detail {

/// `x`, or an awaitable of it that ends at the run's time limit: by throwing `error` with `budget_time`. An `x` that ignores its
/// cancellation then goes on by itself, and `kept` lives until it ends.
template <class Context, class X>
[[nodiscard]] auto within_time([[maybe_unused]] Context& ctx, X x, [[maybe_unused]] std::shared_ptr<void const> kept) {
  if constexpr (Context::synchronous || !settled<X>::later) {
    return x;
  } else {
    return [](Context& c, X work, std::shared_ptr<void const> all) -> X {
      auto waiting = timed_wait_of<X>::type::result_of(std::move(work), c.bounds().until, std::move(all));
      auto done = co_await std::move(waiting);
      if (!done) c.require_time();
      co_return std::move(done).value();
    }(ctx, std::move(x), std::move(kept));
  }
}

/// Compile errors for a type that cannot be the model of a context.
template <class Model>
struct check_model {
  static constexpr bool asks = requires(Model& m, llm::request r) { m.complete(std::move(r)); };
  static_assert(!is_temporary<Model>, "t2s: the context's model is a temporary and would be gone before the run: keep it in a variable");
  static_assert(asks || is_temporary<Model> || !llm::ChatModel<std::remove_const_t<Model>>,
                "t2s: the context's model is const and its complete() is not: pass a model that is not const, or make its verb const");
  static_assert(asks || is_temporary<Model> || llm::ChatModel<std::remove_const_t<Model>>,
                "t2s: the context's model has no verb `t2s::llm::completion complete(t2s::llm::request)`");
  static_assert(!asks || llm::ChatModel<Model>, "t2s: the model's complete() must return a t2s::llm::completion, now or as an awaitable");
};

/// The mode of a context with a compile error: nothing that uses it adds another.
struct cannot_run : now {};

/// Whether a context's runs are synchronous. If its types do not tell, reports the compile error.
template <class Model, class Database>
struct checked_kind_of_run : check_model<Model>, db::check_database<Database>, cannot_run {};
template <llm::ChatModel Model, db::Database Database>
struct checked_kind_of_run<Model, Database>
    : run_mode<decltype(std::declval<Model&>().complete(llm::request())), decltype(std::declval<Database&>().execute(std::string()))> {};
template <db::Database Database, llm::ChatModel Model>
  requires(!llm::ChatModel<Database>)
struct checked_kind_of_run<Database, Model> : cannot_run {
  static_assert(!sizeof(Model*), "t2s: the arguments of the context are swapped: the model comes first, t2s::context(model, database)");
};
template <class Database>
struct checked_kind_of_run<temporary<void>, Database> : cannot_run {
  static_assert(!sizeof(Database*), "t2s: a context has a model, which may be a t2s::llm::no_model: t2s::context(model, database)");
};

template <class Database>
struct checked_kind_of_run<temporary<run_options>, Database> : cannot_run {
  static_assert(
      !sizeof(Database*),
      "t2s: what follows the database is no t2s::run_options: an option in the braces is misspelt, out of order or of another type");
};

}  // namespace detail

/// The resources of one run: a model, a database, a budget, a trace. Policies reach model and database only through it, so that all use is
/// charged to the budget.
///
/// A run has the mode of its context (core/detail/task.hpp): synchronous unless the model or the database is awaitable. The context refers
/// to model and database, which must outlive the run, and beyond it a call that ignores its cancellation (`limits::time`). A run uses it
/// from one thread at a time; copies are independent, except for the objects that they refer to.
template <class Model, class Database, TraceSink Trace = null_trace>
class context : public detail::checked_kind_of_run<Model, Database> {
  using kind_of_run = detail::checked_kind_of_run<Model, Database>;  // g++ 16 fails at co_await if context names it
  template <class, class, TraceSink>
  friend class context;

 public:
  static constexpr bool is_traced = Trace::enabled;  ///< whether spans are recorded
  /// Whether knowledge about the database outlives the run (`prepared`).
  static constexpr bool is_prepared = requires(Database& d) {
    { d.known() } -> std::same_as<known_parts&>;
  };
  static constexpr bool has_roles = llm::HasRoles<Model>;  ///< whether the model consists of several, chosen by the role of each request

  /// The same for a model with roles; also charges each role's own budget, which must outlive the run and can be read afterwards. Only one
  /// run at a time may use that budget.
  context(Model& model, Database& database, run_options options, llm::budget_by_role& by_role, Trace trace = {})
      : context(model, database, std::move(options), std::move(trace)) {
    static_assert(has_roles,
                  "t2s: a budget by role needs a model that has roles: t2s::llm::models_by_role, which takes a single model too");
    if constexpr (has_roles) by_role_ = &by_role;
  }

  /// Does not compile; the message says why.
  template <class... Given>
    requires(detail::is_temporary<Model> || detail::is_temporary<Database>)
  context(Given&&...);
  /// Does not compile: what follows the database is no `run_options`.
  template <class Given, class AlsoGiven>
    requires std::same_as<Model, detail::temporary<run_options>>
  context(Given&, AlsoGiven&, ...);

  /// Does not compile: spending of a copy would be missing in the run. Take the context by reference, `auto& ctx`.
  template <std::derived_from<context> Run>
    requires(!std::same_as<Run, context>)
  context(Run&) = delete;

  /// The context of a run; model and database must outlive it. The last constructor, which g++ names first of those that do not fit.
  context(Model& model, Database& database, run_options options = {}, Trace trace = {})
      : model_(&model), database_(&database), options_(std::move(options)), budget_(options_.allowed), trace_(std::move(trace)) {}

  /// Asks the model, or the one of the request's role, shows it the last three turns of the conversation, and passes it the remaining
  /// time. An answer longer than `limits::answer_bytes` is cut. Throws `error` with `cancelled` or a `budget_...` code before anything is
  /// sent, with `budget_time` if the answer is late (that of an awaitable model: a model that answers at once cannot be ended), with
  /// `model_failed` if the provider withheld it (`llm::is_withheld`), and what the model throws.
  [[nodiscard]] auto ask(llm::request asked) { return ask(trace_, std::move(asked)); }

  /// The same for one of several candidates, with a sink of its own for the spans; so `embed`, `query`, `sample` and `distinct`.
  template <TraceSink Sink>
  [[nodiscard]] auto ask(Sink& sink, llm::request&& asked) {
    static_assert(!std::same_as<Model, llm::no_model>,
                  "t2s: a policy of this pipeline asks a model and the context has none: give it a model, or take the policy's local kind");
    require_not_cancelled();
    llm::keep_role_for<Model>(asked);
    detail::show_turns(asked, options_.turns);
    auto const by = asked.asks;
    return called<llm::completion, events::model_called>(
        sink, std::move(asked),
        [by](llm::request const& r) { return events::model_call_begun{has_roles ? std::optional(by) : std::nullopt, &r}; },
        [this, by](llm::request&& r) {
          auto* const roles = role_budgets();
          if (roles) roles->require_left(by);
          budget_.open_call();
          if (roles) roles->open_call(by);
          prepare(r,
                  roles ? std::min(budget_.completion_tokens_left(), roles->completion_tokens_left(by)) : budget_.completion_tokens_left());
          return model_->complete(std::move(r));
        },
        [this, by](llm::completion& reply) {
          if (auto* const roles = role_budgets()) roles->close_call(by, reply.prompt_tokens, reply.completion_tokens);
          budget_.close_call(reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens);
          llm::leave_out_withheld(reply);
          auto const bytes = llm::cut_answer(reply, allowed().answer_bytes);
          if (bytes > 0) budget_.count_cut_answer();
          return events::model_called{&reply, bytes};
        });
  }

  /// The vectors of texts by a policy's embedding model, which gets the remaining time if it takes one. Throws as `ask`.
  template <llm::EmbeddingModel Embedder>
  [[nodiscard]] auto embed(Embedder& by, std::vector<std::string> texts) {
    return embed(trace_, by, std::move(texts));
  }
  /// As `embed`.
  template <TraceSink Sink, llm::EmbeddingModel Embedder>
  [[nodiscard]] auto embed(Sink& sink, Embedder& by, std::vector<std::string> texts) {
    require_not_cancelled();
    return called<llm::embeddings, events::texts_embedded>(
        sink, std::move(texts), [](auto const&) { return events::embedding_begun(); },
        [this, &by](std::vector<std::string>&& all) {
          budget_.open_embedding();
          return llm::embed_within(by, std::move(all), bounds());
        },
        [this](llm::embeddings const& given) {
          budget_.close_embedding(given.prompt_tokens);
          return events::texts_embedded{&given};
        });
  }

  /// Executes a statement: an `execution`, immediately or as the run's task. Failed SQL is data in it.
  /// Throws `error` with `cancelled` or a `budget_...` code before anything is sent, with `budget_time` if an awaitable database is late,
  /// and what the database throws.
  [[nodiscard]] auto query(std::string sql) { return query(trace_, std::move(sql)); }
  /// As `query`.
  template <TraceSink Sink>
  [[nodiscard]] auto query(Sink& sink, std::string sql) {
    statement_note note(sql);
    return charged(sink, std::move(note), [this, sql = std::move(sql)]() mutable { return database_->execute(std::move(sql)); });
  }

  /// The first rows of a table, and distinct values of a column, as `Database` defines them; charged as statements.
  [[nodiscard]] auto sample(std::string table, std::size_t n) { return sample(trace_, std::move(table), n); }
  /// As `sample`.
  template <TraceSink Sink>
  [[nodiscard]] auto sample(Sink& sink, std::string table, std::size_t n) {
    return charged(sink, statement_note(),
                   [this, table = std::move(table), n]() mutable { return database_->sample(std::move(table), n); });
  }
  /// As `sample`.
  [[nodiscard]] auto distinct(std::string table, std::string column, std::size_t limit) {
    return distinct(trace_, std::move(table), std::move(column), limit);
  }
  /// As `distinct`.
  template <TraceSink Sink>
  [[nodiscard]] auto distinct(Sink& sink, std::string table, std::string column, std::size_t limit) {
    return charged(sink, statement_note(), [this, table = std::move(table), column = std::move(column), limit]() mutable {
      return database_->distinct(std::move(table), std::move(column), limit);
    });
  }

  /// The schema of the database.
  [[nodiscard]] schema::database const& schema() const { return database_->schema(); }

  /// The result of `wrap` for the database: a `Database` with a different view or behaviour.
  template <class Wrap>
  [[nodiscard]] auto wrapped(Wrap wrap) const {
    return wrap(*database_);
  }
  /// The same run over that database, which must outlive it. Its limits are reduced by `spent`.
  template <db::Database Other>
  [[nodiscard]] context<Model, Other, Trace> over(Other& other, spending const& spent = {}) const {
    auto options = options_;
    options.allowed = left_of(options.allowed, spent);
    context<Model, Other, Trace> made(*model_, other, std::move(options), trace_);
    if constexpr (has_roles) made.by_role_ = by_role_;
    if constexpr (!context::synchronous) made.kept_ = kept_;
    return made;
  }
  /// The same over a database that lives until the run, and what it leaves behind, has ended.
  template <db::Database Other>
  [[nodiscard]] context<Model, Other, Trace> over(std::shared_ptr<Other> other, spending const& spent = {}) const {
    auto made = over(*other, spent);
    if constexpr (!context::synchronous) made.kept_ = std::make_shared<std::pair<decltype(kept_), decltype(other)>>(kept_, other);
    return made;
  }

  /// The known parts of the database, each read on first use: a `prepared` database's, shared by all its runs, or else this run's own. To
  /// use them, include t2s/pipeline/prepared.hpp.
  template <class Parts = known_parts>
  [[nodiscard]] Parts& known() {
    if constexpr (is_prepared) {
      return database_->known();
    } else {
      if (!own_) own_ = Parts::make();
      return *own_;
    }
  }

  /// The rows that prompts may show, if the database limits them, as `link::narrowed` does; null without a limit.
  [[nodiscard]] rows_budget const* shown_rows() const noexcept {
    if constexpr (requires { database_->shown_rows(); })
      return database_->shown_rows();
    else
      return nullptr;
  }

  /// The remaining time and the stop token, for calls and waits.
  [[nodiscard]] llm::call_bounds bounds() const { return {budget_.deadline(), options_.stop}; }

  /// A stage, or a named step of a policy, that lasts as long as the returned object.
  [[nodiscard]] t2s::span<Trace> span(events::stage_begun at) { return {trace_, at}; }

  /// Passes an event to the trace if its sink has an `on` for it.
  template <class Event>
  void tell(Event const& event) noexcept {
    t2s::tell(trace_, event);
  }
  /// The candidate's number in a candidate's context; nothing in a run's.
  [[nodiscard]] static constexpr std::optional<std::size_t> candidate() noexcept { return {}; }

  /// A generator seeded by the run's seed and `salt`: equal seeds and salts give equal numbers in every run and on every platform.
  [[nodiscard]] random_numbers random(std::string_view salt) const {
    return random_numbers(static_cast<std::uint32_t>(text::hash(salt, options_.seed * 0x9E3779B97F4A7C15u + 1) % 2147483646u + 1));
  }

  /// Throws `error` with `cancelled` or `budget_time`, as the calls above do. For loops without such a call.
  void require_time() const {
    require_not_cancelled();
    budget_.require_time();
  }

  /// What this run has spent so far.
  [[nodiscard]] spending spent() const noexcept { return budget_.spent(); }
  /// What this run may spend.
  [[nodiscard]] limits const& allowed() const noexcept { return budget_.allowed(); }
  /// The option of that name.
  [[nodiscard]] bool keep_attempts_if_model_fails() const noexcept { return options_.keep_attempts_if_model_fails; }

  /// The turns of the conversation before the question, oldest first.
  [[nodiscard]] std::vector<turn> const& turns() const noexcept { return options_.turns; }

  /// Whether the spans of concurrent work are kept: they do not fit in one row.
  static constexpr bool traces_beside = is_traced && (context::synchronous || requires(Trace& t) { t.beside(events::lane()); });
  /// The sink of a lane: a separate one if the sink offers that (`beside(lane)`).
  [[nodiscard]] auto sink_beside([[maybe_unused]] events::lane at) {
    if constexpr (!traces_beside)
      return null_trace();
    else if constexpr (requires { trace_.beside(at); })
      return trace_.beside(at);
    else
      return trace_;
  }

 protected:
  /// Resets the spending, and the knowledge about a database that is not prepared; the time limit starts now.
  void restart() {
    budget_ = budget(options_.allowed);
    if (auto* const roles = role_budgets()) roles->restart();
    if constexpr (!is_prepared) own_.reset();
  }

 private:
  /// Passes the rest of the budget and the run's bounds to the request.
  void prepare(llm::request& asked, std::size_t completion_tokens_left) const {
    if (completion_tokens_left != unlimited)
      asked.max_tokens = std::min(asked.max_tokens.value_or(completion_tokens_left), completion_tokens_left);
    asked.bounds = bounds();
  }

  /// The budgets by role, or nullptr.
  [[nodiscard]] llm::budget_by_role* role_budgets() const noexcept {
    if constexpr (has_roles)
      return by_role_;
    else
      return nullptr;
  }

  /// Calls a model; `settle` charges its result. A synchronous run needs no coroutine for it.
  template <class Given, class Ended, TraceSink Sink, class Asked, class Begun, class Ask, class Settle>
    requires(context::synchronous)
  Given called(Sink& sink, Asked&& asked, Begun begun, Ask ask, Settle settle) {
    lasting<Sink, Ended> calling(sink, begun(asked));
    try {
      Given given = then(context::lift(ask(std::move(asked))), std::identity());
      calling.finish(settle(given));
      return given;
    } catch (error const& e) {
      calling.finish(Ended{.error = e.details().code});
      rethrow_timeout_as_budget(e);
      throw;
    }
  }
  template <class Given, class Ended, TraceSink Sink, class Asked, class Begun, class Ask, class Settle>
    requires(!context::synchronous)
  auto called(Sink& sink, Asked asked, Begun begun, Ask ask, Settle settle) -> typename kind_of_run::template task<Given> {
    lasting<Sink, Ended> calling(sink, begun(asked));
    try {
      auto asking = context::lift(detail::within_time(*this, ask(std::move(asked)), kept()));
      auto given = co_await std::move(asking);
      calling.finish(settle(given));
      co_return given;
    } catch (error const& e) {
      calling.finish(Ended{.error = e.details().code});
      rethrow_timeout_as_budget(e);
      throw;
    }
  }

  /// If a model misses the run's deadline it throws its own error; the run's error is `budget_time`.
  void rethrow_timeout_as_budget(error const& e) const {
    if (e.code() == errc::model_timeout) budget_.require_time();
  }

  struct no_note {
    no_note() = default;
    explicit no_note(std::string const&) noexcept {}
    explicit operator std::string_view() const noexcept { return {}; }
  };
  using statement_note = std::conditional_t<is_traced, std::string, no_note>;  ///< the SQL of a statement, for the trace

  /// Executes a statement, which counts when it is sent.
  template <TraceSink Sink, class F>
  auto charged(Sink& sink, statement_note told, F execute) {
    require_not_cancelled();
    if constexpr (context::synchronous) {
      budget_.open_statement();
      auto const sql = std::string_view(told);
      lasting<Sink, events::statement_executed> executing(sink, events::statement_begun{sql});
      auto done = then(context::lift(execute()), std::identity());
      budget_.close_statement(done.rows.values.size());
      executing.finish(events::statement_executed{sql, &done});
      return done;
    } else {
      return charged_later(sink, std::move(told), std::move(execute));
    }
  }
  template <TraceSink Sink, class F>
  auto charged_later(Sink& sink, statement_note told, F execute) -> typename kind_of_run::template task<db::execution> {
    budget_.open_statement();
    auto const sql = std::string_view(told);
    lasting<Sink, events::statement_executed> executing(sink, events::statement_begun{sql});
    auto answering = context::lift(detail::within_time(*this, execute(), kept()));
    auto done = co_await std::move(answering);
    budget_.close_statement(done.rows.values.size());
    executing.finish(events::statement_executed{sql, &done});
    co_return done;
  }

  /// What a call that is left behind refers to.
  [[nodiscard]] std::shared_ptr<void const> kept() const noexcept {
    if constexpr (context::synchronous)
      return {};
    else
      return kept_;
  }

  void require_not_cancelled() const {
    if (options_.stop.stop_requested()) throw error(errc::cancelled, "the run was cancelled");
  }

  Model* model_;
  Database* database_;
  run_options options_;
  budget budget_;
  struct nothing {};
  struct no_roles {};
  [[no_unique_address]] std::conditional_t<has_roles, llm::budget_by_role*, no_roles> by_role_{};
  [[no_unique_address]] std::conditional_t<is_prepared, nothing, std::shared_ptr<known_parts>> own_{};
  struct nothing_kept {};
  [[no_unique_address]] std::conditional_t<context::synchronous, nothing_kept, std::shared_ptr<void const>> kept_{};
  [[no_unique_address]] Trace trace_;
};

/// Does not compile for a temporary; the message says why.
template <class Model, class Database, class... Rest>
  requires(!std::is_lvalue_reference_v<Model> || !std::is_lvalue_reference_v<Database>)
context(Model&&, Database&&, Rest&&...) -> context<detail::kept<Model>, detail::kept<Database>>;
/// Does not compile; the message says why.
template <class Only>
  requires(!requires { std::remove_cvref_t<Only>::synchronous; })
context(Only&&) -> context<detail::temporary<void>, detail::temporary<void>>;
/// Does not compile; the message says why. It fits worst of all: as `volatile`, and since an ellipsis takes braces (with g++).
template <class Model, class Database>
context(Model volatile&, Database volatile&, ...) -> context<detail::temporary<run_options>, Database>;

template <class Context, class States>
class run_context;

/// A context together with the states of a pipeline's policies during one run, each found by its type. Policies that list the same type
/// share it.
template <class Context, class... States>
class run_context<Context, facts<States...>> : public Context {
 public:
  /// The context at the beginning of a run.
  explicit run_context(Context c) : Context(std::move(c)) { this->restart(); }
  run_context(run_context const&) = delete;  // t2s: a run's context is not copied; take it by reference: `auto& ctx`
  run_context& operator=(run_context const&) = delete;

  /// The state of that type.
  template <class State>
  [[nodiscard]] State& state() {
    static_assert(detail::contains<State, facts<States...>>, "t2s: a policy uses a state that it does not list in its `states`");
    return std::get<State>(states_);
  }

  // For the pipeline: each candidate starts with the states of the run.
  /// All states.
  [[nodiscard]] std::tuple<States...>& all_states() noexcept { return states_; }

 private:
  [[no_unique_address]] std::tuple<States...> states_{};
};

/// Executes the latest attempt, unless the run has executed the same SQL, and notes the result as a fact. Returns a pointer into `past`,
/// never null, immediately or as the run's task. Precondition: there is an attempt, as in every review.
template <class Context, class Past>
[[nodiscard]] auto outcome(Context& ctx, Past& past) {
  for (std::size_t ago = 0; ago < past.size(); ++ago) {
    auto const* known = past.template known<db::execution>(ago);
    if (known && past[past.size() - 1 - ago].tried.sql == past.sql()) return ctx.lift(ago == 0 ? known : past.note(db::execution(*known)));
  }
  return then(ctx.query(past.sql()), [&past](db::execution done) { return past.note(std::move(done)); });
}

}  // namespace t2s

#endif
