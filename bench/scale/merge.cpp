// SPDX-License-Identifier: BSL-1.0
#include "json_file.hpp"
#include "merged.hpp"
#include "modes.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <map>
#include <optional>

namespace scale {

namespace db = t2s::db;
namespace schema = t2s::schema;
namespace json = boost::json;

int merge(fs::path const& out, std::span<char* const> sources, std::string const& between) {
  fs::create_directories(out / "database" / "all");
  auto const file = out / "database" / "all" / "all.sqlite";
  fs::remove(file);
  writer whole(file, between);
  json::array questions;
  std::size_t databases = 0, left_out = 0;
  for (std::size_t i = 0; i + 1 < sources.size(); i += 2) {
    std::map<std::string, std::optional<schema::database>> schemas;
    auto const asked = read_json(sources[i]);
    for (auto const& q : asked.as_array()) {
      std::string const id(q.at("db_id").as_string());
      auto const part = fs::path(sources[i + 1]) / id / (id + ".sqlite");
      auto& of = schemas[id];
      if (!of) {
        if (!fs::exists(part)) continue;
        of = db::sqlite_connection(part.string()).schema();
        whole.add(part, id, *of);
        ++databases;
      }
      try {
        json::object one;
        one["db_id"] = "all";
        one["of"] = id;
        one["from"] = sources[i];
        one["question"] = q.at("question");
        one["query"] = merged_sql(std::string(q.at("query").as_string()), id + between, *of);
        questions.push_back(std::move(one));
      } catch (std::exception const& e) {
        ++left_out;
        std::fprintf(stderr, "left out: %s\n", e.what());
      }
    }
  }
  std::ofstream(out / "dev.json") << json::serialize(questions);
  std::printf("%zu databases, %zu questions, %zu left out\n", databases, questions.size(), left_out);
  return 0;
}

}  // namespace scale
