# The namespace of a header is the name of its last folder: policies/feedback/execution.hpp has t2s::feedback. A folder detail/ is of the
# folder that it lies in, and has that namespace or its namespace `detail`.
# Usage: cmake -DINCLUDE=<include folder> -P namespaces.cmake

cmake_minimum_required(VERSION 3.25)

# Folders and headers with other namespaces, each with the reason. A namespace stands for what is in it, too.
set(of_core "t2s" "t2s::text")                    # what every part uses
set(of_pipeline "t2s")                            # what every program with a pipeline names
set(of_core/schema/detail/dialect.hpp "t2s::sql")  # a schema names its dialect, and sql/ is above it
foreach(part IN ITEMS api http local operations runs)
  set(of_serve/${part} "t2s::serve")              # parts of one server
endforeach()
set(of_lab/report "t2s::evaluation" "t2s::studies")  # functions of the types that they write
set(of_systems/mac_sql "t2s::mac")                # systems::mac_sql would hide a namespace of its name,
set(of_systems/tcsr_sql "t2s::tcsr")              # and so would this one

file(GLOB_RECURSE headers RELATIVE ${INCLUDE}/t2s ${INCLUDE}/t2s/*.hpp ${INCLUDE}/t2s/*.ipp)
set(read 0)
foreach(header IN LISTS headers)
  string(REGEX REPLACE "/detail/.*|/[^/]+$|^[^/]+$" "" folder "${header}")
  if(DEFINED of_${header})
    set(right ${of_${header}})
  elseif(DEFINED of_${folder})
    set(right ${of_${folder}})
  elseif(folder MATCHES "^db/[a-z]+$" AND NOT folder STREQUAL "db/policy")
    set(right "t2s::db")  # connections to one engine or the other are exchanged for each other
  elseif(folder STREQUAL "")
    set(right "t2s")
  else()
    cmake_path(GET folder FILENAME name)
    string(REPLACE "/" "::" path "${folder}")
    set(right "t2s::${name}" "t2s::${path}")
  endif()

  file(READ ${INCLUDE}/t2s/${header} content)
  string(REGEX REPLACE "[][;\\]" " " content "${content}")  # of lists in CMake
  string(REGEX REPLACE "\nnamespace [a-z0-9_:]+ {\n+((template <[^\n]*>|(struct|class) [a-z_]+ )[^\n{]*\n+)+}" "\n" content "${content}")  # declared ahead
  string(REGEX MATCHALL "\n(inline )?namespace [a-z0-9_:]+ {" openings "\n${content}")
  set(outer)
  foreach(opening IN LISTS openings)
    string(REGEX REPLACE ".*namespace ([a-z0-9_:]+) {" "\\1" namespace "${opening}")
    math(EXPR read "${read} + 1")
    message(VERBOSE "${header} ${namespace}")
    if(NOT namespace MATCHES "^t2s(::|$)")
      continue()  # within the namespace opened before it
    endif()
    set(is_right FALSE)
    foreach(one IN LISTS right)
      if(namespace STREQUAL one OR namespace MATCHES "^${one}::detail(::|$)" OR (NOT one STREQUAL "t2s" AND namespace MATCHES "^${one}::"))
        set(is_right TRUE)
      endif()
    endforeach()
    if(NOT is_right)
      list(JOIN right " or " right_ones)
      message(SEND_ERROR "${header} has the namespace ${namespace}; its folder's is ${right_ones}. tests/structure/namespaces.cmake")
    endif()
  endforeach()
endforeach()
if(read LESS 100)
  message(FATAL_ERROR "only ${read} namespaces were read in ${INCLUDE}: is the folder right?")
endif()
message(STATUS "${read} namespaces")
