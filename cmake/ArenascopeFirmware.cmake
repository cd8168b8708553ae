# The firmware images, cross-built by a separate project, once with each cross compiler. Programs need the one
# that answers by default to begin with; the others belong to a whole build, or are built at first use, and are kept up
# to date from then on.
option(ARENASCOPE_FIRMWARE "Cross-build the firmware images; OFF: others are used (ARENASCOPE_FIRMWARE_DIR)" ON)
if(NOT ARENASCOPE_FIRMWARE)
  add_custom_target(arenascope_first_firmware)
  return()
endif()

set(ARENASCOPE_FIRMWARE_DIR ${CMAKE_BINARY_DIR}/firmware)
set(ARENASCOPE_FIRMWARE_FOLDERS ${ARENASCOPE_FIRMWARE_DIR})
include(ArenascopeCrossCompiler)
arenascope_check_cross(arm-none-eabi-g++ "gcc-arm-none-eabi, libnewlib-arm-none-eabi, libstdc++-arm-none-eabi-dev"
                       ": there is no program without firmware for Arm" -mcpu=cortex-m4 -mthumb)
include(ExternalProject)
function(arenascope_firmware_project name toolchain folder)
  ExternalProject_Add(${name}
    SOURCE_DIR ${CMAKE_CURRENT_SOURCE_DIR}/firmware
    BINARY_DIR ${folder}
    CMAKE_GENERATOR ${CMAKE_GENERATOR}
    CMAKE_ARGS -DCMAKE_TOOLCHAIN_FILE=${CMAKE_CURRENT_SOURCE_DIR}/firmware/${toolchain}.cmake
               -DCMAKE_BUILD_TYPE=None -DARENASCOPE_VERSION=${PROJECT_VERSION}
               -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
               -DFLATC_PROGRAM=${FLATC_PROGRAM} -DFLATBUFFERS_INCLUDE=${FLATBUFFERS_INCLUDE}
               -DARENASCOPE_QEMU=${ARENASCOPE_QEMU}
    BUILD_COMMAND ""
    INSTALL_COMMAND "")
endfunction()
set(REFRESH_IMAGES ${CMAKE_SOURCE_DIR}/cmake/ArenascopeFirmwareImages.cmake)
arenascope_firmware_project(arenascope_firmware toolchain ${ARENASCOPE_FIRMWARE_DIR})
if(ARENASCOPE_RISCV)
  list(APPEND ARENASCOPE_FIRMWARE_FOLDERS ${ARENASCOPE_FIRMWARE_DIR}/riscv)
  arenascope_check_cross(riscv64-unknown-elf-g++ "gcc-riscv64-unknown-elf, picolibc-riscv64-unknown-elf"
                         ", or leave out Espressif's chips with -DARENASCOPE_RISCV=OFF"
                         --specs=picolibc.specs -march=rv32imc -mabi=ilp32)
  arenascope_firmware_project(arenascope_riscv_firmware toolchain_riscv ${ARENASCOPE_FIRMWARE_DIR}/riscv)
  set(REFRESH_RISCV COMMAND ${CMAKE_COMMAND} -DFOLDER=${ARENASCOPE_FIRMWARE_DIR}/riscv -P ${REFRESH_IMAGES})
  set(ALL_OF_RISCV COMMAND ${CMAKE_COMMAND} --build ${ARENASCOPE_FIRMWARE_DIR}/riscv)
endif()
set(FIRST_IMAGE cortex-m4-cmsis-nn)
add_custom_target(arenascope_first_firmware
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${ARENASCOPE_FIRMWARE_DIR} -DFIRST=${FIRST_IMAGE} -P ${REFRESH_IMAGES}
  ${REFRESH_RISCV}
  COMMENT "Building the firmware ${FIRST_IMAGE}" VERBATIM)
add_dependencies(arenascope_first_firmware arenascope_firmware)
if(ARENASCOPE_RISCV)
  add_dependencies(arenascope_first_firmware arenascope_riscv_firmware)
endif()
add_custom_target(arenascope_all_firmware ALL
  COMMAND ${CMAKE_COMMAND} --build ${ARENASCOPE_FIRMWARE_DIR}
  ${ALL_OF_RISCV}
  COMMENT "Building the firmware of all processors" VERBATIM)
add_dependencies(arenascope_all_firmware arenascope_first_firmware)
# With what is read of linkers' maps for flash by operator.
install(CODE "set(FOLDERS ${ARENASCOPE_FIRMWARE_FOLDERS})\nset(DATA ${ARENASCOPE_DATA})" COMPONENT firmware)
install(SCRIPT ${CMAKE_SOURCE_DIR}/cmake/InstallFirmware.cmake COMPONENT firmware)
