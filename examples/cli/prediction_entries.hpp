// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PREDICTION_ENTRIES_HPP
#define T2S_CLI_PREDICTION_ENTRIES_HPP

#include <boost/json/object.hpp>
#include <cstddef>
#include <functional>
#include <string>

#include "kept_items.hpp"
#include "shard.hpp"
#include "t2s/pipeline/answer.hpp"

namespace cli {

/// The entry of an answer in the journal of predictions: its record as `t2s evaluate` reads it, with null where there is no SQL, and how
/// many replies of the model were cut off. `timed`: with seconds, which differ from run to run.
[[nodiscard]] boost::json::object prediction_entry(t2s::answer const& a, std::size_t cut_off, bool timed);

/// How predictions are written.
enum class prediction_form {
  sql,     ///< one SQL a line
  record,  ///< an object a line
  table    ///< the same, with "" in the place of SQL where there is none: no statement, and no SELECT NULL, which executes
};

/// The form of a file of that name: records if it ends in .jsonl.
[[nodiscard]] prediction_form form_of(std::string const& path);

/// An entry as a line of a file.
[[nodiscard]] std::string prediction_line(boost::json::object entry, prediction_form form);

/// What a summary says of predictions.
struct prediction_totals {
  std::size_t questions = 0, without_sql = 0, cut_off = 0, cut_answers = 0;
  std::size_t withheld = 0;  ///< whose SQL was too uncertain; they are not among those without SQL

  void add(boost::json::object const& entry);
  [[nodiscard]] std::string unanswered() const;  ///< ", 2 without SQL, 5 withheld as too uncertain"
};

/// The entry of an item that is not kept.
using entry_maker = std::function<boost::json::object(std::size_t item)>;

/// Writes a file of predictions, whole or not at all, one entry at a time in memory.
prediction_totals write_predictions(std::string const& path, kept_items const& kept, item_range of, prediction_form form,
                                    entry_maker const& otherwise = {});

}  // namespace cli

#endif
