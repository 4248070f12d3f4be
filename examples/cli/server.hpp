// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SERVER_HPP
#define T2S_CLI_SERVER_HPP

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <string>

#include "command.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/http_model.hpp"
#include "t2s/llm/openai.hpp"

namespace cli {

/// The model's server, as the options and the environment describe it.
class server {
 public:
  static void describe(po::options_description& to, std::chrono::seconds usual_timeout);

  /// No server.
  server() = default;
  /// Reads the address from the environment only if `may_look_it_up`. Throws usage_error.
  server(po::variables_map const& given, bool may_look_it_up, std::chrono::seconds usual_timeout);

  /// The same settings for the model of a role: another name, and another address if given. The key for that address comes only from
  /// `key_variable`, so that no server gets another one's key. Throws usage_error; `option` is the name of the address in it.
  [[nodiscard]] server for_role(std::string model, std::string const& url, std::string const& option, char const* key_variable) const;

  /// Waits for the end of a server's rate limit from now on, as long as the timeout allows.
  void outlast_limits() { outlasts_limits_ = true; }

  /// Whether there is one.
  [[nodiscard]] bool present() const { return !url_.empty(); }
  [[nodiscard]] std::string const& url() const { return url_; }
  [[nodiscard]] t2s::llm::endpoint const& endpoint() const { return endpoint_; }
  /// The environment's variable with the address.
  [[nodiscard]] char const* url_variable() const { return url_variable_; }
  /// The time limit of one request with all its retries.
  [[nodiscard]] std::chrono::nanoseconds timeout() const { return timeout_; }

  [[nodiscard]] t2s::llm::http_model connect(boost::asio::any_io_executor executor) const {
    return connect(std::move(executor), endpoint_);
  }
  /// The same for another model on this server.
  [[nodiscard]] t2s::llm::http_model connect(boost::asio::any_io_executor executor, t2s::llm::endpoint to) const;

  /// The tokens of the context that the server offers its model; 0 if it does not say so within two seconds, or fails. Asks once and waits.
  [[nodiscard]] std::size_t context_length() const noexcept;
  /// The tokens that a reply with a statement may have; `unlimited` if no limit is sent.
  [[nodiscard]] std::size_t reply_tokens() const { return replies_.tokens_of(t2s::llm::reply_kind::statement); }

  /// The key of a model's kept answers: its name, and everything else that affects this server's answers.
  [[nodiscard]] std::string kept_name(std::string const& model) const;

  /// The failure, with the option or variable that would solve it.
  [[nodiscard]] t2s::failure explained(t2s::failure what) const;

 private:
  void read_endpoint(po::variables_map const& given);
  void read_url(po::variables_map const& given, bool may_look_it_up);
  void name_token_limit();
  [[nodiscard]] t2s::llm::http_model_options options() const;

  std::string url_{};
  t2s::llm::endpoint endpoint_{};
  t2s::llm::openai openai_{};  // as set by the options, chosen or not
  char const* url_variable_ = "OPENAI_BASE_URL";
  char const* key_variable_ = "OPENAI_API_KEY";
  std::string ca_file_{};
  std::chrono::nanoseconds timeout_{};
  t2s::llm::reply_limits replies_{};
  bool outlasts_limits_ = false;
  bool names_token_limit_ = false;  // by an option
};

}  // namespace cli

#endif
