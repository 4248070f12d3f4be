// SPDX-License-Identifier: BSL-1.0
// A program that SQLite can load but should not: it leaves a file beside itself.
#include <dlfcn.h>

#include <fstream>
#include <string>

namespace {
void leave_a_trace() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<void const*>(&leave_a_trace), &here) != 0) std::ofstream(std::string(here.dli_fname) + ".was_here") << "t2s";
}
}  // namespace

extern "C" int sqlite3_evil_init(void*, char**, void const*) {
  leave_a_trace();
  return 0;
}
