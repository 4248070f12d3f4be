// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_STORED_QUERY_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_STORED_QUERY_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/json_data.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/operations/detail/query_page.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"
#include "t2s/serve/operations/detail/stored_query.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace t2s::serve {
namespace detail {

inline constexpr std::array<std::string_view, 5> parameter_types{"integer", "number", "text", "date", "boolean"};

/// A parameter in a statement.
struct parameter_place {
  std::string name;
  std::size_t begin, end;
};

/// The word with which a text begins, or "".
inline std::string_view word_at(std::string_view s) {
  auto const is_part = [](char c) { return text::is_letter(c) || text::is_digit(c) || c == '_'; };
  if (s.empty() || text::is_digit(s.front())) return {};
  return s.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(s, is_part) - s.begin()));
}

/// Whether a colon behind a token belongs to a slice or a struct.
inline bool ends_a_value(sql::token const& t) {
  return t.kind == sql::token_kind::number || t.kind == sql::token_kind::string || t.kind == sql::token_kind::rbracket ||
         t.kind == sql::token_kind::name;
}

/// Where a statement has `:name`, outside of texts, names and comments. A dialect without such parameters has a colon before a word.
inline std::vector<parameter_place> parameters_in(std::string const& sql, sql::dialect d) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, sql::grammar_of(d), tokens);
  std::vector<parameter_place> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto const view = tokens[i].view();
    bool const is_one = tokens[i].kind == sql::token_kind::parameter && view.starts_with(':');
    bool const is_colon = tokens[i].kind == sql::token_kind::colon || (tokens[i].kind == sql::token_kind::illegal && view == ":");
    bool const is_of_slice = is_colon && i > 0 && ends_a_value(tokens[i - 1]);  // [1:n], {'a': b}
    if ((!is_one && !is_colon) || is_of_slice) continue;
    auto const at = static_cast<std::size_t>(view.data() - sql.data());
    auto const name = word_at(std::string_view(sql).substr(at + 1));  // of ":day::date", which SQLite takes for one parameter, "day"
    if (!name.empty()) found.push_back({std::string(name), at, at + 1 + name.size()});
  }
  return found;
}

/// A value of a parameter's type; nothing for another one.
inline std::optional<value> typed(query_parameter const& p, json::value const& given) {
  if (p.type == "integer" && given.is_number()) {
    boost::system::error_code wrong;
    auto const n = given.to_number<std::int64_t>(wrong);  // also of 5.0
    return wrong ? std::optional<value>() : value(n);
  }
  if (p.type == "number" && given.is_number() && std::isfinite(given.to_number<double>())) return value(given.to_number<double>());
  if (p.type == "boolean" && given.is_bool()) return value(std::int64_t{given.get_bool() ? 1 : 0});
  if (!given.is_string()) return {};
  std::string text(given.get_string());
  if (p.type == "date") {
    auto const day = text.size() == 10 && text[4] == '-' && text[7] == '-' ? schema::period_of(text) : std::nullopt;
    return day ? std::optional(value(std::move(text))) : std::nullopt;
  }
  if (p.type != "text" || text.find('\0') != text.npos) return {};
  bool const is_allowed = p.one_of.empty() || std::ranges::find(p.one_of, text) != p.one_of.end();
  return is_allowed ? std::optional(value(std::move(text))) : std::nullopt;
}

/// The value as a literal of the dialect.
inline std::string literal_of(query_parameter const& p, value const& v, sql::dialect d) {
  if (p.type == "boolean" && d != sql::dialect::sqlite) return *v.integer() == 1 ? "TRUE" : "FALSE";
  return schema::to_sql(v, d);
}

/// A value by which the statement can be read before any is given.
inline json::value sample_of(query_parameter const& p) {
  if (p.otherwise) return *p.otherwise;
  if (!p.one_of.empty()) return json::value(p.one_of.front());
  if (p.type == "integer") return 1;
  if (p.type == "number") return 1.0;
  if (p.type == "boolean") return true;
  return p.type == "date" ? json::value("2000-01-01") : json::value("a");
}

