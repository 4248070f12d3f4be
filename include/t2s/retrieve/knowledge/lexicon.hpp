// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_LEXICON_HPP
#define T2S_RETRIEVE_KNOWLEDGE_LEXICON_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/task.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/detail/keys_to_check.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/knowledge/detail/reading_time.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

/// The lexicon of a database (`lexicon`, in detail/lexicon.hpp): how it is read, and the files of words that its options name.
namespace t2s::knowledge {

namespace detail {

/// Lists the columns of a database that a lexicon must read, and takes what was read of each. Computed columns come last, so that they do
/// not use the time for stored ones.
class values_to_read {
 public:
  /// A column to read, its largest number of distinct values, and whether to check first if its table has rows.
  struct wanted {
    column_id where{};
    std::size_t most = 0;
    bool first_of_table = false;
  };

  /// Only numeric columns, if `numbers_alone`.
  values_to_read(lexicon& into, reading_time const& time, bool numbers_alone) : into_(into), time_(time), numbers_alone_(numbers_alone) {
    if (into_.options().progress) count();
  }

  /// The next column to read, valid until the next call; nullptr at the end.
  [[nodiscard]] T2S_DECL wanted const* next();

  /// Takes the first row of the table of a column, if there is one. Returns false if no column of the table needs to be read.
  [[nodiscard]] T2S_DECL bool take_first_row(column_id where, db::execution const& row);

  /// Takes what was read of a column.
  T2S_DECL void take(column_id where, db::execution const& found);

 private:
  T2S_DECL void count();
  void tell() const {
    if (all_ > 0) into_.options().progress(done_, all_);
  }
  [[nodiscard]] T2S_DECL std::size_t most_of(column_id where) const;
  T2S_DECL void leave_out_from(column_id where, std::string const& why);

  lexicon& into_;
  reading_time const& time_;
  bool numbers_alone_;
  std::size_t at_ = 0, done_ = 0, all_ = 0;
  bool computed_ = false;
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::uint32_t begun_ = none, skipped_ = none;  // tables
  wanted next_{};
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \
    "-Wmismatched-new-delete"  // g++ 12 warns about Asio's coroutine frames if it inlines only one of new and delete
#endif
template <class Context>
auto read_lexicon(Context& ctx) -> task<Context, std::shared_ptr<lexicon const>> {
  auto lasting = ctx.span("names and values");
  auto const& given = ctx.known().template options<lexicon_options>();
  bool const indexed = given.index != nullptr;
  reading_time time(ctx, given.time);
  key_facts keys;
  if (!indexed) {
    static constexpr std::size_t most_keys = 1'000;                   // an index has them checked once for all questions
    keys_to_check checking(ctx.schema(), given.time / 4, most_keys);  // the rest of the time is for values
    reading_time quarter(ctx, given.time / 4);
    while (auto const sql = checking.next()) {
      auto asking = quarter.of([&] { return ctx.query(*sql); });
      auto const found = co_await std::move(asking);
      checking.take(found);
    }
    keys = std::move(checking).facts();
  }
  std::shared_ptr<lexicon> const made(new lexicon(ctx.schema(), given, keys));  // costs less to compile than make_shared
  values_to_read reading(*made, time, indexed);
  while (auto const* next = reading.next()) {
    if (next->first_of_table) {
      auto looking = time.of([&] { return ctx.sample(made->table(next->where).name, 1); });
      auto const row = co_await std::move(looking);
      if (!reading.take_first_row(next->where, row)) continue;
    }
    auto asking = time.of([&] { return ctx.distinct(made->table(next->where).name, made->column(next->where).name, next->most); });
    auto const found = co_await std::move(asking);
    reading.take(next->where, found);
  }
  co_return std::shared_ptr<lexicon const>(made);
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace detail

template <class Context>
auto lexicon::of(Context& ctx) {
  return part_of<lexicon>(ctx, {}, [](auto& reader) { return detail::read_lexicon(reader); });
}

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/lexicon_reading.ipp"
#include "t2s/retrieve/knowledge/detail/word_files.ipp"
#endif

#endif
