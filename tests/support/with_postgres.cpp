// SPDX-License-Identifier: BSL-1.0
// with_postgres SCRIPT.sql PROGRAM ARGUMENTS...: a program over a PostgreSQL database, on a private server or that of T2S_POSTGRES_URL.
#include "postgres_server.hpp"
#include "with_server.hpp"

namespace {

using namespace t2s::test;

class scene {
 public:
  scene(postgres_server const& server, char const* script) : server_(server) {
    administrator const admin(server_.place());
    for (auto const& sql : {"CREATE DATABASE " + name_, "CREATE ROLE " + name_ + " LOGIN PASSWORD 'read only'",
                            "REVOKE ALL ON DATABASE " + name_ + " FROM PUBLIC", "GRANT CONNECT ON DATABASE " + name_ + " TO " + name_})
      admin.run(sql);
    administrator const in_it(owner());
    in_it.run(script_of(script, [](std::string line) { return line; }));
    in_it.run("GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + name_);
  }
  scene(scene const&) = delete;
  scene& operator=(scene const&) = delete;
  ~scene() try {
    administrator const admin(server_.place());
    admin.run("DROP DATABASE " + name_ + " WITH (FORCE)");
    admin.run("DROP ROLE " + name_);
  } catch (std::runtime_error const& e) {
    std::cerr << e.what() << "\n";
  }

  [[nodiscard]] server_place owner() const { return server_.place().in(name_); }
  [[nodiscard]] server_place reader() const { return owner().as(name_, "read only"); }

 private:
  postgres_server const& server_;
  std::string name_ = scene_name();
};

}  // namespace

int main(int argc, char** argv) { return with_server<postgres_server, scene>(argc, argv); }
