// SPDX-License-Identifier: BSL-1.0
#include "support/http_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#ifdef T2S_WITH_OPENSSL
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#endif

namespace t2s::tests {
namespace {

/// A file descriptor that closes itself.
class descriptor {
 public:
  explicit descriptor(int fd = -1) : fd_(fd) {}
  descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~descriptor() { close(); }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  [[nodiscard]] int get() const noexcept { return fd_; }

 private:
  int fd_;
};

descriptor listen_on_loopback(bool ipv6, int backlog) {
  descriptor d(::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0));
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_addr = in6addr_loopback;
  auto const* address = ipv6 ? reinterpret_cast<sockaddr const*>(&v6) : reinterpret_cast<sockaddr const*>(&v4);
  auto const size = static_cast<socklen_t>(ipv6 ? sizeof v6 : sizeof v4);
  if (d.get() < 0 || ::bind(d.get(), address, size) != 0 || ::listen(d.get(), backlog) != 0)
    throw std::runtime_error(std::string("no server on loopback: ") + std::strerror(errno));
  return d;
}

std::uint16_t port_of(int fd) {
  sockaddr_in6 bound{};  // large enough for both families, with the port at the same offset
  socklen_t size = sizeof bound;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &size);
  return ntohs(bound.sin6_port);
}

descriptor connect_to_loopback(std::uint16_t port, int flags = 0) {
  descriptor d(::socket(AF_INET, SOCK_STREAM | flags, 0));
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  (void)::connect(d.get(), reinterpret_cast<sockaddr const*>(&to), sizeof to);
  return d;
}

std::string lower(std::string s) {
  std::ranges::transform(s, s.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return s;
}

/// Threads with a socket each, which all end with this object.
class workers {
 public:
  ~workers() { stop(); }

  void start(descriptor socket, std::function<void(int)> work) {
    std::lock_guard const lock(mutex_);
    if (stopped_) return;
    sockets_.insert(socket.get());
    ++started_;
    threads_.emplace_back([this, d = std::move(socket), f = std::move(work)]() mutable {
      f(d.get());
      std::lock_guard const end(mutex_);
      sockets_.erase(d.get());
      d.close();
    });
  }
  void stop() {
    std::vector<std::thread> ending;
    {
      std::lock_guard const lock(mutex_);
      stopped_ = true;
      for (int const fd : sockets_) ::shutdown(fd, SHUT_RDWR);
      ending.swap(threads_);
    }
    changed_.notify_all();
    for (auto& t : ending) t.join();
  }
  /// False if everything must end.
  bool sleep(std::chrono::milliseconds pause) {
    std::unique_lock lock(mutex_);
    return !changed_.wait_for(lock, pause, [this] { return stopped_; });
  }
  [[nodiscard]] std::size_t started() const {
    std::lock_guard const lock(mutex_);
    return started_;
  }
  [[nodiscard]] std::size_t open() const {
    std::lock_guard const lock(mutex_);
    return sockets_.size();
  }

 private:
  mutable std::mutex mutex_{};
  std::condition_variable changed_{};
  std::set<int> sockets_{};
  std::vector<std::thread> threads_{};
  std::size_t started_ = 0;
  bool stopped_ = false;
};

/// Accepts connections until it ends.
class acceptor {
 public:
  acceptor(bool ipv6, std::function<void(descriptor)> take) : socket_(listen_on_loopback(ipv6, 4096)) {
    port_ = port_of(socket_.get());
    thread_ = std::thread([this, f = std::move(take)] {
      for (;;) {
        descriptor d(::accept(socket_.get(), nullptr, nullptr));
        if (d.get() < 0) return;
        f(std::move(d));
      }
    });
  }
  ~acceptor() {
    ::shutdown(socket_.get(), SHUT_RDWR);
    thread_.join();
  }
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

 private:
  descriptor socket_;
  std::uint16_t port_ = 0;
  std::thread thread_{};
};

/// Bytes in and out, over TLS or not.
class channel {
 public:
  explicit channel(int fd) : fd_(fd) {}
  virtual ~channel() = default;
  virtual long read(char* into, std::size_t n) { return ::recv(fd_, into, n, 0); }
  virtual bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      auto const n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }
  [[nodiscard]] int socket() const noexcept { return fd_; }
  /// The host that the client asked for.
  [[nodiscard]] virtual std::string server_name() const { return {}; }

 private:
  int fd_;
};

