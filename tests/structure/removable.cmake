# A folder can be deleted and the rest compiles: the headers that remain of a copy without it, in one unit.
# Usage: cmake -DINCLUDE=<include folder> -DINTO=<folder for the copy> -DCOMPILER=<c++> "-DFLAGS=<flags>" -DWITHOUT="<folder or header>;..." -P removable.cmake
# Headers that name a deleted folder are deleted with it and listed in WITHOUT. Headers of databases' clients, of Beast and of hnswlib are read, not
# compiled: the files that they include must exist.

cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${INTO})
file(COPY ${INCLUDE}/t2s DESTINATION ${INTO})
foreach(place IN LISTS WITHOUT)
  if(NOT EXISTS ${INTO}/t2s/${place})
    message(FATAL_ERROR "there is no ${place} to delete in ${INCLUDE}/t2s")
  endif()
  file(REMOVE_RECURSE ${INTO}/t2s/${place})
endforeach()

file(GLOB_RECURSE headers RELATIVE ${INTO} ${INTO}/t2s/*.hpp ${INTO}/t2s/*.ipp)
list(LENGTH headers count)
if(count LESS 100)
  message(FATAL_ERROR "only ${count} headers remain: is the folder right?")
endif()
set(unit)
foreach(header IN LISTS headers)
  file(STRINGS ${INTO}/${header} lines REGEX "^#(include \"t2s/|if __has_include)")
  set(asked FALSE)
  foreach(line IN LISTS lines)
    if(line MATCHES "^#if" OR asked)  # a header that is included where it is there
      string(REGEX MATCH "^#if" asked "${line}")
      continue()
    endif()
    string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" target "${line}")
    if(NOT EXISTS ${INTO}/${target})
      message(SEND_ERROR "${header} includes ${target}, which was deleted with ${WITHOUT}")
    endif()
  endforeach()
  if(header MATCHES "[.]hpp$" AND NOT header MATCHES "/(detail|postgres|mysql|duckdb|odbc|http|copy)/|hnsw")
    string(APPEND unit "#include \"${header}\"\n")
  endif()
endforeach()
file(WRITE ${INTO}/unit.cpp "${unit}")

list(FILTER FLAGS EXCLUDE REGEX "^-I")  # the folder that was copied
execute_process(COMMAND ${COMPILER} ${FLAGS} -I${INTO} -fsyntax-only ${INTO}/unit.cpp RESULT_VARIABLE failed ERROR_VARIABLE said)
if(failed)
  string(SUBSTRING "${said}" 0 3000 said)
  message(FATAL_ERROR "without ${WITHOUT} the rest does not compile:\n${said}")
endif()
message(STATUS "without ${WITHOUT}: ${count} headers")
file(REMOVE_RECURSE ${INTO})
