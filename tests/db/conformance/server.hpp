// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_CONFORMANCE_SERVER_HPP
#define T2S_TESTS_DB_CONFORMANCE_SERVER_HPP

#include "db/conformance/pool.hpp"
#include "support/hostile.hpp"
#include "support/tcp_proxy.hpp"

#include <signal.h>

/// A server or network that fails: each failure is a clear error within its time, and connections and pools work again afterwards. The
/// fixture is that of an engine with a pool, and has `service()`, the shop on a server; `connect` and `open` take another place too.
namespace t2s::test::conformance {

template <class Engine>
struct server_demands {
  using options = typename Engine::options;
  using pool = typename Engine::pool;

  static auto& shop() { return Engine::service(); }
  static auto& server() { return shop().server(); }
  static auto place() { return shop().of_reader(); }
  static auto over(tcp_proxy const& network) { return place().at("127.0.0.1", network.port()); }

  static options quick() {
    options o;
    o.limits.time = 1s;
    o.connect_time = 1s;
    o.reconnect_time = 300ms;
    return o;
  }
  static options with(std::size_t connections, std::chrono::nanoseconds time = 30s) {
    options o;
    o.connections = connections;
    o.limits.time = time;
    return o;
  }

  /// What connecting says, which takes no longer than that.
  template <class Place>
  static failure refused(Place const& at, std::chrono::nanoseconds most = 3s) {
    failure f;
    BOOST_TEST((time_of([&] { f = failure_of([&] { Engine::connect(quick(), at); }); }) < most));
    return f;
  }

