// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_HOSTILE_HPP
#define T2S_TESTS_SUPPORT_HOSTILE_HPP

#include <boost/test/unit_test.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

/// The common part of tests with harmful statements, for all engines; the statements themselves are in hostile_ENGINE.hpp.
namespace t2s::test {

/// A port to which nothing should connect.
class closed_door {
 public:
  closed_door() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(a);
    BOOST_REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&a), size) == 0);
    BOOST_REQUIRE(listen(socket_, 16) == 0);
    getsockname(socket_, reinterpret_cast<sockaddr*>(&a), &size);
    port_ = std::to_string(ntohs(a.sin_port));
  }
  closed_door(closed_door const&) = delete;
  closed_door& operator=(closed_door const&) = delete;
  ~closed_door() { close(socket_); }

  [[nodiscard]] std::string const& port() const { return port_; }
  [[nodiscard]] bool was_knocked_at() const {
    pollfd p{socket_, POLLIN, 0};
    return poll(&p, 1, 0) > 0;
  }

 private:
  int socket_;
  std::string port_{};
};

/// The text with `what` replaced by `by` everywhere.
inline std::string with(std::string text, std::string const& what, std::string const& by) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what)) text.replace(at, what.size(), by);
  return text;
}

/// In one piece: tests are not optimized, and read these files after each statement.
inline std::string bytes_of(std::filesystem::path const& file) {
  std::string bytes(std::filesystem::file_size(file), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

/// The names and bytes of all files in a folder.
inline std::string state_of_folder(std::string const& folder) {
  std::vector<std::string> files;
  for (auto const& entry : std::filesystem::recursive_directory_iterator(folder))
    files.push_back(entry.path().string() + "\n" + (entry.is_regular_file() ? bytes_of(entry.path()) : std::string()));
  std::ranges::sort(files);
  std::string state;
  for (auto const& f : files) state += f + "\n";
  return state;
}

}  // namespace t2s::test

#endif
