// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/cassette.hpp"
#include "support.hpp"
#include "t2s/core/detail/file.hpp"
#include "t2s/llm/detail/records.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>
#include <map>
#include <thread>

using namespace t2s;
using namespace t2s::llm;
using namespace t2s::tests;

namespace {

bool says(failure const& f, std::string const& part) { return f.text().find(part) != std::string::npos; }

cassette tape_of(std::vector<exchange> const& exchanges) {
  std::string text;
  for (auto const& e : exchanges) text += to_record(e) + '\n';
  return parse_cassette(text);
}

exchange asked(request r, std::string answer, std::string model = {}) {
  exchange e{std::move(model), std::move(r), {}};
  e.answered.text = std::move(answer);
  return e;
}

using words = std::vector<std::string>;
using vectors = std::vector<std::vector<float>>;

scripted_embedding_model waters() { return scripted_embedding_model({{"river", {1, 0}}, {"lake", {0, 1}}, {"sea", {0.1F, -0.7F}}}); }

/// Gives what it is told, whatever it is asked; completes nothing.
struct stubborn {
  embeddings given{};
  embeddings embed(words) const { return given; }
};

/// Both kinds of model in one, as a server is.
struct both : scripted_model, scripted_embedding_model {
  both() : scripted_model{"S0"}, scripted_embedding_model({{"river", {1, 0}}}) {}
  using scripted_model::asked;
};

/// Embeds later; completes nothing.
struct later_waters {
  scripted_embedding_model script = waters();
  awaitable<embeddings> embed(words texts) { co_return script.embed(std::move(texts)); }
};

template <class Model, bool Completes, bool Embeds>
constexpr bool offers = ChatModel<Model> == Completes && EmbeddingModel<Model> == Embeds;
static_assert(offers<recorded<scripted_model>, true, false> && offers<recorded<stubborn&>, false, true> &&
              offers<recorded<both>, true, true>);
static_assert(offers<replayed<>, true, true> && offers<replayed<scripted_model&>, true, false>);
static_assert(offers<replayed<recorded<stubborn>>, false, true> && offers<replayed<recorded<both&>>, true, true>);

}  // namespace

BOOST_AUTO_TEST_SUITE(cassettes)

BOOST_AUTO_TEST_CASE(what_was_recorded_is_replayed) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  recorded model(scripted_model{"S0", "S1"}, path, "m");
  auto const first = model.complete(request("a")), second = model.complete(request("b"));
  replayed<> again(path, "m");
  BOOST_TEST((again.complete(request("b")) == second));
  BOOST_TEST((again.complete(request("a")) == first));
  BOOST_TEST(again.notes().empty());
  BOOST_TEST((read_cassette(path).exchanges[0] == exchange{"m", request("a"), first}));
}

BOOST_AUTO_TEST_CASE(awaitable_models_stay_awaitable) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  scripted_async_model later(scripted_model{"S0", "S1"});
  recorded<scripted_async_model&> model(later, path);
  static_assert(std::same_as<decltype(model.complete(request())), awaitable<completion>>);
  BOOST_TEST(wait_for(model.complete(request("a"))).text == "S0");
  replayed<scripted_async_model&> again(later, path);
  static_assert(std::same_as<decltype(again.complete(request())), awaitable<completion>>);
  BOOST_TEST(wait_for(again.complete(request("a"))).text == "S0");
  BOOST_TEST(wait_for(again.complete(request("b"))).text == "S1");
}

BOOST_AUTO_TEST_CASE(several_answers_come_in_their_order_and_the_last_stays) {
  replayed<> model(std::make_shared<replay>(tape_of({asked(request("a"), "1"), asked(request("b"), "x"), asked(request("a"), "2")})));
  std::string all;
  for (int i = 0; i < 4; ++i) all += model.complete(request("a")).text;
  BOOST_TEST(all == "1222");
}

BOOST_AUTO_TEST_CASE(a_failure_of_the_model_is_not_recorded) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  scripted_model script;
  script.on("a", {errc::rate_limited, "S"});
  recorded<scripted_model&> model(script, path);
  BOOST_CHECK_THROW((void)model.complete(request("a")), error);
  (void)model.complete(request("a"));
  BOOST_TEST(read_cassette(path).exchanges.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_replay_falls_through_and_records_for_the_next_time) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  {
    (void)recorded(scripted_model{"S0"}, path).complete(request("a"));
  }
  scripted_model live{"S1"};
  {
    replayed<recorded<scripted_model&>> model(recorded<scripted_model&>(live, path), path);
    BOOST_TEST(model.complete(request("a")).text == "S0");
    BOOST_TEST(model.complete(request("b")).text == "S1");
  }
  BOOST_TEST(live.asked().size() == 1u);
  BOOST_TEST(replayed<>(path).complete(request("b")).text == "S1");
}

