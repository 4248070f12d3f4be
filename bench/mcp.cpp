// SPDX-License-Identifier: BSL-1.0
// Measures serving: the time of the tool `query` against SQLite's own functions on the same statements, and the memory of sessions.
// Usage: bench_mcp [CALLS] [SESSIONS]
#include <malloc.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <boost/json.hpp>

#include "t2s/serve/http/detail/message.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/mcp/database_offering.hpp"
#include "t2s/serve/mcp/stdio.hpp"
#include "t2s/serve/mcp/streamable.hpp"

namespace {

namespace json = boost::json;
namespace serve = t2s::serve;
using clock_type = std::chrono::steady_clock;
using microseconds = std::chrono::duration<double, std::micro>;

void require(bool right, char const* what) {
  if (right) return;
  std::fprintf(stderr, "%s: not what it must be\n", what);
  std::exit(1);
}

struct database_file {
  database_file() {
    sqlite3* made = nullptr;
    sqlite3_open(path.c_str(), &made);
    sqlite3_exec(
        made,
        "CREATE TABLE shop(id INTEGER PRIMARY KEY, city TEXT);"
        "CREATE TABLE sales(id INTEGER PRIMARY KEY, shop INTEGER REFERENCES shop(id), name TEXT, amount REAL);"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO shop SELECT i, 'city ' || i FROM n;"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
        "INSERT INTO sales SELECT i, i % 100 + 1, 'sale number ' || i, i * 0.25 FROM n",
        nullptr, nullptr, nullptr);
    sqlite3_close(made);
  }
  ~database_file() { std::filesystem::remove(path); }
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("t2s_bench_mcp." + std::to_string(::getpid()));
};

struct statement {
  char const* name;
  char const* sql;
};
constexpr std::array statements{
    statement{"one row by key", "SELECT name, amount FROM sales WHERE id = 77"},
    statement{"join, 1 row", "SELECT count(*), sum(amount) FROM sales JOIN shop ON shop.id = sales.shop WHERE city = 'city 7'"},
    statement{"20 rows", "SELECT id, name, amount FROM sales LIMIT 20"},
    statement{"100 rows", "SELECT id, shop, name, amount FROM sales LIMIT 100"},
};

template <class Work>
double median(std::size_t times, Work work) {
  std::vector<double> all;
  for (std::size_t i = 0; i < times; ++i) {
    auto const begin = clock_type::now();
    work();
    all.push_back(microseconds(clock_type::now() - begin).count());
  }
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(times / 2), all.end());
  return all[times / 2];
}

/// SQLite alone: prepared, stepped, every value read.
std::size_t run_bare(sqlite3* db, char const* sql) {
  sqlite3_stmt* s = nullptr;
  sqlite3_prepare_v2(db, sql, -1, &s, nullptr);
  std::size_t bytes = 0;
  while (sqlite3_step(s) == SQLITE_ROW)
    for (int c = 0; c < sqlite3_column_count(s); ++c) {
      static_cast<void>(sqlite3_column_text(s, c));
      bytes += static_cast<std::size_t>(sqlite3_column_bytes(s, c));
    }
  sqlite3_finalize(s);
  return bytes;
}

std::string call(std::size_t id, char const* sql) {
  return json::serialize(json::object{{"jsonrpc", "2.0"},
                                      {"id", id},
                                      {"method", "tools/call"},
                                      {"params", json::object{{"name", "query"}, {"arguments", json::object{{"sql", sql}}}}}});
}
constexpr char initialize[] =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})";

/// A server behind two pipes, as a client sees it.
class piped {
 public:
  explicit piped(std::shared_ptr<serve::mcp::offering const> offered) {
    require(::pipe(in_) == 0 && ::pipe(out_) == 0, "pipes");
    server_ = std::jthread([this, offered](std::stop_token const& stop) {
      serve::mcp::stdio_options how;
      how.in = in_[0];
      how.out = out_[1];
      serve::mcp::run_stdio(offered, stop, how);
    });
  }
  ~piped() { ::close(in_[1]); }

