// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_JSON_HPP
#define T2S_SQL_DETAIL_TRANSPILE_JSON_HPP

#include "t2s/sql/detail/transpile/aggregates.hpp"

#include <optional>
#include <string>
#include <vector>

/// Values at JSON paths, and JSON made of values.
namespace t2s::sql::detail::transpiling {

/// A key or an array index.
struct json_step {
  std::string name{};
  bool is_place = false;
};

/// A path into JSON, and whether the result is a text or a value instead of JSON.
struct json_access {
  node const* base{};
  std::vector<json_step> steps{};
  bool as_text = false;
};

inline bool is_place(std::string_view s) { return !s.empty() && std::all_of(s.begin(), s.end(), text::is_digit); }

/// Reads $.a.b[0]."c d"; nothing for wildcards and the like.
inline std::optional<std::vector<json_step>> steps_of_path(std::string_view path) {
  if (!path.starts_with('$')) return {};
  path.remove_prefix(1);
  std::vector<json_step> steps;
  while (!path.empty()) {
    if (path.starts_with("[")) {
      auto const end = path.find(']');
      if (end == path.npos || !is_place(path.substr(1, end - 1))) return {};
      steps.push_back({std::string(path.substr(1, end - 1)), true});
      path.remove_prefix(end + 1);
    } else if (path.starts_with(".\"")) {
      auto const end = path.find('"', 2);
      if (end == path.npos) return {};
      steps.push_back({std::string(path.substr(2, end - 2)), false});
      path.remove_prefix(end + 1);
    } else if (path.starts_with(".")) {
      auto const end = path.find_first_of(".[", 1);
      auto const name = path.substr(1, end == path.npos ? path.npos : end - 1);
      if (name.empty() || name.find('*') != name.npos) return {};
      steps.push_back({std::string(name), false});
      path.remove_prefix(1 + name.size());
    } else {
      return {};
    }
  }
  return steps;
}

inline std::string path_of(std::vector<json_step> const& steps) {
  std::string path = "$";
  for (auto const& s : steps) {
    bool const plain = !s.name.empty() && std::all_of(s.name.begin(), s.name.end(),
                                                      [](char c) { return text::is_letter(c) || text::is_digit(c) || c == '_'; });
    path += s.is_place ? "[" + s.name + "]" : plain ? "." + s.name : ".\"" + s.name + "\"";
  }
  return path;
}

/// A path as in PostgreSQL's #>: {a,b,0}.
inline std::string braces_of(std::vector<json_step> const& steps) {
  std::string s = "{";
  for (auto const& step : steps) {
    bool const plain = !step.name.empty() && step.name.find_first_of(" ,{}\"\\") == step.name.npos;
    s.append(s.size() > 1 ? "," : "").append(plain ? step.name : "\"" + step.name + "\"");
  }
  return s + "}";
}

inline std::optional<std::vector<json_step>> steps_of_braces(std::string_view s) {
  if (!s.starts_with('{') || !s.ends_with('}')) return {};
  std::vector<json_step> steps;
  for (auto part : text::split(s.substr(1, s.size() - 2), ',')) {
    part = text::trim(part);
    bool const quoted = part.size() > 1 && part.front() == '"' && part.back() == '"';
    steps.push_back({std::string(quoted ? part.substr(1, part.size() - 2) : part), !quoted && is_place(part)});
  }
  return steps;
}

/// The path that the right operand of an arrow names.
inline std::optional<std::vector<json_step>> steps_of_operand(translation& t, node const& n) {
  if (n.kind == kind::number && is_place(n.name.view())) return std::vector<json_step>{{std::string(n.name.view()), true}};
  auto const literal = literal_text(t, n);
  if (!literal) return {};
  if (t.from != dialect::postgres && literal->starts_with('$')) return steps_of_path(*literal);
  return std::vector<json_step>{{*literal, false}};
}

inline std::optional<json_access> read_access(translation& t, node const& n) {
  if (n.kind == kind::operation && (n.op == op::arrow || n.op == op::long_arrow)) {
    auto const steps = steps_of_operand(t, n[1]);
    if (!steps) return {};
    json_access a{&n[0], {}, false};
    if (auto inner = read_access(t, n[0]); inner && !inner->as_text) a = *std::move(inner);
    a.steps.insert(a.steps.end(), steps->begin(), steps->end());
    a.as_text = n.op == op::long_arrow;
    return a;
  }
  if (n.kind == kind::operation && n.op == op::custom && (n.name.view() == "#>" || n.name.view() == "#>>")) {
    auto const literal = literal_text(t, n[1]);
    auto const steps = literal ? steps_of_braces(*literal) : std::nullopt;
    if (!steps) return {};
    return json_access{&n[0], *steps, n.name.view() == "#>>"};
  }
  if (n.kind != kind::call) return {};
  auto const name = n.name.view();
  if (is_one_of(name, {"json_unquote"}) && n.count == 1) {
    auto inner = read_access(t, n[0]);
    if (inner) inner->as_text = true;
    return inner;
  }
  bool const extracts = is_one_of(name, {"json_extract", "json_extract_string", "json_value", "json_extract_path", "json_extract_path_text",
                                         "jsonb_extract_path", "jsonb_extract_path_text"});
  if (!extracts || n.count < 2) return {};
  bool const text = is_one_of(name, {"json_extract_string", "json_value", "json_extract_path_text", "jsonb_extract_path_text"}) ||
                    (t.from == dialect::sqlite);
  json_access a{&n[0], {}, text};
  if (t.from == dialect::postgres) {
    for (std::size_t i = 1; i < n.count; ++i) {
      auto const key = literal_text(t, n[i]);
      if (!key) return {};
      a.steps.push_back({*key, is_place(*key)});
    }
    return a;
  }
  auto const path = literal_text(t, n[1]);
  auto const steps = path && n.count == 2
                         ? (path->starts_with('$') ? steps_of_path(*path) : std::optional(std::vector<json_step>{{*path, false}}))
                         : std::nullopt;
  if (!steps) return {};
  a.steps = *steps;
  return a;
}

/// The operand before a path, as JSON.
inline node* json_base(translation& t, node const& n) {
  auto const is = t.type_of(n);
  if (t.to != dialect::postgres || (is == type::json && t.from == dialect::postgres)) return t.value(n);
  return t.cast(t.value(n), "jsonb");
}

inline node* written_access(translation& t, node const& at, json_access const& a) {
  auto* const base = json_base(t, *a.base);
  auto* const path = t.text_literal(t.to == dialect::postgres ? braces_of(a.steps) : path_of(a.steps));
  switch (t.to) {
    case dialect::sqlite: {
      if (!a.as_text) return t.write("a -> b", {base, path});
      if (translation::is_strict(t.from)) t.nearly(at, "true and false in JSON are 1 and 0 in SQLite");
      auto* const made = t.write("a ->> b", {base, path});
      return translation::is_strict(t.from) ? t.cast(made, "TEXT") : made;
    }
    case dialect::postgres: return t.write(a.as_text ? "a #>> b" : "a #> b", {base, path});
    case dialect::mysql:  // a JSON null becomes the text 'null' there
      return t.write(
          a.as_text ? "CASE WHEN JSON_TYPE(JSON_EXTRACT(a, b)) <> 'NULL' THEN JSON_UNQUOTE(JSON_EXTRACT(a, b)) END" : "JSON_EXTRACT(a, b)",
          {base, path});
    default: return t.write(a.as_text ? "json_extract_string(a, b)" : "json_extract(a, b)", {base, path});
  }
}

/// The value at a path, as text.
inline node* json_as_text(translation& t, node const& n) {
  auto a = read_access(t, n);
  if (!a) return t.value(n);
  a->as_text = true;
  return written_access(t, n, *a);
}

inline node* json_as_number(translation& t, node const& n) {
  auto* const text = json_as_text(t, n);
  if (!translation::is_strict(t.to)) return text;
  t.nearly(n, "a JSON value that is not a number is NULL here where a number is expected");
  if (t.to == dialect::duckdb) return t.write("TRY_CAST(a AS DOUBLE)", {text});
  return t.write("CASE WHEN a ~ '^\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?\\s*$' THEN CAST(a AS numeric) END", {text});
}

inline node* json_path(translation& t, node const& n) {
  if (t.from == t.to) return t.around(n);
  bool const lambda = t.from == dialect::duckdb && n.op == op::arrow && !literal_text(t, n[1]) && n[1].kind != kind::number;
  if (lambda) return t.impossible(n, t.target_title() + " has no lambdas");
  auto const a = read_access(t, n);
  return a ? written_access(t, n, *a) : t.impossible(n, "a path in JSON that is not written out has no equivalent in " + t.target_title());
}

/// Whether a part is a value taken from JSON, whose type depends on the row.
inline bool is_json_value(node const& n) {
  if (n.kind == kind::operation) return n.op == op::long_arrow;
  return n.kind == kind::call && is_one_of(n.name.view(), {"json_extract", "json_value"});
}

inline node* json_object_of(translation& t, node const& n) {
  std::vector<node*> values;
  for (auto const* child : n.children()) values.push_back(is_stored_truth(t, *child) ? t.as_number(*child) : t.raw(*child));
  bool const object = is_one_of(n.name.view(), {"json_object", "json_build_object", "jsonb_build_object"});
  return t.call(t.to == dialect::postgres ? (object ? "json_build_object" : "json_build_array")
                : object                  ? "json_object"
                                          : "json_array",
                values);
}

inline node* json_call(translation& t, node const& n) {
  if (t.from == t.to) return nullptr;
  auto const name = n.name.view();
  if (auto const a = read_access(t, n)) return written_access(t, n, *a);
  if (is_one_of(name, {"json_object", "json_build_object", "jsonb_build_object", "json_array", "json_build_array", "jsonb_build_array"}))
    return json_object_of(t, n);
  return nullptr;
}

}  // namespace t2s::sql::detail::transpiling

#endif
