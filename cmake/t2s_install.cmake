# Install and export: headers, t2sConfig.cmake, t2s.pc.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/t2s)
install(TARGETS t2s EXPORT t2sTargets
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILE_SET implementation DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT t2sTargets NAMESPACE t2s:: DESTINATION ${package_folder})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/t2sConfig.cmake.in ${PROJECT_BINARY_DIR}/t2sConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/t2sConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/t2sConfig.cmake ${PROJECT_BINARY_DIR}/t2sConfigVersion.cmake ${CMAKE_CURRENT_LIST_DIR}/t2s_dependencies.cmake
  ${CMAKE_CURRENT_LIST_DIR}/t2s_parts.cmake ${CMAKE_CURRENT_LIST_DIR}/t2s_bodies.cmake DESTINATION ${package_folder})
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_DATADIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH headers_from_pc ${CMAKE_INSTALL_FULL_DATADIR}/pkgconfig ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(${CMAKE_CURRENT_LIST_DIR}/t2s.pc.in ${PROJECT_BINARY_DIR}/t2s.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/t2s.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/t2s)