inline json::object samples_of(stored_query const& q) {
  json::object all;
  for (auto const& p : q.parameters) all[p.name] = sample_of(p);
  return all;
}

/// What is wrong with the parameters of a query in a dialect: each is in the SQL, and the SQL has no other; "" if nothing is.
inline std::string wrong_parameters(stored_query const& q, sql::dialect d) {
  std::set<std::string> used;
  for (auto const& place : parameters_in(q.sql, d)) used.insert(place.name);
  for (auto const& p : q.parameters)
    if (used.erase(p.name) == 0) return "the SQL has no :" + p.name;
  return used.empty() ? std::string() : "the SQL has :" + *used.begin() + ", which is not in \"parameters\"";
}

/// What a database lacks of a query; "" if it has all.
inline std::string lacking(stored_query const& q, served_database const& database) {
  auto const d = database.schema().sql_dialect();
  if (auto wrong = wrong_parameters(q, d); !wrong.empty()) return wrong;
  auto const parsed = sql::parse(q.with(samples_of(q), d), database.schema());
  if (!parsed) return "its SQL cannot be read: " + sql::to_string(parsed.error());
  auto const resolved = sql::resolve(*parsed, database.schema());
  return resolved.ok() ? std::string() : resolved.problems.front().what.text();
}

// ---- the file

/// Reads the members of one query; `where` is for messages.
class stored_query_reader {
 public:
  stored_query_reader(json::object const& from, std::string name, std::string where)
      : from_(from), file_(std::move(name)), where_(std::move(where)) {}

  [[nodiscard]] stored_query read(std::set<std::string>& taken) {
    require_known(from_, {"name", "question", "description", "database", "sql", "parameters"});
    stored_query q;
    q.name = text_of(from_, "name", true);
    where_.append(" (").append(text::cut(q.name, 64)).append(")");
    if (!is_tool_name(q.name)) refuse("\"name\" has other characters than a-z, 0-9 and _, or more than 64", "name it like top_customers");
    if (!taken.insert(q.name).second) refuse("a tool of this name is there already", "give it another name");
    q.question = text_of(from_, "question", true);
    q.description = text_of(from_, "description", false);
    q.database = text_of(from_, "database", false);
    q.sql = text_of(from_, "sql", true);
    if (auto const* all = from_.if_contains("parameters")) {
      if (!all->is_object()) refuse("\"parameters\" is not an object", R"(write {"year": {"type": "integer"}})");
      for (auto const& p : all->get_object()) q.parameters.push_back(parameter(std::string(p.key()), p.value()));
    }
    return q;
  }

 private:
  [[noreturn]] void refuse(std::string const& what, std::string const& remedy) const {
    throw error(failure{errc::malformed_data, file_ + ": " + where_ + ": " + what, file_, remedy, {}});
  }

  static bool is_tool_name(std::string_view name) {
    auto const fits = [](char c) { return (c >= 'a' && c <= 'z') || text::is_digit(c) || c == '_'; };
    return name.size() <= 64 && std::ranges::all_of(name, fits);
  }

  void require_known(json::object const& o, std::vector<std::string_view> const& known) const {
    for (auto const& m : o)
      if (std::ranges::find(known, std::string_view(m.key())) == known.end()) {
        std::string all;
        for (auto const k : known) all.append(all.empty() ? "" : ", ").append(k);
        refuse("there is no member \"" + std::string(m.key()) + "\"", "members are " + all);
      }
  }

  [[nodiscard]] std::string text_of(json::object const& o, std::string_view member, bool needed) const {
    auto const* v = o.if_contains(member);
    if (!v && !needed) return {};
    if (!v || !v->is_string() || text::trim(std::string_view(v->get_string())).empty())
      refuse("\"" + std::string(member) + "\" is " + (v ? "not a text, or empty" : "missing"), "write it as a text in quotes");
    return std::string(v->get_string());
  }