#ifdef T2S_WITH_OPENSSL
class tls_channel : public channel {
 public:
  tls_channel(int fd, SSL_CTX* context) : channel(fd), tls_(SSL_new(context)) {
    SSL_set_fd(tls_, fd);
    ready_ = SSL_accept(tls_) == 1;
    ERR_clear_error();
  }
  ~tls_channel() override {
    if (ready_) SSL_shutdown(tls_);
    SSL_free(tls_);
    ERR_clear_error();
  }
  [[nodiscard]] std::string server_name() const override {
    auto const* const name = SSL_get_servername(tls_, TLSEXT_NAMETYPE_host_name);
    return name ? name : "";
  }
  long read(char* into, std::size_t n) override { return ready_ ? SSL_read(tls_, into, static_cast<int>(n)) : -1; }
  bool write(std::string_view bytes) override {
    return ready_ && (bytes.empty() || SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size())) > 0);
  }

 private:
  SSL* tls_;
  bool ready_ = false;
};
#endif

/// Reads requests; bytes after one are kept for the next.
class request_reader {
 public:
  explicit request_reader(channel& from) : from_(from) {}

  bool read(seen_request& into) {
    std::size_t end = 0;
    while ((end = bytes_.find("\r\n\r\n")) == std::string::npos)
      if (!more()) return false;
    read_head(std::string_view(bytes_).substr(0, end + 2), into);
    bytes_.erase(0, end + 4);
    auto const length = into.header("content-length");
    std::size_t const size = length.empty() ? 0 : std::stoul(length);
    while (bytes_.size() < size)
      if (!more()) return false;
    into.body = bytes_.substr(0, size);
    bytes_.erase(0, size);
    return true;
  }

 private:
  bool more() {
    std::array<char, 16'384> piece{};
    auto const n = from_.read(piece.data(), piece.size());
    if (n <= 0) return false;
    bytes_.append(piece.data(), static_cast<std::size_t>(n));
    return true;
  }
  static void read_head(std::string_view head, seen_request& into) {
    auto line = take_line(head);
    auto const first = line.find(' ');
    auto const second = line.find(' ', first + 1);
    into.method = line.substr(0, first);
    into.target = line.substr(first + 1, second - first - 1);
    while (!head.empty()) {
      line = take_line(head);
      auto const colon = std::min(line.find(':'), line.size());
      auto const value = std::min(line.find_first_not_of(' ', colon + 1), line.size());
      into.headers.emplace_back(lower(std::string(line.substr(0, colon))), std::string(line.substr(value)));
    }
  }
  static std::string_view take_line(std::string_view& rest) {
    auto const end = rest.find("\r\n");
    auto const line = rest.substr(0, end);
    rest.remove_prefix(end + 2);
    return line;
  }

  channel& from_;
  std::string bytes_{};
};

}  // namespace

std::string seen_request::header(std::string_view name) const {
  for (auto const& [n, value] : headers)
    if (n == name) return value;
  return {};
}

server_step send_bytes(std::string bytes) { return {server_step::kind::send, std::move(bytes), {}}; }
server_step trickle(std::string bytes, std::chrono::milliseconds pause) { return {server_step::kind::trickle, std::move(bytes), pause}; }
server_step wait_for(std::chrono::milliseconds pause) { return {server_step::kind::wait, {}, pause}; }
server_step repeat(std::string bytes) { return {server_step::kind::repeat, std::move(bytes), {}}; }
server_step half_close() { return {server_step::kind::half_close, {}, {}}; }
server_step close_connection() { return {server_step::kind::close, {}, {}}; }
server_step reset_connection() { return {server_step::kind::reset, {}, {}}; }

namespace {
std::string head_bytes(unsigned status, headers const& more) {
  std::string s = "HTTP/1.1 ";
  s.append(std::to_string(status)).append(" Status\r\n");
  for (auto const& [name, value] : more) s.append(name).append(": ").append(value).append("\r\n");
  return s;
}
}  // namespace

std::string answer_bytes(unsigned status, std::string_view body, headers const& more) {
  auto s = head_bytes(status, more);
  return s.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n").append(body);
}

