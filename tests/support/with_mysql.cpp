// SPDX-License-Identifier: BSL-1.0
// with_mysql SCRIPT.sql PROGRAM ARGUMENTS...: a program over a MariaDB or MySQL database, on a private server or that of T2S_MYSQL_URL.
#include "mysql_server.hpp"
#include "with_server.hpp"

namespace {

using namespace t2s::test;

/// TEXT becomes a type that can be a key.
std::string as_mysql_has_it(std::string line) {
  for (auto at = line.find(" TEXT"); at != line.npos; at = line.find(" TEXT", at)) line.replace(at, 5, " VARCHAR(190)");
  return line;
}

class scene {
 public:
  scene(private_mysql_server const& server, char const* script) : server_(server) {
    mysql_administrator const admin(server_.place().in(""));
    admin.run("CREATE DATABASE " + name_ + " CHARACTER SET utf8mb4; CREATE USER " + name_ + "@'%' IDENTIFIED BY 'read only'");
    admin.run("GRANT SELECT, SHOW VIEW ON " + name_ + ".* TO " + name_ + "@'%'");
    mysql_administrator(owner()).run("SET sql_mode = 'ANSI_QUOTES';\n" + script_of(script, as_mysql_has_it));
  }
  scene(scene const&) = delete;
  scene& operator=(scene const&) = delete;
  ~scene() try {
    mysql_administrator(server_.place().in("")).run("DROP DATABASE " + name_ + "; DROP USER " + name_ + "@'%'");
  } catch (std::runtime_error const& e) {
    std::cerr << e.what() << "\n";
  }

  [[nodiscard]] mysql_server_place owner() const { return server_.place().in(name_); }
  [[nodiscard]] mysql_server_place reader() const { return owner().as(name_, "read only"); }

 private:
  private_mysql_server const& server_;
  std::string name_ = scene_name();
};

}  // namespace

int main(int argc, char** argv) { return with_server<private_mysql_server, scene>(argc, argv); }
