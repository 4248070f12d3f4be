// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_SHOWN_RESULTS_HPP
#define T2S_REPORT_IMPL_SHOWN_RESULTS_HPP

#include "t2s/db/sqlite_connection.hpp"
#include "t2s/evaluation/evaluate.hpp"
#include "t2s/report/impl/markup.hpp"
#include "t2s/report/report.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace t2s::evaluation::reporting {

inline std::string cell_text(value const& v) {
  auto const* b = v.bytes();
  if (b == nullptr || b->bytes.size() <= page_limits::cell) return to_string(v);
  return to_string(blob{{b->bytes.begin(), b->bytes.begin() + page_limits::cell}});  // longer than what is shown of it
}

inline std::string cell(value const& v) {
  auto const* kind = v.is_null() ? " class=\"null\"" : v.integer() || v.real() ? " class=\"number\"" : "";
  return element("td", escaped(cut(cell_text(v), page_limits::cell)), kind);
}

inline std::string result_size(db::rows const& rows, bool more) {
  auto const n = rows.values.size();
  auto out = more ? joined("more than ", counted(n, "row")) : counted(n, "row");
  if (n > page_limits::rows) out += joined(", the first ", page_limits::rows, " shown");
  if (rows.columns.size() > page_limits::columns)
    out += joined("; the first ", page_limits::columns, " of ", rows.columns.size(), " columns shown");
  return out;
}

inline std::string result_table(db::rows const& rows, bool more) {
  auto const columns = std::min(rows.columns.size(), page_limits::columns);
  std::string head, body;
  for (std::size_t c = 0; c < columns; ++c) head += element("th", escaped(cut(rows.columns[c], page_limits::cell)), " scope=\"col\"");
  for (std::size_t r = 0; r < std::min(rows.values.size(), page_limits::rows); ++r) {
    std::string row;
    for (std::size_t c = 0; c < columns; ++c) row += cell(rows.values[r][c]);
    body += element("tr", row);
  }
  auto const table = joined(element("caption", result_size(rows, more)), element("thead", element("tr", head)), element("tbody", body));
  return element("div", element("table", table, " class=\"result\""), " class=\"wide\"");
}

/// What statements give, as markup. Executes each once.
class shown_results {
 public:
  shown_results(data_folders const& folders, evaluation_options const& o) : folder_(folders.databases), options_(sqlite_options_of(o)) {
    options_.limits.rows = page_limits::counted_rows;
    options_.limits.time = std::min<std::chrono::nanoseconds>(options_.limits.time, page_limits::statement);
  }

  [[nodiscard]] std::string const& of(std::string const& database, std::string const& sql) {
    auto const [found, is_new] = known_.try_emplace(std::pair(database, sql));
    if (is_new) found->second = show(database, sql);
    return found->second;
  }

 private:
  [[nodiscard]] std::string show(std::string const& database, std::string const& sql) {
    if (spent_ > page_limits::execution) return element("p", "Not executed again: the time for this page is spent.", " class=\"note\"");
    auto const e = open(database).execute(sql);
    spent_ += e.elapsed;
    bool const more = e.failure && e.failure->code == errc::row_limit;
    if (e.failure && !more) return element("p", escaped(e.failure->text()), " class=\"failure\"");
    return result_table(e.rows, more);
  }

  /// Neighbouring questions mostly share a database.
  [[nodiscard]] db::sqlite_connection& open(std::string const& database) {
    if (!connection_ || name_ != database) connection_.emplace(folder_ / database / (database + ".sqlite"), options_);
    name_ = database;
    return *connection_;
  }

  std::filesystem::path folder_;
  db::sqlite_options options_;
  std::string name_{};
  std::optional<db::sqlite_connection> connection_{};
  std::map<std::pair<std::string, std::string>, std::string> known_{};
  std::chrono::nanoseconds spent_{};
};

}  // namespace t2s::evaluation::reporting

#endif
