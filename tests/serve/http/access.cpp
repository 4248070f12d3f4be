// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/http/detail/access.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>

#include "t2s/core/error.hpp"

using namespace t2s::serve;

namespace {

constexpr char secret[] = "0123456789abcdef";

request asked_of(std::string host, std::string path = "/v1/runs", std::string method = "GET") {
  request r;
  r.method = std::move(method);
  r.path = std::move(path);
  r.local = "127.0.0.1:8765";
  r.headers.add("Host", std::move(host));
  return r;
}

int status(access_check const& who, request r) {
  auto const refused = who.check(r);
  return refused ? refused->status : 200;
}

int with(access_check const& who, request r, std::string name, std::string value) {
  r.headers.add(std::move(name), std::move(value));
  return status(who, r);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(access_to_the_server)

BOOST_AUTO_TEST_CASE(the_host_must_be_this_server) {
  access_check const who({.hosts = {"t2s.example.org", "other.example.org:8443"}});
  for (auto const* host : {"127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765", "[::1]:8765", "t2s.example.org", "T2S.example.org:443",
                           "other.example.org:8443"})
    BOOST_TEST(status(who, asked_of(host)) == 200, host);
  for (auto const* host : {"", "127.0.0.1", "127.0.0.1:80", "evil.example.org", "evil.example.org:8765", "localhost:8766", "127.0.0.2:8765",
                           "other.example.org", "t2s.example.org.evil.org", "localhost:8765@evil.org", "localhost:8765, evil.org",
                           "localhost:8765/", "192.168.1.7:8765"})
    BOOST_TEST(status(who, asked_of(host)) == 403, host);
}

BOOST_AUTO_TEST_CASE(there_is_one_host) {
  access_check const who({});
  request none = asked_of("localhost:8765");
  none.headers = {};
  BOOST_TEST(status(who, none) == 400);
  BOOST_TEST(with(who, asked_of("localhost:8765"), "Host", "localhost:8765") == 400);
}

BOOST_AUTO_TEST_CASE(off_loopback_localhost_is_no_name) {
  access_check const who({});
  auto r = asked_of("192.168.1.7:8765");
  r.local = "192.168.1.7:8765";
  BOOST_TEST(status(who, r) == 200);
  auto named = asked_of("localhost:8765");
  named.local = "192.168.1.7:8765";
  BOOST_TEST(status(who, named) == 403);
}

BOOST_AUTO_TEST_CASE(an_origin_must_be_this_server_too) {
  access_check const who({.hosts = {"t2s.example.org"}});
  for (auto const* origin : {"http://localhost:8765", "http://127.0.0.1:8765", "https://t2s.example.org"})
    BOOST_TEST(with(who, asked_of("localhost:8765"), "Origin", origin) == 200, origin);
  for (auto const* origin : {"null", "", "http://evil.example.org", "http://localhost", "http://localhost:3000", "file://",
                             "ftp://localhost:8765", "http://localhost:8765.evil.org", "http://localhost:8765/"})
    BOOST_TEST(with(who, asked_of("localhost:8765"), "Origin", origin) == 403, origin);
}

// What browsers send beside a cookie: no Origin with images, scripts and links.
BOOST_AUTO_TEST_CASE(pages_of_other_sites_are_told_by_sec_fetch_site) {
  access_check const open({}), closed({.hosts = {}, .token = secret});
  auto enters = asked_of("localhost:8765", "/");
  enters.query.emplace_back("token", secret);
  auto const set = std::string(closed.check(enters)->headers.get("Set-Cookie"));
  auto const with_cookie = [&](char const* path, char const* method) {
    auto r = asked_of("localhost:8765", path, method);
    r.headers.add("Cookie", set.substr(0, set.find(';')));
    return r;
  };
  for (auto const* site : {"cross-site", "same-site", "Cross-Site", "what-comes-later"})
    for (auto const* path : {"/v1/ask", "/v1/runs", "/v1/runs/abc", "/v1/runs/abc/page", "/mcp", "/metrics", "/page.js"})
      for (auto const* method : {"GET", "POST", "DELETE"}) {
        BOOST_TEST(with(open, asked_of("localhost:8765", path, method), "Sec-Fetch-Site", site) == 403, site << " " << path);
        BOOST_TEST(with(closed, with_cookie(path, method), "Sec-Fetch-Site", site) == 403, site << " " << path);
      }
  for (auto const* site : {"same-origin", "none"}) {
    BOOST_TEST(with(open, asked_of("localhost:8765", "/v1/ask", "POST"), "Sec-Fetch-Site", site) == 200, site);
    BOOST_TEST(with(closed, with_cookie("/v1/ask", "POST"), "Sec-Fetch-Site", site) == 200, site);
  }
  for (auto const* path : {"/", "/runs/abc"}) {  // links may lead to the page
    BOOST_TEST(with(open, asked_of("localhost:8765", path), "Sec-Fetch-Site", "cross-site") == 200, path);
    BOOST_TEST(with(open, asked_of("localhost:8765", path, "POST"), "Sec-Fetch-Site", "cross-site") == 403, path);
  }
}

BOOST_AUTO_TEST_CASE(a_token_opens_all_but_the_page_and_the_health) {
  access_check const who({.hosts = {}, .token = secret});
  BOOST_TEST(status(who, asked_of("localhost:8765")) == 401);
  BOOST_TEST(with(who, asked_of("localhost:8765"), "Authorization", "Bearer 0123456789abcdef") == 200);
  BOOST_TEST(with(who, asked_of("localhost:8765"), "Authorization", "bearer 0123456789abcdef") == 200);
  for (auto const* wrong :
       {"Bearer", "Bearer ", "Bearer 0123456789abcdeF", "Bearer 0123456789abcdef0", "Basic 0123456789abcdef", "0123456789abcdef"})
    BOOST_TEST(with(who, asked_of("localhost:8765"), "Authorization", wrong) == 401, wrong);
  for (auto const* path : {"/", "/runs/abc", "/page.css", "/page.js", "/admin", "/admin.js", "/t2s-ask.js", "/healthz", "/readyz"})
    BOOST_TEST(status(who, asked_of("localhost:8765", path)) == 200, path);
  for (auto const* path : {"/v1/databases", "/v1/ask", "/metrics", "/v1/openapi.json", "/mcp", "/page.jsx"})
    BOOST_TEST(status(who, asked_of("localhost:8765", path)) == 401, path);
  auto far = asked_of("localhost:8765", "/healthz");
  far.from_loopback = false;
  BOOST_TEST(status(who, far) == 401);
  BOOST_TEST(status(who, asked_of("evil.example.org", "/healthz")) == 403);
}

BOOST_AUTO_TEST_CASE(the_cookie_is_set_once_and_is_not_the_token) {
  access_check const who({.hosts = {}, .token = secret});
  auto first = asked_of("localhost:8765", "/");
  first.query.emplace_back("token", secret);
  auto const given = who.check(first);
  BOOST_REQUIRE(given);
  BOOST_TEST(given->status == 303);
  BOOST_TEST(given->headers.get("Location") == "/");
  auto const set = std::string(given->headers.get("Set-Cookie"));
  BOOST_TEST(set.ends_with("; Path=/; HttpOnly; SameSite=Strict"));
  BOOST_TEST(set.find(secret) == std::string::npos);
  auto const cookie = set.substr(0, set.find(';'));
  BOOST_TEST(with(who, asked_of("localhost:8765"), "Cookie", "a=b; " + cookie + "; c=d") == 200);
  BOOST_TEST(with(who, asked_of("localhost:8765"), "Cookie", cookie + "0") == 401);
  BOOST_TEST(with(access_check({.hosts = {}, .token = secret}), asked_of("localhost:8765"), "Cookie", cookie) ==
             401);  // of another process

  auto wrong = asked_of("localhost:8765", "/");
  wrong.query.emplace_back("token", "guessed");
  BOOST_TEST(status(who, wrong) == 401);
  auto elsewhere = asked_of("localhost:8765", "/v1/runs");
  elsewhere.query.emplace_back("token", secret);
  BOOST_TEST(status(who, elsewhere) == 401);
  auto away = asked_of("localhost:8765", "/runs//evil.org/%0d");
  away.query.emplace_back("token", secret);
  BOOST_TEST(who.check(away)->headers.get("Location") == "/runs/evilorg/0d");
}

BOOST_AUTO_TEST_CASE(a_token_says_who_asks) {
  access_check const who({.users = {{"ada", "ada-has-sixteen-characters"}, {"bob", "bob-has-sixteen-characters"}}});
  auto const asks = [&](std::string name, std::string value) {
    auto r = asked_of("localhost:8765");
    r.headers.add(std::move(name), std::move(value));
    auto const refused = who.check(r);
    return refused ? std::to_string(refused->status) : r.user;
  };
  BOOST_TEST(asks("Authorization", "Bearer ada-has-sixteen-characters") == "ada");
  BOOST_TEST(asks("Authorization", "bearer bob-has-sixteen-characters") == "bob");
  BOOST_TEST(asks("Authorization", "Bearer eve-has-sixteen-characters") == "401");
  BOOST_TEST(asks("X-User", "ada") == "401");
  auto enters = asked_of("localhost:8765", "/");
  enters.query.emplace_back("token", "bob-has-sixteen-characters");
  auto const set = std::string(who.check(enters)->headers.get("Set-Cookie"));
  BOOST_TEST(asks("Cookie", set.substr(0, set.find(';'))) == "bob");
  auto both = asked_of("localhost:8765");  // the fault is reported, and the cookie does not replace it
  both.headers.add("Authorization", "Bearer eve-has-sixteen-characters");
  both.headers.add("Cookie", set.substr(0, set.find(';')));
  BOOST_TEST(status(who, both) == 401);
  auto page = asked_of("localhost:8765", "/");  // it asks for the token, and the user is not known yet
  BOOST_TEST(!who.check(page));
  BOOST_TEST(page.user == "");
}

BOOST_AUTO_TEST_CASE(a_link_of_another_site_signs_nobody_in_as_another_user) {
  access_check const who({.users = {{"ada", "ada-has-sixteen-characters"}}});
  auto const entered = [](access_check const& check, char const* token, char const* led_by) {
    auto r = asked_of("localhost:8765", "/");
    r.query.emplace_back("token", token);
    if (led_by) r.headers.add("Sec-Fetch-Site", led_by);
    auto const given = check.check(r);
    BOOST_REQUIRE(given);
    return std::to_string(given->status) + (given->headers.get("Set-Cookie").empty() ? "" : " with a cookie");
  };
  for (auto const* led_by : {"cross-site", "same-site"}) BOOST_TEST(entered(who, "ada-has-sixteen-characters", led_by) == "403", led_by);
  for (auto const* led_by : {static_cast<char const*>(nullptr), "none", "same-origin"})  // typed, and sent by the page itself
    BOOST_TEST(entered(who, "ada-has-sixteen-characters", led_by) == "303 with a cookie");
  // A shared token identifies no user.
  BOOST_TEST(entered(access_check({.token = secret}), secret, "cross-site") == "303 with a cookie");
}

request of_site(std::string const& path, std::string method = "POST", std::string origin = "https://shop.example.org") {
  auto r = asked_of("localhost:8765", path, std::move(method));
  r.headers.add("Origin", std::move(origin));
  r.headers.add("Sec-Fetch-Site", "cross-site");
  return r;
}

BOOST_AUTO_TEST_CASE(an_allowed_site_may_ask_and_nothing_else) {
  access_check const who({.hosts = {}, .token = {}, .users = {}, .origins = {"https://Shop.example.org:443", "http://localhost:3000"}});
  for (auto const* path : {"/t2s-ask.js", "/v1/ask", "/v1/query", "/v1/databases", "/v1/runs/abc"}) {
    BOOST_TEST(status(who, of_site(path)) == 200, path);
    BOOST_TEST(status(who, of_site(path, "GET", "http://localhost:3000")) == 200, path);
  }
  for (auto const* path : {"/", "/admin", "/page.js", "/v1/runs", "/v1/runs/abc/page", "/v1/corrections", "/v1/admin/runs", "/mcp",
                           "/metrics", "/v1/databases/shop/learned", "/healthz"})
    for (auto const* method : {"GET", "POST", "OPTIONS"}) BOOST_TEST(status(who, of_site(path, method)) == 403, path);
  for (auto const* origin : {"https://shop.example.org:8443", "http://shop.example.org", "https://shop.example.org.evil.org", "null",
                             "http://localhost:3001", "https://SHOP.example.org"})
    BOOST_TEST(status(who, of_site("/v1/ask", "POST", origin)) == 403, origin);
  auto image = asked_of("localhost:8765", "/v1/runs/abc");  // without Origin it is no request of a script that may read it
  BOOST_TEST(with(who, image, "Sec-Fetch-Site", "cross-site") == 403);
}

BOOST_AUTO_TEST_CASE(an_allowed_site_needs_the_token_and_has_no_cookie) {
  access_check const who({.hosts = {}, .token = secret, .users = {}, .origins = {"https://shop.example.org", "http://localhost:8765"}});
  BOOST_TEST(status(who, of_site("/v1/ask")) == 401);
  BOOST_TEST(status(who, of_site("/t2s-ask.js", "GET")) == 200);
  BOOST_TEST(with(who, of_site("/v1/ask"), "Authorization", std::string("Bearer ") + secret) == 200);
  BOOST_TEST(with(who, of_site("/v1/ask"), "Authorization", "Bearer another") == 401);
  auto enters = asked_of("localhost:8765", "/");
  enters.query.emplace_back("token", secret);
  auto const set = std::string(who.check(enters)->headers.get("Set-Cookie"));
  auto const cookie = set.substr(0, set.find(';'));
  BOOST_TEST(with(who, of_site("/v1/ask"), "Cookie", cookie) == 401);
  auto own = asked_of("localhost:8765", "/v1/ask", "POST");  // the server's own page, which needs no permission
  own.headers.add("Origin", "http://localhost:8765");
  BOOST_TEST(with(who, own, "Cookie", cookie) == 200);
}

BOOST_AUTO_TEST_CASE(browsers_are_told_what_an_allowed_site_may_send_and_read) {
  access_check const who({.hosts = {}, .token = secret, .users = {}, .origins = {"https://shop.example.org"}});
  auto before = of_site("/v1/ask", "OPTIONS");
  before.headers.add("Access-Control-Request-Method", "POST");
  auto allowed = who.check(before);  // without the token, which browsers do not send here
  BOOST_REQUIRE(allowed);
  BOOST_TEST(allowed->status == 204);
  BOOST_TEST(allowed->headers.get("Access-Control-Allow-Headers") == "Authorization, Content-Type, Last-Event-ID");
  auto const shared = [&](request const& r, access_check const& by) {
    response given(200, "application/json", "{}");
    by.share(r, given);
    return given.headers;
  };
  auto const to_site = shared(of_site("/v1/ask"), who);
  BOOST_TEST(to_site.get("Access-Control-Allow-Origin") == "https://shop.example.org");
  BOOST_TEST(to_site.get("Vary") == "Origin");
  BOOST_TEST(to_site.count("Access-Control-Allow-Credentials") == 0U);
  auto const to_another = shared(of_site("/v1/ask", "POST", "https://evil.example.org"), who);
  BOOST_TEST(to_another.count("Access-Control-Allow-Origin") == 0U);
  BOOST_TEST(to_another.get("Vary") == "Origin");
  BOOST_TEST(shared(of_site("/v1/ask"), access_check({})).count("Vary") == 0U);
}

BOOST_AUTO_TEST_CASE(sites_are_named_one_by_one) {
  for (auto const* origin :
       {"*", "null", "", "shop.example.org", "https://", "https://shop.example.org/", "https://*.example.org", "ftp://shop"})
    BOOST_CHECK_THROW(access_check({.origins = {origin}}), t2s::error);
}

BOOST_AUTO_TEST_CASE(names_and_tokens_that_cannot_be_are_refused_at_once) {
  BOOST_CHECK_THROW(access_check({.hosts = {"http://t2s.example.org"}}), t2s::error);
  BOOST_CHECK_THROW(access_check({.hosts = {""}}), t2s::error);
  BOOST_CHECK_THROW(access_check({.hosts = {}, .token = "two words"}), t2s::error);
  BOOST_CHECK_THROW(access_check({.users = {{"ada", secret}, {"ada", "another"}}}), t2s::error);
  BOOST_CHECK_THROW(access_check({.users = {{"ada", secret}, {"bob", secret}}}), t2s::error);
  BOOST_CHECK_THROW(access_check({.users = {{"ada", ""}}}), t2s::error);
  BOOST_CHECK_THROW(access_check({.users = {{"", secret}}}), t2s::error);  // it would show runs without a user
  BOOST_CHECK_THROW(access_check({.token = secret, .users = {{"ada", "another"}}}), t2s::error);
}

BOOST_AUTO_TEST_CASE(secrets_are_long_and_differ) {
  auto const a = new_secret(), b = new_secret();
  BOOST_TEST(a.size() == 64U);
  BOOST_TEST(a != b);
}

BOOST_AUTO_TEST_SUITE_END()
