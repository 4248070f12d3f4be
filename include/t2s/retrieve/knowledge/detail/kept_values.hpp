// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEPT_VALUES_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_KEPT_VALUES_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/detail/column_content.hpp"
#include "t2s/retrieve/knowledge/detail/reading_time.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::knowledge {

/// Limits on the values of a database in memory.
struct kept_values_options {
  bool keep = true;                                          ///< whether values are kept, for `tcsr::fuzzy_detection`
  std::size_t values = 100'000;                              ///< distinct values of a column; a column with more is not kept
  std::size_t bytes = std::size_t{64} * 1024 * 1024;         ///< in all; columns beyond it are not kept
  std::chrono::nanoseconds time = std::chrono::seconds(30);  ///< for all columns; later ones are not read
};

/// The distinct values of a database's columns in memory, searched as Seed SQL searches them without a scan for each: a snapshot, to be
/// made again when the data change. Immutable; any number of threads may search it.
///
/// It keeps what it can search exactly as SQLite does. For columns where it cannot (real numbers and blobs, bytes that are not UTF-8,
/// collations, views and virtual tables), and for contents where it cannot, it returns nothing and the database must be asked.
class kept_values {
 public:
  using values = std::vector<value>;  ///< stored values

  kept_values() = default;
  /// Empty.
  explicit kept_values(kept_values_options limits) : limits_(limits) {}

  /// What `SELECT DISTINCT column FROM table WHERE column = 'content'` returns, without NULL; nothing if only the database can tell. Names
  /// in the schema's spelling. O(bytes of the column).
  [[nodiscard]] T2S_DECL std::optional<values> equal_to(std::string const& table, std::string const& column,
                                                        std::string_view content) const;

  /// The first `most` values of the same with `LIKE '%content%'`, without wildcards in the content, in the same order.
  [[nodiscard]] T2S_DECL std::optional<values> containing(std::string const& table, std::string const& column, std::string_view content,
                                                          std::size_t most) const;

  /// The memory of the values.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// The number of kept columns.
  [[nodiscard]] std::size_t columns() const noexcept { return columns_.size(); }

  bool whole = true;  ///< false if the database could not be asked at all, so that nothing was read

  /// The columns that are not kept because they failed or exceeded a limit, in the order of reading. The database is asked for them.
  [[nodiscard]] std::vector<unread_column> const& left_out() const noexcept { return left_out_; }

  /// The stored values of a database: a part of what is known of it. A `std::shared_ptr<kept_values const>`, at once or as the context's
  /// task. Reading takes one statement for each column and one more. Columns that cannot be read, or exceed the options, are not kept.
  /// Throws what the database throws.
  template <class Context>
  [[nodiscard]] static auto of(Context& ctx);

  // For `of`.

  /// Whether a database answers `probe()` as SQLite does.
  [[nodiscard]] static T2S_DECL bool is_as_sqlite(db::execution const& answer);
  [[nodiscard]] static T2S_DECL std::string probe();  ///< a statement that shows whether LIKE works as in SQLite
  /// Whether the values of a column can be searched here.
  [[nodiscard]] static T2S_DECL bool may_keep(schema::table const& t, schema::column const& c);
  /// Selects them in the order in which Seed SQL returns them.
  [[nodiscard]] T2S_DECL std::string statement(schema::table const& t, schema::column const& c) const;
  T2S_DECL void keep(schema::table const& t, schema::column const& c, db::execution const& read);  ///< takes the values of a column
  /// Records why a column is not kept.
  void leave_out(schema::table const& t, schema::column const& c, std::string why) {
    left_out_.push_back({t.name, c.name, std::move(why)});
  }

 private:
  struct column_values {
    std::string texts{};    ///< concatenated, each followed by a NUL
    std::string lowered{};  ///< the same in lower case
    std::vector<std::uint32_t> begins{};
    bool compares_numbers = false;  ///< a content that looks like a number is compared as one
    std::vector<bool> is_number{};  ///< integers, stored here as LIKE sees them
  };

  static T2S_DECL values search(column_values const& in, std::string_view content, std::size_t most, bool whole);
  [[nodiscard]] column_values const* find(std::string const& table, std::string const& column, std::string_view content) const;

  kept_values_options limits_{};
  std::map<std::pair<std::string, std::string>, column_values> columns_{};
  std::size_t bytes_ = 0;
  std::vector<unread_column> left_out_{};
};

namespace detail {

template <class Context>
auto read_kept_values(Context& ctx) -> task<Context, std::shared_ptr<kept_values const>> {
  auto lasting = ctx.span("stored values");
  auto const& limits = ctx.known().template options<kept_values_options>();
  auto made = std::make_shared<kept_values>(limits);
  reading_time time(ctx, limits.time);
  auto probing = ctx.query(kept_values::probe());
  auto const answer = co_await std::move(probing);
  made->whole = answer.ok() || (answer.failure->code != errc::time_limit && answer.failure->code != errc::size_limit);
  for (auto const& t : ctx.schema().tables())
    for (auto const& c : t.columns) {
      if (!kept_values::is_as_sqlite(answer) || !kept_values::may_keep(t, c)) continue;
      if (time.is_over()) {
        made->leave_out(t, c, "the values of other columns took all the time");
        continue;
      }
      auto reading = time.of([&] { return ctx.query(made->statement(t, c)); });
      auto const read = co_await std::move(reading);
      made->keep(t, c, read);
    }
  std::shared_ptr<kept_values const> shared = std::move(made);
  co_return shared;
}

}  // namespace detail

template <class Context>
auto kept_values::of(Context& ctx) {
  return part_of<kept_values>(ctx, {}, [](auto& reader) { return detail::read_kept_values(reader); });
}

}  // namespace t2s::knowledge

/// Options of a part.
template <>
inline constexpr bool t2s::is_part_options<t2s::knowledge::kept_values_options> = true;

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/kept_values.ipp"
#endif

#endif
