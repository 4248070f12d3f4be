// SPDX-License-Identifier: BSL-1.0
#include "study/description.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <filesystem>

#include "command.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"

namespace cli::study {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

std::vector<std::string> const rules{"first_of", "all_of", "in_turn"};
std::vector<std::string> const correctors{"gold", "unchanged", "published", "simulated", "model"};
std::vector<std::string> const stops{"nothing_left", "revisions", "same_result", "same_sql", "judged_right"};

/// "; did you mean x?" or "; there are a, b and c"
std::string instead(std::string const& wrong, std::vector<std::string> const& known) {
  if (auto const* near = t2s::text::nearest(wrong, known)) return "did you mean " + *near + "?";
  return "there are " + t2s::text::join(known, ", ");
}

/// A value of the file and its path.
class member {
 public:
  member(json::value const& of, std::string place, std::string const& file) : of_(of), place_(std::move(place)), file_(file) {}

  [[noreturn]] void refuse(std::string const& why, std::string const& remedy) const {
    throw t2s::error(t2s::errc::malformed_data, file_ + ": " + place_ + " " + why, remedy);
  }

  [[nodiscard]] bool is_text() const { return of_.is_string(); }
  [[nodiscard]] bool is_object() const { return of_.is_object(); }

  [[nodiscard]] std::string text() const {
    if (!of_.is_string()) refuse("is not a string", "write it in quotes");
    return std::string(std::string_view(of_.as_string()));
  }
  [[nodiscard]] std::string one_of(std::vector<std::string> const& known) const {
    auto name = text();
    if (std::ranges::find(known, name) == known.end()) refuse("is \"" + name + "\"", instead(name, known));
    return name;
  }
  [[nodiscard]] std::size_t count(std::size_t least, std::size_t most) const {
    boost::system::error_code none;
    auto const n = of_.to_number<std::size_t>(none);
    if (none || n < least || n > most)
      refuse("is not a whole number from " + std::to_string(least) + " to " + std::to_string(most), "write such a number");
    return n;
  }
  [[nodiscard]] double probability() const {
    boost::system::error_code none;
    auto const p = of_.to_number<double>(none);
    if (none || !(p >= 0 && p <= 1)) refuse("is not a number from 0 to 1", "write a probability");
    return p;
  }
  /// A path, relative to the folder of the file.
  [[nodiscard]] std::string path() const { return (fs::path(file_).parent_path() / text()).lexically_normal().string(); }

  [[nodiscard]] std::vector<member> elements() const {
    if (!of_.is_array()) refuse("is not a list", "write [ and ] around it");
    std::vector<member> all;
    for (auto const& v : of_.as_array()) all.emplace_back(v, place_ + "[" + std::to_string(all.size()) + "]", file_);
    return all;
  }
  /// The members of an object; only these names are allowed.
  void each(std::vector<std::string> const& known, auto f) const {
    if (!of_.is_object()) refuse("is not an object", "write { and } around its members");
    for (auto const& [key, v] : of_.as_object()) {
      std::string const name(key);
      if (std::ranges::find(known, name) == known.end()) refuse("has a member \"" + name + "\"", instead(name, known));
      f(name, member(v, place_.starts_with("the ") ? name : place_ + "." + name, file_));
    }
  }
  /// All members of an object with free names, as texts.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> texts() const {
    if (!of_.is_object()) refuse("is not an object", "write { and } around its members");
    std::vector<std::pair<std::string, std::string>> all;
    for (auto const& [key, v] : of_.as_object())
      all.emplace_back(key, v.is_string() ? std::string(std::string_view(v.as_string()))
                            : v.is_bool() ? (v.as_bool() ? "on" : "off")
                                          : json::serialize(v));
    return all;
  }

 private:
  json::value const& of_;
  std::string place_;
  std::string const& file_;
};

chosen_stop::policy stop_of(std::string const& name, std::size_t limit) {
  namespace terminate = t2s::terminate;
  if (name == "revisions") return terminate::revisions{limit};
  if (name == "same_result") return terminate::same_result();
  if (name == "same_sql") return terminate::same_sql();
  if (name == "judged_right") return terminate::judged_right();
  return terminate::nothing_left();
}

void read_stop(member const& from, chosen_stop& to) {
  if (from.is_text()) return to.any.push_back(stop_of(from.one_of(stops), 3));
  from.each(stops, [&](std::string const& name, member const& m) {
    if (name != "revisions") m.refuse("takes no number", "write \"" + name + "\" alone");
    to.any.push_back(stop_of(name, m.count(0, 31)));
  });
}

