# Every page stands once in the navigation of the site, docs/site.yml, and nothing else does.
# Usage: cmake -DROOT=... -P site.cmake

cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE pages RELATIVE ${ROOT} ${ROOT}/docs/*.md)
list(APPEND pages README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md)
file(STRINGS ${ROOT}/docs/site.yml lines REGEX "^ .*[.]md$")  # the navigation is indented
set(named)
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^.*: " "" page "${line}")
  if(page IN_LIST named)
    message(SEND_ERROR "docs/site.yml names ${page} twice")
  endif()
  if(NOT page IN_LIST pages)
    message(SEND_ERROR "docs/site.yml names ${page}, and there is no such page")
  endif()
  list(APPEND named ${page})
endforeach()
foreach(page IN LISTS pages)
  if(NOT page IN_LIST named)
    message(SEND_ERROR "docs/site.yml lacks ${page}: put it under Learn, Do, Look up or Understand")
  endif()
endforeach()
