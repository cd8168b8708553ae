# A Debian package with both programs: cpack in the build folder.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME arenascope)
set(CPACK_PACKAGE_VENDOR "The ArenaScope authors")
set(CPACK_PACKAGE_CONTACT "The ArenaScope authors <arenascope@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Tensor arena of TensorFlow Lite Micro models")
set(CPACK_PACKAGE_DESCRIPTION
    "Runs a TensorFlow Lite Micro model on an emulated Cortex-M and shows how large
its tensor arena must be, what fills it and when, and what each operator costs:
a command line (arenascope), a desktop program (arenascope-gui) and a Python
package.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded while it runs: the platform without a display, for pictures of the command line, and fonts for them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "qt6-qpa-plugins, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, python3, python3-numpy, qemu-system-arm")
# find_package(arenascope) of whoever builds an application.
include(CMakePackageConfigHelpers)
set(CONFIG ${CMAKE_BINARY_DIR}/arenascope-config)
file(RELATIVE_PATH ARENASCOPE_PROGRAMS_FROM_CMAKE ${CMAKE_INSTALL_FULL_DATADIR}/cmake/arenascope
     ${CMAKE_INSTALL_FULL_BINDIR})
configure_file(cmake/arenascope-config.cmake.in ${CONFIG}.cmake @ONLY)
write_basic_package_version_file(${CONFIG}-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CONFIG}.cmake ${CONFIG}-version.cmake cmake/arenascope.cmake cmake/arenascope_model_array.cmake
        DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/arenascope COMPONENT development)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT programs)
include(CPack)
