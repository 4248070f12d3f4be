// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_VERDICT_JSON_IPP
#define T2S_LAB_EVALUATION_DETAIL_VERDICT_JSON_IPP

#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/detail/verdict_json.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_to.hpp>

#include <array>
#include <charconv>
#include <exception>
#include <optional>
#include <utility>

namespace t2s::evaluation {
namespace detail {

namespace json = boost::json;

/// Writes the shortest digits that identify this number: Boost.JSON's own may be read as a neighbour of it.
inline std::string exact_text(double x) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr};
}

inline double exact_number(std::string_view text) {
  double x = 0;
  std::from_chars(text.data(), text.data() + text.size(), x);
  return x;
}

inline json::value failure_value(rare<t2s::failure> const& f) {
  if (!f) return nullptr;
  json::array all{static_cast<int>(f->code), f->message, f->subject, f->remedy};
  if (f->offset) all.push_back(*f->offset);
  return all;
}

inline std::optional<t2s::failure> failure_of(json::value const& v) {
  if (v.is_null()) return {};
  auto const& all = v.as_array();
  auto const text = [&all](std::size_t i) { return json::value_to<std::string>(all.at(i)); };
  t2s::failure f{static_cast<errc>(all.at(0).to_number<int>()), text(1), text(2), text(3), {}};
  if (all.size() > 4) f.offset = all.at(4).to_number<std::size_t>();
  return f;
}

/// Truth values as "1011": the members of a verdict in a fixed order.
template <std::size_t N>
std::string bits_text(std::array<bool, N> const& bits) {
  std::string text;
  for (bool const b : bits) text += b ? '1' : '0';
  return text;
}

template <std::size_t N>
void read_bits(std::string_view text, std::array<bool*, N> const& to) {
  if (text.size() != N) throw error(errc::malformed_data, "a verdict has other members");
  for (std::size_t i = 0; i < N; ++i) *to[i] = text[i] == '1';
}

/// A verdict's truth values, for both directions.
template <class Verdict>
auto bits_of(Verdict& v) {
  return std::array{&v.ex,
                    &v.ex_single,
                    &v.parsed,
                    &v.em,
                    &v.unfinished,
                    &v.searched,
                    &v.refuses,
                    &v.bird_ex,
                    &v.structure.parsed,
                    &v.structure.dac_skeleton,
                    &v.structure.scoped_skeleton};
}

inline std::string bits_of_verdict(verdict const& v) {
  std::string text;
  for (auto const* b : bits_of(v)) text += *b ? '1' : '0';
  return text;
}

inline json::array parts_value(partial_scores const& parts) {
  json::array all;
  for (auto const& p : parts) all.push_back(json::array{p.label_total, p.prediction_total, p.agrees ? 1 : 0});
  return all;
}

inline partial_score part_of(json::array const& a) {
  return {a.at(0).to_number<std::uint32_t>(), a.at(1).to_number<std::uint32_t>(), a.at(2).to_number<int>() != 0};
}

inline json::array overlap_value(overlap const& o) { return {o.common, o.predicted, o.gold}; }

inline overlap overlap_from(json::array const& a) {
  auto const n = [&a](std::size_t i) { return a.at(i).to_number<std::size_t>(); };
  return {n(0), n(1), n(2)};
}

/// The main fault, the difference of the results, then all faults.
inline json::array faults_value(faults const& f) {
  json::array all{static_cast<int>(f.main()), static_cast<int>(f.results())};
  for (auto const one : f.all()) all.push_back(static_cast<int>(one));
  return all;
}

inline faults faults_from(json::array const& a) {
  auto const fault_at = [&a](std::size_t i) {
    auto const n = a.at(i).to_number<std::size_t>();
    if (n >= fault_count) throw error(errc::malformed_data, "there is no such fault");
    return static_cast<fault>(n);
  };
  auto const results = a.at(1).to_number<std::size_t>();
  if (results > static_cast<std::size_t>(result_difference::rows)) throw error(errc::malformed_data, "results do not differ so");
  faults found(fault_at(0), {}, static_cast<result_difference>(results));
  for (std::size_t i = 2; i < a.size(); ++i) found.add(fault_at(i));
  return found;
}