BOOST_AUTO_TEST_CASE(an_unknown_request_shows_the_nearest) {
  request near("The question is: how many singers are there? Write SQL.");
  near.messages.emplace(near.messages.begin(), role::system, "You write SQL.");
  replay tape(tape_of({asked(request("unrelated"), "x"), asked(near, "y", "m")}), "run.jsonl");

  auto other = near;
  other.messages[1].text.replace(27, 3, "few");
  auto const f = tape.unknown(other, "m");
  BOOST_TEST((f.code == errc::unknown_exchange));
  BOOST_TEST_MESSAGE(f.text());
  BOOST_TEST(says(f, "run.jsonl has no such request. The nearest is that of line 2: message 2 differs at byte "));
  BOOST_TEST(says(f, "singers are there?"));

  auto warm = near;
  warm.temperature = 0.7;
  BOOST_TEST(says(tape.unknown(warm, "m"), "line 2: temperature is 0.7 and was 0;"));
  BOOST_TEST(says(tape.unknown(near, "n"), "line 2: model is n and was m;"));
  BOOST_TEST(says(tape.unknown(near), "line 2: model is not named and was m;"));
  auto longer = near;
  longer.messages.emplace_back(role::user, "x");
  BOOST_TEST(says(tape.unknown(longer, "m"), "line 2: it has 3 messages and had 2;"));
  auto moved = near;
  moved.messages[0].from = role::user;
  BOOST_TEST(says(tape.unknown(moved, "m"), "line 2: message 1 is of the user and was of the system;"));
  BOOST_TEST(says(replay(cassette{}).unknown(near), "it is empty"));
  BOOST_TEST((thrown_by([&] { (void)replayed<>(std::make_shared<replay>(cassette{})).complete(near); }).code == errc::unknown_exchange));
}

BOOST_AUTO_TEST_CASE(a_difference_is_shown_in_whole_characters) {
  std::string before, behind;
  for (int i = 0; i < 40; ++i) before += "\u00fc", behind += "\u6771";
  replay tape(tape_of({asked(request(before + "x" + behind), "y")}));
  auto const f = tape.unknown(request(before + "z" + behind));
  BOOST_TEST(says(f, "byte 80"));
  BOOST_TEST(f.text().find("\uFFFD") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_crash_costs_one_line) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  auto const whole = to_record(asked(request("a"), "1")) + '\n';
  auto const broken = to_record(asked(request("b"), "2"));
  for (std::size_t cut = 1; cut < broken.size(); ++cut) {
    auto const tape = parse_cassette(whole + broken.substr(0, cut), "run.jsonl");
    BOOST_TEST_REQUIRE(tape.exchanges.size() == 1u);
    BOOST_TEST_REQUIRE(tape.notes.size() == 1u);
    BOOST_TEST_REQUIRE(tape.notes[0].find("run.jsonl, line 2: it is skipped") == 0u);
  }
  BOOST_TEST(parse_cassette(whole + broken).exchanges.size() == 2u);

  write_file(path, whole + broken.substr(0, 30));
  {
    (void)recorded(scripted_model{"S"}, path).complete(request("c"));
  }
  auto const tape = read_cassette(path);
  BOOST_TEST(tape.exchanges.size() == 2u);
  BOOST_TEST(tape.notes.size() == 1u);
  BOOST_TEST(tape.lines[1] == 3u);
}

BOOST_AUTO_TEST_CASE(what_is_no_cassette_is_refused) {
  for (auto const* text : {"SQLite format 3", "hello\nworld\n", "{\"a\": 1}\n", "1\n"}) {
    auto const f = thrown_by([&] { (void)parse_cassette(text, "x.jsonl"); });
    BOOST_TEST((f.code == errc::malformed_data), text);
    BOOST_TEST(says(f, "x.jsonl"));
    BOOST_TEST(!f.remedy.empty());
  }
  BOOST_TEST(parse_cassette("").exchanges.empty());
  BOOST_TEST(parse_cassette("\n \r\n").exchanges.empty());
  BOOST_TEST((thrown_by([] { (void)read_cassette("/nowhere/x.jsonl"); }).code == errc::file_not_found));
  auto const f = thrown_by([] { cassette_recorder("/nowhere/x.jsonl"); });
  BOOST_TEST((f.code == errc::file_unwritable));
  BOOST_TEST(says(f, "/nowhere/x.jsonl"));
}

