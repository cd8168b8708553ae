# find_package(arenascope) for builds of applications. Packages are made by debian/ and packaging/.
include(CMakePackageConfigHelpers)
set(CONFIG ${CMAKE_BINARY_DIR}/arenascope-config)
file(RELATIVE_PATH ARENASCOPE_PROGRAMS_FROM_CMAKE ${CMAKE_INSTALL_FULL_DATADIR}/cmake/arenascope
     ${CMAKE_INSTALL_FULL_BINDIR})
configure_file(cmake/arenascope-config.cmake.in ${CONFIG}.cmake @ONLY)
write_basic_package_version_file(${CONFIG}-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CONFIG}.cmake ${CONFIG}-version.cmake cmake/arenascope.cmake cmake/arenascope_model_array.cmake
        DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/arenascope COMPONENT development)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
