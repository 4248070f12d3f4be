# `cpack -G DEB` makes two Debian packages: t2s (the command line) and t2s-dev (headers, t2sConfig.cmake, t2s.pc).

set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME t2s)
set(CPACK_PACKAGE_VENDOR t2s)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "questions to correct SQL, in C++20")
set(CPACK_PACKAGE_CONTACT "The t2s authors <authors@t2s.invalid>")  # yours: cpack -D CPACK_PACKAGE_CONTACT=...
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL development)
if(TARGET t2s-cli)
  list(APPEND CPACK_COMPONENTS_ALL program)
endif()
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/t2s_debian_files.cmake)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

# The Boost that t2s was configured with, or the system's default one if it is new enough.
get_target_property(boost_headers Boost::headers INTERFACE_INCLUDE_DIRECTORIES)
file(STRINGS ${boost_headers}/boost/version.hpp boost REGEX "define BOOST_LIB_VERSION")
string(REGEX REPLACE ".*\"([0-9]+)_([0-9]+).*" "\\1.\\2" boost "${boost}")
string(CONCAT CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libboost${boost}-dev | libboost-dev (>= ${T2S_BOOST_MINIMUM}), libboost-json${boost}-dev | libboost-json-dev (>= ${T2S_BOOST_MINIMUM}), "
  "libsqlite3-dev (>= 3.38)")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME t2s-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libssl-dev, libpq-dev, libmariadb-dev, unixodbc-dev, libyaml-cpp-dev, libhnswlib-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "t2s assembles correction pipelines for text-to-SQL at compile time.
This package has its headers, its CMake package and its pkg-config file.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME t2s)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "t2s answers questions over a database with SQL, with or without a model, and
corrects it. It serves databases to browsers, programs and assistants, repairs
and explains SQL, and evaluates predictions. Databases are only read.")

include(CPack)
