# A header includes only from its own folder or from a layer below, and uses no name of another folder's namespace `detail`. Private code of the whole
# library is in core/detail/, namespace t2s::detail. Examples, which are users' code, include no header of a folder detail/.
# Usage: cmake -DINCLUDE=<include folder> -P layers.cmake; with -DARROWS=ON it also prints how often a folder includes from another.

cmake_minimum_required(VERSION 3.25)

# From the lowest layer to the highest. Folders of one layer do not include each other. A header belongs to the longest listed folder that
# contains it.
set(layers
  "core"
  "core/schema"
  "sql"
  "db llm"
  "pipeline"
  "policy.hpp"
  "pipeline.hpp"
  "pipeline/several.hpp pipeline/feedback_sequence.hpp pipeline/policy_by.hpp"
  "retrieve"
  "retrieve/knowledge"
  "retrieve/link"
  "policies/align policies/skeleton"
  "policies/rewrite policies/sample policies/generate policies/feedback policies/select policies/terminate"
  "offline/reader"
  "offline/repair"
  "offline/confidence"
  "offline/generate offline/feedback offline/select"
  "systems"
  "lab/evaluation serve/telemetry"
  "lab/studies"
  "lab/report serve"
  "t2s.hpp")

set(n 0)
foreach(layer IN LISTS layers)
  string(REPLACE " " ";" places "${layer}")
  foreach(place IN LISTS places)
    set(layer_of_${place} ${n})
  endforeach()
  math(EXPR n "${n} + 1")
endforeach()

# layer_of(HEADER): its folder of the list into `place`, and the number of that folder's layer into `layer`.
function(layer_of header)
  set(at ${header})
  while(at)
    if(DEFINED layer_of_${at})
      set(place ${at} PARENT_SCOPE)
      set(layer ${layer_of_${at}} PARENT_SCOPE)
      return()
    endif()
    cmake_path(GET at PARENT_PATH at)
  endwhile()
  message(SEND_ERROR "${header} is in no layer: add its folder to the list in tests/structure/layers.cmake and to docs/architecture.md")
  set(place ${header} PARENT_SCOPE)
  set(layer 0 PARENT_SCOPE)
endfunction()

function(refuse_private header what remedy)
  message(SEND_ERROR "${header} uses ${what}, which is private to its folder: ${remedy}")
endfunction()

file(GLOB_RECURSE headers RELATIVE ${INCLUDE}/t2s ${INCLUDE}/t2s/*.hpp ${INCLUDE}/t2s/*.ipp)
set(names)  # of folders, which are those of their namespaces
foreach(header IN LISTS headers)
  cmake_path(GET header PARENT_PATH folder)
  cmake_path(GET folder FILENAME name)
  list(APPEND names ${name})
endforeach()
list(REMOVE_DUPLICATES names)
set(includes 0)
foreach(header IN LISTS headers)
  layer_of(${header})
  set(folder ${place})
  set(here ${layer})
  string(REGEX REPLACE "/detail/.*|/[^/]*$" "" own "${header}")
  file(STRINGS ${INCLUDE}/t2s/${header} lines REGEX "^[ \t]*#[ \t]*include[ \t]*(\"|<t2s/)")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^#include \"t2s/([^\"]+)\"")
      message(SEND_ERROR "${header}: ${line}: write the whole path, t2s/...")
      continue()
    endif()
    set(target ${CMAKE_MATCH_1})
    math(EXPR includes "${includes} + 1")
    layer_of(${target})
    set(target_folder ${place})
    if(target_folder STREQUAL folder)
      continue()
    endif()
    if(NOT layer LESS here)
      message(SEND_ERROR "${header} includes ${target}, which is not in a layer below (layer ${here} includes from layer ${layer})")
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
    if(NOT "/${own}/" MATCHES "/${owner}/" AND owner IN_LIST names)
      refuse_private(${header} ${owner}::detail "give what both need a name outside of detail, or a place in core/detail/")
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

# Some detail/src.hpp names each body.
set(bodies)
foreach(list IN LISTS headers)
  if(list MATCHES "/detail/src[.]hpp$")
    file(READ ${INCLUDE}/t2s/${list} content)
    string(APPEND bodies "${content}")
  endif()
endforeach()
foreach(body IN LISTS headers)
  string(FIND "${bodies}" "#include \"t2s/${body}\"" found)
  if(body MATCHES "[.]ipp$" AND found EQUAL -1)
    message(SEND_ERROR "no detail/src.hpp names t2s/${body}: add it to that of its folder")
  endif()
endforeach()

# Users' programs include no header of a folder detail/.
file(GLOB examples ${INCLUDE}/../examples/*.cpp)
foreach(example IN LISTS examples)
  file(STRINGS ${example} lines REGEX "^[ \t]*#[ \t]*include.*/detail/")
  if(lines)
    message(SEND_ERROR "${example}: ${lines}: an example includes public headers only; move the header out of detail/ if users need it")
  endif()
endforeach()
