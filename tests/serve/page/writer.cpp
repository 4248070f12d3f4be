// SPDX-License-Identifier: BSL-1.0
// Writes the parts of the page: `writer html|style|script|admin-html|admin-script|component|policy`, or `writer standalone` with the events
// of a run on standard input.
#include "t2s/serve/page/page.hpp"

#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

int main(int count, char** arguments) {
  namespace page = t2s::serve::page;
  std::string_view const what = count == 2 ? arguments[1] : "";
  if (what == "html")
    std::cout << page::html();
  else if (what == "style")
    std::cout << page::style();
  else if (what == "script")
    std::cout << page::script();
  else if (what == "admin-html")
    std::cout << page::admin_html();
  else if (what == "admin-script")
    std::cout << page::admin_script();
  else if (what == "component")
    std::cout << page::component();
  else if (what == "policy")
    std::cout << page::standalone_policy();
  else if (what == "standalone")
    std::cout << page::standalone(std::string(std::istreambuf_iterator<char>(std::cin), {}));
  else {
    std::cerr << "usage: writer html|style|script|admin-html|admin-script|component|policy|standalone\n";
    return 2;
  }
  return std::cout.flush() ? 0 : 3;
}
