# A source compiles, and with T2S_WRONG defined it fails with the message in its line "// expect: ...". Compiler
# flags in a line "// flags: ..." are a part of the mistake.
# Usage: cmake -DCOMPILER=... -DFLAGS=a;b -DSOURCE=... -P fails_as_it_should.cmake

cmake_minimum_required(VERSION 3.25)

file(STRINGS ${SOURCE} expected REGEX "^// expect: ")
if(NOT expected)
  message(FATAL_ERROR "${SOURCE} has no line '// expect: ...'")
endif()
file(STRINGS ${SOURCE} mistake REGEX "^// flags: ")
string(REPLACE "// flags: " "" mistake "${mistake}")
separate_arguments(mistake UNIX_COMMAND "${mistake}")

execute_process(COMMAND ${COMPILER} ${FLAGS} -fsyntax-only ${SOURCE} RESULT_VARIABLE failed ERROR_VARIABLE said)
if(failed)
  message(FATAL_ERROR "${SOURCE} does not compile even without its mistake:\n${said}")
endif()
execute_process(COMMAND ${COMPILER} ${FLAGS} -DT2S_WRONG ${mistake} -fsyntax-only ${SOURCE} RESULT_VARIABLE failed ERROR_VARIABLE said)
if(NOT failed)
  message(FATAL_ERROR "${SOURCE} compiles with its mistake")
endif()
foreach(line IN LISTS expected)
  string(REPLACE "// expect: " "" message "${line}")
  string(FIND "${said}" "${message}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "${SOURCE} fails, but does not say \"${message}\":\n${said}")
  endif()
endforeach()
