// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/url.hpp"

#include <boost/test/unit_test.hpp>

#include "t2s/core/error.hpp"
#include "t2s/llm/proxy.hpp"

using namespace t2s;
using llm::parse_proxy;
using llm::parse_url;
using llm::proxy_for;

namespace {

failure refusal(std::string const& text) {
  try {
    (void)parse_url(text);
  } catch (error const& e) {
    return e.details();
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(url)

BOOST_AUTO_TEST_CASE(parts) {
  auto const u = parse_url("HTTPS://API.Example.com:8443/v1/openai/");
  BOOST_TEST(u.secure);
  BOOST_TEST(u.host == "api.example.com");
  BOOST_TEST(u.port == 8443);
  BOOST_TEST(u.path == "/v1/openai");
  BOOST_TEST(u.authority() == "api.example.com:8443");
  BOOST_TEST(u.origin() == "https://api.example.com:8443");
}

BOOST_AUTO_TEST_CASE(defaults) {
  BOOST_TEST(parse_url("http://localhost").port == 80);
  BOOST_TEST(parse_url("https://localhost").port == 443);
  BOOST_TEST(parse_url("https://localhost:443/").origin() == "https://localhost");
  BOOST_TEST(parse_url("http://localhost//").path == "");
  BOOST_TEST(parse_url("http://localhost:443").authority() == "localhost:443");
}

BOOST_AUTO_TEST_CASE(ipv6_addresses) {
  auto const u = parse_url("http://[2001:DB8::1]:8080/v1");
  BOOST_TEST(u.host == "2001:db8::1");
  BOOST_TEST(u.port == 8080);
  BOOST_TEST(u.authority() == "[2001:db8::1]:8080");
  BOOST_TEST(parse_url("http://[::1]").authority() == "[::1]");
}

BOOST_AUTO_TEST_CASE(a_password_is_read_and_never_shown) {
  auto const u = parse_url("http://user:p@ss@proxy:3128");
  BOOST_TEST(u.user_info == "user:p@ss");
  BOOST_TEST(u.host == "proxy");
  BOOST_TEST(u.origin() == "http://proxy:3128");
  for (std::string const text :
       {"http://user:secret@host:99999", "http://user:secret@ho st", "ftp://user:secret@host", "http://user:secret@host/?q"})
    BOOST_TEST(refusal(text).text().find("secret") == std::string::npos, refusal(text).text());
}

BOOST_AUTO_TEST_CASE(what_is_no_base_url_is_refused_with_a_reason) {
  for (auto const& [text, reason] : std::vector<std::pair<std::string, std::string>>{
           {"", "has no scheme"},
           {"localhost:8000/v1", "has no scheme"},
           {"ftp://host", "scheme other than"},
           {"http://", "has no host"},
           {"http://:80", "has no host"},
           {"http:///v1", "has no host"},
           {"http://host:", "has a port"},
           {"http://host:0", "has a port"},
           {"http://host:65536", "has a port"},
           {"http://host:8o", "has a port"},
           {"http://[::1", "without its"},
           {"http://[::1]x", "between host and port"},
           {"http://[host]", "no IPv6 address"},
           {"http://::1", "has no host"},
           {"http://2001:db8::1", "has a port"},
           {"http://ho st", "has a space"},
           {"http://host\r\nX: y", "has a space"},
           {"http://h\xC3\xB6st", "beyond ASCII"},
           {"http://ho$t", "no host name has"},
           {"http://host/v1?key=1", "has a query"},
           {"http://host#x", "has a query"},
       }) {
    auto const f = refusal(text);
    BOOST_TEST(f.code == errc::invalid_argument, text);
    BOOST_TEST(f.message.find(reason) != std::string::npos, text << " gives: " << f.text());
    BOOST_TEST(!f.remedy.empty());
  }
}

BOOST_AUTO_TEST_CASE(proxies) {
  llm::proxy_settings const s{"http://secure:1", "plain:2", "direct.example, .dotted.example,10.0.0.1,ported.example:8080"};
  auto const way = [&](std::string const& to) {
    auto const p = proxy_for(parse_url(to), s);
    return p ? p->origin() : "";
  };
  BOOST_TEST(way("https://model.example") == "http://secure:1");
  BOOST_TEST(way("http://model.example") == "http://plain:2");
  for (std::string const direct :
       {"http://direct.example", "https://DIRECT.example:8443/v1", "http://sub.direct.example", "http://a.dotted.example",
        "http://10.0.0.1:8080", "http://ported.example:8080", "http://localhost:1", "http://127.0.0.1", "http://[::1]"})
    BOOST_TEST(way(direct) == "", direct);
  for (std::string const through : {"http://indirect.example", "http://ported.example", "http://10.0.0.11", "http://127.example"})
    BOOST_TEST(way(through) == "http://plain:2", through);
  BOOST_TEST(!proxy_for(parse_url("http://model.example"), {"", "plain:2", "*"}).has_value());
  BOOST_TEST(!proxy_for(parse_url("http://model.example"), {"secure:1", "", ""}).has_value());
  BOOST_TEST(parse_proxy("user:pw@host:3128").user_info == "user:pw");
  BOOST_CHECK_THROW((void)parse_proxy("https://host"), error);
  BOOST_CHECK_THROW((void)parse_proxy("socks5://host"), error);
}

BOOST_AUTO_TEST_SUITE_END()
