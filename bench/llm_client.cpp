// SPDX-License-Identifier: BSL-1.0
// Measures the transport of models: many requests in flight on one thread, and requests a second compared with wrk and other clients. The
// server is a separate process on another core.
//   bench_llm_client [in flight] [connections] [seconds] [rounds] [NAME=COMMAND ...]
// A COMMAND is called with URL, connections, seconds and body, and prints "N requests/s, N us CPU a request"; bench/rivals/compare has
// some.
#include "bare_server.hpp"
#include "t2s/llm/http_model.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asio = boost::asio;
namespace llm = t2s::llm;
using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;

namespace {

constexpr auto delay = 2s;
std::string const question = R"({"model":"m","messages":[{"role":"user","content":")" + std::string(200, 'q') + R"("}]})";
std::string const reply = completion_of("SELECT 1");

/// Answers immediately, or after the delay in the path.
bare_answer answer_to(std::string_view request) {
  auto const later = request.substr(0, 20).find("/later") != std::string_view::npos;
  return {reply, later ? delay : 0s};
}

double cpu_seconds(int of = RUSAGE_SELF) {
  rusage used{};
  getrusage(of, &used);
  auto const seconds = [](timeval const& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::size_t threads() {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator()));
}

/// The CPU time of another process.
double cpu_seconds_of(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/stat");
  std::string word;
  for (int i = 0; i < 13; ++i) in >> word;
  double user = 0;
  double system = 0;
  in >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

llm::http_options direct(std::size_t connections) {
  llm::http_options o;
  o.environment_proxy = false;
  o.connections = connections;
  return o;
}

void in_flight(std::string const& url, std::size_t count) {
  asio::io_context io(1);
  llm::http_model_options options;
  options.http = direct(count);
  llm::http_model model(io.get_executor(), url + "/later", {}, options);
  std::size_t done = 0;
  std::size_t failed = 0;
  malloc_trim(0);
  auto const heap_before = mallinfo2().uordblks;
  std::size_t heap_most = 0;
  std::size_t threads_most = 0;
  asio::steady_timer look(io, 1500ms);
  look.async_wait([&](auto) {
    heap_most = mallinfo2().uordblks;
    threads_most = threads();
  });
  auto const begun = clock_type::now();
  for (std::size_t i = 0; i < count; ++i)
    asio::co_spawn(io, model.complete(llm::request("What is the question?")), [&](std::exception_ptr thrown, llm::completion const& c) {
      done += c.text == "SELECT 1" ? 1U : 0U;
      failed += thrown ? 1U : 0U;
    });
  io.run();
  std::chrono::duration<double> const took = clock_type::now() - begun;
  auto const now = model.client().connections();
  std::printf("in flight: %zu asked, %zu answered, %zu failed in %.2f s (the server waits 2 s); connections made %llu, threads %zu\n",
              count, done, failed, took.count(), static_cast<unsigned long long>(now.made), threads_most);
  std::printf("           heap %.1f KiB a request while all wait\n",
              static_cast<double>(heap_most - heap_before) / 1024.0 / static_cast<double>(count));
}

struct load {
  double a_second;
  double cpu_us;
};

/// Repeats `ask`, one call after the other, in several coroutines.
template <class Ask>
load load_of(asio::io_context& io, std::size_t connections, std::chrono::seconds span, Ask ask) {
  std::size_t done = 0;
  bool over = false;
  for (std::size_t i = 0; i < connections; ++i)
    asio::co_spawn(
        io,
        [&]() -> t2s::awaitable<void> {
          while (!over) {
            auto asking = ask();
            auto const answered = co_await std::move(asking);
            done += answered ? 1U : 0U;
          }
        },
        [](std::exception_ptr thrown) {
          if (thrown) std::rethrow_exception(thrown);
        });
  asio::steady_timer end(io, span);
  end.async_wait([&](auto) { over = true; });
  auto const cpu = cpu_seconds();
  auto const begun = clock_type::now();
  io.run();
  std::chrono::duration<double> const took = clock_type::now() - begun;
  return {static_cast<double>(done) / took.count(), (cpu_seconds() - cpu) * 1e6 / static_cast<double>(done)};
}

t2s::awaitable<bool> ask_client(llm::http_client& client, llm::http_request const& r) {
  auto sending = client.send(r);
  auto const answer = co_await std::move(sending);
  co_return answer.status == 200;
}
t2s::awaitable<bool> ask_model(llm::http_model& model) {
  auto asking = model.complete(llm::request(std::string(200, 'q')));
  auto const c = co_await std::move(asking);
  co_return !c.text.empty();
}

load of_http_client(std::string const& url, std::size_t connections, std::chrono::seconds span) {
  asio::io_context io(1);
  llm::http_client client(io.get_executor(), llm::parse_url(url), direct(connections));
  llm::http_request const r{"POST", "/", {{"Content-Type", "application/json"}}, question};
  return load_of(io, connections, span, [&] { return ask_client(client, r); });
}

load of_http_model(std::string const& url, std::size_t connections, std::chrono::seconds span) {
  asio::io_context io(1);
  llm::http_model_options options;
  options.http = direct(connections);
  llm::http_model model(io.get_executor(), url, {}, options);
  return load_of(io, connections, span, [&] { return ask_model(model); });
}

std::string output_of(std::string const& command) {
  std::string output;
  if (auto* const out = ::popen(command.c_str(), "r")) {
    std::array<char, 256> line{};
    while (std::fgets(line.data(), line.size(), out)) output.append(line.data());
    ::pclose(out);
  }
  return output;
}

/// Nothing if wrk is not installed.
std::optional<load> of_wrk(std::string const& url, std::size_t connections, std::chrono::seconds span) {
  auto const script = std::filesystem::temp_directory_path() / ("bench_llm_client_" + std::to_string(::getpid()) + ".lua");
  std::ofstream(script) << "wrk.method = \"POST\"\nwrk.headers[\"Content-Type\"] = \"application/json\"\nwrk.body = [[" << question
                        << "]]\n";
  auto const cpu = cpu_seconds(RUSAGE_CHILDREN);
  auto const output = output_of("wrk -t1 -c" + std::to_string(connections) + " -d" + std::to_string(span.count()) + "s -s " +
                                script.string() + " " + url + "/ 2>&1");
  std::filesystem::remove(script);
  auto const at = output.find("Requests/sec:");
  if (at == std::string::npos) return {};
  auto const a_second = std::atof(output.c_str() + at + 13);
  return load{a_second, (cpu_seconds(RUSAGE_CHILDREN) - cpu) * 1e6 / (a_second * static_cast<double>(span.count()))};
}

std::optional<load> of_command(std::string const& command, std::string const& url, std::size_t connections, std::chrono::seconds span) {
  auto const output =
      output_of(command + " " + url + " " + std::to_string(connections) + " " + std::to_string(span.count()) + " '" + question + "'");
  load l{};
  if (std::sscanf(output.c_str(), "%lf requests/s, %lf us", &l.a_second, &l.cpu_us) != 2) return {};
  return l;
}

/// A client and its results in the rounds so far.
struct contender {
  std::string name;
  std::function<std::optional<load>()> measure;
  std::vector<double> a_second{};
  std::vector<double> cpu_us{};
  std::vector<double> server_busy{};
};

void run(contender& c, pid_t server) {
  auto const before = cpu_seconds_of(server);
  auto const begun = clock_type::now();
  auto const reached = c.measure();
  if (!reached) return;
  std::chrono::duration<double> const took = clock_type::now() - begun;
  c.a_second.push_back(reached->a_second);
  c.cpu_us.push_back(reached->cpu_us);
  c.server_busy.push_back((cpu_seconds_of(server) - before) / took.count() * 100);
}

double median(std::vector<double> of) {
  auto const middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  std::ranges::nth_element(of, middle);
  return *middle;
}

/// Each round's value relative to the same round of another.
std::vector<double> relative_to(std::vector<double> const& ours, std::vector<double> const& theirs) {
  std::vector<double> shares(std::min(ours.size(), theirs.size()));
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = ours[i] / theirs[i] * 100;
  return shares;
}

/// "median (least to most)"
std::string spread(std::vector<double> const& values, int digits) {
  if (values.empty()) return "-";
  auto const [least, most] = std::ranges::minmax(values);
  std::array<char, 96> text{};
  std::snprintf(text.data(), text.size(), "%.*f (%.*f to %.*f)", digits, median(values), digits, least, digits, most);
  return text.data();
}

void print(contender const& c, contender const& yardstick, std::size_t rounds) {
  if (c.a_second.size() != rounds)
    std::printf("%-16s is not installed, or failed\n", c.name.c_str());
  else
    std::printf("%-16s %-26s %-18s %-22s %3.0f %%\n", c.name.c_str(), spread(c.a_second, 0).c_str(),
                spread(relative_to(c.a_second, yardstick.a_second), 0).c_str(), spread(c.cpu_us, 1).c_str(), median(c.server_busy));
}

/// The clients take turns, so that what else the machine does meets all of them.
void throughput(std::vector<contender> clients, pid_t server, std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round)
    for (auto& c : clients) run(c, server);
  std::printf("%-16s %-26s %-18s %-22s %s\n", "client", "requests/s", ("% of " + clients.front().name).c_str(), "us CPU a request",
              "server busy");
  for (auto const& c : clients) print(c, clients.front(), rounds);
}

}  // namespace

