# Writes the files of the page of `t2s serve` into a C++ header:
#   cmake -DASSETS=include/t2s/serve/page/detail/assets -DINTO=HEADER -P cmake/t2s_page.cmake
# With -DCHECK=FILE it fails if that is another header than the one that it wrote.
# Each file is a literal of its own, since compilers need to take no literal beyond 65,536 bytes.

function(literal out tag separator)
  set(text)
  foreach(name IN ITEMS ${ARGN})
    file(READ ${ASSETS}/${name}.${tag} content)
    string(APPEND text "R\"${tag}(${separator}${content})${tag}\",\n")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# The parts of the script and of the style, in the order of the page.
literal(markup html "" page)
string(REGEX REPLACE ",\n$" "" markup "${markup}")
literal(style css "\n" page run code steps rows chart time screens)
literal(script js "\n\n" elements diff rows chart time steps correct run net schema learned page)

file(WRITE ${INTO} "// SPDX-License-Identifier: BSL-1.0
// Generated from the files of assets/ by cmake/t2s_page.cmake: change those, then build the target t2s_page_header.
#ifndef T2S_SERVE_PAGE_DETAIL_ASSETS_HPP
#define T2S_SERVE_PAGE_DETAIL_ASSETS_HPP

#include <string_view>

// clang-format off
namespace t2s::serve::page::detail {

/// What the page is before its script runs.
inline constexpr std::string_view markup = ${markup};

inline constexpr std::string_view style_parts[] = {
${style}};

inline constexpr std::string_view script_parts[] = {
${script}};

}  // namespace t2s::serve::page::detail
// clang-format on

#endif
")

if(CHECK)
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${INTO} ${CHECK} RESULT_VARIABLE differ)
  if(differ)
    message(FATAL_ERROR "${CHECK} is not that of the files in ${ASSETS}: build the target t2s_page_header and commit it")
  endif()
endif()
