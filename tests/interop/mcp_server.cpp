// SPDX-License-Identifier: BSL-1.0
// The server for the conformance suite of the Model Context Protocol: offers the tools, resources and prompts of its scenarios by our
// sessions and transport. Prints its URL, and ends with its input.
#include <unistd.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include <boost/json.hpp>

#include "t2s/serve/http/server.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"
#include "t2s/serve/mcp/streamable.hpp"
#include "t2s/serve/runs/detail/worker_pool.hpp"

namespace json = boost::json;
namespace serve = t2s::serve;
namespace mcp = t2s::serve::mcp;
using mcp::work;

namespace {

constexpr char red_pixel[] = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
constexpr char silence[] = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

json::object parsed(char const* text) { return json::parse(text).as_object(); }
json::object no_arguments() { return parsed(R"({"type":"object","properties":{}})"); }
json::object text_argument(char const* name) {
  return {{"type", "object"}, {"properties", json::object{{name, json::object{{"type", "string"}}}}}, {"required", json::array{name}}};
}
void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

json::object image() { return {{"type", "image"}, {"data", red_pixel}, {"mimeType", "image/png"}}; }
json::object resource(char const* uri, char const* type, std::string const& text) {
  return {{"type", "resource"}, {"resource", json::object{{"uri", uri}, {"mimeType", type}, {"text", text}}}};
}
json::object result(json::array content) { return {{"content", std::move(content)}}; }

using serving = std::function<json::object(json::object const&, work&)>;

void add(mcp::offering& to, char const* name, json::object input, serving call) {
  to.tools.push_back(
      {{{"name", name}, {"description", std::string("For the scenario of ") + name}, {"inputSchema", std::move(input)}}, std::move(call)});
}

void add_contents(mcp::offering& to) {
  add(to, "test_simple_text", no_arguments(),
      [](auto const&, work&) { return mcp::text_result("This is a simple text response for testing."); });
  add(to, "test_image_content", no_arguments(), [](auto const&, work&) { return result({image()}); });
  add(to, "test_audio_content", no_arguments(),
      [](auto const&, work&) { return result({json::object{{"type", "audio"}, {"data", silence}, {"mimeType", "audio/wav"}}}); });
  add(to, "test_embedded_resource", no_arguments(), [](auto const&, work&) {
    return result({resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")});
  });
  add(to, "test_multiple_content_types", no_arguments(), [](auto const&, work&) {
    return result({mcp::text_content("Multiple content types test:"), image(),
                   resource("test://mixed-content-resource", "application/json", R"({"test":"data","value":123})")});
  });
  add(to, "test_error_handling", no_arguments(),
      [](auto const&, work&) -> json::object { throw std::runtime_error("This tool intentionally returns an error for testing"); });
  add(to, "json_schema_2020_12_tool", parsed(R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
    "allOf":[{"anyOf":[{"required":["name"]},{"required":["address"]},true]}],"if":{"required":["address"]},"then":true,"else":true,
    "$defs":{"address":{"$anchor":"address","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
    "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"}},"additionalProperties":false})"),
      [](auto const&, work&) { return mcp::text_result("done"); });
}

void add_watched(mcp::offering& to) {
  add(to, "test_tool_with_logging", no_arguments(), [](auto const&, work& w) {
    for (auto const* said : {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
      w.log(mcp::log_level::info, "test", said);
      pause();
    }
    return mcp::text_result("logged");
  });
  add(to, "test_tool_with_progress", no_arguments(), [](auto const&, work& w) {
    for (double const done : {0.0, 50.0, 100.0}) {
      w.report({done, 100.0, {}});
      pause();
    }
    return mcp::text_result("reported");
  });
  add(to, "test_reconnection", no_arguments(), [](auto const&, work& w) {
    w.close_stream();
    pause();
    return mcp::text_result("Reconnection test completed successfully");
  });
}

json::object asked_user(work& w, std::string const& message, json::object schema, std::string const& title) {
  if (!w.client_has("elicitation")) return mcp::text_result("the client has no elicitation", true);
  auto const said = w.ask("elicitation/create", {{"message", message}, {"requestedSchema", std::move(schema)}}, std::chrono::seconds(20));
  auto const* content = said.if_contains("content");
  return mcp::text_result(title + "action=" + std::string(said.at("action").as_string()) +
                          ", content=" + (content ? json::serialize(*content) : "{}"));
}

void add_asking(mcp::offering& to) {
  add(to, "test_sampling", text_argument("prompt"), [](json::object const& given, work& w) {
    if (!w.client_has("sampling")) return mcp::text_result("the client has no sampling", true);
    json::array messages{json::object{{"role", "user"}, {"content", mcp::text_content(given.at("prompt").as_string())}}};
    auto const said = w.ask("sampling/createMessage", {{"messages", std::move(messages)}, {"maxTokens", 100}}, std::chrono::seconds(20));
    return mcp::text_result("LLM response: " + std::string(said.at("content").at("text").as_string()));
  });
  add(to, "test_elicitation", text_argument("message"), [](json::object const& given, work& w) {
    return asked_user(w, std::string(given.at("message").as_string()),
                      parsed(R"({"type":"object","properties":{"username":{"type":"string","description":"User's response"},
                        "email":{"type":"string","description":"User's email address"}},"required":["username","email"]})"),
                      "User response: ");
  });
  add(to, "test_elicitation_sep1034_defaults", no_arguments(), [](auto const&, work& w) {
    return asked_user(w, "Please review", parsed(R"({"type":"object","properties":{"name":{"type":"string","default":"John Doe"},
      "age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},
      "status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
      "verified":{"type":"boolean","default":true}},"required":[]})"),
                      "Elicitation completed: ");
  });
  add(to, "test_elicitation_sep1330_enums", no_arguments(), [](auto const&, work& w) {
    return asked_user(w, "Please choose", parsed(R"({"type":"object","properties":{
      "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
      "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
      "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
      "untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
      "titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}})"),
                      "Elicitation completed: ");
  });
}

