# Only in the Conan package: the t2s-config.cmake that Conan's CMakeDeps writes includes this file. The targets come from t2s_package.cmake,
# the t2sConfig.cmake of an installed t2s, which finds Boost, SQLite, OpenSSL and libpq wherever they come from: from Conan or from the system.

# As in Conan's toolchain: Conan's packages are preferred to those that CMake's own modules find.
set(t2s_prefer_config ${CMAKE_FIND_PACKAGE_PREFER_CONFIG})
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG ON)
include(${CMAKE_CURRENT_LIST_DIR}/t2s_package.cmake)
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG ${t2s_prefer_config})

# The target that CMakeDeps names in its output and links to what depends on t2s. It requires no more than t2s::t2s does.
if(TARGET t2s::t2s)
  set_target_properties(t2s::conan PROPERTIES INTERFACE_COMPILE_DEFINITIONS "" INTERFACE_LINK_LIBRARIES t2s::t2s)
endif()
