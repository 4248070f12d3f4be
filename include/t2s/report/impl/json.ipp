// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPORT_IMPL_JSON_IPP
#define T2S_REPORT_IMPL_JSON_IPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/verdicts.hpp"
#include "t2s/report/report.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace t2s::evaluation {
namespace reporting {

namespace json = boost::json;

inline json::string utf8(std::string_view s) { return json::string(text::valid_utf8(s)); }

inline json::object overlap_json(overlap const& o) { return {{"precision", o.precision()}, {"recall", o.recall()}, {"f1", o.f1()}}; }

inline json::object partial_json(std::array<partial_score, 10> const& parts) {
  json::object out;
  for (std::size_t p = 0; p < parts.size(); ++p)
    out[exact_match::part_names[p]] = json::array{parts[p].label_total, parts[p].prediction_total, parts[p].acc, parts[p].rec, parts[p].f1};
  return out;
}

inline json::object entities_json(entity_scores const& e) { return {{"precision", e.precision}, {"recall", e.recall}, {"f1", e.f1}}; }

/// Writes one report as JSON.
class json_writer {
 public:
  json_writer(report const& r, gold_set const& gold) : r_(r), gold_(gold), wanted_(r.options.wanted) {}

  [[nodiscard]] json::object write() const {
    bool const official = r_.options.how == mode::official;
    json::object out{{"mode", official ? "official" : "strict"}, {"databases", utf8(r_.databases)}, {"database_files", r_.database_files}};
    if (official) out["keep_distinct"] = r_.options.keep_distinct == distinct::kept;
    if (official) out["plug_value"] = r_.options.plug_value;
    out["tables"] = r_.keys.empty() ? json::value(nullptr) : json::value(utf8(r_.keys));
    auto& warnings = out.emplace("warnings", json::array()).first->value().as_array();
    for (auto const& w : r_.warnings) warnings.push_back(utf8(w));
    auto& files = out.emplace("files", json::array()).first->value().as_array();
    for (auto const& f : r_.files) files.push_back(file(f));
    return out;
  }

 private:
  [[nodiscard]] json::object file(file_report const& f) const {
    auto all = figures(scores_of(r_, f));
    auto& levels = all.emplace("by_hardness", json::object()).first->value().as_object();
    for (auto const& g : groups_of(r_))
      if (g != all_questions) levels[g] = figures(scores_of(r_, f, g));
    if (auto const rounds = ex_by_round(r_, f); !rounds.empty()) all["ex_by_round"] = json::array(rounds.begin(), rounds.end());
    if (f.recorded > 0) all["cost"] = cost_json(f);
    json::array examples;
    for (std::size_t i = 0; i < f.verdicts.size(); ++i) examples.push_back(example(i, f.verdicts[i]));
    return {{"file", utf8(f.name)}, {"scores", std::move(all)}, {"examples", std::move(examples)}};
  }

  [[nodiscard]] static json::object cost_json(file_report const& f) {
    return {{"questions", f.recorded},
            {"calls", f.spent.calls},
            {"prompt_tokens", f.spent.prompt_tokens},
            {"completion_tokens", f.spent.completion_tokens},
            {"seconds", f.spent.seconds}};
  }

  [[nodiscard]] json::object figures(scores const& s) const {
    json::object out{{"count", s.count}};
    if (wanted_.ex) {
      out["valid"] = s.valid;
      out["ex"] = s.ex;
      if (r_.database_files > 1) out["ts"] = s.ex;
      if (r_.database_files > 1) out["ex_single"] = s.ex_single;
    }
    if (wanted_.em) add_exact_match(s, out);
    if (wanted_.bird) out["bird_ex"] = s.bird_ex;
    if (wanted_.bird) out["soft_f1"] = s.soft_f1;
    if (wanted_.timing) {
      out["ves"] = s.ves;
      out["median_ves"] = s.median_ves;
      out["r_ves"] = s.r_ves;
      out["spread"] = s.spread;
    }
    if (wanted_.structure) add_structure(s, out);
    return out;
  }

  void add_exact_match(scores const& s, json::object& out) const {
    out["em"] = s.em;
    out["parsed"] = s.parsed;
    if (r_.options.how != mode::official) return;
    auto& parts = out.emplace("partial", json::object()).first->value().as_object();
    for (std::size_t p = 0; p < exact_match::part_names.size(); ++p)
      parts[exact_match::part_names[p]] = json::object{{"acc", s.parts[p].acc}, {"rec", s.parts[p].rec}, {"f1", s.parts[p].f1}};
  }

  static void add_structure(scores const& s, json::object& out) {
    out["skeleton"] = s.structure.dac_skeleton_accuracy();
    out["skeleton_scoped"] = s.structure.scoped_skeleton_accuracy();
    out["tables"] = entities_json(s.structure.tables());
    out["columns"] = entities_json(s.structure.columns());
    out["agreeing"] = s.structure.agreeing();
    out["agreeing_correct"] = s.structure.agreeing_correct();
    out["errors"] = json::object{{"wrong", s.errors.wrong},       {"table", s.errors.table},         {"column", s.errors.column},
                                 {"skeleton", s.errors.skeleton}, {"execution", s.errors.execution}, {"other", s.errors.other}};
  }

  [[nodiscard]] json::object example(std::size_t i, verdict const& v) const {
    auto const& q = r_.questions[i];
    json::object out{{"index", i}, {"db_id", utf8(gold_.questions[i].database)}, {"hardness", utf8(q.hardness)}};
    if (q.skipped) {
      out["skipped"] = utf8(q.skipped->text());
      return out;
    }
    if (wanted_.ex) out["ex"] = v.ex ? 1 : 0;
    if (wanted_.ex && r_.database_files > 1) out["ex_single"] = v.ex_single ? 1 : 0;
    if (wanted_.em) {
      out["em"] = v.em ? 1 : 0;
      out["parsed"] = v.parsed ? 1 : 0;
      if (r_.options.how == mode::official) out["partial"] = partial_json(v.parts);
    }
    if (wanted_.bird) out["bird_ex"] = v.bird_ex ? 1 : 0;
    if (wanted_.bird) out["soft_f1"] = v.soft_f1;
    if (v.times)
      out["times"] = json::object{{"ratio", v.times->ratio}, {"median_ratio", v.times->median_ratio}, {"spread", v.times->spread}};
    if (wanted_.structure) add_structure(v, out);
    if (v.unfinished) out["unfinished"] = true;
    out["error"] = v.failure ? json::value(utf8(v.failure->text())) : json::value(nullptr);
    return out;
  }

  static void add_structure(verdict const& v, json::object& out) {
    out["skeleton"] = v.structure.dac_skeleton ? 1 : 0;
    out["tables"] = overlap_json(v.structure.tables);
    out["columns"] = overlap_json(v.structure.columns);
    if (!v.kind) return;
    auto& kinds = out.emplace("error_class", json::array()).first->value().as_array();
    if (v.kind->table) kinds.emplace_back("table");
    if (v.kind->column) kinds.emplace_back("column");
    if (v.kind->skeleton) kinds.emplace_back("skeleton");
    if (v.kind->execution) kinds.emplace_back("execution");
  }

  report const& r_;
  gold_set const& gold_;
  metrics wanted_;
};

}  // namespace reporting

T2S_DECL boost::json::object report_json(report const& r, gold_set const& gold) { return reporting::json_writer(r, gold).write(); }

}  // namespace t2s::evaluation

#endif
