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

/// The journal entry of an answer: its record for `t2s evaluate`, with null if there is no SQL, and the number of the model's cut-off
/// replies. `timed`: with seconds, which differ from run to run.
[[nodiscard]] boost::json::object prediction_entry(t2s::answer const& a, std::size_t cut_off, bool timed);

/// The formats of predictions.
enum class prediction_form {
  sql,     ///< one SQL a line
  record,  ///< an object on each line
  table    ///< the same, with "" if there is no SQL: neither a statement nor SELECT NULL, which would execute
};

/// The format for a file name: records if it ends in .jsonl.
[[nodiscard]] prediction_form form_of(std::string const& path);

/// An entry as a line of a file.
[[nodiscard]] std::string prediction_line(boost::json::object entry, prediction_form form);

/// The summary of predictions.
struct prediction_totals {
  std::size_t questions = 0, without_sql = 0, cut_off = 0, cut_answers = 0;
  std::size_t withheld = 0;  ///< with SQL that was too uncertain; not counted as without SQL

  void add(boost::json::object const& entry);
  [[nodiscard]] std::string unanswered() const;  ///< ", 2 without SQL, 5 withheld as too uncertain"
};

/// The entry of an item without a kept one.
using entry_maker = std::function<boost::json::object(std::size_t item)>;

/// Writes a file of predictions, all or nothing, with one entry at a time in memory.
prediction_totals write_predictions(std::string const& path, kept_items const& kept, item_range of, prediction_form form,
                                    entry_maker const& otherwise = {});

}  // namespace cli

#endif