int main(int count, char** args) {
  auto const number = [&](int i, std::size_t otherwise) { return count > i ? static_cast<std::size_t>(std::atol(args[i])) : otherwise; };
  auto const descriptors = raise_descriptors();
  server_process const server(answer_to, 0);
  auto const url = server.url();
  pin_to(1);
  auto const span = std::chrono::seconds(number(3, 5));
  auto const connections = number(2, 64);
  auto const rounds = number(4, 1);
  if (auto const many = number(1, 10'000); many != 0) {
    std::printf("descriptors allowed: %zu\n", descriptors);
    in_flight(url, many);
  }
  std::printf("throughput: %zu connections, %lld s each, client and server on a core each, median of %zu rounds (least to most)\n",
              connections, static_cast<long long>(span.count()), rounds);
  std::fflush(stdout);
  std::vector<contender> clients{{"wrk", [&] { return of_wrk(url, connections, span); }},
                                 {"http_client", [&] { return of_http_client(url, connections, span); }},
                                 {"http_model", [&] { return of_http_model(url, connections, span); }}};
  for (int i = 5; i < count; ++i) {
    std::string const word = args[i];
    auto const equals = word.find('=');
    clients.push_back(
        {word.substr(0, equals), [&, command = word.substr(equals + 1)] { return of_command(command, url, connections, span); }});
  }
  throughput(std::move(clients), server.id(), rounds);
}