BOOST_AUTO_TEST_CASE(nothing_is_appended_to_another_file) {
  scratch const folder;
  auto const path = folder("tape");
  auto const next = asked(request("b"), "2");
  auto const append_to = [&](std::string const& content) {
    std::ofstream(path, std::ios::binary) << content;
    cassette_recorder(path).append(next);
  };
  for (auto const* other : {"SQLite format 3", "hello\nworld\n", "[1]", "1\n", "{\"a\": 1}\n", "{\"key\":\"a\",\"value\":1}\n"}) {
    BOOST_TEST((thrown_by([&] { append_to(other); }).code == errc::malformed_data), other);
    BOOST_TEST(read_file(path, "it") == other);
  }
  auto const record = to_record(asked(request("a"), "1"));
  for (auto const& ours : {std::string(), std::string("\n"), record, record + "\n", record.substr(0, 20), std::string("{")}) {
    append_to(ours);
    BOOST_TEST((read_cassette(path).exchanges.back() == next), ours);
  }
}

BOOST_AUTO_TEST_CASE(an_edited_request_counts_and_is_noted) {
  auto record = to_record(asked(request("abc"), "1"));
  record.replace(record.find("abc"), 3, "abd");
  auto const tape = parse_cassette(record);
  BOOST_TEST(tape.exchanges.size() == 1u);
  BOOST_TEST_REQUIRE(tape.notes.size() == 1u);
  BOOST_TEST(replay(tape).next(request("abd"))->text == "1");
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error) {
  if (!std::filesystem::exists("/dev/full")) return;
  cassette_recorder to("/dev/full");
  auto const f = thrown_by([&] { to.append(asked(request("a"), "1")); });
  BOOST_TEST((f.code == errc::file_unwritable));
  BOOST_TEST(says(f, "space"));
}

BOOST_AUTO_TEST_CASE(threads_and_recorders_share_a_file) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  auto const shared = std::make_shared<cassette_recorder>(path);
  constexpr int each = 200;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      auto const to = t < 2 ? shared : std::make_shared<cassette_recorder>(path);
      scripted_model script;
      script.on("", {std::string(5000, static_cast<char>('a' + t))});
      recorded<scripted_model&> model(script, to);
      for (int i = 0; i < each; ++i) (void)model.complete(request(std::to_string(t) + "/" + std::to_string(i)));
    });
  for (auto& t : threads) t.join();
  auto const tape = read_cassette(path);
  BOOST_TEST(tape.notes.empty());
  BOOST_TEST(tape.exchanges.size() == 4u * each);
  replayed<> again(path);
  for (int t = 0; t < 4; ++t)
    for (int i = 0; i < each; ++i)
      BOOST_TEST_REQUIRE(again.complete(request(std::to_string(t) + "/" + std::to_string(i))).text[0] == static_cast<char>('a' + t));
}

BOOST_AUTO_TEST_CASE(threads_share_a_replay) {
  std::vector<exchange> exchanges;
  for (int i = 0; i < 100; ++i) exchanges.push_back(asked(request("a"), std::to_string(i)));
  replayed<> const model(std::make_shared<replay>(tape_of(exchanges)));
  std::vector<std::vector<std::string>> got(4);
  std::vector<std::thread> threads;
  for (auto& mine : got)
    threads.emplace_back([&mine, copy = model]() mutable {
      for (int i = 0; i < 25; ++i) mine.push_back(copy.complete(request("a")).text);
    });
  for (auto& t : threads) t.join();
  std::vector<std::string> all;
  for (auto& mine : got) all.insert(all.end(), mine.begin(), mine.end());
  std::sort(all.begin(), all.end());
  BOOST_TEST((std::unique(all.begin(), all.end()) == all.end()));
}

BOOST_AUTO_TEST_CASE(vectors_are_replayed_text_by_text) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  recorded model(waters(), path, "m");
  auto const first = model.embed({"river", "lake"});
  auto const second = model.embed({"sea"});
  replayed<> again(path, "m");
  BOOST_TEST((again.embed({"river", "lake"}) == first));
  BOOST_TEST((again.embed({"sea"}) == second));
  BOOST_TEST((again.embed({"sea", "river", "sea"}).vectors == vectors{{0.1F, -0.7F}, {1, 0}, {0.1F, -0.7F}}));
  BOOST_TEST((again.embed({}) == embeddings{}));
  BOOST_TEST(again.notes().empty());
  BOOST_TEST(read_cassette(path).embedded_lines[2] == 3u);
}

