// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_REPORT_DETAIL_JSON_IPP
#define T2S_LAB_REPORT_DETAIL_JSON_IPP

#include "t2s/lab/report/detail/fault_groups.hpp"
#include "t2s/lab/report/report.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace t2s::evaluation {
namespace reporting {

namespace json = boost::json;

inline json::string utf8(std::string_view s) { return json::string(text::valid_utf8(s)); }

inline json::object entities_json(entity_scores const& e) { return {{"precision", e.precision}, {"recall", e.recall}, {"f1", e.f1}}; }

/// Each part as the official program has it: both totals, then acc, rec and f1.
inline json::object partial_json(partial_scores const& parts) {
  json::object out;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    int const score = parts[p].agrees ? 1 : 0;
    out[exact_match::part_names[p]] = json::array{parts[p].label_total, parts[p].prediction_total, score, score, score};
  }
  return out;
}

/// Writes one report as JSON.
struct json_writer {
  report const& r_;
  gold_set const& gold_;
  metrics wanted_ = r_.options.wanted;

  [[nodiscard]] json::object write() const {
    auto out = head();
    json::array files;
    for (auto const& f : r_.files) {
      auto one = file(f);
      auto& examples = one["examples"].emplace_array();
      for (std::size_t i = 0; i < f.verdicts.size(); ++i) examples.push_back(example(i, f.verdicts[i]));
      files.push_back(std::move(one));
    }
    out["files"] = std::move(files);
    if (r_.files.size() > 1) out["comparisons"] = comparisons();
    return out;
  }

  /// The same text as `write`.
  void write(std::function<void(std::string_view)> const& put) const {
    put(opened(head()) + ",\"files\":[");
    for (auto const& f : r_.files) {
      put((&f == r_.files.data() ? "" : ",") + opened(file(f)) + ",\"examples\":[");
      for (std::size_t i = 0; i < f.verdicts.size(); ++i) put((i == 0 ? "" : ",") + json::serialize(example(i, f.verdicts[i])));
      put("]}");
    }
    put("]");
    if (r_.files.size() > 1) put(",\"comparisons\":" + json::serialize(comparisons()));
    put("}");
  }

 private:
  /// An object without its end, so that members may follow.
  [[nodiscard]] static std::string opened(json::object const& o) {
    auto text = json::serialize(o);
    text.pop_back();
    return text;
  }

  /// What is said of all files.
  [[nodiscard]] json::object head() const {
    bool const official = r_.options.how == mode::official;
    json::object out{{"mode", official ? "official" : "strict"}, {"databases", utf8(r_.databases)}, {"database_files", r_.database_files}};
    if (official) {
      out["keep_distinct"] = r_.options.keep_distinct == distinct::kept;
      out["plug_value"] = r_.options.plug_value;
    }
    if (r_.options.compare) out["comparison"] = name_of(*r_.options.compare);
    json::array warnings;
    for (auto const& w : r_.warnings) warnings.push_back(utf8(w));
    out["tables"] = r_.keys.empty() ? json::value(nullptr) : json::value(utf8(r_.keys));
    out["warnings"] = std::move(warnings);
    return out;
  }

  /// The first file against each of the others.
  [[nodiscard]] json::array comparisons() const {
    shown_report const shown(r_);
    json::array all;
    for (std::size_t f = 1; f < r_.files.size(); ++f) {
      auto const c = shown.corrections_of(f);
      auto const d = shown.difference_to_first(f);
      all.push_back(json::object{{"first", utf8(r_.files[0].name)},
                                 {"second", utf8(r_.files[f].name)},
                                 {"by", shown.decides.name()},
                                 {"fixed", c.fixed},
                                 {"broken", c.broken},
                                 {"right", c.right},
                                 {"wrong", c.wrong},
                                 {"p", c.p},
                                 {"difference", d.difference},
                                 {"low", d.range.low},
                                 {"high", d.range.high},
                                 {"databases", d.groups}});
    }
    return all;
  }

