// SPDX-License-Identifier: BSL-1.0
// Small right policies, for sources that each make one mistake.
#ifndef T2S_TESTS_COMPILE_POLICIES_HPP
#define T2S_TESTS_COMPILE_POLICIES_HPP

#include "t2s/pipeline.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policies/terminate/basic.hpp"

struct rewriter {
  t2s::question rewrite(auto&, std::string const& text) const { return t2s::question(text); }
};
struct sampler {
  t2s::samples sample(auto&, t2s::question const&) const { return {}; }
};
struct generator {
  t2s::candidate draft(auto&, t2s::question const&, t2s::samples const&) const { return t2s::candidate("SELECT 1"); }
  t2s::candidate revise(auto&, t2s::question const&, t2s::samples const&, auto const&) const { return t2s::candidate("SELECT 1"); }
};
struct reviewer {
  std::optional<t2s::remark> review(auto&, t2s::question const&, auto&) const { return {}; }
};
struct judged {
  bool right = false;
};
struct judge {
  using provides = t2s::facts<judged>;
  std::optional<t2s::remark> review(auto&, t2s::question const&, auto& past) const {
    past.note(judged{true});
    return {};
  }
};
struct judged_right {
  using needs = t2s::facts<judged>;
  std::optional<t2s::stop> done(auto const& past) const {
    if (auto const* j = past.template known<judged>(); j && j->right) return t2s::stop{"judged right"};
    return {};
  }
};

#endif