  std::string ask(std::string text) {
    text += '\n';
    require(::write(in_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()), "writing");
    std::string line;
    while (line.find('\n') == line.npos) {
      auto const n = ::read(out_[0], room_.data(), room_.size());
      require(n > 0, "reading");
      line.append(room_.data(), static_cast<std::size_t>(n));
    }
    return line;
  }

 private:
  int in_[2]{}, out_[2]{};
  std::array<char, 65'536> room_{};
  std::jthread server_{};
};

void measure_query(std::shared_ptr<serve::mcp::offering const> const& offered, database_file const& file, std::size_t calls) {
  sqlite3* db = nullptr;
  sqlite3_open_v2(file.path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr);
  std::string last;
  serve::mcp::session at_once(offered, {[&](serve::mcp::outgoing const& o) { last = o.text; },
                                        [](std::function<void()> const& work) {
                                          work();
                                          return true;
                                        }});
  at_once.receive(initialize);
  piped over_pipes(offered);
  over_pipes.ask(initialize);
  std::printf("%-16s %12s %16s %12s %16s %12s\n", "median, us", "SQLite alone", "a session", "added", "over pipes", "added");
  std::size_t id = 0;
  for (auto const& s : statements) {
    require(run_bare(db, s.sql) > 0, s.name);
    auto const bare = median(calls, [&] { run_bare(db, s.sql); });
    auto const session = median(calls, [&] { at_once.receive(call(++id, s.sql)); });
    require(last.find("\"isError\"") == last.npos && last.find("row_count") != last.npos, s.name);
    auto const pipes = median(calls, [&] { over_pipes.ask(call(++id, s.sql)); });
    std::printf("%-16s %12.1f %16.1f %12.1f %16.1f %12.1f\n", s.name, bare, session, session - bare, pipes, pipes - bare);
  }
  sqlite3_close(db);
}

std::size_t allocated() { return mallinfo2().uordblks + mallinfo2().hblkhd; }

/// Sessions over HTTP: each is initialized, lists the tools, makes a call and has its own stream open.
void measure_sessions(std::shared_ptr<serve::mcp::offering const> const& offered, std::size_t count) {
  serve::mcp::streamable endpoint(offered,
                                  [](std::function<void()> const& work) {
                                    work();
                                    return true;
                                  },
                                  {.sessions = count});
  std::vector<serve::response> streams;
  streams.reserve(count);
  auto const before = allocated();
  auto const begin = clock_type::now();
  for (std::size_t i = 0; i < count; ++i) {
    std::string id;
    auto const post = [&](std::string body) {
      serve::request r;
      r.method = "POST";
      r.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
      if (!id.empty()) r.headers.add("Mcp-Session-Id", id);
      r.body = std::move(body);
      return endpoint.answer(r);
    };
    id = post(initialize).headers.get("Mcp-Session-Id");
    static_cast<void>(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
    static_cast<void>(post(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"));
    auto const answer = post(call(2, statements[3].sql));
    require(answer.body.find("row_count") != answer.body.npos, "a call");
    serve::request get;
    get.headers = {{"Accept", "text/event-stream"}, {"Mcp-Session-Id", id}};
    streams.push_back(endpoint.answer(get));
    require(streams.back().stream != nullptr, "a stream");
    static_cast<void>(streams.back().stream->next(1'000));
  }
  auto const each = microseconds(clock_type::now() - begin).count() / static_cast<double>(count);
  std::printf(
      "\n%zu sessions on one thread: %.1f KiB each, of which the stream of the session is part; %.0f us to open one and make 3 requests\n",
      endpoint.sessions(), static_cast<double>(allocated() - before) / 1024 / static_cast<double>(count), each);
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t const calls = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2'000;
  std::size_t const sessions = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1'000;
  database_file const file;
  auto const served = std::make_shared<serve::served_database>(
      "sales", [path = file.path.string()] { return t2s::db::any_connection(t2s::db::sqlite_connection(path)); });
  auto const offered = serve::mcp::offer_databases({served}, serve::operations());
  measure_query(offered, file, calls);
  measure_sessions(offered, sessions);
}
