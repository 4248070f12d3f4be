// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_JSON_ESTIMATE_HPP
#define T2S_SERVE_DETAIL_JSON_ESTIMATE_HPP

#include "t2s/pipeline/answer.hpp"
#include "t2s/serve/detail/json_values.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cmath>

namespace t2s::serve {

/// The confidence of an answer, to three decimals; null without an estimate.
[[nodiscard]] inline boost::json::value json_confidence(estimated const* e) {
  return e ? boost::json::value(std::round(e->confidence * 1000) / 1000) : boost::json::value(nullptr);
}

/// Adds what is known of the answer, or of the SQL that it withholds: "confidence" and "uncertain", both null without an estimate, and
/// "missing".
inline void add_estimate(boost::json::object& to, answer const& a) {
  auto const* e = a.withheld ? a.withheld->known<estimated>() : a.estimate();
  to["confidence"] = json_confidence(e);
  to["uncertain"] = e ? boost::json::value(e->is_uncertain()) : boost::json::value(nullptr);
  to["missing"] = e ? json_texts(e->missing) : boost::json::array();
}

}  // namespace t2s::serve

#endif