  [[nodiscard]] query_parameter parameter(std::string name, json::value const& v) const {
    auto const about = "the parameter \"" + text::cut(name, 64) + "\" ";
    if (!v.is_object()) refuse(about + "is not an object", R"(write {"type": "integer", "description": "..."})");
    auto const& o = v.get_object();
    require_known(o, {"type", "description", "default", "one_of"});
    query_parameter p{std::move(name), text_of(o, "type", true), text_of(o, "description", false), {}, {}};
    for (std::string_view const own : {"database", "limit", "offset", "question", "model", "sql"})
      if (p.name == own) refuse(about + "has a name that tools use for themselves", "give it another name");
    if (std::ranges::find(parameter_types, p.type) == parameter_types.end())
      refuse(about + "has the type \"" + text::cut(p.type, 64) + "\"", "types are integer, number, text, date and boolean");
    if (auto const* list = o.if_contains("one_of")) p.one_of = choices(p, *list, about);
    if (auto const* given = o.if_contains("default")) {
      p.otherwise = *given;
      if (!typed(p, *given)) refuse(about + "has a default that is not one of its values", "give a value of the type " + p.type);
    }
    return p;
  }

  [[nodiscard]] std::vector<std::string> choices(query_parameter const& p, json::value const& list, std::string const& about) const {
    std::vector<std::string> all;
    if (list.is_array())
      for (auto const& one : list.get_array())
        if (one.is_string()) all.emplace_back(one.get_string());
    if (p.type != "text" || all.empty() || all.size() != list.get_array().size())
      refuse(about + "has a \"one_of\" that is not a list of texts, or is not of the type text", R"(write "one_of": ["open", "closed"])");
    return all;
  }

  json::object const& from_;
  std::string file_, where_;
};

}  // namespace detail

T2S_DECL std::string stored_query::with(boost::json::object const& values, sql::dialect d) const {
  std::string out;
  std::size_t at = 0;
  for (auto const& place : detail::parameters_in(sql, d)) {
    auto const p = std::ranges::find(parameters, place.name, &query_parameter::name);
    if (p == parameters.end()) continue;
    auto const* given = values.if_contains(p->name);
    auto const* taken = given ? given : p->otherwise ? &*p->otherwise : nullptr;
    auto const v = taken ? detail::typed(*p, *taken) : std::nullopt;
    if (!v)
      throw error(errc::invalid_argument, "the parameter " + p->name + (taken ? " is not of the type " + p->type : " is missing"),
                  p->type == "date" ? "give a day as 2024-12-31" : "give a value of the type " + p->type);
    out.append(sql, at, place.begin - at).append(" ").append(detail::literal_of(*p, *v, d)).append(" ");  // E:p must not become E'...'
    at = place.end;
  }
  return out.append(sql, at, sql.npos);
}

T2S_DECL bool stored_query::fits(served_database const& served) const {
  return (database.empty() || database == served.name()) && detail::lacking(*this, served).empty();
}

T2S_DECL std::vector<stored_query> parse_stored_queries(std::string_view content, std::string_view name,
                                                        std::vector<std::string> const& taken) {
  static constexpr char form[] = R"(write {"queries": [{"name": "top_customers", "question": "...", "sql": "SELECT ..."}]})";
  auto const parsed = t2s::detail::json_of(content, content, name, form);
  auto const* all = parsed.is_object() ? parsed.get_object().if_contains("queries") : nullptr;
  if (!all || !all->is_array())
    throw error(failure{errc::malformed_data, std::string(name) + ": there is no list \"queries\"", std::string(name), form, {}});
  std::set<std::string> names(taken.begin(), taken.end());
  std::vector<stored_query> queries;
  for (auto const& one : all->get_array()) {
    auto const where = "query " + std::to_string(queries.size() + 1);
    if (!one.is_object())
      throw error(failure{errc::malformed_data, std::string(name) + ": " + where + " is not an object", std::string(name), form, {}});
    queries.push_back(detail::stored_query_reader(one.get_object(), std::string(name), where).read(names));
  }
  return queries;
}

