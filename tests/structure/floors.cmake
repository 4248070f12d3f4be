# No include runs upward in the house: a header includes only from its own folder or from floors below.
# Usage: cmake -DINCLUDE=<include folder> -P floors.cmake

cmake_minimum_required(VERSION 3.25)

set(floors
  "core"
  "schema"
  "sql"
  "db llm"
  "retrieve"
  "run"
  "policy.hpp"
  "link"
  "skeleton"
  "rewrite sample generate feedback terminate"
  "pipeline.hpp"
  "systems"
  "evaluation"
  "t2s.hpp src.hpp")

# floor_of(PLACE): the floor of a folder or of a header at the top, into `floor`.
function(floor_of place)
  set(n 0)
  foreach(rooms IN LISTS floors)
    string(REPLACE " " ";" rooms "${rooms}")
    if(place IN_LIST rooms)
      set(floor ${n} PARENT_SCOPE)
      return()
    endif()
    math(EXPR n "${n} + 1")
  endforeach()
  message(SEND_ERROR "${place} stands on no floor: add it to the list in tests/structure/floors.cmake and to docs/architecture.md")
  set(floor 0 PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE headers RELATIVE ${INCLUDE}/t2s ${INCLUDE}/t2s/*.hpp ${INCLUDE}/t2s/*.ipp)
set(arrows 0)
foreach(header IN LISTS headers)
  string(REGEX REPLACE "/.*" "" room "${header}")
  floor_of(${room})
  set(here ${floor})
  file(STRINGS ${INCLUDE}/t2s/${header} lines REGEX "^[ \t]*#[ \t]*include[ \t]*(\"|<t2s/)")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^#include \"t2s/([^\"]+)\"")
      message(SEND_ERROR "${header}: ${line}: write the whole path, t2s/...")
      continue()
    endif()
    set(target ${CMAKE_MATCH_1})
    math(EXPR arrows "${arrows} + 1")
    string(REGEX REPLACE "/.*" "" target_room "${target}")
    floor_of(${target_room})
    if(NOT target_room STREQUAL room AND NOT floor LESS here)
      message(SEND_ERROR "${header} includes ${target}: an arrow that runs upward or across (floor ${here} to floor ${floor})")
    endif()
  endforeach()
endforeach()
if(arrows LESS 10)
  message(FATAL_ERROR "only ${arrows} includes were read in ${INCLUDE}: is the folder right?")
endif()
message(STATUS "${arrows} includes, none upward")

# The umbrellas name every header and every unit of bodies.
file(READ ${INCLUDE}/t2s/t2s.hpp umbrella)
file(READ ${INCLUDE}/t2s/src.hpp bodies)
foreach(header IN LISTS headers)
  if(header MATCHES "/impl/|^t2s.hpp$|^src.hpp$")
    continue()
  endif()
  set(list umbrella)
  if(header MATCHES "/src.hpp$")
    set(list bodies)
  endif()
  string(FIND "${${list}}" "#include \"t2s/${header}\"" found)
  if(found EQUAL -1)
    message(SEND_ERROR "the umbrella (${list}) lacks t2s/${header}")
  endif()
endforeach()
