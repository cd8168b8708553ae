# The interpreter core's sources, for the host's build and the firmware's.
get_filename_component(ARENASCOPE_ROOT ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
file(GLOB ARENASCOPE_RUNTIME_SOURCES CONFIGURE_DEPENDS ${ARENASCOPE_ROOT}/core/interpreter/runtime/*.cc)
# Kernels: those that the sets share with the reference set, and those of CMSIS-NN and esp-nn only.
file(GLOB ARENASCOPE_KERNEL_SOURCES CONFIGURE_DEPENDS ${ARENASCOPE_ROOT}/core/interpreter/kernels/*.cc
     ${ARENASCOPE_ROOT}/core/interpreter/kernels/reference/*.cc ${ARENASCOPE_ROOT}/core/interpreter/kernels/reference/signal/*.cc)
file(GLOB ARENASCOPE_CMSIS_NN_SOURCES CONFIGURE_DEPENDS ${ARENASCOPE_ROOT}/core/interpreter/kernels/cmsis_nn/*.cc)
file(GLOB ARENASCOPE_ESP_NN_SOURCES CONFIGURE_DEPENDS ${ARENASCOPE_ROOT}/core/interpreter/kernels/esp_nn/*.cc)
# Those that ask what they are to be, where an image is told that (core/interpreter/runtime/variant.h).
set(ARENASCOPE_CONFIGURABLE_KERNELS
    cmsis_nn/batch_matmul cmsis_nn/conv_2d cmsis_nn/depthwise_conv_2d cmsis_nn/fully_connected cmsis_nn/pooling
    cmsis_nn/svdf cmsis_nn/transpose_conv esp_nn/conv_2d fully_connected reference/fully_connected
    reference/transpose_conv)
list(TRANSFORM ARENASCOPE_CONFIGURABLE_KERNELS REPLACE "(.+)" "${ARENASCOPE_ROOT}/core/interpreter/kernels/\\1.cc")

# The core is freestanding: no exceptions, no RTTI, no guards around statics. Integer arithmetic wraps, as quantized
# kernels expect it to.
set(ARENASCOPE_CORE_OPTIONS -fno-exceptions -fno-rtti -fno-threadsafe-statics -fwrapv)

# What most of these files read.
set(ARENASCOPE_CORE_HEADERS <algorithm> <array> <cmath> <cstring> <limits> <tflite_generated.h>)