described_strategy read_strategy(member const& from) {
  described_strategy to;
  std::vector<std::pair<std::string, std::string>> set;
  from.each({"name", "pipeline", "set", "feedback", "rule", "stop", "demonstrations", "vote", "candidates", "select", "at-once", "repair",
             "guard"},
            [&](std::string const& name, member const& m) {
              if (name == "name") to.name = m.text();
              if (name == "pipeline") to.pipeline = m.text();
              if (name == "set") set = m.texts();
              if (name == "feedback")
                for (auto const& f : m.elements()) to.feedback.push_back(f.one_of(feedback_names()));
              if (name == "rule") to.rule = static_cast<t2s::sequence_rule>(std::ranges::find(rules, m.one_of(rules)) - rules.begin());
              if (name == "stop")
                for (auto const& s : m.elements()) read_stop(s, to.stop);
              if (name == "vote") to.vote = m.one_of({"plain", "evidence"});
              if (name == "candidates") to.several.candidates = m.count(1, most_candidates);
              if (name == "select") to.several.by = m.one_of(selection_names());
              if (name == "at-once") to.several.at_once = m.count(1, most_candidates);
              if (name == "demonstrations") to.demonstrations = m.count(0, 1000);
              if (name == "repair") to.repair = m.one_of({"on", "off"}) == "on";
              if (name == "guard") to.guard = m.one_of({"on", "off"}) == "on";
            });
  auto const kinds = !to.pipeline.empty() + !to.feedback.empty() + !to.vote.empty();
  if (kinds != 1)
    from.refuse(std::string(kinds == 0 ? "has none" : "has several") + " of \"pipeline\", \"feedback\" and \"vote\"",
                "give it one of them: t2s systems lists the pipelines");
  if (!to.pipeline.empty() && !to.stop.any.empty()) from.refuse("has a \"stop\" beside a \"pipeline\"", "set the pipeline's own rounds");
  if (to.several.is_several() && to.pipeline.empty())
    from.refuse("has \"candidates\" and no \"pipeline\"", "name one that writes several, such as few-shot-corrected");
  if (to.repair && to.pipeline.empty()) from.refuse("has \"repair\" and no \"pipeline\"", "name the pipeline whose SQL is repaired");
  if (to.guard && to.pipeline.empty()) from.refuse("has \"guard\" and no \"pipeline\"", "name the pipeline whose SQL is guarded");
  if (to.pipeline.empty() && to.stop.any.empty()) to.stop.any = {stop_of("nothing_left", 0), stop_of("revisions", 3)};
  for (auto const& [name, value] : set) to.settings.push_back(name + "=" + value);
  if (to.name.empty() && !to.vote.empty()) to.name = "vote, " + to.vote;
  if (to.name.empty()) to.name = to.pipeline.empty() ? t2s::text::join(to.feedback, ", ") : to.pipeline;
  return to;
}

void read_simulated(member const& from, described_corrector& to) {
  from.each({"mends", "spoils", "fit"}, [&](std::string const& name, member const& m) {
    if (name == "mends") to.mends = m.probability();
    if (name == "spoils") to.spoils = m.probability();
    if (name == "fit")
      m.each({"before", "after", "strategy"}, [&](std::string const& part, member const& p) {
        if (part == "before") to.before = p.path();
        if (part == "after") to.after = p.path();
        if (part == "strategy") to.fitted_by = p.text();
      });
  });
  if (to.before.empty() != to.after.empty()) from.refuse("names only one run to fit to", "name the run before and the run after");
}

described_corrector read_corrector(member const& from) {
  described_corrector to;
  if (from.is_text()) return to.kind = from.one_of(correctors), to;
  from.each(correctors, [&](std::string const& name, member const& m) {
    to.kind = name;
    if (name == "simulated") return read_simulated(m, to);
    if (name != "published") m.refuse("takes no settings", "write \"corrector\": \"" + name + "\"");
    for (auto const& f : m.elements()) to.files.push_back(f.path());
  });
  return to;
}

json::value json_of(std::string const& text, std::string const& path) {
  json::parse_options how;
  how.allow_comments = how.allow_trailing_commas = true;
  json::stream_parser parser({}, how);
  boost::system::error_code failed;
  auto const read = parser.write_some(text, failed);
  if (!failed) parser.finish(failed);
  if (!failed && parser.done() && read == text.size()) return parser.release();
  auto const before = std::string_view(text).substr(0, read);
  throw t2s::error(t2s::errc::malformed_data,
                   path + " is not JSON: " + failed.message() + " in line " + std::to_string(1 + std::ranges::count(before, '\n')),
                   "correct it there; docs/studies/README.md has an example");
}

}  // namespace

std::vector<std::string> feedback_names() {
  return {"execution_error",
          "unknown_text",
          "semantic_lint",
          "empty_result",
          "execution_refinement",
          "execution_report",
          "result_csv",
          "explanation",
          "related_contents",
          "missing_entities.oracle",
          "missing_entities.local",
          "missing_entities.prompted",
          "skeleton_mismatch.oracle",
          "skeleton_mismatch.retrieved",
          "skeleton_mismatch.drafted",
          "skeleton_mismatch.prompted"};
}

std::string known_corrector(std::string const& name) {
  if (std::ranges::find(correctors, name) == correctors.end())
    throw usage_error("--corrector " + name + ": there is no such corrector; " + instead(name, correctors));
  return name;
}

description read_description(std::string const& path) {
  auto const read = json_of(t2s::read_file(path, "the description of a study"), path);
  description to;
  member const whole(read, "the study", path);
  whole.each({"title", "data", "questions", "drafts", "corrector", "strategies", "seed", "attempts"},
             [&](std::string const& name, member const& m) {
               if (name == "title") to.title = m.text();
               if (name == "data") to.data = m.path();
               if (name == "questions") to.questions = m.path();
               if (name == "drafts" && m.is_text()) to.own_drafts = m.one_of({"own"}) == "own";
               if (name == "drafts" && !m.is_text())
                 for (auto const& f : m.elements()) to.drafts.emplace(to.drafts.value_or(std::vector<std::string>())).push_back(f.path());
               if (name == "corrector") to.corrector = read_corrector(m);
               if (name == "strategies")
                 for (auto const& s : m.elements()) to.strategies.push_back(read_strategy(s));
               if (name == "seed") to.seed = m.count(0, 1'000'000'000);
               if (name == "attempts") to.attempts = m.count(1, 32);
             });
  if (to.strategies.empty()) whole.refuse("has no \"strategies\"", "list at least one; docs/studies/README.md has an example");
  if (to.title.empty()) to.title = fs::path(path).stem().string();
  return to;
}

}  // namespace cli::study
