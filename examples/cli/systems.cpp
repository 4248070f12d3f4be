// SPDX-License-Identifier: BSL-1.0
// t2s systems: lists the pipelines and their settings, and writes their prompts.
#include <boost/json.hpp>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "command.hpp"
#include "pipeline_options.hpp"
#include "printable.hpp"
#include "systems/system.hpp"
#include "t2s/core/detail/text.hpp"
#include "wording.hpp"

namespace cli {
namespace {

namespace json = boost::json;

std::string full_name(system_entry const& of, setting_text const& s) { return std::string(of.prefix) + "." + std::string(s.name); }

std::string in_words(call_bounds const& calls) {
  auto const least = std::to_string(calls.least);
  return calls.least == calls.most ? least : least + " to " + std::to_string(calls.most);
}

void print(std::ostream& out, system_entry const& one, std::vector<wanted_setting> const& wanted) {
  out << one.name << "\n  " << one.about << "\n";
  if (one.asks_model) out << "    calls of the model for a question: " << in_words(one.calls(wanted)) << "\n";
  for (auto const& s : one.settings())
    out << "    " << std::left << std::setw(34) << full_name(one, s) + "=" + s.value + " " << s.says << " [" << s.section << "]\n";
  std::vector<std::string> prompts;
  for (auto const& p : one.prompts()) prompts.push_back(p.name);
  if (!prompts.empty()) out << "    prompts, for --prompts: " << t2s::text::join(prompts, ", ") << "\n";
  for (auto const& option : one.files) out << "    --" << option << " can be given\n";
}

json::object json_of(system_entry const& one, std::vector<wanted_setting> const& wanted) {
  json::array settings;
  for (auto const& s : one.settings())
    settings.push_back(json::object{{"name", full_name(one, s)}, {"default", s.value}, {"section", s.section}, {"about", s.says}});
  json::array prompts;
  for (auto const& p : one.prompts())
    prompts.push_back(json::object{
        {"name", p.name}, {"about", p.says}, {"required", json::value_from(p.required)}, {"optional", json::value_from(p.optional)}});
  auto const calls = one.calls(wanted);
  return {{"name", one.name},
          {"about", one.about},
          {"asks_model", one.asks_model},
          {"calls", json::object{{"least", calls.least}, {"most", calls.most}}},
          {"settings", std::move(settings)},
          {"prompts", std::move(prompts)}};
}

/// The prompts of a pipeline: as files, or all on standard output, each below its file's name and its placeholders.
void give_prompts(system_entry const& of, std::string const& folder) {
  auto const all = of.prompts();
  if (all.empty()) throw usage_error("--prompts " + std::string(of.name) + ": the pipeline asks no model and has no prompts");
  if (folder.empty()) {
    for (auto const& p : all)
      std::cout << "==> " << p.name << ".txt: " << p.says << "; " << placeholders_of(p) << " <==\n" << p.text << "\n\n";
    return;
  }
  write_prompts(all, folder);
  std::cerr << "t2s: " << all.size() << " prompts in " << printable(folder) << "; remove those that you do not change, and give --pipeline "
            << of.name << " --prompts " << printable(shell_word(folder)) << "\n";
}

}  // namespace

int list_systems(std::vector<std::string> const& words) {
  options o("systems [NAME]",
            "Lists the pipelines of ask and predict: the calls of the model that a question costs, and what --set can set of each: its\n"
            "default, what it is, and the section of the paper that it is from.");
  auto add = o.described.add_options();
  add("json", "print JSON");
  add("set", po::value<std::vector<std::string>>()->composing()->value_name("PREFIX.NAME=VALUE"),
      "count the calls with this setting of the pipeline NAME; may be repeated");
  add("prompts", a_word("NAME"), "print the prompts of this pipeline, with their placeholders; with --out write them as files");
  add("out", a_folder(), "with --prompts: the folder for them, which --prompts of ask, predict, serve and reproduce reads");
  add("name", a_word("NAME"), "only this one");
  o.positional.add("name", 1);
  po::variables_map given;
  if (!o.read(words, given)) return answered;

  if (auto const of = text_of(given, "prompts"); !of.empty()) return give_prompts(find_system(of), text_of(given, "out")), answered;
  if (given.count("out") != 0) throw usage_error("--out goes with --prompts NAME");

  std::vector<system_entry> shown(systems().begin(), systems().end());
  std::vector<wanted_setting> wanted;
  if (given.count("name") != 0) {
    shown = {find_system(given["name"].as<std::string>())};
    wanted = wanted_settings(given, shown.front());
  } else if (given.count("set") != 0) {
    throw usage_error("--set goes with the NAME of one pipeline");
  }
  if (given.count("json") != 0) {
    json::array all;
    for (auto const& one : shown) all.push_back(json_of(one, wanted));
    std::cout << json_line(all) << "\n";
    return answered;
  }
  for (auto const& one : shown) print(std::cout, one, wanted);
  return answered;
}

}  // namespace cli
