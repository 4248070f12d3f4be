// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_RECORDED_QUESTION_IPP
#define T2S_LAB_STUDIES_DETAIL_RECORDED_QUESTION_IPP

#include "t2s/core/error.hpp"
#include "t2s/lab/studies/detail/recorded_question.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <exception>
#include <utility>

namespace t2s::studies {

namespace detail {

/// The classes of errors by their names.
inline constexpr std::array<std::pair<char const*, bool evaluation::error_class::*>, 4> error_classes{
    {{"table", &evaluation::error_class::table},
     {"column", &evaluation::error_class::column},
     {"skeleton", &evaluation::error_class::skeleton},
     {"execution", &evaluation::error_class::execution}}};

inline boost::json::object to_json(evaluation::cost const& c) {
  boost::json::object out{{"calls", c.calls}, {"prompt_tokens", c.prompt_tokens}, {"completion_tokens", c.completion_tokens}};
  if (c.seconds > 0) out["seconds"] = c.seconds;
  if (c.cached_tokens > 0) out["cached_tokens"] = c.cached_tokens;
  return out;
}

inline boost::json::object to_json(recorded_run const& r) {
  boost::json::object out{{"strategy", r.strategy}, {"file", r.file}};
  boost::json::array right, wrong_in;
  for (bool const b : r.right) right.emplace_back(b ? 1 : 0);
  out["right"] = std::move(right);
  out["calls"] = boost::json::array(r.calls.begin(), r.calls.end());
  if (!r.before())
    for (auto const& [name, member] : error_classes)
      if (r.wrong_in.*member) wrong_in.emplace_back(name);
  if (!wrong_in.empty()) out["wrong_in"] = std::move(wrong_in);
  if (!r.remarks.empty()) out["remarks"] = boost::json::array(r.remarks.begin(), r.remarks.end());
  out["prompt_tokens"] = r.prompt_tokens;
  if (r.cached_tokens > 0) out["cached_tokens"] = r.cached_tokens;
  out["completion_tokens"] = r.completion_tokens;
  out["statements"] = r.statements;
  if (r.seconds > 0) out["seconds"] = r.seconds;
  if (r.drafted != evaluation::cost()) out["drafted"] = to_json(r.drafted);
  out["stopped"] = r.stopped;
  if (!r.sql.empty()) out["sql"] = r.sql;
  return out;
}

/// A count of a run. More would make wrong sums.
inline std::size_t count_in(boost::json::value const& v) {
  auto const n = v.to_number<std::size_t>();
  if (n > 1'000'000'000'000) throw error(errc::malformed_data, std::to_string(n) + " is not a possible count");
  return n;
}

inline std::string text_in(boost::json::value const& v) { return std::string(std::string_view(v.as_string())); }

inline double seconds_in(boost::json::object const& o) {
  auto const* found = o.if_contains("seconds");
  auto const seconds = found ? found->to_number<double>() : 0;
  if (!(seconds >= 0 && seconds <= 1e9)) throw error(errc::malformed_data, "its seconds are not a duration");
  return seconds;
}

inline evaluation::cost cost_from(boost::json::object const& o) {
  auto const* const cached = o.if_contains("cached_tokens");
  return {count_in(o.at("calls")), count_in(o.at("prompt_tokens")), count_in(o.at("completion_tokens")), seconds_in(o),
          cached ? count_in(*cached) : 0};
}

inline recorded_run run_from(boost::json::object const& o) {
  auto const number = [&](char const* name) { return count_in(o.at(name)); };
  recorded_run r;
  r.strategy = number("strategy");
  r.file = number("file");
  for (auto const& v : o.at("right").as_array()) r.right.push_back(v.to_number<int>() != 0);
  for (auto const& v : o.at("calls").as_array()) r.calls.push_back(count_in(v));
  if (auto const* all = o.if_contains("wrong_in"))
    for (auto const& v : all->as_array())
      for (auto const& [name, member] : error_classes) r.wrong_in.*member |= v.as_string() == name;
  if (auto const* all = o.if_contains("remarks"))
    for (auto const& v : all->as_array()) r.remarks.push_back(text_in(v));
  r.prompt_tokens = number("prompt_tokens");
  if (o.contains("cached_tokens")) r.cached_tokens = number("cached_tokens");
  r.completion_tokens = number("completion_tokens");
  r.statements = number("statements");
  r.seconds = seconds_in(o);
  if (auto const* d = o.if_contains("drafted")) r.drafted = cost_from(d->as_object());
  r.stopped = text_in(o.at("stopped"));
  if (auto const* s = o.if_contains("sql")) r.sql = text_in(*s);
  return r;
}

}  // namespace detail

T2S_DECL std::string recorded_question::json() const {
  boost::json::object out{{"question", question}};
  if (!skipped.empty()) out["skipped"] = skipped;
  boost::json::array all;
  for (auto const& r : runs) all.push_back(detail::to_json(r));
  out["runs"] = std::move(all);
  return boost::json::serialize(out);
}

T2S_DECL recorded_question recorded_question::from_json(std::string_view line) try {
  auto const read = boost::json::parse(line);
  auto const& o = read.as_object();
  recorded_question q;
  q.question = o.at("question").to_number<std::size_t>();
  if (auto const* s = o.if_contains("skipped")) q.skipped = detail::text_in(*s);
  for (auto const& r : o.at("runs").as_array()) q.runs.push_back(detail::run_from(r.as_object()));
  return q;
} catch (std::exception const& e) {
  throw error(errc::malformed_data, std::string("a record of a study cannot be read: ") + e.what(),
              "records are lines that a study wrote; run the study anew where they were edited");
}

}  // namespace t2s::studies

#endif