  template <class Connection>
  static failure failed(Connection& db, std::string const& sql, std::chrono::nanoseconds most = 3s) {
    failure f;
    BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute(sql); }); }) < most));
    return f;
  }

  static void a_server_that_takes_connections_and_says_nothing() {
    closed_door const silent;
    auto const f = refused(place().at("127.0.0.1", silent.port()));
    BOOST_TEST(f.code == errc::database_timeout);
    BOOST_TEST(f.subject == "127.0.0.1:" + silent.port());
  }

  static void a_server_that_speaks_another_language() {
    closed_door const other;
    std::jthread const answering([&] { other.answer("SSH-2.0-OpenSSH_9.2p1\r\n"); });
    auto const code = refused(place().at("127.0.0.1", other.port())).code;
    BOOST_TEST((code == errc::database_unreachable || code == errc::database_timeout || code == errc::database_login_failed));
  }

  static void a_session_that_is_killed_in_the_middle_of_a_result() {
    auto db = Engine::connect(quick());
    std::size_t rows = 0;
    auto const f = failure_of([&] {
      db.each_row(Engine::rows_for_ever(), [&](std::span<value const>) {
        if (++rows == 1000) shop().end_sessions();
      });
    });
    BOOST_TEST(f.code == errc::database_lost);
    BOOST_TEST(rows >= 1000U);
    BOOST_TEST(db.execute("SELECT 1").ok());
  }

  static void a_server_that_is_killed_and_comes_back() {
    if (!server().is_private()) return;
    auto db = Engine::connect(quick());
    shop().write_everything_down();
    server().stop(SIGKILL);
    auto const lost = failed(db, "SELECT 1").code;
    BOOST_TEST((lost == errc::database_unreachable || lost == errc::database_lost));
    BOOST_TEST(failed(db, "SELECT 1").code == errc::database_unreachable);
    server().start();
    BOOST_TEST(db.execute("SELECT 1").ok());
  }

  static void a_server_that_starts_again_while_a_statement_is_wanted() {
    if (!server().is_private()) return;
    auto o = quick();
    o.reconnect_time = o.limits.time = 20s;
    auto db = Engine::connect(o);
    server().stop(shop().stop_signal);
    bool answered = false;
    {
      std::jthread const asking([&] { answered = db.execute("SELECT 1").ok(); });
      std::this_thread::sleep_for(300ms);
      server().start();  // not on another thread: it ends with the one that it was started by
    }
    BOOST_TEST(answered);
  }

  static void too_many_connections() {
    shop().limit_connections(2);
    {
      auto one = Engine::connect(quick()), two = Engine::connect(quick());
      BOOST_TEST(refused(place()).code == errc::database_busy);
      BOOST_TEST(one.execute(Engine::endless()).failure->code == errc::time_limit);  // though no other connection can tell the server
      BOOST_TEST(two.execute("SELECT 1").ok());
    }
    shop().limit_connections(0);
    BOOST_TEST(Engine::connect(quick()).execute("SELECT 1").ok());
  }

  static void a_network_that_is_cut() {
    if (!server().is_private()) return;
    tcp_proxy network(server().place().port);
    auto db = Engine::connect(quick(), over(network));
    network.cut();
    std::this_thread::sleep_for(50ms);
    BOOST_TEST(db.execute("SELECT 1").ok());  // the end was seen, and a new connection made
    std::jthread const later([&] {
      std::this_thread::sleep_for(100ms);
      network.cut();
    });
    BOOST_TEST(failed(db, Engine::endless(), 900ms).code == errc::database_lost);
    BOOST_TEST(db.execute("SELECT 1").ok());
    network.cut_after(100'000);
    BOOST_TEST(failure_of([&] { db.each_row(Engine::rows_for_ever(), [](std::span<value const>) {}); }).code == errc::database_lost);
    BOOST_TEST(db.execute("SELECT 1").ok());
  }

  static void a_network_that_falls_silent() {
    if (!server().is_private()) return;
    tcp_proxy network(server().place().port);
    auto db = Engine::connect(quick(), over(network));
    network.stall();
    db::execution e;
    BOOST_TEST((time_of([&] { e = db.execute("SELECT 1"); }) < 1500ms));  // the time limit, though the server says nothing
    BOOST_TEST(code_of(e.failure) == "time_limit");
    BOOST_TEST(failed(db, "SELECT 1", 5s).code == errc::database_timeout);
    network.stall(false);
    BOOST_TEST(db.execute("SELECT 1").ok());
    std::size_t rows = 0;
    auto const ended = db.each_row(Engine::rows_for_ever(), [&](std::span<value const>) {
      if (++rows == 1000) network.stall();
    });
    BOOST_TEST(code_of(ended) == "time_limit");
    network.stall(false);
    BOOST_TEST(db.execute("SELECT 1").ok());
  }

  static void a_wait_for_a_silent_server_that_is_cancelled() {
    if (!server().is_private()) return;
    tcp_proxy network(server().place().port);
    auto o = quick();
    o.connect_time = o.limits.time = o.reconnect_time = 20s;
    auto db = Engine::connect(o, over(network));
    network.stall();
    for (int i = 0; i < 2; ++i) {  // in the statement, then while it connects again
      std::stop_source stop;
      std::jthread const later([&] {
        std::this_thread::sleep_for(100ms);
        stop.request_stop();
      });
      failure f;
      BOOST_TEST((time_of([&] { f = failure_of([&] { std::ignore = db.execute("SELECT 1", stop.get_token()); }); }) < 1s));
      BOOST_TEST(f.code == errc::cancelled);
    }
    network.stall(false);
    BOOST_TEST(db.execute("SELECT 1").ok());
  }

  static void a_connection_that_was_not_used_for_long_over_a_network_that_has_forgotten_it() {
    if (!server().is_private()) return;
    tcp_proxy network(server().place().port);
    auto o = quick();
    o.check_after = 100ms;
    o.limits.time = 20s;
    o.reconnect_time = 5s;
    auto db = Engine::connect(o, over(network));
    std::this_thread::sleep_for(150ms);
    BOOST_TEST(db.execute("SELECT 1").ok());
    BOOST_TEST(network.connections() == 1);
    std::this_thread::sleep_for(150ms);
    network.stall();
    std::jthread const later([&] {
      std::this_thread::sleep_for(1500ms);
      network.cut();
      network.stall(false);
    });
    BOOST_TEST((time_of([&] { BOOST_TEST(db.execute("SELECT 1").ok()); }) < 10s));  // not the 20 s of the statement
    BOOST_TEST(network.connections() >= 2);
  }

  static void a_network_that_is_slow() {
    if (!server().is_private()) return;
    tcp_proxy network(server().place().port);
    auto o = quick();
    o.connect_time = 10s;
    network.delay(30ms);
    auto db = Engine::connect(o, over(network));
    auto const texts = [](std::size_t n) { return "SELECT " + Engine::repeated(1000) + " FROM (" + Engine::rows(n) + ") AS many"; };
    BOOST_TEST(db.execute(texts(100)).rows.values.size() == 100U);
    auto const slow = db.execute(texts(100'000));
    BOOST_TEST(code_of(slow.failure) == "time_limit");
    BOOST_TEST(!slow.rows.empty());
    network.delay(0ms);
    BOOST_TEST(db.execute("SELECT 1").ok());
  }

  static void another_host_takes_over() {
    if (!server().is_private()) return;
    auto const port = server().place().port;
    auto const at = [](std::string const& one, std::string const& other) { return place().at_either("127.0.0.1", one, other); };
    BOOST_TEST(Engine::connect(quick(), at("1", port)).execute("SELECT 1").ok());
    tcp_proxy first(port), second(port);
    auto db = Engine::connect(quick(), at(first.port(), second.port()));
    BOOST_TEST(second.connections() == 0);
    first.stall();
    BOOST_TEST(code_of(db.execute("SELECT 1").failure) == "time_limit");
    BOOST_TEST((time_of([&] { BOOST_TEST(db.execute("SELECT 1").ok()); }) < 5s));
    BOOST_TEST(second.connections() >= 1);
  }

  static void a_statement_that_somebody_else_cancels() {
    auto o = quick();
    o.limits.time = 30s;
    auto db = Engine::connect(o);
    std::jthread const later([] {
      std::this_thread::sleep_for(200ms);
      shop().end_statement();
    });
    BOOST_TEST(code_of(db.execute(Engine::endless()).failure) == "sql_failed");
    BOOST_TEST(db.execute("SELECT 1").ok());
  }

  /// A client that keeps a million of them takes twice as much. T2S_LONG_RUNS makes it a hundred million.
  static void many_rows_in_little_memory() {
    options o;
    o.limits.time = 300s;
    auto db = Engine::connect(o);
    auto const resident = [] {
      std::ifstream in("/proc/self/statm");
      long pages = 0;
      in >> pages >> pages;
      return pages * sysconf(_SC_PAGESIZE);
    };
    std::size_t const most = std::getenv("T2S_LONG_RUNS") ? 100'000'000 : 1'000'000;
    std::size_t rows = 0;
    auto const before = resident();
    BOOST_TEST(!db.each_row(Engine::rows(most), [&](std::span<value const> row) { rows += row[0].integer() ? 1U : 0U; }));
    BOOST_TEST(rows == most);
    auto const grown = resident() - before;
    BOOST_TEST((sanitizes || grown < 20L << 20), grown);
  }

  static void neither_samples_nor_different_values_read_a_large_table() {
    typename std::remove_reference_t<decltype(shop())>::administrator const admin(shop().of_admin());
    admin.run(shop().large_table);  // `few` has three values, `many` as many as there are rows
    options o;
    o.distinct_rows = 1000;
    auto db = Engine::connect(o);
    auto const before = shop().rows_read(admin);
    BOOST_TEST(db.sample("large", 3).rows.values.size() == 3U);
    auto const few = db.distinct("large", "few", 10);
    BOOST_TEST(few.rows.values.size() == 3U);
    BOOST_TEST(few.rows.columns.size() == 1U);
    BOOST_TEST(text_of(few.failure).starts_with("only the first 1,000 rows were looked at"), text_of(few.failure));
    std::this_thread::sleep_for(shop().statistics_after);
    BOOST_TEST(db.execute("SELECT 1").ok());  // which sends them
    BOOST_TEST(shop().rows_read(admin) - before < 10'000);
    BOOST_TEST(std::stol(admin.one("SELECT count(*) FROM large")) > 50'000);
    admin.run("DROP TABLE large");
  }

  /// How long the operation takes to end once the pool is gone, where it cannot be connected.
  static std::chrono::nanoseconds end_without_a_connection(std::unique_ptr<pool> db) {
    asio::io_context io;
    spawned one;
    one.start(io, *db, "SELECT 1");
    std::chrono::steady_clock::time_point gone;
    asio::steady_timer timer(io, 300ms);
    timer.async_wait([&](boost::system::error_code) {
      BOOST_TEST(!one.ended);
      gone = std::chrono::steady_clock::now();
      db.reset();
    });
    io.run();
    BOOST_TEST((one.ended == ending::aborted));
    return std::chrono::steady_clock::now() - gone;
  }

  static void the_pool_may_go_while_it_connects() {
    if (!server().is_private()) return;
    tcp_proxy network(server().place().port);
    auto o = with(1);
    o.connect_time = 20s;
    auto db = Engine::open(o, over(network));
    network.cut();
    network.stall();
    std::this_thread::sleep_for(50ms);
    BOOST_TEST((end_without_a_connection(std::move(db)) < 1s));
  }

  static void the_pool_may_go_while_its_connections_break() {
    for (int round = 0; round < 10; ++round) {
      asio::thread_pool threads(2);
      auto db = Engine::open(with(3));
      std::vector<std::future<ending>> all;
      for (int i = 0; i < 3; ++i) all.push_back(asio::co_spawn(threads, end_of(db->execute(Engine::endless())), asio::use_future));
      std::this_thread::sleep_for(20ms);
      std::jthread const breaks([&] { shop().end_sessions(); });
      std::this_thread::sleep_for(std::chrono::microseconds(300 * round));
      db.reset();
      for (auto& one : all) BOOST_TEST((one.get() != ending::answered));
      threads.join();
    }
  }

  static void connections_of_a_pool_that_were_ended_are_replaced() {
    auto const db = Engine::open(with(3));
    BOOST_TEST(executed(*db, "SELECT 1", "SELECT 2", "SELECT 3").size() == 3U);
    shop().end_sessions();
    std::this_thread::sleep_for(100ms);
    for (auto const& e : executed(*db, "SELECT 1", "SELECT 2", "SELECT 3")) BOOST_TEST(e.ok());
  }

  static void a_server_under_a_pool_goes_and_comes_back() {
    if (!server().is_private()) return;
    auto o = with(3);
    o.reconnect_time = 300ms;
    auto const db = Engine::open(o);
    shop().write_everything_down();
    server().stop(SIGKILL);
    asio::io_context io;
    std::vector<spawned> all(20);
    for (auto& one : all) one.start(io, *db, "SELECT 1");
    BOOST_TEST((time_of([&] { io.run(); }) < 10s));
    for (auto const& one : all) BOOST_TEST((one.ended && *one.ended != ending::aborted));  // a process may outlive its server for a moment
    server().start();
    for (auto const& e : executed(*db, "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4")) BOOST_TEST(e.ok());
    BOOST_TEST(db->use().busy == 0U);
  }

  static void a_server_that_takes_fewer_connections_than_the_pool_has() {
    shop().limit_connections(2);
    auto o = with(6);
    o.reconnect_time = 300ms;
    auto const db = Engine::open(o);
    asio::io_context io;
    int answered = 0, busy = 0;
    for (int i = 0; i < 40; ++i)
      asio::co_spawn(io, db->execute("SELECT " + std::to_string(i)), [&](std::exception_ptr thrown, db::execution const& e) {
        if (!thrown) return static_cast<void>(answered += e.ok() ? 1 : 0);
        BOOST_TEST((failure_of([&] { std::rethrow_exception(thrown); }).code == errc::database_busy));
        ++busy;
      });
    BOOST_TEST((time_of([&] { io.run(); }) < 5s));
    BOOST_TEST(answered + busy == 40);
    BOOST_TEST(answered >= 30);
    shop().limit_connections(0);
    for (auto const& e : executed(*db, "SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", "SELECT 5", "SELECT 6")) BOOST_TEST(e.ok());
    BOOST_TEST(db->use().busy == 0U);
  }

  static void a_network_that_falls_silent_stops_no_coroutine() {
    if (!server().is_private()) return;
    tcp_proxy network(server().place().port);
    auto o = with(2, 300ms);
    o.connect_time = 1s;
    o.reconnect_time = 100ms;
    auto const db = Engine::open(o, over(network));
    BOOST_TEST(executed(*db, "SELECT 1", "SELECT 2").size() == 2U);
    network.stall();
    asio::io_context io;
    std::vector<spawned> all(4);
    for (auto& one : all) one.start(io, *db, "SELECT 1");
    BOOST_TEST((time_of([&] { io.run(); }) < 10s));
    for (auto const& one : all) BOOST_TEST((one.ended == ending::failed));
    network.stall(false);
    BOOST_TEST(executed(*db, "SELECT 1").front().ok());
  }

  static std::initializer_list<added_test> all() {
    using d = server_demands;
    static std::initializer_list<added_test> const tests{
        {"a_server_that_takes_connections_and_says_nothing", d::a_server_that_takes_connections_and_says_nothing},
        {"a_server_that_speaks_another_language", d::a_server_that_speaks_another_language},
        {"a_session_that_is_killed_in_the_middle_of_a_result", d::a_session_that_is_killed_in_the_middle_of_a_result},
        {"a_server_that_is_killed_and_comes_back", d::a_server_that_is_killed_and_comes_back},
        {"a_server_that_starts_again_while_a_statement_is_wanted", d::a_server_that_starts_again_while_a_statement_is_wanted},
        {"too_many_connections", d::too_many_connections},
        {"a_network_that_is_cut", d::a_network_that_is_cut},
        {"a_network_that_falls_silent", d::a_network_that_falls_silent},
        {"a_wait_for_a_silent_server_that_is_cancelled", d::a_wait_for_a_silent_server_that_is_cancelled},
        {"a_connection_that_was_not_used_for_long_over_a_network_that_has_forgotten_it",
         d::a_connection_that_was_not_used_for_long_over_a_network_that_has_forgotten_it},
        {"a_network_that_is_slow", d::a_network_that_is_slow},
        {"another_host_takes_over", d::another_host_takes_over},
        {"a_statement_that_somebody_else_cancels", d::a_statement_that_somebody_else_cancels},
        {"many_rows_in_little_memory", d::many_rows_in_little_memory},
        {"neither_samples_nor_different_values_read_a_large_table", d::neither_samples_nor_different_values_read_a_large_table},
        {"the_pool_may_go_while_it_connects", d::the_pool_may_go_while_it_connects},
        {"the_pool_may_go_while_its_connections_break", d::the_pool_may_go_while_its_connections_break},
        {"connections_of_a_pool_that_were_ended_are_replaced", d::connections_of_a_pool_that_were_ended_are_replaced},
        {"a_server_under_a_pool_goes_and_comes_back", d::a_server_under_a_pool_goes_and_comes_back},
        {"a_server_that_takes_fewer_connections_than_the_pool_has", d::a_server_that_takes_fewer_connections_than_the_pool_has},
        {"a_network_that_falls_silent_stops_no_coroutine", d::a_network_that_falls_silent_stops_no_coroutine},
    };
    return tests;
  }
};

}  // namespace t2s::test::conformance

#endif
