# Install and export, in two components: development (headers, t2sConfig.cmake, t2s.pc) and program (the command line with its manual pages and
# completions). `cmake --install BUILD --component program` installs one alone.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/t2s)
install(TARGETS t2s EXPORT t2sTargets
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILE_SET implementation DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT t2sTargets NAMESPACE t2s:: DESTINATION ${package_folder} COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/t2sConfig.cmake.in ${PROJECT_BINARY_DIR}/t2sConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/t2sConfigVersion.cmake COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/t2sConfig.cmake ${PROJECT_BINARY_DIR}/t2sConfigVersion.cmake ${CMAKE_CURRENT_LIST_DIR}/t2s_dependencies.cmake
  ${CMAKE_CURRENT_LIST_DIR}/t2s_parts.cmake ${CMAKE_CURRENT_LIST_DIR}/t2s_bodies.cmake DESTINATION ${package_folder} COMPONENT development)
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_DATADIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH headers_from_pc ${CMAKE_INSTALL_FULL_DATADIR}/pkgconfig ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(${CMAKE_CURRENT_LIST_DIR}/t2s.pc.in ${PROJECT_BINARY_DIR}/t2s.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/t2s.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/t2s COMPONENT development)

# The programs that have been built: each command is built on request. What is written about them is what they themselves say, so nothing of it can
# be out of date.
if(TARGET t2s-cli)
  install(TARGETS t2s-cli t2s-sql t2s-local t2s-ask t2s-lab t2s-serve
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program OPTIONAL)
endif()
if(TARGET t2s-cli AND UNIX AND NOT CMAKE_CROSSCOMPILING)
  set(manual ${PROJECT_BINARY_DIR}/manual)
  install(CODE "file(REMOVE_RECURSE \"${manual}\")
    if(EXISTS \"$<TARGET_FILE:t2s-cli>\")
      execute_process(COMMAND \"${CMAKE_CURRENT_LIST_DIR}/manual/write.sh\" \"$<TARGET_FILE:t2s-cli>\" \"${manual}\" COMMAND_ERROR_IS_FATAL ANY)
    endif()" COMPONENT program)
  install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program OPTIONAL)
  install(DIRECTORY ${manual}/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program OPTIONAL)
  install(DIRECTORY ${manual}/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program OPTIONAL)
  install(DIRECTORY ${manual}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program OPTIONAL)
endif()

if(PROJECT_IS_TOP_LEVEL)
  include(t2s_debian)
endif()
