# The version in CMakeLists.txt is also that in the headers, in the pages and in a section of the changelog.
# Usage: cmake -DROOT=... -P version.cmake

cmake_minimum_required(VERSION 3.25)

file(READ ${ROOT}/CMakeLists.txt text)
string(REGEX MATCH "project\\(t2s VERSION (([0-9]+)\\.([0-9]+)\\.([0-9]+)) " line "${text}")
if(NOT line)
  message(FATAL_ERROR "CMakeLists.txt has no line 'project(t2s VERSION X.Y.Z ...'")
endif()
set(version ${CMAKE_MATCH_1})
set(major_and_minor ${CMAKE_MATCH_2}.${CMAKE_MATCH_3})
math(EXPR number "${CMAKE_MATCH_2} * 10000 + ${CMAKE_MATCH_3} * 100 + ${CMAKE_MATCH_4}")

# says(FILE REGEX WANTED): REGEX matches something in FILE, and all matches are WANTED.
function(says file regex wanted)
  file(READ ${ROOT}/${file} text)
  string(REGEX MATCHALL "${regex}" all "${text}")
  if(NOT all)
    message(SEND_ERROR "${file} does not say '${wanted}'")
  endif()
  foreach(said IN LISTS all)
    if(NOT said STREQUAL wanted)
      message(SEND_ERROR "${file} says '${said}'; the version in CMakeLists.txt is ${version}, so it is '${wanted}'")
    endif()
  endforeach()
endfunction()

says(include/t2s/core/detail/config.hpp "T2S_VERSION_STRING \"[^\"]*\"" "T2S_VERSION_STRING \"${version}\"")
says(include/t2s/core/detail/config.hpp "T2S_VERSION [0-9]+" "T2S_VERSION ${number}")
says(docs/packaging.md "GIT_TAG [^ `)]+" "GIT_TAG v${version}")
says(docs/packaging.md "\"t2s/[^\"]*\"" "\"t2s/${version}\"")
says(docs/packaging.md "find_package\\(t2s [0-9.]+" "find_package(t2s ${major_and_minor}")
says(tests/packaging/fetch_content/CMakeLists.txt "GIT_TAG [^ )]+" "GIT_TAG v${version}")
says(CHANGELOG.md "## \\[${version}\\] - " "## [${version}] - ")