  /// A file without its examples.
  [[nodiscard]] json::object file(file_report const& f) const {
    auto all = figures(scores_of(r_, f));
    auto& levels = all["by_hardness"].emplace_object();
    for (auto const& g : groups_of(r_))
      if (g != all_questions) levels[g] = figures(scores_of(r_, f, g));
    if (auto const rounds = ex_by_round(r_, f); !rounds.empty()) all["ex_by_round"] = json::array(rounds.begin(), rounds.end());
    if (wanted_.faults) add_fault_groups(f, all);
    if (f.recorded > 0) all["cost"] = cost_json(f);
    return {{"file", utf8(f.name)}, {"scores", std::move(all)}};
  }

  [[nodiscard]] static json::object cost_json(file_report const& f) {
    json::object out{{"questions", f.recorded},
                     {"calls", f.spent.calls},
                     {"prompt_tokens", f.spent.prompt_tokens},
                     {"cached_tokens", f.spent.cached_tokens},
                     {"completion_tokens", f.spent.completion_tokens}};
    if (f.spent.seconds > 0) out["seconds"] = f.spent.seconds;
    return out;
  }

  [[nodiscard]] json::object figures(scores const& s) const {
    json::object out{{"count", s.count}};
    auto const add = [&out](bool measured, std::string_view name, double figure) {
      if (measured) out[name] = figure;
    };
    add(wanted_.ex, "valid", s.valid);
    add(wanted_.ex, "ex", s.ex);
    add(wanted_.ex && r_.database_files > 1, "ts", s.ex);
    add(wanted_.ex && r_.database_files > 1, "ex_single", s.ex_single);
    if (wanted_.reliability) add_reliability(s, out);
    if (wanted_.robust) add_robust(s, out);
    if (wanted_.em) add_exact_match(s, out);
    add(wanted_.bird, "bird_ex", s.bird_ex);
    add(wanted_.bird, "soft_f1", s.soft_f1);
    add(wanted_.timing, "ves", s.ves);
    add(wanted_.timing, "median_ves", s.median_ves);
    add(wanted_.timing, "r_ves", s.r_ves);
    add(wanted_.timing, "spread", s.spread);
    if (wanted_.structure) add_structure(s, out);
    if (wanted_.faults) out["faults"] = faults_json(s.faults);
    return out;
  }

  static void add_reliability(scores const& s, json::object& out) {
    auto const& of = s.reliability;
    out["reliability"] = json::object{{"rs_0", of.score(0)},
                                      {"rs_5", of.score(5)},
                                      {"rs_10", of.score(10)},
                                      {"rs_n", of.score(static_cast<double>(of.size()))},
                                      {"questions", of.size()},
                                      {"coverage", of.coverage()},
                                      {"refusal_precision", of.refusal_precision()},
                                      {"refusal_recall", of.refusal_recall()}};
    if (of.ambiguous + of.asked > 0)
      for (auto const& [name, n] : {std::pair("ambiguous", of.ambiguous), {"asked_back", of.asked}, {"clarified", of.clarified}})
        out["reliability"].as_object()[name] = n;
    if (!s.confidences.empty()) out["area_under_risk_coverage"] = area_under_risk_coverage(s.confidences);
  }

  static void add_robust(scores const& s, json::object& out) {
    out["robust"] = s.robust;
    auto& luck = out["luck"].emplace_object();
    for (std::size_t o = 0; o < oddity_count; ++o) luck[name_of(static_cast<oddity>(o))] = s.luck[o];
    out["unsearched"] = s.unsearched;
  }

  /// Those that occur.
  [[nodiscard]] static json::object faults_json(fault_totals const& t) {
    json::object main, any;
    for (std::size_t i = 0; i < fault_count; ++i) {
      auto const name = name_of(static_cast<fault>(i));
      if (t.main[i] > 0) main[name] = t.main[i];
      if (t.any[i] > 0) any[name] = t.any[i];
    }
    return {{"wrong", t.wrong}, {"main", std::move(main)}, {"any", std::move(any)}};
  }