T2S_DECL std::vector<stored_query> read_stored_queries(std::string const& file, std::vector<std::string> const& taken) {
  return parse_stored_queries(read_file(file, "a file of stored queries"), file, taken);
}

T2S_DECL void require_fitting(std::vector<stored_query> const& all, std::vector<std::shared_ptr<served_database>> const& served) {
  for (auto const& q : all) {
    if (std::ranges::any_of(served, [&q](auto const& d) { return q.fits(*d); })) continue;
    std::string why;
    for (auto const& d : served)
      if (q.database.empty() || q.database == d->name()) why.append("; ").append(d->name()).append(": ").append(detail::lacking(q, *d));
    if (why.empty()) why = "; there is no database " + q.database;
    throw error(errc::malformed_data, "the stored query " + q.name + " fits no database" + why,
                "mend its SQL, or serve the database that it is for");
  }
}

namespace detail {

inline json::object schema_of_parameter(query_parameter const& p) {
  json::object o{{"type", p.type == "text" || p.type == "date" ? "string" : p.type}};
  std::string about = p.description;
  if (p.type == "date") about.append(about.empty() ? "" : " ").append("A day, as 2024-12-31.");
  if (p.type == "text" && p.one_of.empty()) o["maxLength"] = 10'000;
  if (!about.empty()) o["description"] = json_text(about);
  if (!p.one_of.empty()) o["enum"] = json::array(p.one_of.begin(), p.one_of.end());
  if (p.otherwise) o["default"] = *p.otherwise;
  return o;
}

inline json::object input_of(stored_query const& q) {
  auto input =
      object_schema("",
                    R"("limit":{"type":"integer","minimum":1,"maximum":100000,"default":100,"description":"Rows of this page at most."},
"offset":{"type":"integer","minimum":0,"maximum":1000000,"default":0,"description":"Rows that are skipped: next_offset of the page before."})");
  json::object properties;
  json::array required;
  for (auto const& p : q.parameters) {
    properties[p.name] = schema_of_parameter(p);
    if (!p.otherwise) required.emplace_back(p.name);
  }
  for (auto& p : input["properties"].get_object()) properties[p.key()] = p.value();
  input["properties"] = std::move(properties);
  input["required"] = std::move(required);
  return input;
}

}  // namespace detail

T2S_DECL operation stored_query_operation(stored_query query, hints by) {
  struct kept {
    stored_query query{};
    std::string title{}, description{};
    std::mutex guard{};  // guards the rest
    std::map<served_database const*, bool> known{};

    /// A database's schema does not change, so it is read once.
    bool fits(served_database const& database) {
      std::lock_guard const lock(guard);
      auto const [at, is_new] = known.emplace(&database, false);
      if (is_new) at->second = query.fits(database);
      return at->second;
    }
  };
  auto const own = std::make_shared<kept>();  // the views of the operation are into it, and `run` keeps it
  own->query = std::move(query);
  own->title = own->query.question;
  own->description = "Answers: " + own->query.question;
  if (!own->query.description.empty()) own->description.append(" ").append(own->query.description);
  operation o;
  o.name = own->query.name;
  o.title = own->title;
  o.description = own->description;
  o.input = detail::input_of(own->query);
  o.output = query_operation(by).output;
  o.fits = [own](served_database const& database) { return own->fits(database); };
  o.run = [own, by = std::move(by)](served_database& database, json::object const& given, call const& by_whom) {
    if (!own->fits(database))
      return outcome::failure("The stored query " + own->query.name + " is not for the database " + database.name() + ".");
    json::object asked{{"limit", whole_argument(given, "limit", 100)}, {"offset", whole_argument(given, "offset", 0)}};
    try {
      asked["sql"] = own->query.with(given, database.schema().sql_dialect());
    } catch (error const& e) {
      return outcome::failure(e.what(), {}, name_of(e.details().code));
    }
    return detail::query(database, asked, by_whom, by, "call " + own->query.name + " again with the same arguments and offset ");
  };
  return o;
}

}  // namespace t2s::serve

#endif
