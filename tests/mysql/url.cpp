// SPDX-License-Identifier: BSL-1.0
// The parts of a URL, without a server.
#include "t2s/db/mysql/detail/url.hpp"

#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

db::detail::mysql_url read(std::string const& url) { return db::detail::mysql_url_reader::read(url); }

failure refused(std::string const& url) {
  auto const f = failure_of([&] { std::ignore = read(url); });
  BOOST_TEST(f.code == errc::invalid_argument);
  BOOST_TEST(f.text().find("secret") == std::string::npos);
  return f;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_url)

BOOST_AUTO_TEST_CASE(all_parts) {
  auto const u =
      read("mysql://ada:love%3Alace%40@db.example.org:3307/shop?ssl-mode=VERIFY_IDENTITY&ssl_ca=/etc/ca.pem&connect-timeout=3&compress");
  BOOST_TEST(u.user == "ada");
  BOOST_TEST(*u.password == "love:lace@");
  BOOST_TEST(u.host == "db.example.org");
  BOOST_TEST(u.port == 3307U);
  BOOST_TEST(u.database == "shop");
  BOOST_TEST((u.tls == db::detail::mysql_tls::verify_identity));
  BOOST_TEST(u.tls_authorities == "/etc/ca.pem");
  BOOST_TEST(u.connect_seconds == 3U);
  BOOST_TEST(u.compresses);
  BOOST_TEST(!u.reads_option_files);
}

BOOST_AUTO_TEST_CASE(parts_that_are_left_out) {
  BOOST_TEST(read("mariadb://h").host == "h");
  BOOST_TEST(!read("mysql://ada@h/d").password);
  BOOST_TEST(read("mysql://ada:@h/d").password->empty());
  BOOST_TEST(read("mysql:///d?socket=/run/s").socket == "/run/s");
  BOOST_TEST(read("mysql://[::1]:1/d").host == "::1");
  BOOST_TEST(read("mysql://[::1]:1/d").port == 1U);
  auto const hosts = read("mysql://a:1,b,[::1]:3/d").for_each_host();
  BOOST_REQUIRE(hosts.size() == 3U);
  BOOST_TEST(hosts[0].host == "a");
  BOOST_TEST(hosts[0].port == 1U);
  BOOST_TEST(hosts[1].port == 0U);
  BOOST_TEST(hosts[2].host == "::1");
  BOOST_TEST(hosts[2].database == "d");
  BOOST_TEST(read("shop").database == "shop");
  BOOST_TEST(read("shop").reads_option_files);
  BOOST_TEST(read("").reads_option_files);
  BOOST_TEST(read("mysql:///d?defaults-group=x").reads_option_files);
}

BOOST_AUTO_TEST_CASE(what_is_none_is_refused_without_its_password) {
  refused("mysql//ada:secret@host/shop");
  refused("postgresql://ada:secret@host/shop");
  refused("mysql://ada:secret@host:port/shop");
  refused("mysql://ada:secret@host:99999/shop");
  refused("mysql://ada:secret@host:1,other:x/shop");
  refused("mysql://ada:secret@host/shop?ssl-mode=perhaps");
  refused("mysql://ada:secret@host/sh%op");
  refused("mysql://ada:secret@host/sh%00op");
  refused("mysql://ada:secret@ho;st/shop");
  refused("mysql://ada:secret@host/shop?ssl-mode=required&defaults-file=/etc/my.cnf");
  BOOST_TEST(refused("mysql://ada:secret@host/shop?nothing=1").subject == "nothing");
  BOOST_TEST(refused("mysql://host/shop?ssl-mode=VERIFY_CA").remedy.find("VERIFY_IDENTITY") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
