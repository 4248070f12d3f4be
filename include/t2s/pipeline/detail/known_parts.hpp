// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_KNOWN_PARTS_HPP
#define T2S_PIPELINE_DETAIL_KNOWN_PARTS_HPP

#include "t2s/core/detail/needs_rtti.hpp"

#include "t2s/core/detail/task.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/events.hpp"

#include <any>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <vector>

namespace t2s {

namespace detail {

/// Calls a function at the end of its scope, also after an exception.
template <class F>
struct at_end {
  F call;

  ~at_end() { call(); }
};
template <class F>
at_end(F) -> at_end<F>;  // clang 16 deduces no aggregates

}  // namespace detail

/// Whether a type holds options of a known part. Specialize it for your own.
template <class Options>
inline constexpr bool is_part_options = false;
template <>
inline constexpr bool is_part_options<schema::descriptions> = true;

/// Options of known parts, each found by its type: `known_options(knowledge::lexicon_options{...}, schema::descriptions{...})`.
class known_options {
 public:
  known_options() = default;  ///< the defaults of every part
  /// Options of several types; the last one of each type counts.
  template <class... Options>
    requires(sizeof...(Options) > 0 && !(std::same_as<Options, known_options> || ...))
  explicit known_options(Options... given) {
    (set(std::move(given)), ...);
  }

  /// Sets options, replacing earlier ones of their type.
  template <class Options>
  void set(Options given) {
    static_assert(is_part_options<Options>,
                  "t2s: these are no options of a part of what is known of a database: give knowledge::lexicon_options, "
                  "knowledge::kept_values_options, knowledge::table_rows_options or schema::descriptions, or specialize is_part_options");
    std::erase_if(all_, [](std::any const& of) { return of.type() == typeid(Options); });
    all_.emplace_back(std::move(given));
  }

  /// The options of that type, or their defaults.
  template <class Options>
  [[nodiscard]] Options const& get() const {
    for (auto const& of : all_)
      if (auto const* given = std::any_cast<Options>(&of)) return *given;
    static Options const usual{};
    return usual;
  }

 private:
  std::vector<std::any> all_{};
};

/// Parts of the knowledge about one database. Each part is read once, on first use, by the run that asks first.
///
/// Safe for any number of concurrent runs, synchronous and awaitable. While one run reads a part, others wait for it, at most for their own
/// time limit: synchronous runs block their thread, awaitable ones suspend. If reading fails, the next run that asks tries again. Owned by
/// a `std::shared_ptr`, which suspended runs hold too.
class known_parts : public std::enable_shared_from_this<known_parts> {
 public:
  [[nodiscard]] static T2S_DECL std::shared_ptr<known_parts> make(known_options options = {});  ///< nothing is read yet
  /// The knowledge about some tables of a database. Parts with a true member `is_of_whole` come from `whole`; nothing else is read yet.
  [[nodiscard]] static T2S_DECL std::shared_ptr<known_parts> make_within(std::shared_ptr<known_parts> whole);
  T2S_DECL ~known_parts();
  known_parts(known_parts const&) = delete;
  known_parts& operator=(known_parts const&) = delete;

  /// All options.
  [[nodiscard]] known_options const& options() const noexcept { return options_; }
  /// The options of that type.
  template <class Options>
  [[nodiscard]] Options const& options() const {
    return options_.get<Options>();
  }

  /// Whether they cover all tables.
  [[nodiscard]] bool is_of_whole_database() const noexcept { return !whole_; }

  /// Call this for each connection that shares the parts. Throws `error` with `invalid_argument` if the schemas differ.
  T2S_DECL void require_schema(schema::database const& of);

  /// The schema of such a connection, with what the options describe; without descriptions the connection's own.
  [[nodiscard]] schema::database const& described(schema::database const& of) const noexcept { return is_described_ ? described_ : of; }

  /// Stores a part that was made elsewhere, unless it exists or is being read.
  template <class Part>
  void keep(std::string name, std::shared_ptr<Part const> made) {
    keep_in(slot_of({typeid(Part), std::move(name)}), std::move(made));
  }

  /// The part of that type and name. If it does not exist, `read()` makes it: a non-null `std::shared_ptr<Part const>`, immediately or as
  /// the context's task. A part whose member `whole` is false goes only to the run that read it and to those that wait for it. Returns the
  /// pointer immediately in a synchronous run, else as a task. Throws what `read` throws; while waiting, `error` with `cancelled` or
  /// `budget_time`; `invalid_argument` if reading a part requests the same part. A synchronous run must not block a thread that an
  /// awaitable run needs.
  template <class Part, class Context, class Read>
  [[nodiscard]] auto part(Context& ctx, std::string name, Read read) {
    auto& owner = is_of_whole<Part>() && whole_ ? *whole_ : *this;
    auto& at = owner.slot_of({typeid(Part), std::move(name)});
    if constexpr (Context::synchronous)
      return owner.template read_now<Part>(ctx, at, std::move(read));
    else
      return read_later<Part>(owner.shared_from_this(), ctx, at, std::move(read));
  }

 private:
  T2S_DECL explicit known_parts(known_options options);

  using key = std::pair<std::type_index, std::string>;

  struct slot {
    explicit slot(key const& name) : of(name) {}

