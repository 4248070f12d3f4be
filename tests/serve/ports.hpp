// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SERVE_PORTS_HPP
#define T2S_TESTS_SERVE_PORTS_HPP

#include <memory>
#include <string>

#include "support/sqlite_file.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/serve/detail/served_database.hpp"

namespace t2s::tests {

/// A database of trips, which have two keys to ports: `question` does not say which is meant.
class ports {
 public:
  static constexpr char const* question = "Show the title of trips with port Cadiz.";

  ports() {
    test::writer(file_).run(R"(CREATE TABLE port(port_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE trip(trip_id INTEGER PRIMARY KEY, title TEXT, from_port INTEGER REFERENCES port(port_id),
to_port INTEGER REFERENCES port(port_id), days INTEGER);
INSERT INTO port VALUES (1,'Cadiz'),(2,'Bergen'),(3,'Genoa');
INSERT INTO trip VALUES (1,'North',1,2,9),(2,'Home',2,1,8),(3,'Salt',3,1,4),(4,'Wool',2,3,5);)");
  }
  [[nodiscard]] std::string file() const { return file_.string(); }

  /// The database, served under a name.
  [[nodiscard]] std::shared_ptr<serve::served_database> serve(std::string name = "ports") const {
    return std::make_shared<serve::served_database>(
        std::move(name), [file = file()] { return db::any_connection(db::sqlite_connection(file)); }, serve::service_limits());
  }

 private:
  test::folder in_{"ports"};
  std::filesystem::path file_ = in_ / "ports.sqlite";
};

}  // namespace t2s::tests

#endif