inline json::object verdict_value(verdict const& v) {
  json::object o{{"failure", failure_value(v.failure)}, {"is", bits_of_verdict(v)}};
  if (v.parts != verdict().parts) o["parts"] = parts_value(v.parts);
  if (v.soft_f1 != 0) o["soft_f1"] = exact_text(v.soft_f1);
  if (v.structure.tables != overlap()) o["tables"] = overlap_value(v.structure.tables);
  if (v.structure.columns != overlap()) o["columns"] = overlap_value(v.structure.columns);
  if (v.confidence) o["confidence"] = exact_text(*v.confidence);
  if (v.asks_back) o["asks_back"] = true;
  if (v.luck) o["luck"] = json::array{static_cast<int>(v.luck->needs), v.luck->inserts};
  if (v.kind) o["kind"] = bits_text(std::array{v.kind->table, v.kind->column, v.kind->skeleton, v.kind->execution});
  if (v.faults) o["faults"] = faults_value(*v.faults);
  return o;
}

inline partial_scores parts_from(json::array const& a) {
  partial_scores parts;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = part_of(a.at(i).as_array());
  return parts;
}

inline lucky_match luck_from(json::array const& a) {
  auto const needs = a.at(0).to_number<std::size_t>();
  if (needs >= oddity_count) throw error(errc::malformed_data, "a verdict needs a database of an unknown kind");
  return {static_cast<oddity>(needs), json::value_to<std::string>(a.at(1))};
}

inline verdict verdict_from(json::object const& o) {
  verdict v;
  v.failure = failure_of(o.at("failure"));
  read_bits(json::value_to<std::string>(o.at("is")), bits_of(v));
  if (auto const* parts = o.if_contains("parts")) v.parts = parts_from(parts->as_array());
  if (auto const* x = o.if_contains("soft_f1")) v.soft_f1 = exact_number(x->as_string());
  if (auto const* t = o.if_contains("tables")) v.structure.tables = overlap_from(t->as_array());
  if (auto const* c = o.if_contains("columns")) v.structure.columns = overlap_from(c->as_array());
  if (auto const* c = o.if_contains("confidence")) v.confidence = exact_number(c->as_string());
  v.asks_back = o.contains("asks_back");
  if (auto const* l = o.if_contains("luck")) v.luck = luck_from(l->as_array());
  if (auto const* k = o.if_contains("kind")) {
    auto& kind = v.kind.emplace();
    read_bits(json::value_to<std::string>(*k), std::array{&kind.table, &kind.column, &kind.skeleton, &kind.execution});
  }
  if (auto const* f = o.if_contains("faults")) v.faults = faults_from(f->as_array());
  return v;
}

inline question_verdicts verdicts_from(json::object const& o) {
  question_verdicts of;
  of.about.hardness = json::value_to<std::string>(o.at("hardness"));
  of.about.skipped = failure_of(o.at("skipped"));
  of.about.no_ex = failure_of(o.at("no_ex"));
  of.about.no_bird = failure_of(o.at("no_bird"));
  of.about.has_no_answer = o.at("has_no_answer").as_bool();
  of.about.ambiguous = o.contains("ambiguous");
  for (auto const& v : o.at("verdicts").as_array()) of.verdicts.push_back(verdict_from(v.as_object()));
  for (auto const& r : o.at("rounds").as_array()) {
    auto& rounds = of.rounds.emplace_back();
    for (char const c : r.as_string()) rounds.push_back(c == '1');
  }
  return of;
}

}  // namespace detail

T2S_DECL std::string to_json(question_verdicts const& of) {
  namespace json = boost::json;
  json::array verdicts, rounds;
  for (auto const& v : of.verdicts) verdicts.push_back(detail::verdict_value(v));
  for (auto const& r : of.rounds) {
    std::string bits;
    for (bool const right : r) bits += right ? '1' : '0';
    rounds.push_back(json::string(bits));
  }
  json::object o{{"hardness", of.about.hardness},
                 {"has_no_answer", of.about.has_no_answer},
                 {"skipped", detail::failure_value(of.about.skipped)},
                 {"no_ex", detail::failure_value(of.about.no_ex)},
                 {"no_bird", detail::failure_value(of.about.no_bird)}};
  if (of.about.ambiguous) o["ambiguous"] = true;
  o["verdicts"] = std::move(verdicts);
  o["rounds"] = std::move(rounds);
  return json::serialize(o);
}

T2S_DECL question_verdicts read_question_verdicts(std::string_view json) try {
  boost::json::parse_options as_written;
  as_written.allow_invalid_utf8 = true;  // messages quote SQL
  auto const parsed = boost::json::parse({json.data(), json.size()}, {}, as_written);
  return detail::verdicts_from(parsed.as_object());
} catch (error const&) {
  throw;
} catch (std::exception const& e) {
  throw error(errc::malformed_data, std::string("these are no verdicts on a question: ") + e.what());
}

}  // namespace t2s::evaluation

#endif
