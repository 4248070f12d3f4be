// SPDX-License-Identifier: BSL-1.0
#include "prediction_entries.hpp"

#include <boost/json/serialize.hpp>
#include <exception>
#include <filesystem>
#include <utility>

#include "answer_json.hpp"
#include "output_file.hpp"
#include "wording.hpp"

namespace cli {

namespace json = boost::json;

json::object prediction_entry(t2s::answer const& a, std::size_t cut_off, bool timed) {
  auto record = run_json(a);
  if (!timed) record.erase("seconds");
  if (!a.has_sql()) record["sql"] = nullptr;
  return {{"cut_off", cut_off}, {"record", std::move(record)}};
}

prediction_form form_of(std::string const& path) {
  return std::filesystem::path(path).extension() == ".jsonl" ? prediction_form::record : prediction_form::sql;
}

std::string prediction_line(json::object entry, prediction_form form) {
  auto& record = entry["record"].as_object();
  auto& sql = record["sql"];
  if (sql.is_null()) sql = form == prediction_form::table ? "" : "SELECT NULL";
  if (form != prediction_form::sql) return json::serialize(record) + "\n";
  auto const& text = sql.as_string();
  return one_line_sql({text.data(), text.size()}) + "\n";
}

void prediction_totals::add(json::object const& entry) {
  auto const& record = entry.at("record").as_object();
  ++questions;
  bool const is_withheld = record.contains("withheld");
  withheld += is_withheld ? 1U : 0U;
  without_sql += record.at("sql").is_null() && !is_withheld ? 1U : 0U;
  cut_off += entry.at("cut_off").to_number<std::size_t>();
  cut_answers += record.at("cut_answers").to_number<std::size_t>();
}

std::string prediction_totals::unanswered() const {
  auto out = ", " + std::to_string(without_sql) + " without SQL";
  if (withheld > 0) out += ", " + std::to_string(withheld) + " withheld as too uncertain";
  return out;
}

namespace {

std::string counted_line(json::object entry, prediction_form form, prediction_totals& totals) {
  totals.add(entry);
  return prediction_line(std::move(entry), form);
}

/// Throws t2s::error for an entry without the members that it must have.
std::string kept_line(kept_items const& kept, std::size_t item, prediction_form form, prediction_totals& totals) {
  auto entry = kept.of(item);
  try {
    return counted_line(std::move(entry), form, totals);
  } catch (std::exception const&) {
    throw kept.unreadable(item);
  }
}

}  // namespace

prediction_totals write_predictions(std::string const& path, kept_items const& kept, item_range of, prediction_form form,
                                    entry_maker const& otherwise) {
  prediction_totals totals;
  write_whole(path, [&](piece_writer const& put) {
    for (auto i = of.begin; i < of.end; ++i) {
      if (kept.has(i))
        put(kept_line(kept, i, form, totals));
      else
        put(counted_line(otherwise(i), form, totals));
    }
  });
  return totals;
}

}  // namespace cli
