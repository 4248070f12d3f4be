# What users include is little and shown: at most so many headers are public, and each is named by a page or by an example. Others belong in
# the detail/ of their folder.
# Usage: cmake -DROOT=<project> -P public.cmake

cmake_minimum_required(VERSION 3.25)

set(most 160)

file(GLOB_RECURSE headers RELATIVE ${ROOT}/include/t2s ${ROOT}/include/t2s/*.hpp)
list(FILTER headers EXCLUDE REGEX "/detail/")
list(LENGTH headers count)
if(count LESS 20)
  message(FATAL_ERROR "only ${count} public headers: is the folder right?")
endif()
if(count GREATER ${most})
  message(SEND_ERROR "${count} public headers, at most ${most}: join one to the header of its kind, or move what users do not include to detail/. For a new policy or system that users include raise the limit here, and say so in docs/architecture.md")
endif()

file(GLOB_RECURSE pages ${ROOT}/docs/*.md)
list(FILTER pages EXCLUDE REGEX "/architecture.md$")  # for those who change t2s
file(GLOB examples ${ROOT}/examples/*.cpp)
set(shown)
foreach(file IN ITEMS ${ROOT}/README.md LISTS pages examples)
  file(READ ${file} content)
  string(REGEX MATCHALL "[a-z0-9_/]+[.]hpp" names "${content}")
  list(APPEND shown ${names})
endforeach()
list(TRANSFORM shown REPLACE "^(.*/)?t2s/|^/" "")
foreach(header IN LISTS headers)
  if(NOT header IN_LIST shown)
    message(SEND_ERROR "no page and no example names ${header}: show how it is used, or move it to detail/")
  endif()
endforeach()
message(STATUS "${count} public headers")
