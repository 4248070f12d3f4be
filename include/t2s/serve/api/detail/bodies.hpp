// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_DETAIL_BODIES_HPP
#define T2S_SERVE_API_DETAIL_BODIES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/http/detail/message.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

/// Bodies of requests and responses.
namespace t2s::serve::detail {

/// The media type without its parameters: "application/json" of "application/json; charset=utf-8".
[[nodiscard]] inline std::string media_type(std::string_view header) { return text::lower(text::trim(header.substr(0, header.find(';')))); }

/// The JSON object in a body, if it fits the schema. Otherwise answers with an error.
[[nodiscard]] inline std::optional<json::object> json_body(request const& asked, json::object const& schema, responder const& respond) {
  auto const refuse = [&](int status, std::string_view code, std::string const& why) {
    respond(error_response(status, code, why));
    return std::optional<json::object>();
  };
  if (media_type(asked.headers.get("Content-Type")) != "application/json")
    return refuse(415, "not_json", "send JSON, with Content-Type: application/json");
  boost::system::error_code failed;
  auto read = json::parse(asked.body, failed, {}, {.max_depth = 16});
  if (failed) return refuse(400, "malformed_json", std::string("the body is not JSON: ").append(failed.message()));
  if (!read.is_object()) return refuse(400, "invalid_request", "the body must be a JSON object");
  if (auto const wrong = refused_arguments(schema, read.get_object())) return refuse(400, "invalid_request", *wrong);
  return std::move(read.get_object());
}

/// The outcome of an operation as a response.
[[nodiscard]] inline response result_of(operation const& what, served_database& database, json::object const& given, std::string who,
                                        std::stop_token const& gone) {
  try {
    call by;
    by.stop = gone;
    by.who = std::move(who);
    auto const done = what.run(database, given, by);
    if (done.failed) return error_response(422, done.code, done.text);
    return json_response(serialize(done.data));
  } catch (error const& e) {
    bool const cancelled = e.details().code == errc::cancelled;
    return error_response(cancelled ? 409 : 500, name_of(e.details().code), e.what());
  } catch (std::exception const& e) {
    return error_response(500, "internal_error", e.what());
  }
}

[[nodiscard]] inline response busy(std::string_view what) {
  auto r = error_response(503, "busy", std::string("too many ").append(what).append(" wait already; try again in some seconds"));
  r.headers.add("Retry-After", "5");
  return r;
}

/// Answers with what `make` makes, or with why it throws.
template <class Make>
void answer_by(responder const& respond, Make make, int status_of_error = 500) {
  response made;
  try {
    made = make();
  } catch (error const& e) {
    made = error_response(status_of_error, name_of(e.details().code), e.what());
  }
  respond(std::move(made));
}

[[nodiscard]] inline response no_such_database() {
  return error_response(404, "not_found", "there is no such database; GET /v1/databases lists them");
}

/// The tables of a schema. `connected` is the same schema, with inferred keys beside the declared ones.
[[nodiscard]] inline json::object tables_of(schema::database const& d, schema::database const& connected) {
  json::array tables;
  for (auto const& t : d.tables()) {
    json::array columns, keys;
    for (auto const& c : t.columns) {
      json::object one{{"name", json_text(c.name)},
                       {"type", json_text(c.type)},
                       {"primary_key", c.key_position != 0},
                       {"nullable", !c.not_null && c.key_position == 0}};
      if (!c.description.empty()) one["description"] = json_text(c.description);
      columns.push_back(std::move(one));
    }
    auto const* all = connected.find_table(t.name);
    for (auto const& k : all ? all->foreign_keys : t.foreign_keys)
      keys.push_back({{"columns", json_texts(k.columns)},
                      {"table", json_text(k.table)},
                      {"references", json_texts(k.referenced)},
                      {"inferred", std::ranges::find(t.foreign_keys, k) == t.foreign_keys.end()}});
    tables.push_back(
        {{"name", json_text(t.name)}, {"is_view", t.is_view}, {"columns", std::move(columns)}, {"foreign_keys", std::move(keys)}});
  }
  return {{"tables", std::move(tables)}};
}

/// A part of the page. Browsers may cache it and ask whether it has changed.
inline void send_file(request const& asked, responder const& respond, std::string type, std::string_view text) {
  if (text.empty()) return respond(error_response(404, "not_found", "this server has no page; /v1/openapi.json lists what there is"));
  std::string tag(1, '"');  // joined to a literal, g++ 12 warns of an overflow that does not exist
  tag.append(std::to_string(std::hash<std::string_view>()(text))).append("\"");
  bool const known = asked.headers.get("If-None-Match") == tag;
  response file(known ? 304 : 200, std::move(type), known ? std::string() : std::string(text));
  file.headers.add("ETag", tag);
  file.headers.add("Cache-Control", "no-cache");
  respond(std::move(file));
}

}  // namespace t2s::serve::detail

#endif
