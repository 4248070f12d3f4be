// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFT_PLAN_HPP
#define T2S_LAB_STUDIES_DETAIL_SHIFT_PLAN_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A shift: the same data and questions in the form that another owner would have given them.
namespace t2s::studies {

/// What a shift changes.
enum class shift_kind : std::uint8_t {
  synonyms,       ///< words of names become others for the same thing
  abbreviations,  ///< words of names are shortened
  legacy,         ///< names get prefixes, as in tbl_ and a column's cst_, or capitals
  added,          ///< tables get columns that no question uses: created_at, legacy_ref
  dropped,        ///< columns that no question of the set uses are dropped, each with a chance of one half
  keys,           ///< neither primary nor foreign keys are declared
  codes,          ///< texts of which a column has few become codes: Y and N, initials, numbers
  dates,          ///< dates become DD.MM.YYYY or numbers such as 20230131
  domain,         ///< tables, and words of questions that name them, become things of another trade
  paraphrase,     ///< questions begin otherwise and use other words for the same thing
};

/// All kinds with their names, in the order above.
inline constexpr std::array<std::pair<shift_kind, std::string_view>, 10> shift_kinds{{{shift_kind::synonyms, "synonyms"},
                                                                                      {shift_kind::abbreviations, "abbreviations"},
                                                                                      {shift_kind::legacy, "legacy"},
                                                                                      {shift_kind::added, "added"},
                                                                                      {shift_kind::dropped, "dropped"},
                                                                                      {shift_kind::keys, "keys"},
                                                                                      {shift_kind::codes, "codes"},
                                                                                      {shift_kind::dates, "dates"},
                                                                                      {shift_kind::domain, "domain"},
                                                                                      {shift_kind::paraphrase, "paraphrase"}}};

/// How a set is shifted.
struct shift_options {
  std::set<shift_kind> kinds{};  ///< what changes
  std::uint64_t seed = 1;        ///< the same seed gives the same shift, on every platform
};

/// How the values of a column are written anew.
struct recoding {
  enum class form : std::uint8_t { none, codes, dotted_date, number_date };
  form is = form::none;
  std::map<std::string, std::string> codes{};  ///< of `codes`: the text and its code

  /// Whether values change.
  [[nodiscard]] explicit operator bool() const noexcept { return is != form::none; }
  /// The new value; nothing for a text that the column does not have. Values that are no texts stay. O(log(codes)).
  [[nodiscard]] T2S_DECL std::optional<value> of(value const& v) const;
};

/// A column in the shifted database.
struct shifted_column {
  std::string name{};    ///< its name there
  bool dropped = false;  ///< whether it is left out
  recoding values{};     ///< how its values change
};

/// A table in the shifted database.
struct shifted_table {
  std::string name{};                     ///< its name there
  std::vector<shifted_column> columns{};  ///< for each column of the original, in order
  std::vector<std::size_t> added{};       ///< places in `detail::shift_noises`, after the others
};

/// What becomes of a database and of the words of its questions.
struct shift_plan {
  std::vector<shifted_table> tables{};         ///< for each table of the original, in order; of views the columns are left alone
  bool declares_keys = true;                   ///< whether primary and foreign keys are declared
  std::map<std::string, std::string> words{};  ///< of `domain`: a word of questions, in lower case, and the one in its place
};

/// Draws what becomes of a database. `used`: "table.column" in lower case of the columns that its questions need. Reads the values of
/// text columns for `codes` and `dates`. Throws as the connection's `execute`. O(rows).
[[nodiscard]] T2S_DECL shift_plan plan_shift(db::sqlite_connection& database, std::set<std::string> const& used, shift_options const& how);

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/shift_plan.ipp"
#endif

#endif
