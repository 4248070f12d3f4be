# What a message of the library tells programs to raise, the command line says in its own options, or leaves out: users of the command line cannot
# set a member of a struct.
# Usage: cmake -DINCLUDE=<include folder> -DADVICE=<examples/cli/advice.cpp> -P advice.cmake

cmake_minimum_required(VERSION 3.25)

file(READ ${ADVICE} wordings)
file(GLOB_RECURSE headers ${INCLUDE}/t2s/*.hpp ${INCLUDE}/t2s/*.ipp)
set(found 0)
foreach(header IN LISTS headers)
  file(STRINGS ${header} lines REGEX "\"[^\"]*raise [a-z_:]+_[a-z_:]+")
  foreach(line IN LISTS lines)
    if(line MATCHES "^ *//")
      continue()
    endif()
    string(REGEX MATCH "raise [a-z_:]+_[a-z_:]+" advice "${line}")
    math(EXPR found "${found} + 1")
    string(FIND "${wordings}" "${advice}" at)
    if(at EQUAL -1)
      message(SEND_ERROR "${header} says \"${advice}\", which the command line does not reword: add it to the list in examples/cli/advice.cpp")
    endif()
  endforeach()
endforeach()
if(found LESS 10)
  message(SEND_ERROR "only ${found} messages name an option: is the folder right?")
endif()
