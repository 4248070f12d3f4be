// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/users.hpp"

#include <unistd.h>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "t2s/core/error.hpp"

namespace {

/// The message of reading.
std::string refused(std::string const& json) {
  try {
    static_cast<void>(t2s::serve::parse_users(json, "users.json"));
  } catch (t2s::error const& e) {
    return e.what();
  }
  return "nothing";
}

bool says(std::string const& json, std::string_view a, std::string_view b) {
  auto const said = refused(json);
  bool const right = said.find(a) != std::string::npos && said.find(b) != std::string::npos;
  if (!right) BOOST_TEST_MESSAGE(said);
  return right;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(users_of_a_server)

BOOST_AUTO_TEST_CASE(a_user_has_a_token_a_role_and_parameters) {
  ::setenv("T2S_TEST_TOKEN", "bobs-token-of-the-environment", 1);
  auto const file = std::filesystem::temp_directory_path() / ("t2s_token_" + std::to_string(::getpid()));
  std::ofstream(file) << "eves-token-of-a-file\n";
  auto const all = t2s::serve::parse_users(
      R"({"users": {"ada": {"token": "adas-token-of-the-file", "role": "clerk", "parameters": {"user": "ada", "town": "Bergen"}},)"
      R"( "bob": {"token": "env:T2S_TEST_TOKEN", "role": "manager", "corrects": true, "admin": true},)"
      R"( "eve": {"token": "file:)" +
      file.string() + R"(", "role": "clerk"}}})");
  std::filesystem::remove(file);
  BOOST_REQUIRE(all.size() == 3U);
  BOOST_TEST(all[2].token == "eves-token-of-a-file");
  BOOST_TEST(all[0].name == "ada");
  BOOST_TEST(all[0].token == "adas-token-of-the-file");
  BOOST_TEST((all[0].sees == t2s::db::policy::session{"clerk", {{"user", "ada"}, {"town", "Bergen"}}}));
  BOOST_TEST(all[1].token == "bobs-token-of-the-environment");
  BOOST_TEST((all[1].sees == t2s::db::policy::session{"manager", {}}));
  BOOST_TEST(!all[0].corrects);
  BOOST_TEST(all[1].corrects);
  BOOST_TEST(!all[0].admin);
  BOOST_TEST(all[1].admin);
}

BOOST_AUTO_TEST_CASE(what_is_no_user_is_refused_with_its_place) {
  BOOST_TEST(says("{\n\"users\": [", "users.json", "line 2"));
  BOOST_TEST(says("{}", "the file", "\"users\""));
  BOOST_TEST(
      says(R"({"users": {"ada": {"token": "0123456789abcdef", "role": "r", "corrects": "yes"}}})", "users.ada.corrects", "true nor false"));
  BOOST_TEST(says(R"({"users": {}})", "users", "is empty"));
  BOOST_TEST(says(R"({"users": {"ada": {"role": "clerk"}}})", "users.ada", "\"token\""));
  BOOST_TEST(says(R"({"users": {"ada": {"token": "0123456789abcdef"}}})", "users.ada", "\"role\""));
  BOOST_TEST(says(R"({"users": {"ada": {"token": "0123456789abcde", "role": "clerk"}}})", "users.ada.token", "16 characters"));
  BOOST_TEST(says(R"({"users": {"ada": {"token": "env:T2S_NO_SUCH", "role": "clerk"}}})", "users.ada.token", "T2S_NO_SUCH"));
  for (auto const* place : {"/run/secrets/ada", "${ADA_TOKEN_OF_A_SHELL}", "~/token_of_ada_here"})
    BOOST_TEST(says(std::string(R"({"users": {"ada": {"token": ")") + place + R"(", "role": "clerk"}}})", "users.ada.token", "file:PATH"));
  BOOST_TEST(says(R"({"users": {"ada": {"token": "file:/no/such/token", "role": "clerk"}}})", "/no/such/token", "a file of a token"));
  BOOST_TEST(says(R"({"users": {"ada": {"token": "0123456789abcdef", "rol": "clerk"}}})", "users.ada", "\"role\""));
  BOOST_TEST(says(R"({"users": {"ada": {"token": "0123456789abcdef", "role": "a", "parameters": {"n": 1}}}})", "users.ada.parameters.n",
                  "not a string"));
  BOOST_TEST(says(R"({"users": {"ada\nbob": {"token": "0123456789abcdef", "role": "a"}}})", "users", "control character in its name"));
  BOOST_TEST(says(R"({"users": {"": {"token": "0123456789abcdef", "role": "a"}}})", "users", "no name"));
  auto const same = R"({"users": {"ada": {"token": "0123456789abcdef", "role": "a"}, "bob": {"token": "0123456789abcdef", "role": "a"}}})";
  BOOST_TEST(says(same, "users.bob", "token of ada"));
  BOOST_TEST(refused(same).find("0123456789abcdef") == std::string::npos);  // no token in a message
  BOOST_CHECK_THROW(static_cast<void>(t2s::serve::read_users("/no/such/file.json")), t2s::error);
}

BOOST_AUTO_TEST_SUITE_END()