BOOST_AUTO_TEST_CASE(a_text_is_asked_and_recorded_once_a_call) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  auto inside = waters();
  recorded<scripted_embedding_model&> model(inside, path);
  BOOST_TEST((model.embed({"sea", "river", "sea"}).vectors == vectors{{0.1F, -0.7F}, {1, 0}, {0.1F, -0.7F}}));
  BOOST_TEST((inside.asked() == std::vector<words>{{"sea", "river"}}));
  BOOST_TEST(read_cassette(path).embedded.size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_tokens_of_a_call_are_shared_by_its_texts) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  recorded model(stubborn{{{{1}, {2}, {3}}, 8}}, path);
  BOOST_TEST(model.embed({"a", "b", "c"}).prompt_tokens == 8u);
  replayed<> again(path);
  BOOST_TEST(again.embed({"c", "b", "a"}).prompt_tokens == 8u);
  BOOST_TEST(again.embed({"a", "a"}).prompt_tokens == 3u);
  BOOST_TEST(again.embed({"c"}).prompt_tokens == 2u);
}

BOOST_AUTO_TEST_CASE(a_replay_asks_for_the_missing_texts_in_one_call) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  (void)recorded(waters(), path).embed({"lake"});
  auto live = waters();
  {
    replayed<recorded<scripted_embedding_model&>> model(recorded<scripted_embedding_model&>(live, path), path);
    BOOST_TEST((model.embed({"sea", "lake", "river", "sea"}).vectors == vectors{{0.1F, -0.7F}, {0, 1}, {1, 0}, {0.1F, -0.7F}}));
    (void)model.embed({"lake"});
  }
  BOOST_TEST((live.asked() == std::vector<words>{{"sea", "river"}}));
  BOOST_TEST((replayed<>(path).embed({"river", "sea"}).vectors == vectors{{1, 0}, {0.1F, -0.7F}}));
}

BOOST_AUTO_TEST_CASE(awaitable_embeddings_stay_awaitable) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  later_waters later;
  recorded<later_waters&> model(later, path);
  static_assert(std::same_as<decltype(model.embed({})), awaitable<embeddings>>);
  BOOST_TEST((wait_for(model.embed({"river"})).vectors == vectors{{1, 0}}));
  replayed<later_waters&> again(later, path);
  static_assert(std::same_as<decltype(again.embed({})), awaitable<embeddings>>);
  BOOST_TEST((wait_for(again.embed({"river"})).vectors == vectors{{1, 0}}));
  BOOST_TEST(later.script.asked().size() == 1u);
  BOOST_TEST((wait_for(again.embed({"river", "lake"})).vectors == vectors{{1, 0}, {0, 1}}));
  BOOST_TEST((later.script.asked().back() == words{"lake"}));
}

BOOST_AUTO_TEST_CASE(one_cassette_holds_answers_and_vectors) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  {
    recorded model(both(), path, "m");
    (void)model.complete(request("a"));
    (void)model.embed({"river"});
  }
  replayed<> again(path, "m");
  BOOST_TEST(again.complete(request("a")).text == "S0");
  BOOST_TEST((again.embed({"river"}).vectors == vectors{{1, 0}}));
}

BOOST_AUTO_TEST_CASE(an_unknown_text_shows_the_nearest) {
  auto const line = [](std::string text, std::string model) {
    return to_record(embedding_exchange{std::move(model), std::move(text), {{1}, 0}}) + '\n';
  };
  auto const tape = parse_cassette("\n" + line("unrelated", "m") + line("How many rivers are there?", "m"));
  replay const from(tape, "run.jsonl");
  auto const f = from.unknown_text("How many lakes are there?", "m");
  BOOST_TEST_MESSAGE(f.text());
  BOOST_TEST((f.code == errc::unknown_exchange));
  BOOST_TEST(says(
      f, "run.jsonl has no vector of the text \"How many lakes are there?\". The nearest text is that of line 3: it differs at byte 9"));
  BOOST_TEST(says(from.unknown_text("unrelated", "n"), "line 2: model is n and was m;"));
  BOOST_TEST(says(from.unknown_text("unrelated"), "line 2: model is not named and was m;"));
  BOOST_TEST(says(from.unknown(request("a")), "it has only vectors"));
  BOOST_TEST(says(replay(tape_of({asked(request("a"), "1")})).unknown_text("a"), "it has no vectors at all"));
  BOOST_TEST(says(replay(cassette{}).unknown_text("a"), "it is empty"));
  replayed<> strict(std::make_shared<replay>(tape), "m");
  BOOST_TEST((thrown_by([&] { (void)strict.embed({"unrelated", "new"}); }).code == errc::unknown_exchange));
}