json::object message(json::object content) { return {{"role", "user"}, {"content", std::move(content)}}; }
json::object messages(json::array all) { return {{"messages", std::move(all)}}; }

/// What the suite asks of the revision without sessions.
void add_asking_without_sessions(mcp::offering& to) {
  auto const form = [](char const* asked, char const* schema, char const* called = "") {
    return mcp::client_request{"elicitation/create", {{"mode", "form"}, {"message", asked}, {"requestedSchema", parsed(schema)}}, called};
  };
  auto const name =
      form("What is your name?", R"({"type":"object","properties":{"name":{"type":"string"}},"required":["name"]})", "user_name");
  auto const color =
      form("What is your favorite color?", R"({"type":"object","properties":{"color":{"type":"string"}},"required":["color"]})");
  auto const confirm = form("Please confirm", R"({"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]})");
  mcp::client_request const sampling{
      "sampling/createMessage",
      {{"messages", json::array{message(mcp::text_content("What is the capital of France?"))}}, {"maxTokens", 100}}};
  mcp::client_request const roots{"roots/list", {}};
  auto const asks = [&to](char const* tool, std::vector<std::vector<mcp::client_request>> const& rounds, std::string const& done) {
    add(to, tool, no_arguments(), [rounds, done](auto const&, work& w) {
      std::string all = done;
      for (auto const& round : rounds)
        for (auto const& answer : w.ask_all(round, std::chrono::seconds(20))) all.append(" ").append(json::serialize(answer));
      return mcp::text_result(all);
    });
  };
  asks("test_input_required_result_elicitation", {{name}}, "Hello:");
  asks("test_input_required_result_sampling", {{sampling}}, "The model:");
  asks("test_input_required_result_list_roots", {{roots}}, "Roots:");
  asks("test_input_required_result_request_state", {{confirm}}, "state-ok:");
  asks("test_input_required_result_tampered_state", {{confirm}}, "state-ok:");
  asks("test_input_required_result_multiple_inputs", {{name, sampling, roots}}, "All:");
  asks("test_input_required_result_multi_round", {{name}, {color}}, "Both:");
  asks("test_streaming_elicitation", {{confirm}}, "Confirmed:");
  add(to, "test_input_required_result_capabilities", no_arguments(), [=](auto const&, work& w) {
    std::vector<mcp::client_request> wanted;
    if (w.client_has("sampling")) wanted.push_back(sampling);
    if (w.client_has("elicitation")) wanted.push_back(name);
    return mcp::text_result(std::to_string(w.ask_all(wanted, std::chrono::seconds(20)).size()));
  });
  add(to, "test_missing_capability", no_arguments(), [](auto const&, work&) { return mcp::text_result("sampling is there"); });
  to.tools.back().needs = [](json::object const&) { return std::string("sampling"); };
  add(to, "test_logging_tool", no_arguments(), [](auto const&, work& w) {
    w.log(mcp::log_level::error, "test", "logged");
    return mcp::text_result("logged");
  });
  to.prompts.push_back({{{"name", "test_input_required_result_prompt"}, {"description", "asks"}}, [form](auto const&, work& w) {
                          auto const context =
                              form("What context should the prompt use?",
                                   R"({"type":"object","properties":{"context":{"type":"string"}},"required":["context"]})");
                          auto const said = w.ask_all({context}, std::chrono::seconds(20));
                          return messages({message(mcp::text_content(json::serialize(said.front())))});
                        }});
}

