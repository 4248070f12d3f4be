// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SEMANTIC_YAML_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SEMANTIC_YAML_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"
#include "t2s/retrieve/knowledge/detail/meant_name.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"
#include "t2s/retrieve/knowledge/semantic_layer.hpp"

#ifdef T2S_WITH_YAML
#include <yaml-cpp/yaml.h>
#endif

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace t2s::knowledge {

#ifdef T2S_WITH_YAML

namespace detail {

/// What the files have in common.
struct semantic_files {
  semantic_layer& to;
  std::vector<std::string> composed{};  ///< the names of ratios and derived metrics
  wrong_lines wrong{};
};

/// Reads one file of semantic models and metrics.
class semantic_file {
 public:
  semantic_file(semantic_files& all, std::string file) : all_(all), to_(all.to), file_(std::move(file)) {}

  /// The semantic models. Call it for all files before `read_metrics`: metrics may be of measures in other files.
  void read_models(std::string_view yaml) {
    note([&] { root_ = load(yaml); });
    if (!root_.IsMap()) root_ = YAML::Node(YAML::NodeType::Map);
    note([&] { require_parts(); });
    each("semantic_models", [&](YAML::Node const& m) { read_model(m); });
    auto const metrics = std::as_const(root_)["metrics"];
    if (!metrics || !metrics.IsSequence()) return;
    for (auto const& m : metrics)
      if (is_composed(m)) all_.composed.push_back(m["name"] && m["name"].IsScalar() ? m["name"].Scalar() : std::string());
  }

  /// The metrics, those of measures or, after those of all files, those of metrics.
  void read_metrics(bool of_metrics) {
    each("metrics", [&](YAML::Node const& m) {
      if (is_composed(m) == of_metrics) read_metric(m);
    });
  }

 private:
  [[nodiscard]] YAML::Node load(std::string_view yaml) const try {
    if (auto const bad = text::first_invalid_utf8(yaml))
      throw error(failure{errc::invalid_utf8, "\"" + file_ + "\" is not valid UTF-8", file_, "convert it to UTF-8", bad});
    auto const all = YAML::LoadAll(std::string(yaml));
    if (all.empty() || all.front().IsNull()) return YAML::Node(YAML::NodeType::Map);
    if (all.size() > 1) refuse(all[1], "another document begins", "write one document a file, without ---");
    if (!all.front().IsMap()) refuse(all.front(), "the file is no map", "expected: semantic_models: and metrics:, each with a list");
    return all.front();
  } catch (YAML::Exception const& e) {
    auto const line = e.mark.is_null() ? std::size_t(1) : static_cast<std::size_t>(e.mark.line) + 1;
    throw error(
        failure{errc::malformed_data, "line " + std::to_string(line) + " of \"" + file_ + "\" is no YAML: " + e.msg, file_, remedy(yaml)});
  }

  /// What is mostly wrong with a text that is no YAML.
  static std::string remedy(std::string_view yaml) {
    if (yaml.find("\n\t") != yaml.npos) return "indent with blanks, and not with tabs";
    if (yaml.find("{%") != yaml.npos || yaml.find("{#") != yaml.npos) return "Jinja is not run: leave {% %} and {# #} out";
    if (yaml.find(": {{") != yaml.npos) return "put texts that begin with {{ in quotes";
    return "check the indentation and the quotes there";
  }

  /// The keys of the file that are read must be once in it; others are skipped unless they are nearly one.
  void require_parts() const {
    std::vector<std::string> const known{"semantic_models", "metrics"};
    std::vector<std::string> seen;
    for (auto const& entry : root_) {
      auto const key = entry.first.IsScalar() ? entry.first.Scalar() : std::string();
      if (t2s::detail::has(seen, key)) refuse(entry.first, "the key " + key + " occurs twice", "write one list");
      seen.push_back(key);
      auto const* near = text::nearest(key, known);
      if (near && *near != key) refuse(entry.first, "the file has the key " + key, "did you mean " + *near + "?");
    }
  }

  static bool is_composed(YAML::Node const& m) {
    auto const type = m.IsMap() ? m["type"] : YAML::Node();
    return type && type.IsScalar() && (type.Scalar() == "ratio" || type.Scalar() == "derived");
  }

  /// Reads the elements of a list of the file, each for itself. What dbt has switched off is left out.
  template <class Read>
  void each(char const* key, Read read) {
    note([&] {
      for (auto const& one : list(root_, key))
        note([&] {
          auto const config = one.IsMap() ? map_in(one, "config") : YAML::Node();
          if (!config || text(config, "enabled") != "false") read(one);
        });
    });
  }

  void read_model(YAML::Node const& in) {
    require_keys(in, "semantic model",
                 {"name", "label", "description", "model", "node_relation", "defaults", "primary_entity", "entities", "dimensions",
                  "measures", "config", "meta"});
    semantic_model m;
    read_name(in, "semantic model", m);
    m.table = table_of(in, m.name);
    if (auto const usual = map_in(in, "defaults")) {
      require_keys(usual, "defaults", {"agg_time_dimension"});
      m.time = text(usual, "agg_time_dimension");
    }
    for (auto const& e : list(in, "entities")) note([&] { m.entities.push_back(entity_of(e)); });
    for (auto const& d : list(in, "dimensions")) note([&] { m.dimensions.push_back(dimension_of(d)); });
    for (auto const& x : list(in, "measures")) note([&] { m.measures.push_back(measure_of(x)); });
    to_.models.push_back(std::move(m));
  }

  /// "orders" of "ref('orders')", "source('raw', 'orders')" or "orders".
  [[nodiscard]] std::string table_of(YAML::Node const& in, std::string const& name) const {
    auto const relation = map_in(in, "node_relation");
    auto const written = relation ? text(relation, "alias") : text(in, "model");
    auto const end = written.find_last_of("'\"");
    if (end == written.npos || end == 0) return written.empty() ? name : written;
    auto const begin = written.find_last_of("'\"", end - 1);
    if (begin == written.npos) refuse(in["model"], "has the model " + written, "expected: ref('TABLE')");
    return written.substr(begin + 1, end - begin - 1);
  }

  [[nodiscard]] semantic_entity entity_of(YAML::Node const& in) const {
    require_keys(in, "entity", {"name", "label", "description", "type", "expr", "role", "config", "meta"});
    semantic_entity e;
    read_name(in, "entity", e);
    auto const type = one_of(in, "type", "entity " + e.name, {"primary", "unique", "foreign", "natural"});
    using enum semantic_entity::kind;
    e.is = type == "primary" ? primary : type == "unique" ? unique : type == "foreign" ? foreign : natural;
    e.expr = text_or(in, "expr", e.name);
    return e;
  }

  [[nodiscard]] semantic_dimension dimension_of(YAML::Node const& in) const {
    require_keys(in, "dimension", {"name", "label", "description", "type", "type_params", "expr", "is_partition", "config", "meta"});
    semantic_dimension d;
    read_name(in, "dimension", d);
    d.is_time = one_of(in, "type", "dimension " + d.name, {"categorical", "time"}) == "time";
    d.expr = text_or(in, "expr", d.name);
    auto const params = map_in(in, "type_params");
    if (params && params["time_granularity"])
      d.granularity = one_of(params, "time_granularity", "dimension " + d.name,
                             {"day", "week", "month", "quarter", "year", "hour", "minute", "second", "millisecond"});
    return d;
  }

  [[nodiscard]] semantic_measure measure_of(YAML::Node const& in) {
    require_keys(in, "measure",
                 {"name", "label", "description", "agg", "expr", "create_metric", "agg_params", "agg_time_dimension",
                  "non_additive_dimension", "config", "meta"});
    semantic_measure x;
    read_name(in, "measure", x);
    auto const agg = one_of(in, "agg", "measure " + x.name,
                            {"sum", "count", "count_distinct", "average", "min", "max", "sum_boolean", "median", "percentile"});
    x.expr = text_or(in, "expr", x.name);
    x.time = text(in, "agg_time_dimension");
    if (auto const* known = t2s::detail::find_if(aggregation_names, [&](std::string_view one) { return one == agg; }))
      x.agg = static_cast<aggregation>(known - aggregation_names.data());
    else if (agg == "sum_boolean")
      x.expr = "CASE WHEN " + x.expr + " THEN 1 ELSE 0 END";
    else
      x.left_out = "agg: " + agg + " is not computed";
    if (in["non_additive_dimension"]) x.left_out = "measures with non_additive_dimension are not computed";
    if (in["create_metric"] && in["create_metric"].as<bool>(false)) {
      semantic_metric m;
      static_cast<semantic_name&>(m) = x;
      m.inputs.push_back({x.name, x.name, {}});
      m.formula = x.name;
      m.left_out = x.left_out;
      to_.metrics.push_back(std::move(m));
    }
    return x;
  }

  void read_metric(YAML::Node const& in) {
    require_keys(in, "metric", {"name", "label", "description", "type", "type_params", "filter", "time_granularity", "config", "meta"});
    semantic_metric m;
    read_name(in, "metric", m);
    auto const type = one_of(in, "type", "metric " + m.name, {"simple", "ratio", "derived", "cumulative", "conversion"});
    auto const params = map_in(in, "type_params");
    if (!params) refuse(in, "metric " + m.name + " has no type_params", "expected: type_params: {measure: NAME}");
    require_keys(params, "type_params",
                 {"measure", "numerator", "denominator", "expr", "metrics", "window", "grain_to_date", "period_agg",
                  "cumulative_type_params", "conversion_type_params", "input_measures"});
    if (type == "simple") read_simple(params, m);
    if (type == "ratio") read_ratio(params, m);
    if (type == "derived") read_derived(params, m);
    if (type == "cumulative" || type == "conversion") m.left_out = type + " metrics are not computed";
    for (auto& input : m.inputs) add_filters(in, input.filters);
    if (m.left_out.empty()) require_one_model(m);
    to_.metrics.push_back(std::move(m));
  }

  void read_simple(YAML::Node const& params, semantic_metric& m) const {
    auto const measure = params["measure"];
    if (!measure) refuse(params, "metric " + m.name + " has no measure", "expected: measure: NAME");
    metric_input input{name_in(measure), "x", {}};
    if (measure.IsMap()) {
      require_keys(measure, "measure of metric " + m.name, input_keys);
      add_filters(measure, input.filters);
    }
    m.inputs.push_back(std::move(input));
    m.formula = "x";
  }

  void read_ratio(YAML::Node const& params, semantic_metric& m) {
    for (auto const* part : {"numerator", "denominator"}) {
      if (!params[part]) refuse(params, "metric " + m.name + " has no " + part, "expected: numerator: METRIC and denominator: METRIC");
      add_metric(params[part], part, m);
    }
    m.formula = "numerator * 1.0 / nullif(denominator, 0)";
  }

  void read_derived(YAML::Node const& params, semantic_metric& m) {
    m.formula = text(params, "expr");
    if (m.formula.empty()) refuse(params, "metric " + m.name + " has no expr", "expected: expr: with SQL over metrics");
    auto const metrics = list(params, "metrics");
    if (metrics.size() == 0) refuse(params, "metric " + m.name + " has no metrics", "expected: metrics: with the names in its expr");
    for (auto const& one : metrics) {
      add_metric(one, {}, m);
      if (one.IsMap() && (one["offset_window"] || one["offset_to_grain"])) m.left_out = "offsets in time are not computed";
    }
  }

  /// Adds a simple metric as an input of another.
  void add_metric(YAML::Node const& in, std::string alias, semantic_metric& to) const {
    auto const name = name_in(in);
    if (in.IsMap()) require_keys(in, "metric of metric " + to.name, input_keys);
    auto const* of = t2s::detail::find_if(to_.metrics, [&](semantic_metric const& one) { return one.name == name; });
    if (t2s::detail::has(all_.composed, name)) {
      to.left_out = name + " is no simple metric, and metrics of others are not computed";
      return;
    }
    if (!of) {
      auto const known = names_of(to_.metrics);
      refuse(in, "metric " + to.name + " is of the metric " + name + ", which does not exist", proposal(name, known));
    }
    if (!of->left_out.empty()) to.left_out = name + " is left out: " + of->left_out;
    if (!to.left_out.empty()) return;
    auto input = of->inputs.front();
    if (in.IsMap()) add_filters(in, input.filters);
    if (alias.empty()) alias = in.IsMap() ? text_or(in, "alias", name) : name;
    input.alias = std::move(alias);
    to.inputs.push_back(std::move(input));
  }

  void require_one_model(semantic_metric& m) const {
    semantic_model const* model = nullptr;
    for (auto const& input : m.inputs) {
      auto const found = find_measure(to_, input.measure);
      if (!found.measure) continue;  // `require_fit` says it
      if (!found.measure->left_out.empty()) m.left_out = "measure " + input.measure + ": " + found.measure->left_out;
      if (model && model != found.model) m.left_out = "its measures are of two models, " + model->name + " and " + found.model->name;
      model = found.model;
      for (auto const& filter : input.filters)
        if (auto fault = filter_in_sql(filter, *model).fault; !fault.empty()) m.left_out = std::move(fault);
    }
  }

  /// `filter:` with a text, or a list of them.
  void add_filters(YAML::Node const& in, std::vector<std::string>& to) const {
    auto const filter = in["filter"];
    if (!filter) return;
    if (!filter.IsSequence()) {
      to.push_back(text(in, "filter"));
      return;
    }
    for (auto const& one : filter) to.push_back(scalar(one, "filter"));
  }

  void read_name(YAML::Node const& in, std::string_view kind, semantic_name& to) const {
    to.name = text(in, "name");
    if (to.name.empty()) refuse(in, std::string(kind) + " without a name", "expected: name:");
    to.label = text(in, "label");
    to.description = text(in, "description");
    to.file = file_;
    to.line = line_of(in);
    read_synonyms(map_in(in, "meta"), to);
    if (auto const config = map_in(in, "config")) read_synonyms(map_in(config, "meta"), to);
  }

  void read_synonyms(YAML::Node const& meta, semantic_name& to) const {
    if (!meta || !meta["synonyms"]) return;
    auto const all = meta["synonyms"];
    if (all.IsScalar())
      for (auto const one : text::split(all.Scalar(), ',')) to.synonyms.emplace_back(text::trim(one));
    else
      for (auto const& one : all) to.synonyms.push_back(scalar(one, "synonyms"));
    std::erase(to.synonyms, "");
  }

  [[nodiscard]] std::string name_in(YAML::Node const& in) const { return in.IsMap() ? text(in, "name") : scalar(in, "name"); }

  /// A map, or nothing if it is missing.
  [[nodiscard]] YAML::Node map_in(YAML::Node const& in, char const* key) const {
    auto found = in[key];
    if (!found || found.IsNull()) return YAML::Node(YAML::NodeType::Undefined);
    if (!found.IsMap()) refuse(found, std::string(key) + " is no map", "expected: " + std::string(key) + ": with further keys below it");
    return found;
  }

  /// The elements of a list, or none if it is missing.
  [[nodiscard]] YAML::Node list(YAML::Node const& in, char const* key) const {
    auto found = in[key];
    if (!found || found.IsNull()) return YAML::Node(YAML::NodeType::Sequence);
    if (!found.IsSequence()) refuse(found, std::string(key) + " is no list", "expected: lines that begin with -");
    return found;
  }

  [[nodiscard]] std::string text(YAML::Node const& in, char const* key) const {
    auto const found = in[key];
    return !found || found.IsNull() ? std::string() : scalar(found, key);
  }
  [[nodiscard]] std::string text_or(YAML::Node const& in, char const* key, std::string const& otherwise) const {
    auto found = text(in, key);
    return found.empty() ? otherwise : found;
  }
  [[nodiscard]] std::string scalar(YAML::Node const& in, std::string const& key) const {
    if (!in.IsScalar()) refuse(in, key + " is no text", "expected: one text");
    return std::string(text::trim(in.Scalar()));
  }

  [[nodiscard]] std::string one_of(YAML::Node const& in, char const* key, std::string const& of,
                                   std::vector<std::string> const& known) const {
    auto found = text(in, key);
    if (t2s::detail::has(known, found)) return found;
    auto const* near = text::nearest(found, known);
    refuse(in[key] ? in[key] : in, of + (found.empty() ? " has no " + std::string(key) : " has the " + std::string(key) + " " + found),
           near ? "did you mean " + *near + "?" : "expected: " + text::join(known, ", "));
  }

  void require_keys(YAML::Node const& in, std::string const& kind, std::vector<std::string> const& known) const {
    if (!in.IsMap()) refuse(in, kind + " is no map", "expected: name: and others");
    std::vector<std::string> seen;
    for (auto const& entry : in) {
      auto const key = entry.first.IsScalar() ? entry.first.Scalar() : std::string("?");
      if (t2s::detail::has(seen, key)) refuse(entry.first, kind + " has the key " + key + " twice", "leave one out");
      seen.push_back(key);
      if (t2s::detail::has(known, key)) continue;
      auto const* near = text::nearest(key, known);
      refuse(entry.first, kind + " has the key " + key,
             key == "<<" ? "merges are not read: write the keys out"
             : near      ? "did you mean " + *near + "?"
                         : "expected: " + text::join(known, ", "));
    }
  }

  static std::size_t line_of(YAML::Node const& at) { return static_cast<std::size_t>(at.Mark().line + 1); }

  [[noreturn]] void refuse(YAML::Node const& at, std::string const& what, std::string remedy) const {
    throw error(
        failure{errc::malformed_data, "line " + std::to_string(line_of(at)) + " of \"" + file_ + "\": " + what, file_, std::move(remedy)});
  }

  template <class Read>
  void note(Read read) {
    all_.wrong.note_errors_of([&] {
      try {
        read();
      } catch (YAML::Exception const& e) {
        throw error(failure{errc::malformed_data, "line " + std::to_string(e.mark.line + 1) + " of \"" + file_ + "\": " + e.msg, file_,
                            "compare its form with docs/semantic_layer.md"});
      }
    });
  }

  static inline std::vector<std::string> const input_keys{
      "name", "filter", "alias", "offset_window", "offset_to_grain", "fill_nulls_with", "join_to_timespine"};

  semantic_files& all_;
  semantic_layer& to_;
  std::string file_;
  YAML::Node root_{};
};

inline constexpr std::size_t longest_yaml = 4U << 20U;

inline std::string read_yaml(std::string const& file) {
  auto text = read_file(file, "a YAML file with semantic models and metrics");
  if (text.size() > longest_yaml)
    throw error(failure{errc::malformed_data, "\"" + file + "\" has more than 4 MiB", file, "give a folder with several smaller files"});
  return text;
}

/// The YAML files in a folder and those below it that may have semantic models, in the order of their names: not what dbt makes there.
inline std::vector<std::string> yaml_files_in(std::string const& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  std::error_code wrong;
  for (fs::recursive_directory_iterator i(folder, fs::directory_options::skip_permission_denied, wrong), end; !wrong && i != end;
       i.increment(wrong)) {
    auto const name = i->path().filename().string();
    if (i->is_directory(wrong) && (name == "target" || name == "dbt_packages" || name.starts_with('.'))) i.disable_recursion_pending();
    bool const is_yaml = i->path().extension() == ".yml" || i->path().extension() == ".yaml";
    if (!is_yaml || !i->is_regular_file(wrong)) continue;
    auto const text = read_yaml(i->path().string());
    if (text.find("semantic_models:") != text.npos || text.find("metrics:") != text.npos) names.push_back(i->path().string());
  }
  if (wrong)
    throw error(failure{errc::file_unreadable, "the folder \"" + folder + "\" cannot be read: " + wrong.message(), folder,
                        "check its permissions"});
  std::ranges::sort(names);
  return names;
}

}  // namespace detail

T2S_DECL semantic_layer parse_semantics(std::span<yaml_text const> files) {
  semantic_layer all;
  detail::semantic_files reading{all};
  std::vector<detail::semantic_file> read;
  read.reserve(files.size());
  for (auto const& file : files) read.emplace_back(reading, file.name).read_models(file.text);
  for (bool const of_metrics : {false, true})
    for (auto& file : read) file.read_metrics(of_metrics);
  reading.wrong.throw_if_any();
  return all;
}

T2S_DECL semantic_layer read_semantics(std::string const& place) {
  namespace fs = std::filesystem;
  auto const names = fs::is_directory(place) ? detail::yaml_files_in(place) : std::vector<std::string>{place};
  std::vector<yaml_text> files;
  for (auto const& name : names) files.push_back({name, detail::read_yaml(name)});
  auto all = parse_semantics(files);
  if (all.models.empty() && all.metrics.empty())
    throw error(
        failure{errc::malformed_data, "\"" + place + "\" has no semantic models and no metrics", place,
                "expected: semantic_models: and metrics:, as dbt has them; semantic_model: within models, its form of 2025, is not read"});
  return all;
}

#else

namespace detail {

[[noreturn]] inline void refuse_yaml(std::string const& name) {
  throw error(failure{errc::invalid_argument, "\"" + name + "\" is YAML, and t2s was built without yaml-cpp", name,
                      "install it (libyaml-cpp-dev on Debian and Ubuntu) and build again"});
}

}  // namespace detail

T2S_DECL semantic_layer parse_semantics(std::span<yaml_text const> files) { detail::refuse_yaml(files.empty() ? "" : files.front().name); }

T2S_DECL semantic_layer read_semantics(std::string const& place) { detail::refuse_yaml(place); }

#endif

}  // namespace t2s::knowledge

#endif