BOOST_AUTO_TEST_CASE(the_vector_recorded_last_counts) {
  auto const line = [](float x) { return to_record(embedding_exchange{"", "a", {{x}, 0}}) + '\n'; };
  replayed<> model(std::make_shared<replay>(parse_cassette(line(1) + line(2))));
  BOOST_TEST((model.embed({"a"}).vectors == vectors{{2}}));
}

BOOST_AUTO_TEST_CASE(vectors_that_came_before_a_failure_are_kept) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  std::map<std::string, std::vector<float>> known;
  words texts;
  for (int i = 0; i < 600; ++i) {
    texts.push_back(std::string("text ").append(std::to_string(i)));
    if (i != 550) known[texts.back()] = {static_cast<float>(i), 1};
  }
  scripted_embedding_model fails(known);
  recorded<scripted_embedding_model&> model(fails, path);
  BOOST_TEST((thrown_by([&] { (void)model.embed(texts); }).code == errc::model_failed));
  BOOST_TEST(read_cassette(path).embedded.size() == 512u);

  known[texts[550]] = {550, 1};
  scripted_embedding_model live(known);
  auto const whole = replayed<scripted_embedding_model&>(live, path).embed(texts).vectors;
  BOOST_TEST_REQUIRE(live.asked().size() == 1u);
  BOOST_TEST(live.asked()[0].size() == 88u);
  for (std::size_t i = 0; i < 600; ++i) BOOST_TEST((whole[i] == std::vector<float>{static_cast<float>(i), 1}));
}

BOOST_AUTO_TEST_CASE(vectors_that_do_not_fit_are_refused_and_not_recorded) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  auto const refused = [&](embeddings given, errc code, std::string const& part) {
    recorded model(stubborn{std::move(given)}, path);
    auto const f = thrown_by([&] { (void)model.embed({"a", "b"}); });
    BOOST_TEST((f.code == code), f.text());
    BOOST_TEST(says(f, part), f.text());
    BOOST_TEST(!f.remedy.empty());
  };
  refused({{{1}}, 0}, errc::malformed_reply, "1 vectors for 2 texts");
  refused({{{1}, {2}, {3}}, 0}, errc::malformed_reply, "3 vectors for 2 texts");
  refused({{{1}, {1, 2}}, 0}, errc::malformed_data, "the first has 1 elements, number 2 has 2");
  BOOST_TEST(read_cassette(path).embedded.empty());

  (void)recorded(waters(), path).embed({"lake"});
  replayed live(stubborn{{{{1, 2, 3}}, 0}}, path);
  auto const f = thrown_by([&] { (void)live.embed({"lake", "new"}); });
  BOOST_TEST((f.code == errc::malformed_data));
  BOOST_TEST(says(f, "the first has 2 elements, number 2 has 3"));
}

BOOST_AUTO_TEST_CASE(a_crash_within_a_vector_costs_one_line) {
  auto const whole = to_record(embedding_exchange{"m", "a", {{1, 2}, 1}}) + '\n';
  for (std::size_t cut = 1; cut + 1 < whole.size(); ++cut) {
    auto const tape = parse_cassette(whole + whole.substr(0, cut));
    BOOST_TEST_REQUIRE(tape.embedded.size() == 1u);
    BOOST_TEST_REQUIRE(tape.notes.size() == 1u);
  }
  auto edited = whole;
  edited.replace(edited.find("\"a\""), 3, "\"b\"");
  auto const tape = parse_cassette(edited);
  BOOST_TEST_REQUIRE(tape.notes.size() == 1u);
  BOOST_TEST(replay(tape).vector_of("b", "m").has_value());
  BOOST_TEST((thrown_by([] { (void)parse_cassette(R"({"embed":"a"})", "x.jsonl"); }).code == errc::malformed_data));
}

BOOST_AUTO_TEST_CASE(a_large_cassette) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  std::string text, filler(20000, 'x');
  constexpr std::size_t megabytes = 20;
  for (std::size_t i = 0; text.size() < megabytes * 1'000'000; ++i)
    text += to_record(asked(request(filler + std::to_string(i)), "y")) + '\n';
  write_file(path, text);
  auto const begin = std::chrono::steady_clock::now();
  replay tape(read_cassette(path), path);
  std::chrono::duration<double> const read = std::chrono::steady_clock::now() - begin;
  auto const f = tape.unknown(request(filler + "no"));
  std::chrono::duration<double> const both = std::chrono::steady_clock::now() - begin;
  BOOST_TEST_MESSAGE(megabytes << " MB read in " << read.count() << " s, the nearest found in " << (both - read).count() << " s");
  BOOST_TEST(says(f, "byte 20000"));
  BOOST_TEST(both.count() < 30.0);
}

BOOST_AUTO_TEST_SUITE_END()
