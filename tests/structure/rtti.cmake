# What uses run-time type information includes core/detail/needs_rtti.hpp, which refuses -fno-rtti; nothing that the SQL front end reaches does.
# Usage: cmake -DINCLUDE=<include folder> -P rtti.cmake

cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/reached.cmake)

set(users 0)
file(GLOB_RECURSE files RELATIVE ${INCLUDE}/t2s ${INCLUDE}/t2s/*.hpp ${INCLUDE}/t2s/*.ipp)
foreach(file IN LISTS files)
  file(STRINGS ${INCLUDE}/t2s/${file} uses REGEX "^([^/]|/[^/])*(typeid *[(]|dynamic_cast *<|dynamic_pointer_cast *<|std::type_in)")
  file(STRINGS ${INCLUDE}/t2s/${file} says REGEX "^#include \"t2s/core/detail/needs_rtti.hpp\"$")
  if(uses)
    math(EXPR users "${users} + 1")
  endif()
  if(uses AND NOT says)
    message(SEND_ERROR "${file} uses run-time type information: let its first line #include be \"t2s/core/detail/needs_rtti.hpp\"")
  elseif(says AND NOT uses)
    message(SEND_ERROR "${file} uses no run-time type information: it need not include t2s/core/detail/needs_rtti.hpp")
  endif()
endforeach()
if(users EQUAL 0)
  message(SEND_ERROR "no file in ${INCLUDE} uses run-time type information: is the folder right?")
endif()

file(GLOB front_end RELATIVE ${INCLUDE}/t2s ${INCLUDE}/t2s/sql/*.hpp)
reached_from(TRUE ${front_end})
list(LENGTH reached count)
if(count LESS 50 OR "core/detail/needs_rtti.hpp" IN_LIST reached)
  message(SEND_ERROR "the SQL front end reaches ${count} files, and core/detail/needs_rtti.hpp must not be one: sql/ is used with -fno-rtti")
endif()
