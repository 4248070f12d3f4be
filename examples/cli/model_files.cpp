// SPDX-License-Identifier: BSL-1.0
#include "model_files.hpp"

#include <filesystem>
#include <iostream>
#include <utility>

#include "output_file.hpp"
#include "t2s/llm/cassette.hpp"
#include "table.hpp"

namespace cli {
namespace {

namespace llm = t2s::llm;

/// With a cache and a temperature, answers above temperature 0 are kept too.
llm::response_cache_options kept_by(po::variables_map const& given) {
  llm::response_cache_options o;
  o.sampled = given.count("temperature") != 0;
  return o;
}

template <template <class> class Wrapper, class File>
any_model wrapped(any_model inside, std::shared_ptr<File> const& file, std::string const& name) {
  if (!file) return inside;
  return any_model::of(std::make_shared<Wrapper<any_model>>(std::move(inside), file, name));
}

}  // namespace

void model_files::describe(po::options_description& to) {
  auto add = to.add_options();
  add("record", a_file(), "append every exchange to a cassette");
  add("replay", a_file(), "answer from a cassette; with --llm what is not on it is asked there, and kept if --record names the same file");
  add("cache", a_file(), "keep answers in an SQLite file and ask nothing twice; random ones (temperature above 0) only with --temperature");
}

model_files::model_files(po::variables_map const& given, bool with_server) {
  auto const record = text_of(given, "record"), replay = text_of(given, "replay"), cache = text_of(given, "cache");
  fills_ = !record.empty() && !replay.empty() && is_same_file(record, replay);
  if (fills_ && !with_server)
    throw usage_error("--record and --replay name the same file, which cannot be extended without a model: give --llm URL as well");
  if (!cache.empty() && !with_server) throw usage_error("--cache needs a model to ask: give --llm URL, or leave it out");
  if (!replay.empty()) open_replay(replay);
  if (!record.empty()) recorder_ = std::make_shared<llm::cassette_recorder>(record);
  if (!cache.empty()) cache_ = std::make_shared<llm::response_cache>(cache, kept_by(given));
}

void model_files::keep_in(std::string const& path) {
  llm::response_cache_options o;
  o.sampled = true;
  cache_ = std::make_shared<llm::response_cache>(path, o);
}

void model_files::open_replay(std::string const& path) {
  bool const begins = fills_ && !std::filesystem::exists(path);
  replay_ = std::make_shared<llm::replay>(begins ? llm::cassette() : llm::read_cassette(path), path);
  for (auto const& note : replay_->notes()) std::cerr << "t2s: " << printable(note) << "\n";
}

any_model model_files::around(std::optional<any_model> live, std::string const& name) const {
  if (!live) return wrapped<llm::recorded>(any_model::of(std::make_shared<llm::replayed<>>(replay_, name)), recorder_, name);
  auto const model = wrapped<llm::cached>(*std::move(live), cache_, name);
  if (fills_) return wrapped<llm::replayed>(wrapped<llm::recorded>(model, recorder_, name), replay_, name);
  return wrapped<llm::recorded>(wrapped<llm::replayed>(model, replay_, name), recorder_, name);
}

}  // namespace cli
