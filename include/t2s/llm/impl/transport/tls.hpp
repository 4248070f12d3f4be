// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_TRANSPORT_TLS_HPP
#define T2S_LLM_IMPL_TRANSPORT_TLS_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/http_client.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>

#include <memory>
#include <string>

namespace t2s::llm::detail {

inline std::unique_ptr<boost::asio::ssl::context> make_tls(tls_options const& options) {
  auto context = std::make_unique<boost::asio::ssl::context>(boost::asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  context->set_verify_mode(options.verify ? boost::asio::ssl::verify_peer : boost::asio::ssl::verify_none);
  boost::system::error_code failed;
  if (options.ca_file.empty())
    context->set_default_verify_paths(failed);
  else
    context->load_verify_file(options.ca_file, failed);
  if (!failed) return context;
  auto const what =
      options.ca_file.empty() ? std::string("the system's authorities") : "the file of authorities \"" + options.ca_file + "\"";
  throw error(failure{errc::tls_failed,
                      what + " cannot be read: " + failed.message(),
                      options.ca_file,
                      "give a PEM file of the authorities that are trusted in tls_options::ca_file",
                      {}});
}

/// Sets the host's name, before the handshake. Throws `tls_failed`: without it any certificate would be accepted.
inline void expect_host(SSL* tls, std::string const& host, bool verify) {
  static constexpr unsigned char http_1_1[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  SSL_set_alpn_protos(tls, http_1_1, sizeof http_1_1);
  boost::system::error_code is_name;
  (void)boost::asio::ip::make_address(host, is_name);
  bool done = !is_name || SSL_set_tlsext_host_name(tls, host.c_str()) == 1;
  if (done && verify)
    done = (is_name ? SSL_set1_host(tls, host.c_str()) : X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host.c_str())) == 1;
  if (done) return;
  ERR_clear_error();
  throw error(errc::tls_failed, "a certificate for " + host + " cannot be asked for", "check the URL's host name or address");
}

inline error tls_error(SSL* tls, boost::system::error_code failed, std::string const& origin) {
  std::string message = "no trusted connection to " + origin + ": ";
  auto const verdict = SSL_get_verify_result(tls);
  if (verdict == X509_V_OK)
    return error(errc::tls_failed, message.append(failed.message()), "check that the server speaks TLS 1.2 or newer on this port");
  message.append("its certificate is refused: ").append(X509_verify_cert_error_string(verdict));
  return error(errc::tls_failed, std::move(message),
               "check the host name and the certificate, or give the authority that signed it in tls_options::ca_file");
}

}  // namespace t2s::llm::detail

#endif