std::string chunked_bytes(unsigned status, std::vector<std::string> const& pieces, headers const& more) {
  auto s = head_bytes(status, more).append("Transfer-Encoding: chunked\r\n\r\n");
  std::array<char, 32> size{};
  for (auto const& p : pieces) {
    std::snprintf(size.data(), size.size(), "%zx\r\n", p.size());
    s.append(size.data()).append(p).append("\r\n");
  }
  return s.append("0\r\n\r\n");
}

std::string event_bytes(std::string_view data) { return std::string("data: ").append(data).append("\n\n"); }

server_script replies(unsigned status, std::string_view body, headers const& more) {
  return {send_bytes(answer_bytes(status, body, more))};
}

server_script streams(std::string_view events, std::vector<std::size_t> const& sizes, std::chrono::milliseconds pause) {
  server_script script{send_bytes(head_bytes(200, {{"Content-Type", "text/event-stream"}, {"Connection", "close"}}).append("\r\n"))};
  for (std::size_t i = 0; !events.empty(); ++i) {
    auto const n = sizes.empty() ? events.size() : std::min(events.size(), sizes[std::min(i, sizes.size() - 1)]);
    script.push_back(send_bytes(std::string(events.substr(0, n))));
    events.remove_prefix(n);
    if (!events.empty()) script.push_back(wait_for(pause));
  }
  script.push_back(close_connection());
  return script;
}

struct http_server::state {
  state(handler h, server_options o) : answers(std::move(h)), options(o) {
    std::signal(SIGPIPE, SIG_IGN);  // NOLINT(concurrency-mt-unsafe): OpenSSL writes to sockets whose other end may be gone
#ifdef T2S_WITH_OPENSSL
    if (options.certificate) open_tls(*options.certificate);
#endif
    door = std::make_unique<acceptor>(options.ipv6, [this](descriptor d) {
      auto const number = threads.started();
      threads.start(std::move(d), [this, number](int fd) { serve(fd, number); });
    });
  }
  ~state() {
    door.reset();
    threads.stop();
#ifdef T2S_WITH_OPENSSL
    SSL_CTX_free(tls);
#endif
  }

#ifdef T2S_WITH_OPENSSL
  void open_tls(test_certificate const& c) {
    tls = SSL_CTX_new(TLS_server_method());
    if (options.tls_1_1) {
      SSL_CTX_set_min_proto_version(tls, TLS1_VERSION);
      SSL_CTX_set_max_proto_version(tls, TLS1_1_VERSION);
      SSL_CTX_set_cipher_list(tls, "DEFAULT@SECLEVEL=0");
    }
    if (SSL_CTX_use_certificate_chain_file(tls, c.chain_file().c_str()) != 1 ||
        SSL_CTX_use_PrivateKey_file(tls, c.key_file().c_str(), SSL_FILETYPE_PEM) != 1)
      throw std::runtime_error("the test's certificate cannot be used");
  }
  SSL_CTX* tls = nullptr;
#endif

  void serve(int fd, std::size_t number) {
    int const on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    auto const over = open_channel(fd);
    request_reader reader(*over);
    for (std::size_t n = 0;; ++n) {
      seen_request asked;
      if (options.reads_requests && !reader.read(asked)) return;
      asked.connection = number;
      asked.on_connection = n;
      asked.server_name = over->server_name();
      {
        std::lock_guard const lock(mutex);
        seen.push_back(asked);
      }
      for (auto const& step : answers(asked))
        if (!play(step, *over)) return;
      if (!options.reads_requests) return;
    }
  }

  [[nodiscard]] std::unique_ptr<channel> open_channel([[maybe_unused]] int fd) const {
#ifdef T2S_WITH_OPENSSL
    if (tls) return std::make_unique<tls_channel>(fd, tls);
#endif
    return std::make_unique<channel>(fd);
  }

