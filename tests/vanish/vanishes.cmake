# The machine code of a source has no symbol or call that its lines "// absent: REGEX" name, and has those of "// present: REGEX",
# which shows that the test can fail.
# Usage: cmake -DCOMPILER=... -DFLAGS=a;b -DNM=... -DSOURCE=... -DOBJECT=... -P vanishes.cmake

cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${COMPILER} ${FLAGS} -O2 -c ${SOURCE} -o ${OBJECT} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NM} --demangle ${OBJECT} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)  # called ones are listed as undefined

file(STRINGS ${SOURCE} lines REGEX "^// (absent|present): ")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^// (absent|present): (.*)$" _ "${line}")
  set(wanted ${CMAKE_MATCH_1})
  string(REGEX MATCH "[^\n]*${CMAKE_MATCH_2}[^\n]*" found "${symbols}")
  if(wanted STREQUAL "absent" AND found)
    message(SEND_ERROR "${SOURCE} leaves in its machine code: ${found}")
  elseif(wanted STREQUAL "present" AND NOT found)
    message(SEND_ERROR "${SOURCE} has nothing like ${CMAKE_MATCH_2} in its machine code")
  endif()
endforeach()
