# t2s_sql.hpp, the SQL front end as one file, compiles without include/ and does what the headers do: two examples print the same with it, one of
# them without run-time type information.
# Usage: cmake -DROOT=... -DINTO=... -DCOMPILER=... -DFLAGS=... -DPROGRAMS=... -P one_header.cmake

cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY ${INTO})
execute_process(COMMAND ${ROOT}/scripts/amalgamate --out ${INTO}/t2s_sql.hpp COMMAND_ERROR_IS_FATAL ANY)
set(flags_of_16_transpile -fno-rtti)
foreach(example IN ITEMS 10_parser 16_transpile)
  file(READ ${ROOT}/examples/${example}.cpp source)
  string(REGEX REPLACE "#include \"t2s/[^\"]*\"\n" "" source "${source}")
  file(WRITE ${INTO}/${example}.cpp "#include \"t2s_sql.hpp\"\n${source}")
  execute_process(COMMAND ${COMPILER} ${FLAGS} -std=c++20 -O0 ${flags_of_${example}} -Wall -Wextra -Wpedantic -Wconversion -Werror
    -I${INTO} ${INTO}/${example}.cpp -o ${INTO}/${example} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${INTO}/${example} OUTPUT_VARIABLE alone COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${PROGRAMS}/example_${example} OUTPUT_VARIABLE whole COMMAND_ERROR_IS_FATAL ANY)
  if(NOT alone STREQUAL whole OR alone STREQUAL "")
    message(SEND_ERROR "${example} prints with t2s_sql.hpp:\n${alone}\nand with the headers:\n${whole}")
  endif()
endforeach()
