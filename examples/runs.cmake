# Runs an example: it must succeed, and each of LINES must be a line of its output, or the beginning of one if it ends in "..."; several blanks
# count as one.
# Usage: cmake -DPROGRAM=... "-DARGUMENTS=a;b" [-DINPUT=file] "-DLINES=a;b" -P runs.cmake

cmake_minimum_required(VERSION 3.25)

if(INPUT)
  set(input INPUT_FILE ${INPUT})
endif()
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} ${input} OUTPUT_VARIABLE said RESULT_VARIABLE status)
message("${said}")
if(NOT status EQUAL 0)
  message(SEND_ERROR "It ended with ${status}")
endif()
string(REGEX REPLACE " +" " " said "\n${said}")
foreach(line IN LISTS LINES)
  if(NOT line MATCHES "[.][.][.]$")
    string(APPEND line "\n")
  endif()
  string(REGEX REPLACE "[.][.][.]$" "" line "\n${line}")
  string(FIND "${said}" "${line}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "It does not say:${line}")
  endif()
endforeach()
