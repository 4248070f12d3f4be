// SPDX-License-Identifier: BSL-1.0
// Any bytes, as a file of gold SQL, of its predictions, or of both. A seed is one line, so '|' stands for a line feed and '~' for a tab;
// '^' ends the gold SQL, and a seed without it is also read as predictions for a fixed set.
#include "require.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace t2s;
using namespace t2s::evaluation;

/// The result of `read`, or nothing and a printable error.
template <class Read>
auto attempt(Read read, std::string_view about) -> std::optional<decltype(read())> try {
  return read();
} catch (error const& e) {
  require(e.details().code == errc::malformed_data, "a file is refused as malformed data", about);
  require(!e.details().message.empty() && !e.details().remedy.empty(), "a failure says what and what to do", about);
  require(!text::first_invalid_utf8(e.details().text()), "a failure is UTF-8", about);
  return {};
}

void check_gold(gold_set const& gold, std::string_view about) {
  require(!gold.questions.empty(), "a gold set has questions", about);
  for (auto const& q : gold.questions) {
    require(!q.sql.empty() || !gold.ids.empty(), "a question has SQL, or an id by which its results are found", about);
    require(!q.database.empty() || !gold.ids.empty() || q.sql == no_answer, "a question names its database, or is found by its id", about);
  }
  require(std::accumulate(gold.dialogues.begin(), gold.dialogues.end(), std::size_t{0}) == gold.questions.size(),
          "each question stands in one dialogue", about);
  require(gold.ids.empty() || gold.ids.size() == gold.questions.size(), "each question has an id, or none has", about);
}

boost::json::object line_of(prediction const& p) {
  boost::json::object o{{"sql", p.sql}, {"rounds", boost::json::array(p.rounds.begin(), p.rounds.end())}};
  auto const& spent = p.recorded().spent;
  if (!spent) return o;
  o["calls"] = spent->calls;
  o["prompt_tokens"] = spent->prompt_tokens;
  o["completion_tokens"] = spent->completion_tokens;
  o["seconds"] = spent->seconds;
  return o;
}

bool same(prediction const& a, prediction const& b) {
  auto const &x = a.recorded().spent, &y = b.recorded().spent;
  if (a.sql != b.sql || a.rounds != b.rounds || x.has_value() != y.has_value()) return false;
  return !x || (x->calls == y->calls && x->prompt_tokens == y->prompt_tokens && x->completion_tokens == y->completion_tokens &&
                x->seconds == y->seconds);
}

bool is_text(prediction const& p) {
  return !text::first_invalid_utf8(p.sql) &&
         std::ranges::none_of(p.rounds, [](auto const& r) { return text::first_invalid_utf8(r).has_value(); });
}

/// What was read in any form means the same as JSON Lines, which can express all of it.
void check_written(prediction_set const& set, gold_set const& gold, std::string_view about) {
  auto const& all = set.predictions;
  if (all.empty() || !std::ranges::all_of(all, is_text)) return;
  std::string lines;
  for (auto const& p : all) lines.append(boost::json::serialize(line_of(p))) += '\n';
  auto const again = parse_predictions(lines, "again", gold);
  require(std::ranges::equal(again.predictions, all, same), "predictions come back from JSON Lines", about);
}

void check_predictions(std::string_view content, gold_set const& gold) {
  auto const set = attempt([&] { return parse_predictions(content, "predictions", gold); }, content);
  if (!set) return;
  require(set->predictions.size() <= gold.questions.size(), "there are no more predictions than questions", content);
  require(set->predictions.size() == gold.questions.size() || !set->warnings.empty(), "that some are missing is said", content);
  require((set->surplus == 0) || !set->warnings.empty(), "that there are too many is said", content);
  check_written(*set, gold, content);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static gold_set const ours = parse_gold("SELECT a FROM t\td\nSELECT b FROM t\td\n\nSELECT c FROM u\te", "ours");
  static gold_set const numbered = parse_gold(
      R"([{"question_id":7,"db_id":"d","question":"a?","SQL":"SELECT a FROM t"},{"question_id":9,"db_id":"e","question":"b?","SQL":"SELECT b FROM u"}])",
      "numbered");
  std::string bytes(reinterpret_cast<char const*>(data), size);
  std::replace(bytes.begin(), bytes.end(), '|', '\n');
  std::replace(bytes.begin(), bytes.end(), '~', '\t');
  std::string_view const text = bytes;
  check_predictions(text, ours);
  check_predictions(text, numbered);
  auto const end = std::min(text.find('^'), text.size());
  auto const gold = attempt([&] { return parse_gold(text.substr(0, end), "gold"); }, text);
  if (!gold) return 0;
  check_gold(*gold, text);
  check_predictions(text.substr(std::min(end + 1, text.size())), *gold);
  return 0;
}
