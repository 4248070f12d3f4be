# A header includes only from its own folder or from a layer below, and nothing private of another folder: no header of its impl/, no name
# of its namespace `detail`. What other folders of t2s use and users do not name is in internal/; what the whole library shares is in
# core/impl/, namespace t2s::detail.
# Usage: cmake -DINCLUDE=<include folder> -P layers.cmake; with -DARROWS=ON it also prints how often a folder includes from another.

cmake_minimum_required(VERSION 3.25)

# From the lowest layer to the highest. Folders of one layer do not include each other.
set(layers
  "core"
  "schema"
  "sql"
  "db llm"
  "retrieve"
  "knowledge"
  "link"
  "reader"
  "repair"
  "run"
  "policy.hpp"
  "policy_by.hpp"
  "align skeleton"
  "confidence"
  "rewrite sample generate select feedback terminate"
  "pipeline.hpp"
  "systems"
  "evaluation telemetry"
  "study"
  "study.hpp"
  "report serve"
  "t2s.hpp")

# layer_of(PLACE): the number of the layer of a folder or of a header at the top, into `layer`.
function(layer_of place)
  set(n 0)
  foreach(folders IN LISTS layers)
    string(REPLACE " " ";" folders "${folders}")
    if(place IN_LIST folders)
      set(layer ${n} PARENT_SCOPE)
      return()
    endif()
    math(EXPR n "${n} + 1")
  endforeach()
  message(SEND_ERROR "${place} is in no layer: add it to the list in tests/structure/layers.cmake and to docs/architecture.md")
  set(layer 0 PARENT_SCOPE)
endfunction()

function(refuse_private header what remedy)
  message(SEND_ERROR "${header} uses ${what}, which is private to its folder: ${remedy}")
endfunction()

file(GLOB_RECURSE headers RELATIVE ${INCLUDE}/t2s ${INCLUDE}/t2s/*.hpp ${INCLUDE}/t2s/*.ipp)
set(includes 0)
foreach(header IN LISTS headers)
  string(REGEX REPLACE "/.*" "" folder "${header}")
  layer_of(${folder})
  set(here ${layer})
  file(STRINGS ${INCLUDE}/t2s/${header} lines REGEX "^[ \t]*#[ \t]*include[ \t]*(\"|<t2s/)")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^#include \"t2s/([^\"]+)\"")
      message(SEND_ERROR "${header}: ${line}: write the whole path, t2s/...")
      continue()
    endif()
    set(target ${CMAKE_MATCH_1})
    math(EXPR includes "${includes} + 1")
    string(REGEX REPLACE "/.*" "" target_folder "${target}")
    if(target_folder STREQUAL folder)
      continue()
    endif()
    layer_of(${target_folder})
    if(NOT layer LESS here)
      message(SEND_ERROR "${header} includes ${target}, which is not in a layer below (layer ${here} includes from layer ${layer})")
    endif()
    if(target MATCHES "/impl/" AND NOT target MATCHES "^core/impl/[^/]+[.]hpp$")
      refuse_private(${header} ${target} "move what both need to internal/ of the lower folder, or to core/impl/")
    endif()
    set(arrow "${folder} -> ${target_folder}")
    list(APPEND arrows ${arrow})
    string(MAKE_C_IDENTIFIER "${arrow}" count)
    math(EXPR ${count} "0${${count}} + 1")
  endforeach()

  file(READ ${INCLUDE}/t2s/${header} content)
  string(REGEX MATCHALL "[a-z_]+::detail[^a-z_]" uses "${content}")
  list(REMOVE_DUPLICATES uses)
  foreach(use IN LISTS uses)
    string(REGEX REPLACE "::.*" "" owner "${use}")
    if(NOT owner STREQUAL folder AND IS_DIRECTORY ${INCLUDE}/t2s/${owner})
      refuse_private(${header} ${owner}::detail "give what both need a name outside of detail, or a place in core/impl/")
    endif()
  endforeach()
endforeach()
if(includes LESS 10)
  message(FATAL_ERROR "only ${includes} includes were read in ${INCLUDE}: is the folder right?")
endif()
list(REMOVE_DUPLICATES arrows)
list(LENGTH arrows pairs)
message(STATUS "${includes} includes between ${pairs} pairs of folders")
if(ARROWS)
  list(SORT arrows)
  foreach(arrow IN LISTS arrows)
    string(MAKE_C_IDENTIFIER "${arrow}" count)
    message(STATUS "${arrow}: ${${count}}")
  endforeach()
endif()

# Some impl/src.hpp names each body.
set(bodies)
foreach(list IN LISTS headers)
  if(list MATCHES "/impl/src[.]hpp$")
    file(READ ${INCLUDE}/t2s/${list} content)
    string(APPEND bodies "${content}")
  endif()
endforeach()
foreach(body IN LISTS headers)
  string(FIND "${bodies}" "#include \"t2s/${body}\"" found)
  if(body MATCHES "[.]ipp$" AND found EQUAL -1)
    message(SEND_ERROR "no impl/src.hpp names t2s/${body}: add it to that of its folder")
  endif()
endforeach()