  bool play(server_step const& step, channel& over) {
    switch (step.what) {
      case server_step::kind::send: return over.write(step.bytes);
      case server_step::kind::wait: return threads.sleep(step.pause);
      case server_step::kind::trickle:
        return std::ranges::all_of(step.bytes, [&](char c) { return threads.sleep(step.pause) && over.write({&c, 1}); });
      case server_step::kind::repeat:
        while (over.write(step.bytes)) {
        }
        return false;
      case server_step::kind::half_close: ::shutdown(over.socket(), SHUT_WR); return true;
      case server_step::kind::close: return false;
      case server_step::kind::reset:
        linger const now{1, 0};
        ::setsockopt(over.socket(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        return false;
    }
    return false;
  }

  handler answers;
  server_options options;
  mutable std::mutex mutex{};
  std::vector<seen_request> seen{};
  workers threads{};
  std::unique_ptr<acceptor> door{};
};

http_server::http_server(handler answers, server_options options) : state_(std::make_unique<state>(std::move(answers), options)) {}
http_server::~http_server() = default;
std::uint16_t http_server::port() const { return state_->door->port(); }
std::string http_server::url() const {
  std::string s = state_->options.certificate ? "https://" : "http://";
  return s.append(state_->options.ipv6 ? "[::1]" : "127.0.0.1").append(":").append(std::to_string(port()));
}
std::vector<seen_request> http_server::requests() const {
  std::lock_guard const lock(state_->mutex);
  return state_->seen;
}
std::size_t http_server::connections() const { return state_->threads.started(); }
std::size_t http_server::open() const { return state_->threads.open(); }

struct connect_proxy::state {
  state(std::uint16_t port, unsigned status) : to(port), refuse(status) {}
  ~state() {
    door.reset();
    threads.stop();
  }

  void serve(int fd) {
    std::string head;
    char byte = 0;
    while (!head.ends_with("\r\n\r\n"))
      if (::recv(fd, &byte, 1, 0) == 1)
        head.push_back(byte);
      else
        return;
    {
      std::lock_guard const lock(mutex);
      seen.push_back(head);
    }
    channel client(fd);
    if (refuse != 0) {
      client.write(answer_bytes(refuse, "no"));
      return;
    }
    auto const server = connect_to_loopback(to);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    pass_on(fd, server.get());
  }

  /// Both ways, until either ends.
  static void pass_on(int a, int b) {
    std::array<pollfd, 2> both{pollfd{a, POLLIN, 0}, pollfd{b, POLLIN, 0}};
    std::array<char, 16'384> piece{};
    while (::poll(both.data(), both.size(), -1) > 0) {
      for (std::size_t i = 0; i < 2; ++i) {
        if (both[i].revents == 0) continue;
        auto const n = ::recv(both[i].fd, piece.data(), piece.size(), 0);
        if (n <= 0 || !channel(both[1 - i].fd).write({piece.data(), static_cast<std::size_t>(n)})) return;
      }
    }
  }

  std::uint16_t to;
  unsigned refuse;
  mutable std::mutex mutex{};
  std::vector<std::string> seen{};
  workers threads{};
  std::unique_ptr<acceptor> door{};
};

connect_proxy::connect_proxy(std::uint16_t port, unsigned refuse) : state_(std::make_unique<state>(port, refuse)) {
  state_->door = std::make_unique<acceptor>(
      false, [s = state_.get()](descriptor d) { s->threads.start(std::move(d), [s](int fd) { s->serve(fd); }); });
}
connect_proxy::~connect_proxy() = default;
std::uint16_t connect_proxy::port() const { return state_->door->port(); }
std::vector<std::string> connect_proxy::heads() const {
  std::lock_guard const lock(state_->mutex);
  return state_->seen;
}

hanging_address::hanging_address() {
  auto full = listen_on_loopback(false, 0);
  port_ = port_of(full.get());
  // With the queue full, the kernel drops further connections.
  std::vector<descriptor> queue;
  for (int i = 0; i < 4; ++i) queue.push_back(connect_to_loopback(port_, SOCK_NONBLOCK));
  sockets_.push_back(::dup(full.get()));
  for (auto const& d : queue) sockets_.push_back(::dup(d.get()));
}
hanging_address::~hanging_address() {
  for (int const fd : sockets_) ::close(fd);
}

std::uint16_t dead_port() { return port_of(listen_on_loopback(false, 1).get()); }

std::size_t open_sockets() {
  std::size_t n = 0;
  for (auto const& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    n += std::filesystem::read_symlink(entry.path(), gone).string().starts_with("socket:") ? 1U : 0U;
  }
  return n;
}

#ifdef T2S_WITH_OPENSSL
namespace {

struct freed {
  void operator()(EVP_PKEY* p) const { EVP_PKEY_free(p); }
  void operator()(EVP_PKEY_CTX* p) const { EVP_PKEY_CTX_free(p); }
  void operator()(X509* p) const { X509_free(p); }
  void operator()(X509_EXTENSION* p) const { X509_EXTENSION_free(p); }
  void operator()(std::FILE* p) const { std::fclose(p); }
};
using key_pointer = std::unique_ptr<EVP_PKEY, freed>;
using certificate_pointer = std::unique_ptr<X509, freed>;

key_pointer make_key() {
  std::unique_ptr<EVP_PKEY_CTX, freed> const context(EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nullptr));
  EVP_PKEY* key = nullptr;
  EVP_PKEY_keygen_init(context.get());
  EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context.get(), NID_X9_62_prime256v1);
  if (EVP_PKEY_keygen(context.get(), &key) != 1) throw std::runtime_error("no key could be made");
  return key_pointer(key);
}

void add_extension(X509* to, int which, std::string const& value) {
  X509V3_CTX context{};
  X509V3_set_ctx(&context, to, to, nullptr, nullptr, 0);
  std::unique_ptr<X509_EXTENSION, freed> const e(X509V3_EXT_conf_nid(nullptr, &context, which, value.c_str()));
  if (!e) throw std::runtime_error("no certificate could be made");
  X509_add_ext(to, e.get(), -1);
}

/// `issuer` is the certificate itself if there is none.
certificate_pointer make_certificate(std::string const& name, long from, long until, EVP_PKEY* key, X509* issuer) {
  static std::atomic<long> serial{1};
  certificate_pointer c(X509_new());
  X509_set_version(c.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(c.get()), serial++);
  X509_gmtime_adj(X509_getm_notBefore(c.get()), from);
  X509_gmtime_adj(X509_getm_notAfter(c.get()), until);
  X509_set_pubkey(c.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(c.get()), "CN", MBSTRING_ASC, reinterpret_cast<unsigned char const*>(name.c_str()), -1,
                             -1, 0);
  X509_set_issuer_name(c.get(), X509_get_subject_name(issuer ? issuer : c.get()));
  return c;
}

void write_pem(std::string const& file, X509* certificate) {
  std::unique_ptr<std::FILE, freed> const f(std::fopen(file.c_str(), "w"));
  PEM_write_X509(f.get(), certificate);
}
void write_pem(std::string const& file, EVP_PKEY* key) {
  std::unique_ptr<std::FILE, freed> const f(std::fopen(file.c_str(), "w"));
  PEM_write_PrivateKey(f.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
}

}  // namespace

test_certificate::test_certificate(std::string const& host, kind what) {
  std::string path = std::filesystem::temp_directory_path() / "t2s_certificate_XXXXXX";
  if (!::mkdtemp(path.data())) throw std::runtime_error("no folder could be made in " + path);
  folder_ = path;
  constexpr long day = 86'400;
  auto const authority_key = make_key();
  auto const authority = make_certificate("t2s test authority", -2 * day, day, authority_key.get(), nullptr);
  add_extension(authority.get(), NID_basic_constraints, "critical,CA:TRUE");
  add_extension(authority.get(), NID_key_usage, "critical,keyCertSign");
  X509_sign(authority.get(), authority_key.get(), EVP_sha256());

  bool const by_itself = what == kind::self_signed;
  auto const key = make_key();
  auto const c = make_certificate(host, -2 * day, what == kind::expired ? -day : day, key.get(), by_itself ? nullptr : authority.get());
  bool const is_address = host.find_first_not_of("0123456789.:abcdef") == std::string::npos;
  add_extension(c.get(), NID_subject_alt_name, (is_address ? "IP:" : "DNS:") + host);
  X509_sign(c.get(), by_itself ? key.get() : authority_key.get(), EVP_sha256());
  write_pem(chain_file(), c.get());
  write_pem(key_file(), key.get());
  write_pem(authority_file(), authority.get());
}
#else
test_certificate::test_certificate(std::string const&, kind) { throw std::runtime_error("this program is built without OpenSSL"); }
#endif

test_certificate::~test_certificate() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}
std::string test_certificate::chain_file() const { return folder_ + "/chain.pem"; }
std::string test_certificate::key_file() const { return folder_ + "/key.pem"; }
std::string test_certificate::authority_file() const { return folder_ + "/authority.pem"; }

}  // namespace t2s::tests
