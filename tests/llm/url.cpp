// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/detail/url.hpp"

#include <boost/test/unit_test.hpp>

#include "t2s/core/error.hpp"

#include <cstdlib>
#include <optional>
#include <string_view>

using namespace t2s;
using llm::parse_proxy;
using llm::parse_url;
using llm::proxy_for;

namespace {

template <class Read>
failure failure_of(Read read) {
  try {
    (void)read();
  } catch (error const& e) {
    return e.details();
  }
  return {};
}

failure refusal(std::string const& text) {
  return failure_of([&] { return parse_url(text); });
}

bool says(failure const& f, std::string_view words) { return f.text().find(words) != std::string::npos; }

/// Sets an environment variable and restores it at the end.
class variable {
 public:
  variable(char const* name, char const* value) : name_(name) {
    if (char const* const before = std::getenv(name)) before_ = before;
    value ? ::setenv(name, value, 1) : ::unsetenv(name);
  }
  ~variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  variable(variable const&) = delete;
  variable& operator=(variable const&) = delete;

 private:
  char const* name_;
  std::optional<std::string> before_{};
};

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

BOOST_AUTO_TEST_CASE(a_message_shows_the_url_and_no_secret) {
  struct shown {
    std::string text, as;
  };
  for (auto const& u :
       {shown{"https://h.example/v1?key=SECRET", "\"https://h.example/v1?***\""},
        shown{"https://h.example/v1#SECRET", "\"https://h.example/v1#***\""},
        shown{"https://h.example/v1?key=SECRET@x", "\"https://***?***\""}, shown{"http://user:SECRET?SECRET@host/v1", "\"http://***?***\""},
        shown{"http://user:SECRET#SECRET@host", "\"http://***#***\""}, shown{"http://user:SEC/RET@host:0", "\"http://***@host:0\""},
        shown{"user:SECRET@host", "\"***@host\""}, shown{"user:SECRET://SECRET@host", "\"***@host\""},
        shown{"http://ho st/v1", "\"http://ho st/v1\""}, shown{"http://host\r\nX: y\x7f", R"("http://host\x0D\x0AX: y\x7F")"},
        shown{"http://h\xC3\xB6st\xE2\x80\x8B", R"("http://h\xC3\xB6st\xE2\x80\x8B")"},
        shown{"http://user:SECRET@ho st/?SECRET", "\"http://***@ho st/?***\""}}) {
    auto const f = refusal(u.text);
    BOOST_TEST(f.code == errc::invalid_argument);
    BOOST_TEST(says(f, u.as), u.text << " gives: " << f.text());
    BOOST_TEST(!says(f, "SECRET"), f.text());
  }
  BOOST_TEST(refusal("http://ho st").offset.value() == 9U);
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
           {"http://[host]", "not an IPv6 address"},
           {"http://::1", "has no host"},
           {"http://2001:db8::1", "has a port"},
           {"http://ho st", "has a space"},
           {"http://host\r\nX: y", "has a space"},
           {"http://h\xC3\xB6st", "beyond ASCII"},
           {"http://ho$t", "host names cannot have"},
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
}

BOOST_AUTO_TEST_CASE(host_names_and_address_blocks_without_proxy) {
  auto const is_direct = [&](std::string const& to, std::string const& none) {
    return !proxy_for(parse_url(to), {"", "http://proxy:1", none}).has_value();
  };
  struct row {
    std::string to, none;
    bool direct;
  };
  for (auto const& r : {row{"http://a.internal", "*.internal", true},
                        row{"http://a.b.internal:8080", "x, *.INTERNAL", true},
                        row{"http://ainternal", "*.internal", false},
                        row{"http://a.internal:8080", "*.internal:8080", true},
                        row{"http://a.internal:8081", "*.internal:8080", false},
                        row{"http://10.1.2.3", "10.0.0.0/8", true},
                        row{"http://10.0.0.0", "10.0.0.0/8", true},
                        row{"http://10.255.255.255:99", "172.16.0.0/12,10.0.0.0/8", true},
                        row{"http://11.0.0.1", "10.0.0.0/8", false},
                        row{"http://10.1.2.3", "10.9.9.9/8", true},
                        row{"http://10.1.2.3", "0.0.0.0/0", true},
                        row{"http://192.168.1.129", "192.168.1.128/25", true},
                        row{"http://192.168.1.127", "192.168.1.128/25", false},
                        row{"http://10.1.2.3", "10.1.2.3/32", true},
                        row{"http://10.1.2.4", "10.1.2.3/32", false},
                        row{"http://10.1.2.3", "10.0.0.0/33", false},
                        row{"http://10.1.2.3", "10.0.0.0/", false},
                        row{"http://10.1.2.3", "/8", false},
                        row{"http://10.0.0.0.example", "10.0.0.0/8", false},
                        row{"http://[2001:db8::1]", "2001:db8::/32", true},
                        row{"http://[2001:db9::1]", "2001:db8::/32", false},
                        row{"http://[2001:db8::1]", "2001:0DB8:0:0:0:0:0:1", true},
                        row{"http://[2001:db8::1]:8080", "[2001:db8::1]:8080", true},
                        row{"http://[2001:db8::2]", "2001:db8::1", false},
                        row{"http://[2001:db8::1]", "10.0.0.0/8", false}})
    BOOST_TEST(is_direct(r.to, r.none) == r.direct, r.to << " with NO_PROXY=" << r.none);
}

BOOST_AUTO_TEST_CASE(an_error_says_that_it_is_the_proxy) {
  for (std::string const scheme : {"https", "socks5", "SOCKS5H"}) {
    auto const f = failure_of([&] { return parse_proxy(scheme + "://user:secret@host:1"); });
    BOOST_TEST(f.code == errc::invalid_argument);
    BOOST_TEST(says(f, "the proxy's URL \"" + scheme + "://***@host:1\""), f.text());
    BOOST_TEST(says(f, "only proxies with http:// are supported"), f.text());
  }
  BOOST_TEST(says(failure_of([] { return parse_proxy("proxy:3128x"); }), "the proxy's URL \"http://proxy:3128x\" has a port"));
}

BOOST_AUTO_TEST_CASE(an_error_says_which_variable_the_proxy_is_from) {
  variable const lower("https_proxy", nullptr);
  variable const upper("HTTPS_PROXY", "http://user:secret@pro xy");
  variable const http("http_proxy", "socks5://host");
  auto const settings = llm::proxies_of_environment();
  auto const secure = failure_of([&] { return proxy_for(parse_url("https://model.example"), settings); });
  BOOST_TEST(says(secure, "the proxy's URL \"http://***@pro xy\" of HTTPS_PROXY has a space"), secure.text());
  BOOST_TEST(!says(secure, "secret"));
  auto const plain = failure_of([&] { return proxy_for(parse_url("http://model.example"), settings); });
  BOOST_TEST(says(plain, "\"socks5://host\" of http_proxy"), plain.text());
}

BOOST_AUTO_TEST_SUITE_END()