json::object contents(std::string const& uri, char const* type, char const* member, std::string const& content) {
  return {{"contents", json::array{json::object{{"uri", uri}, {"mimeType", type}, {member, content}}}}};
}

void add_resources(mcp::offering& to) {
  auto const listed = [&to](char const* uri, char const* name, char const* type) {
    to.resources.push_back({{"uri", uri}, {"name", name}, {"description", name}, {"mimeType", type}});
  };
  listed("test://static-text", "Static text", "text/plain");
  listed("test://static-binary", "Static binary", "image/png");
  listed("test://watched-resource", "Watched", "text/plain");
  to.templates.push_back({{"uriTemplate", "test://template/{id}/data"}, {"name", "data"}, {"mimeType", "application/json"}});
  to.read = [](std::string const& uri, work&) -> json::object {
    if (uri == "test://static-text") return contents(uri, "text/plain", "text", "This is the content of the static text resource.");
    if (uri == "test://static-binary") return contents(uri, "image/png", "blob", red_pixel);
    if (uri == "test://watched-resource") return contents(uri, "text/plain", "text", "Watched.");
    std::string const begin = "test://template/", end = "/data";
    if (!uri.starts_with(begin) || !uri.ends_with(end)) throw mcp::refused(mcp::rpc_code::resource_not_found, "no such resource");
    auto const id = uri.substr(begin.size(), uri.size() - begin.size() - end.size());
    return contents(uri, "application/json", "text", R"({"id":")" + id + R"(","templateTest":true,"data":"Data for ID: )" + id + R"("})");
  };
  to.capabilities["resources"] = json::object{{"subscribe", true}};
  for (auto const* method : {"resources/subscribe", "resources/unsubscribe"})
    to.more[method] = [](json::object const&) { return json::object(); };
}

void add_prompts(mcp::offering& to) {
  auto const add = [&to](char const* name, json::array arguments, serving get) {
    to.prompts.push_back({{{"name", name}, {"description", name}, {"arguments", std::move(arguments)}}, std::move(get)});
  };
  auto const needed = [](char const* name) { return json::object{{"name", name}, {"description", name}, {"required", true}}; };
  add("test_simple_prompt", {},
      [](auto const&, work&) { return messages({message(mcp::text_content("This is a simple prompt for testing."))}); });
  add("test_prompt_with_arguments", {needed("arg1"), needed("arg2")}, [](json::object const& given, work&) {
    auto const text = [&](char const* name) { return std::string(given.at(name).as_string()); };
    return messages({message(mcp::text_content("Prompt with arguments: arg1='" + text("arg1") + "', arg2='" + text("arg2") + "'"))});
  });
  add("test_prompt_with_embedded_resource", {needed("resourceUri")}, [](json::object const& given, work&) {
    auto const uri = std::string(given.at("resourceUri").as_string());
    return messages({message(resource(uri.c_str(), "text/plain", "Embedded resource content for testing.")),
                     message(mcp::text_content("Please process the embedded resource above."))});
  });
  add("test_prompt_with_image", {},
      [](auto const&, work&) { return messages({message(image()), message(mcp::text_content("Please analyze the image above."))}); });
  to.complete = [](json::object const&) {
    return json::object{{"completion", json::object{{"values", json::array{"paris", "park", "party"}}, {"total", 3}, {"hasMore", false}}}};
  };
}

}  // namespace

int main() try {
  auto offered = std::make_shared<mcp::offering>();
  offered->info = {{"name", "t2s-conformance"}, {"version", "1"}};
  add_contents(*offered);
  add_watched(*offered);
  add_asking(*offered);
  add_resources(*offered);
  add_prompts(*offered);
  add_asking_without_sessions(*offered);
  serve::worker_pool pool(8, 64);
  mcp::streamable endpoint(offered, [&pool](std::function<void()> does) { return pool.add(std::move(does)); });
  serve::http_server server({}, [&endpoint](serve::request const& asked, serve::responder const& answer) {
    answer(asked.path == "/mcp" ? endpoint.answer(asked) : serve::error_response(404, "not_found", "MCP is served at /mcp"));
  });
  std::cout << server.url() << "/mcp" << std::endl;
  std::jthread const serving([&](std::stop_token const& stop) { server.run(stop); });
  for (char c = 0; ::read(0, &c, 1) > 0;) {
  }
  endpoint.close();
} catch (std::exception const& e) {
  std::cerr << e.what() << "\n";
  return 1;
}
