// SPDX-License-Identifier: BSL-1.0
// Prompts in text files: t2s systems --prompts writes them, --prompts of the commands reads them.
#include "model_place.hpp"

#include <algorithm>

using namespace cli_test;

namespace {

/// A server whose first SQL fails, so that runs come to their corrections, and a folder for prompts.
struct prompted_place : place {
  http_server model{[](seen_request const& r) {
    bool const again = contains(r.body, "no such table");
    return replies(200, reply_with(again ? "```sql\nSELECT count(*) FROM shops\n```" : "```sql\nSELECT count(*) FROM shop\n```"));
  }};
  std::string const folder = file("prompts");

  [[nodiscard]] said write_out(std::string const& pipeline) const {
    fs::remove_all(folder);
    return cli_test::t2s("systems --prompts " + pipeline + " --out " + quoted(folder));
  }
  [[nodiscard]] std::string prompt_file(std::string const& name) const { return folder + "/" + name + ".txt"; }
  [[nodiscard]] said asked(std::string const& pipeline, std::string const& more = {}) const {
    std::string const never_sure = pipeline == "cascade" ? " --set cascade.enough=1 " : "";  // else it asks no model
    return cli_test::t2s(ask() + asks(model) + "--pipeline " + pipeline + by_spelling(pipeline) + never_sure + " " + more);
  }
  [[nodiscard]] said with_prompts(std::string const& pipeline) const { return asked(pipeline, "--prompts " + quoted(folder)); }
  /// The bodies of the requests since `first`, whose order may vary where several candidates are asked for at once.
  [[nodiscard]] std::vector<std::string> bodies_since(std::size_t first) const {
    std::vector<std::string> all;
    auto const requests = model.requests();
    for (auto i = first; i < requests.size(); ++i) all.push_back(requests[i].body);
    std::ranges::sort(all);
    return all;
  }
  [[nodiscard]] std::string sent() const {
    std::string all;
    for (auto const& body : bodies_since(0)) all += body;
    return all;
  }
  /// The error for one file in an otherwise empty folder.
  [[nodiscard]] std::string refusal(std::string const& name, std::string const& text, int status = 3) const {
    fs::remove_all(folder);
    fs::create_directories(folder);
    write(folder + "/" + name, text);
    auto const said = with_prompts("dac");
    BOOST_TEST(said.status == status, said.err);
    BOOST_TEST(model.requests().empty());
    return said.err;
  }
};

json::array pipelines() { return json::parse(cli_test::t2s("systems --json").out).as_array(); }

std::string in_braces(json::value const& names) {
  std::string all;
  for (auto const& n : names.as_array()) all += "{{" + std::string(n.as_string()) + "}}\n";
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_prompts)

BOOST_FIXTURE_TEST_CASE(those_that_were_written_out_are_what_is_sent_anyway, prompted_place) {
  std::size_t with_some = 0;
  for (auto const& one : pipelines()) {
    std::string const name(one.at("name").as_string());
    auto const& prompts = one.at("prompts").as_array();
    BOOST_TEST(prompts.empty() == !one.at("asks_model").as_bool(), name);
    if (prompts.empty()) continue;
    ++with_some;
    auto const first = model.requests().size();
    auto const usual = asked(name);
    auto const then = model.requests().size();
    auto const written = write_out(name);
    BOOST_TEST(written.status == 0, name << ": " << written.err);
    BOOST_TEST(contains(written.err, std::to_string(prompts.size()) + " prompts in "), written.err);
    auto const again = with_prompts(name);
    BOOST_TEST(again.status == usual.status, name << ": " << again.err);
    auto all = bodies_since(first);
    auto const own = then - first;
    BOOST_TEST(own > 0u, name);
    BOOST_TEST(all.size() == 2 * own, name);
    bool in_pairs = true;
    for (std::size_t i = 0; i + 1 < all.size(); i += 2) in_pairs = in_pairs && all[i] == all[i + 1];
    BOOST_TEST(in_pairs, name);
  }
  BOOST_TEST(with_some >= 10u);
}

// Whatever a prompt says that it needs or may have, it gets; and it needs no more.
BOOST_FIXTURE_TEST_CASE(placeholders_are_those_that_the_pipeline_fills, prompted_place) {
  for (auto const& one : pipelines())
    for (bool const sparing : {false, true}) {
      std::string const name(one.at("name").as_string());
      if (one.at("prompts").as_array().empty()) continue;
      fs::remove_all(folder);
      fs::create_directories(folder);
      for (auto const& p : one.at("prompts").as_array())
        write(prompt_file(std::string(p.at("name").as_string())),
              "Mine: " + in_braces(p.at("required")) + (sparing ? "" : in_braces(p.at("optional"))));
      auto const said = with_prompts(name);
      BOOST_TEST((said.status == 0 || said.status == 1), name << ": " << said.err);
      BOOST_TEST(!contains(said.err + said.out, "template"), name << ": " << said.err);
    }
  BOOST_TEST(contains(sent(), "Mine: "));
}

BOOST_FIXTURE_TEST_CASE(a_changed_one_is_sent_and_the_others_stay, prompted_place) {
  BOOST_TEST(write_out("dac").status == 0);
  auto const own = content_of(prompt_file("dac.draft"));
  BOOST_TEST(own.starts_with("Generate a SQL to answer the question with the given schema.\n"));
  for (auto const& entry : fs::directory_iterator(folder))
    if (entry.path().filename() != "dac.draft.txt") fs::remove(entry.path());
  write(prompt_file("dac.draft"),
        "\xEF\xBB\xBFI keep shops.\r\n{{demonstrations}}\r\n{{schema}}\r\nJSON is {\"a\": 1}, {{{{ are braces.\r\n{{question}}\r\n");
  write(folder + "/.dac.draft.txt.swp", "an editor's");
  write(folder + "/dac.draft.txt~", "the former text");
  auto const said = with_prompts("dac");
  BOOST_TEST(said.status == 0, said.err);
  auto const first = json::parse(model.requests().front().body).at("messages").at(0).at("content").as_string();
  BOOST_TEST(std::string_view(first).starts_with("I keep shops.\n"), first);
  BOOST_TEST(std::string_view(first).ends_with("JSON is {\"a\": 1}, {{ are braces.\nHow many shops are there?"), first);
  BOOST_TEST(contains(sent(), "Align the tokens"));
  BOOST_TEST(!contains(sent(), "Generate a SQL to answer"));

  make_data({"How many shops are there?"});
  auto const predicted =
      cli_test::t2s("predict" + data() + " --out " + quoted(file("out.sql")) + asks(model) + "--pipeline dac --prompts " + quoted(folder));
  BOOST_TEST(predicted.status == 0, predicted.err);
  BOOST_TEST(!contains(sent(), "Generate a SQL to answer"));
}

BOOST_FIXTURE_TEST_CASE(a_name_that_the_pipeline_has_not_is_refused_with_those_it_has, prompted_place) {
  auto const misspelt = refusal("dac.drafd.txt", "{{question}}");
  BOOST_TEST(contains(misspelt, "there is no prompt dac.drafd; did you mean dac.draft?"), misspelt);
  BOOST_TEST(contains(misspelt, "dac.correct-entities"), misspelt);
  BOOST_TEST(contains(refusal("dart.rewriting.txt", "{{question}}"), "there is no prompt dart.rewriting"));
  BOOST_TEST(contains(refusal("notes.md", "what I tried"), "notes.md is not a prompt"));
  BOOST_TEST(contains(refusal("dac.draft.txt~", "what was before"), "has no prompt; t2s systems --prompts NAME --out DIR"));
  fs::remove_all(folder);
  auto const missing = with_prompts("dac");
  BOOST_TEST(missing.status == 3);
  BOOST_TEST(contains(missing.err, "--prompts: the folder " + folder + " cannot be read"), missing.err);
}

BOOST_FIXTURE_TEST_CASE(a_wrong_placeholder_is_refused_with_the_right_ones, prompted_place) {
  auto const wrong = refusal("dac.draft.txt", "Write SQL.\n{{demonstrations}}{{schema}}\nQ: {{questoin}}\n");
  BOOST_TEST(contains(wrong, "dac.draft.txt, line 3: the prompt has no placeholder {{questoin}}; did you mean {{question}}? "), wrong);
  BOOST_TEST(contains(wrong, "It has {{demonstrations}}, {{schema}}, {{question}}"), wrong);
  auto const missing = refusal("dac.draft.txt", "Write SQL.\n{{demonstrations}}\nQ: {{question}}\n");
  BOOST_TEST(contains(missing, "dac.draft.txt: the placeholder {{schema}} is missing"), missing);
  auto const open = refusal("dac.draft.txt", "{{demonstrations}}\n{{schema\nQ: {{question}}\n");
  BOOST_TEST(contains(open, "dac.draft.txt: "), open);
  BOOST_TEST(contains(open, "line 2"), open);
  BOOST_TEST(contains(refusal("dac.draft.txt", "\xFF{{demonstrations}}{{schema}}{{question}}"), "is not UTF-8"));
}

BOOST_FIXTURE_TEST_CASE(they_are_printed_without_a_folder_and_never_written_over, prompted_place) {
  auto const printed = cli_test::t2s("systems --prompts dac");
  BOOST_TEST(printed.status == 0);
  BOOST_TEST(contains(printed.out, "==> dac.correct-entities.txt: "), printed.out);
  BOOST_TEST(contains(printed.out, "{{schema}}, {{sql}}, {{question}}, {{remark}} and, if wanted, {{alignment}} <=="), printed.out);
  BOOST_TEST(contains(printed.out, "Hallucinate a SQL to answer the question.\n"));
  BOOST_TEST(write_out("dac").status == 0);
  write(prompt_file("dac.skeleton"), "mine {{demonstrations}} {{question}}\n");
  auto const again = cli_test::t2s("systems --prompts dac --out " + quoted(folder));
  BOOST_TEST(again.status == 3);
  BOOST_TEST(contains(again.err, "dac.skeleton.txt is there already, with another text"), again.err);
  BOOST_TEST(content_of(prompt_file("dac.skeleton")) == "mine {{demonstrations}} {{question}}\n");
  BOOST_TEST(cli_test::t2s("systems --prompts offline").status == 2);
  BOOST_TEST(cli_test::t2s("systems --out " + quoted(folder)).status == 2);
  auto const offline = cli_test::t2s(ask() + "--pipeline offline --prompts " + quoted(folder));
  BOOST_TEST(offline.status == 2);
  BOOST_TEST(contains(offline.err, "--pipeline offline has no use for --prompts"), offline.err);
}

// docs/systems/printed has a folder a pipeline.
BOOST_FIXTURE_TEST_CASE(the_worked_examples_that_papers_print_can_be_asked_with, prompted_place) {
  fs::path const printed = fs::path(T2S_DATA_DIR) / "../../docs/systems/printed";
  for (auto const& [pipeline, ours] : {std::pair("dart-sql", "Table kite"), std::pair("sql-craft", "hives")}) {
    auto const in = printed / pipeline;
    BOOST_REQUIRE(fs::is_directory(in));
    auto const first = model.requests().size();
    auto const said = asked(pipeline, "--prompts " + quoted(in.string()));
    BOOST_TEST(said.status == 0, pipeline << ": " << said.err);
    bool with_examples = false;
    for (auto const& body : bodies_since(first)) {
      with_examples |= contains(body, "Here are some basic examples") || contains(body, "step1_result");
      BOOST_TEST(!contains(body, ours), pipeline);
      BOOST_TEST(!contains(body, "{{"), pipeline);  // all placeholders are filled
    }
    BOOST_TEST(with_examples, pipeline);
  }
}

BOOST_AUTO_TEST_SUITE_END()