  void add_fault_groups(file_report const& f, json::object& out) const {
    auto const add = [&out](std::string_view name, std::vector<fault_group> const& all) {
      auto& groups = out[name].emplace_object();
      for (auto const& g : all) {
        auto of_group = faults_json(g.totals);
        of_group["count"] = g.questions;
        groups[utf8(g.name)] = std::move(of_group);
      }
    };
    add("faults_by_database", faults_by_database(r_, f));
    add("faults_by_question", faults_by_kind(r_, f));
  }

  void add_exact_match(scores const& s, json::object& out) const {
    out["em"] = s.em;
    out["parsed"] = s.parsed;
    if (r_.options.how != mode::official) return;
    auto& parts = out["partial"].emplace_object();
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
    auto const add = [&out](bool measured, std::string_view name, bool holds) {
      if (measured) out[name] = holds ? 1 : 0;
    };
    add(wanted_.ex, "ex", v.ex);
    add(wanted_.ex && r_.database_files > 1, "ex_single", v.ex_single);
    add(wanted_.reliability, "has_answer", !q.has_no_answer);
    add(wanted_.reliability, "refuses", v.refuses);
    add(wanted_.reliability && q.ambiguous, "ambiguous", true);
    add(wanted_.reliability && v.asks_back, "asks_back", true);
    add(wanted_.robust, "robust", v.ex && !v.luck);
    add(wanted_.robust, "searched", v.searched);
    if (v.luck) out["counterexample"] = json::object{{"needs", name_of(v.luck->needs)}, {"inserts", utf8(v.luck->inserts)}};
    add(wanted_.em, "em", v.em);
    add(wanted_.em, "parsed", v.parsed);
    if (wanted_.em && r_.options.how == mode::official) out["partial"] = partial_json(v.parts);
    add(wanted_.bird, "bird_ex", v.bird_ex);
    if (wanted_.bird) out["soft_f1"] = v.soft_f1;
    if (v.times)
      out["times"] = json::object{{"ratio", v.times->ratio}, {"median_ratio", v.times->median_ratio}, {"spread", v.times->spread}};
    if (wanted_.structure) add_structure(v, out);
    if (wanted_.faults) add_faults(q, v, out);
    if (v.unfinished) out["unfinished"] = true;
    out["error"] = v.failure ? json::value(utf8(v.failure->text())) : json::value(nullptr);
    return out;
  }

  static void add_faults(question_report const& q, verdict const& v, json::object& out) {
    auto& kinds = out["question"].emplace_array();
    for (auto const k : q.kinds) kinds.emplace_back(name_of(k));
    if (!v.faults) return;
    out["fault"] = name_of(v.faults->main());
    auto& all = out["faults"].emplace_array();
    for (auto const f : v.faults->all()) all.emplace_back(name_of(f));
    out["results"] = name_of(v.faults->results());
  }

  static void add_structure(verdict const& v, json::object& out) {
    out["skeleton"] = v.structure.dac_skeleton ? 1 : 0;
    for (auto const& [name, o] : {std::pair{"tables", v.structure.tables}, std::pair{"columns", v.structure.columns}})
      out[name] = entities_json({o.precision(), o.recall(), o.f1()});
    if (!v.kind) return;
    auto& kinds = out["error_class"].emplace_array();
    for (auto const& [name, holds] : {std::pair{"table", v.kind->table}, std::pair{"column", v.kind->column},
                                      std::pair{"skeleton", v.kind->skeleton}, std::pair{"execution", v.kind->execution}})
      if (holds) kinds.emplace_back(name);
  }
};

}  // namespace reporting

T2S_DECL boost::json::object report_json(report const& r, gold_set const& gold) { return reporting::json_writer(r, gold).write(); }

T2S_DECL void write_report_json(report const& r, gold_set const& gold, std::function<void(std::string_view)> const& put) {
  reporting::json_writer(r, gold).write(put);
}

}  // namespace t2s::evaluation

#endif