    key of;
    std::shared_ptr<void const> value{}, incomplete{};  // the kept part, and the latest one that was not kept
    void const* reader = nullptr;                       // the context that reads it now
    std::size_t readings = 0;                           // the number of ended readings
    std::vector<detail::pending_wait*> waiting{};       // suspended runs
  };

  /// A run that requests a part.
  struct asker {
    void const* context = nullptr;
    std::optional<std::size_t> waited{};  // the number of ended readings when it began to wait
    std::shared_ptr<void const> found{};  // the part, if it exists
  };

  /// Who reads a requested part: no run (it exists), the caller, another run.
  enum class turn { done, caller, another };

  [[nodiscard]] T2S_DECL slot& slot_of(key const& of);
  T2S_DECL void keep_in(slot& at, std::shared_ptr<void const> made);
  [[nodiscard]] T2S_DECL turn whose_turn(slot& at, asker& who);
  T2S_DECL void settle(slot& at, std::shared_ptr<void const> made, bool whole);
  T2S_DECL void wait(slot& at, llm::call_bounds const& bounds);

  template <class Part>
  static constexpr bool is_of_whole() {
    return requires { requires Part::is_of_whole; };
  }

  template <class Part>
  static bool is_whole(std::shared_ptr<Part const> const& made) {
    if constexpr (requires { made->whole; })
      return !made || made->whole;
    else
      return true;
  }

  template <class Part, class Context, class Read>
  std::shared_ptr<Part const> read_now(Context& ctx, slot& at, Read read) {
    asker who{&ctx, {}, {}};
    for (auto whose = whose_turn(at, who); whose != turn::caller; whose = whose_turn(at, who)) {
      if (whose == turn::done) return std::static_pointer_cast<Part const>(who.found);
      auto lasting = ctx.span("waiting for another run");
      wait(at, ctx.bounds());
      ctx.require_time();
    }
    std::shared_ptr<Part const> kept;
    detail::at_end const settles{[&] { settle(at, kept, is_whole(kept)); }};  // settles after an exception too, so that the others continue
    auto made = then(read(), [](std::shared_ptr<Part const> part) { return part; });
    kept = made;
    return made;
  }

  template <class Part, class Context, class Read>
  static auto read_later(std::shared_ptr<known_parts> self, Context& ctx, slot& at, Read read)
      -> task<Context, std::shared_ptr<Part const>> {
    asker who{&ctx, {}, {}};
    for (auto whose = self->whose_turn(at, who); whose != turn::caller; whose = self->whose_turn(at, who)) {
      if (whose == turn::done) co_return std::static_pointer_cast<Part const>(who.found);
      auto lasting = ctx.span("waiting for another run");
      auto waiting = self->template wait_for<Context>(at, ctx.bounds());
      co_await std::move(waiting);
      ctx.require_time();
    }
    std::shared_ptr<Part const> kept;
    detail::at_end const settles{[&] { self->settle(at, kept, is_whole(kept)); }};
    auto going = ctx.lift(read());
    auto made = co_await std::move(going);
    kept = made;
    co_return made;
  }

  /// Suspends until the part is settled, the time is over or the run is stopped. A cancelled coroutine throws at its next wait.
  template <class Context>
  auto wait_for(slot& at, llm::call_bounds bounds) -> task<Context, bool> {
    using timer = detail::wait_timer<typename task<Context, bool>::executor_type>;
    static_assert(
        requires { sizeof(timer); },
        "t2s: a run waits on an executor: include t2s/core/awaitable.hpp where its awaitable model or database is defined");
    auto making = timer::make(bounds.until);
    auto const waits = co_await std::move(making);
    detail::at_end const forgets{[this, &at, &waits] {  // its executor may end before the part is settled
      std::scoped_lock const lock(mutex_);
      std::erase(at.waiting, waits.get());
    }};
    std::stop_callback const ends(bounds.stop, [this, waits] {
      std::scoped_lock const lock(mutex_);
      waits->end();
    });
    auto waiting = waits->wait([this, &at, waits](auto start) {
      std::scoped_lock const lock(mutex_);  // settle() uses the timer from other threads
      if (!at.reader) waits->end();
      at.waiting.push_back(waits.get());
      start();
    });
    co_await std::move(waiting);
    co_return true;
  }

  known_options options_;
  std::shared_ptr<known_parts> whole_{};  // null for a whole database
  std::mutex mutex_{};                    // guards all below, and the timers
  std::condition_variable settled_{};
  std::forward_list<slot> slots_{};  // references stay valid
  bool has_schema_ = false;
  std::uint64_t schema_ = 0;   // a hash of the dialect, tables, columns and keys
  bool is_described_ = false;  // set by the first connection, if there are descriptions
  schema::database described_{};
};

/// `known_parts::part` of a context, made by `read(ctx)`; null for a stand-in.
template <class Part, class Context, class Read>
[[nodiscard]] auto part_of(Context& ctx, std::string name, Read read) {
  if constexpr (detail::is_stand_in<Context>)
    return std::shared_ptr<Part const>();
  else
    return ctx.known().template part<Part>(ctx, std::move(name), [&ctx, read = std::move(read)] { return read(ctx); });
}

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/pipeline/detail/known_parts.ipp"
#endif

#endif
