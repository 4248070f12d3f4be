// SPDX-License-Identifier: BSL-1.0
// For tests of long runs and of shards: a data set, a slow model, and the commands over them.
#ifndef T2S_TESTS_CLI_LONG_DATA_HPP
#define T2S_TESTS_CLI_LONG_DATA_HPP

#include "folder.hpp"
#include "model_place.hpp"

#include <atomic>
#include <chrono>

namespace cli_test {

/// A data set over three databases, and a slow model.
struct long_data {
  static constexpr int questions = 60;
  folder place{"long"};
  std::atomic<int> calls = 0;
  std::atomic<int> pause = 2;  ///< milliseconds
  http_server server{[this](seen_request const& r) { return answer(r); }};

  long_data() {
    json::array dev, train;
    for (int i = 0; i < questions; ++i) {
      auto const id = "shop" + std::to_string(3 * i / questions);
      dev.push_back(json::object{{"db_id", id},
                                 {"question", "How many shops are in city " + std::to_string(i) + "?"},
                                 {"query", "SELECT count(*) FROM shop WHERE id = " + std::to_string(i)}});
    }
    for (int i = 0; i < 40; ++i)
      train.push_back(json::object{{"db_id", "x"},
                                   {"question", "How many are " + std::to_string(i) + "?"},
                                   {"query", "SELECT count(*) FROM t WHERE a = " + std::to_string(i)}});
    for (int d = 0; d < 3; ++d) {
      auto const id = "shop" + std::to_string(d);
      fs::create_directories(place.path / "databases" / id);
      make_database(place.file("databases/" + id + "/" + id + ".sqlite"),
                    "CREATE TABLE shop (id INTEGER, city TEXT); INSERT INTO shop VALUES (1,'Oslo'),(2,'Bergen');");
    }
    place.write("dev.json", json::serialize(dev));
    place.write("train.json", json::serialize(train));
  }

  /// The answer depends only on the question.
  t2s::tests::server_script answer(seen_request const& r) {
    ++calls;
    auto const body = json::parse(r.body);
    std::string const text(body.at("messages").as_array().front().at("content").as_string());
    auto const at = text.rfind("city ");
    auto const number = at == text.npos ? std::string("1") : text.substr(at + 5, text.find('?', at) - at - 5);
    auto const given = text.starts_with("Align the tokens")    ? std::string("[]")
                       : text.starts_with("Replace the words") ? "Simple " + text.substr(text.find(": ") + 2)
                                                               : "```sql\nSELECT count(*) FROM shop WHERE id = " + number + "\n```";
    t2s::tests::server_script script = replies(200, reply_with(given));
    script.insert(script.begin(), t2s::tests::wait_for(std::chrono::milliseconds(pause)));
    return script;
  }

  [[nodiscard]] std::string data() const { return " --data " + quoted(place.path.string()) + " "; }
  [[nodiscard]] std::string predict(std::string const& out) const {
    return "predict --jobs 2" + data() + asks(server) + " --out " + quoted(place.file(out)) + " ";
  }
  [[nodiscard]] std::string evaluate(std::string const& json) const {
    return "evaluate --jobs 2 --metric ex,em,partial,structure,bird" + data() + "--predictions " + quoted(place.file("gold.sql")) +
           " --json " + quoted(place.file(json)) + " ";
  }
  [[nodiscard]] std::string reproduce(std::string const& out) const {
    return "reproduce dac --table 1 --jobs 2 --data spider=" + quoted(place.path.string()) + asks(server) + " --out " +
           quoted(place.file(out)) + " ";
  }
  [[nodiscard]] std::string build(std::string const& out) const {
    return "pool build --demonstrations " + quoted(place.file("train.json")) + asks(server) + " --out " + quoted(place.file(out)) + " ";
  }
  [[nodiscard]] std::string merge(std::string const& out) const { return "merge " + quoted(place.file(out)); }

  [[nodiscard]] std::string study(std::string const& out) const {
    return "study " + quoted(place.file("study.json")) + " --jobs 2" + data() + "--drafts " + quoted(place.file("gold.sql")) + " --out " +
           quoted(place.file(out)) + " ";
  }

  void write_gold_predictions() const {
    std::string all;
    for (int i = 0; i < questions; ++i) all += "SELECT count(*) FROM shop WHERE id = " + std::to_string(i % 7) + "\n";
    place.write("gold.sql", all);
    place.write("study.json", R"({"title": "A study", "corrector": "gold", "strategies": [
        {"name": "nothing", "feedback": ["execution_error"], "stop": ["nothing_left"]},
        {"name": "always", "feedback": ["result_csv"], "stop": [{"revisions": 2}]}]})");
  }
};

inline said ran(std::string const& words) {
  auto r = cli_test::t2s(words);
  BOOST_TEST(r.status == 0, words << ": " << r.err);
  return r;
}

/// Makes all shards, the last one first.
inline void make_shards(std::string const& words, int n) {
  for (int i = n; i >= 1; --i) static_cast<void>(ran(words + " --shard " + std::to_string(i) + "/" + std::to_string(n)));
}

inline void remove_shards(folder const& in, std::string const& under = {}) {
  std::vector<fs::path> all;
  for (auto const& entry : fs::directory_iterator(in.path / under))
    if (contains(entry.path().filename().string(), "-of-")) all.push_back(entry.path());
  for (auto const& path : all) fs::remove(path);
}

}  // namespace cli_test

#endif
