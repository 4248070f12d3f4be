# Writes the files of the page of `t2s serve` into a C++ header:
#   cmake -DASSETS=include/t2s/serve/page/detail/assets -DINTO=HEADER -P cmake/t2s_page.cmake
# With -DCHECK=FILE it fails if that is another header than the one that it wrote.
# Each file is a literal of its own, since compilers need to take no literal beyond 65,536 bytes.

cmake_minimum_required(VERSION 3.25)

# A constant of each file that is named: js_net is net.js.
set(constants)
set(known)
function(constants_of tag separator)
  foreach(name IN ITEMS ${ARGN})
    if(NOT ${tag}_${name} IN_LIST known)
      file(READ ${ASSETS}/${name}.${tag} content)
      string(APPEND constants "inline constexpr std::string_view ${tag}_${name} = R\"${tag}(${separator}${content})${tag}\";\n")
      list(APPEND known ${tag}_${name})
    endif()
  endforeach()
  set(constants "${constants}" PARENT_SCOPE)
  set(known ${known} PARENT_SCOPE)
endfunction()

# parts(NAME TAG FILE...): a list of them, in this order. The files of a script share one scope.
set(lists)
macro(parts list tag separator)
  constants_of(${tag} "${separator}" ${ARGN})
  string(REPLACE ";" ", ${tag}_" all "${ARGN}")
  string(APPEND lists "inline constexpr std::string_view ${list}[] = {${tag}_${all}};\n")
endmacro()

constants_of(html "" page admin)
parts(style_parts css "\n" colours base page answer run code steps rows chart time screens admin)
parts(script_parts js "\n\n" theme elements diff rows chart time answer steps correct run net home schema learned page)
parts(admin_script_parts js "\n\n" theme elements diff rows net home learned admin)
parts(component_style_parts css "\n" colours base answer code rows chart embed)
parts(component_script_parts js "\n\n" elements diff rows chart answer net embed)

file(WRITE ${INTO} "// SPDX-License-Identifier: BSL-1.0
// Generated from the files of assets/ by cmake/t2s_page.cmake: change those, then build the target t2s_page_header.
#ifndef T2S_SERVE_PAGE_DETAIL_ASSETS_HPP
#define T2S_SERVE_PAGE_DETAIL_ASSETS_HPP

#include <string_view>

// clang-format off
namespace t2s::serve::page::detail {

${constants}
${lists}
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
