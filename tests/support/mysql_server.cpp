// SPDX-License-Identifier: BSL-1.0
#include "mysql_server.hpp"

#include "t2s/core/detail/percent.hpp"
#include "t2s/db/mysql/detail/url.hpp"

#include <signal.h>

#include <cstdlib>
#include <stdexcept>

namespace t2s::test {
namespace {

std::string encoded(std::string const& text) { return t2s::text::percent_encoded(text, "/_.-,:"); }

mysql_server_place place_of(std::string const& url) {
  auto const u = db::detail::mysql_url_reader::read(url);
  return {u.host, u.port == 0 ? "3306" : std::to_string(u.port), u.socket, u.user, u.password.value_or(""), u.database};
}

}  // namespace

std::string mysql_server_place::text(std::string const& more_options) const {
  std::string s = "mysql://";
  s.append(encoded(user));
  if (!password.empty()) s.append(":").append(encoded(password));
  s.append("@");
  if (socket.empty()) s.append(encoded(host));
  if (socket.empty() && !port.empty()) s.append(":").append(port);
  s.append("/").append(encoded(database));
  if (!socket.empty()) s.append("?socket=").append(encoded(socket));
  if (!more_options.empty()) s.append(socket.empty() ? "?" : "&").append(more_options);
  return s;
}

mysql_server_place mysql_server_place::as(std::string other_user, std::string its_password) const {
  return {host, port, socket, std::move(other_user), std::move(its_password), database};
}
mysql_server_place mysql_server_place::in(std::string other_database) const {
  return {host, port, socket, user, password, std::move(other_database)};
}
mysql_server_place mysql_server_place::at(std::string other_host, std::string other_port) const {
  return {std::move(other_host), std::move(other_port), {}, user, password, database};
}
mysql_server_place mysql_server_place::at_either(std::string const& other_host, std::string const& its_port,
                                                 std::string const& other_port) const {
  return at(other_host + ":" + its_port + "," + other_host + ":" + other_port, "");
}

mysql_administrator::mysql_administrator(mysql_server_place const& where) : connection_(mysql_init(nullptr), mysql_close) {
  auto const given = [](std::string const& s) { return s.empty() ? nullptr : s.c_str(); };
  auto const port = where.port.empty() ? 0U : static_cast<unsigned>(std::stoi(where.port));
  mysql_options(connection_.get(), MYSQL_SET_CHARSET_NAME, "utf8mb4");
  if (!mysql_real_connect(connection_.get(), given(where.host), given(where.user), where.password.c_str(), given(where.database), port,
                          given(where.socket), CLIENT_MULTI_STATEMENTS))
    throw std::runtime_error(mysql_error(connection_.get()));
}

void mysql_administrator::run(std::string const& sql) const { static_cast<void>(rows(sql)); }

std::vector<std::vector<std::string>> mysql_administrator::rows(std::string const& sql) const {
  auto* const c = connection_.get();
  std::vector<std::vector<std::string>> all;
  int next = mysql_real_query(c, sql.data(), sql.size());
  for (; next == 0; next = mysql_next_result(c)) {
    std::unique_ptr<MYSQL_RES, void (*)(MYSQL_RES*)> const r(mysql_store_result(c), mysql_free_result);
    all.clear();
    while (r) {
      auto* const row = mysql_fetch_row(r.get());
      if (!row) break;
      auto& values = all.emplace_back();
      for (unsigned i = 0; i < mysql_num_fields(r.get()); ++i) values.emplace_back(row[i] ? row[i] : "NULL");
    }
  }
  if (next > 0) throw std::runtime_error(std::string(mysql_error(c)) + ": " + sql.substr(0, 200));
  return all;
}

std::string mysql_administrator::one(std::string const& sql) const {
  auto const all = rows(sql);
  return all.empty() ? std::string() : all.at(0).at(0);
}

private_mysql_server::private_mysql_server() : private_server("mysql", "mysql", SIGKILL) {
  if (char const* url = std::getenv("T2S_MYSQL_URL"); url && *url != '\0') {
    place_ = place_of(url);
    return;
  }
  std::vector<std::string> const folders{"/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin", "/usr/libexec"};
  program_ = program_in(folders, {"mariadbd", "mysqld"});
  if (program_.empty()) throw std::runtime_error("needs a MariaDB server (apt install mariadb-server) or T2S_MYSQL_URL");
  auto const installer = program_in(folders, {"mariadb-install-db", "mysql_install_db"});
  if (installer.empty()) throw std::runtime_error("needs the program mariadb-install-db (apt install mariadb-server)");
  make_folder({"temporary"});
  place_ = {{}, free_port(), folder() + "/socket", "root", {}, {}};
  run_to_its_end({installer, "--no-defaults", "--datadir=" + folder() + "/data", "--auth-root-authentication-method=normal",
                  "--skip-test-db", "--innodb-log-file-size=8M"});
  start();
  mysql_administrator(place_).run(
      "DROP USER IF EXISTS ''@'localhost', ''@'%'; CREATE USER IF NOT EXISTS root@'127.0.0.1'; GRANT ALL ON *.* TO root@'127.0.0.1'"
      " WITH GRANT OPTION");
}

void private_mysql_server::start(std::vector<std::string> const& more_settings) {
  std::vector<std::string> command{program_,
                                   "--no-defaults",
                                   "--datadir=" + folder() + "/data",
                                   "--socket=" + place_.socket,
                                   "--port=" + place_.port,
                                   "--bind-address=127.0.0.1",
                                   "--pid-file=" + folder() + "/pid",
                                   "--tmpdir=" + folder() + "/temporary",
                                   "--skip-log-bin",
                                   "--innodb-flush-log-at-trx-commit=0",
                                   "--innodb-doublewrite=0",
                                   "--innodb-log-file-size=8M",
                                   "--innodb-buffer-pool-size=32M",
                                   "--max-connections=60",
                                   "--local-infile=1",
                                   "--character-set-server=utf8mb4",
                                   "--log-warnings=0"};
  command.insert(command.end(), more_settings.begin(), more_settings.end());
  start_with(command, [this] {
    try {
      mysql_administrator const ready(place_);
      return true;
    } catch (std::runtime_error const&) {
      return false;
    }
  });
}

}  // namespace t2s::test
