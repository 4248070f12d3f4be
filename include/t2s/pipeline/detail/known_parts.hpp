// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_KNOWN_PARTS_HPP
#define T2S_PIPELINE_DETAIL_KNOWN_PARTS_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/task.hpp"
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

/// Whether a context only stands in for any, to check policies against: then nothing is read, and nothing is compiled for it.
template <class Context>
inline constexpr bool is_stand_in = false;

/// Calls a function at the end of its scope, whatever ends it.
template <class F>
struct at_end {
  F call;

  ~at_end() { call(); }
};

}  // namespace detail

/// Whether a type has options of a part of what is known of a database. Specialize it for your own.
template <class Options>
inline constexpr bool is_part_options = false;
template <>
inline constexpr bool is_part_options<schema::descriptions> = true;

/// Options of the parts of a database, each found by its type: `known_options(knowledge::lexicon_options{...}, schema::descriptions{...})`.
class known_options {
 public:
  known_options() = default;  ///< the defaults of every part
  /// Options of several types; of two of one type the last.
  template <class... Options>
    requires(sizeof...(Options) > 0 && !(std::same_as<Options, known_options> || ...))
  explicit known_options(Options... given) {
    (set(std::move(given)), ...);
  }

  /// Takes options, in place of earlier ones of their type.
  template <class Options>
  void set(Options given) {
    static_assert(is_part_options<Options>,
                  "t2s: these are no options of a part of what is known of a database: give knowledge::lexicon_options, "
                  "knowledge::kept_values_options, knowledge::table_rows_options or schema::descriptions, or specialize is_part_options");
    std::erase_if(all_, [](std::any const& of) { return of.type() == typeid(Options); });
    all_.emplace_back(std::move(given));
  }

  /// The options of that type; their defaults where none were given.
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

/// Parts of what is known of one database, each read when it is first asked for, once, by the run that asks first.
///
/// Safe for any number of runs at a time, synchronous and awaitable ones. While one run reads a part, others wait for it: synchronous runs
/// block their thread, awaitable ones suspend; both no longer than their own time limit. A reading that fails leaves the part to the next
/// run that asks. Owned by a `std::shared_ptr`, which a suspended run holds too.
class known_parts : public std::enable_shared_from_this<known_parts> {
 public:
  [[nodiscard]] static T2S_DECL std::shared_ptr<known_parts> make(known_options options = {});  ///< nothing is read yet
  /// What is known of some tables of a database: parts with a member
  /// `is_of_whole` that is true are those of `whole`. Nothing else is read yet.
  [[nodiscard]] static T2S_DECL std::shared_ptr<known_parts> make_within(std::shared_ptr<known_parts> whole);
  T2S_DECL ~known_parts();
  known_parts(known_parts const&) = delete;
  known_parts& operator=(known_parts const&) = delete;

  /// What may be read.
  [[nodiscard]] known_options const& options() const noexcept { return options_; }
  /// The options of that type.
  template <class Options>
  [[nodiscard]] Options const& options() const {
    return options_.get<Options>();
  }

  /// Whether they are of all tables.
  [[nodiscard]] bool is_of_whole_database() const noexcept { return !whole_; }

  /// To be called for each connection that shares the parts. Throws `error` with `invalid_argument` if its schema is not that of the first.
  T2S_DECL void require_schema(schema::database const& of);

  /// The schema of a connection that was so required, its columns described by the options; the connection's own without descriptions.
  [[nodiscard]] schema::database const& described(schema::database const& of) const noexcept { return is_described_ ? described_ : of; }

  /// Takes a part that was made elsewhere, unless there is one or one is being read.
  template <class Part>
  void keep(std::string name, std::shared_ptr<Part const> made) {
    keep_in(slot_of({typeid(Part), std::move(name)}), std::move(made));
  }

  /// The part of that type and name. `read()` makes it where it is not there yet: a `std::shared_ptr<Part const>` that is not null, at once
  /// or as the context's task. A part with a member `whole` that is false goes to the run that read it and to those that wait for it, and
  /// is not kept. Returns the pointer at once in a synchronous run, else as a task. Throws what `read` throws; while it waits for another
  /// run, `error` with `cancelled` or `budget_time`; `invalid_argument` where the reading of a part requests the same part. A synchronous
  /// run must not wait on a thread that an awaitable run needs to go on.
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
    std::shared_ptr<void const> value{}, incomplete{};  // what is kept, and what the last reading made that is not
    void const* reader = nullptr;                       // the context that reads it now
    std::size_t readings = 0;                           // that have ended
    std::vector<detail::pending_wait*> waiting{};       // awaitable runs, each until it goes on
  };

  /// A run that requests a part.
  struct asker {
    void const* context = nullptr;
    std::optional<std::size_t> waited{};  // how many readings had ended when it began to wait
    std::shared_ptr<void const> found{};  // the part, once there is one
  };

  /// Who reads a part that is asked for: it is there, the caller does, another run does.
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
    detail::at_end const settles{[&] { settle(at, kept, is_whole(kept)); }};  // whatever ends the reading, the others go on
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
    detail::at_end const forgets{[this, &at, &waits] {  // its executor may be gone before the part is settled
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
  std::shared_ptr<known_parts> whole_{};  // null of a whole database
  std::mutex mutex_{};                    // of all below, and of the timers
  std::condition_variable settled_{};
  std::forward_list<slot> slots_{};  // references stay valid
  bool has_schema_ = false;
  std::uint64_t schema_ = 0;   // a hash of its dialect, tables, columns and keys
  bool is_described_ = false;  // from the first connection on, if there are descriptions
  schema::database described_{};
};

/// `known_parts::part` of what a context knows, made by `read(ctx)`. For a context that only stands in for any, nothing.
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
