# Cross-compiling for bare-metal 32-bit RISC-V with Debian's gcc-riscv64-unknown-elf and picolibc. Debian has no C++
# library for it; of that the core uses headers only, and those that come with the Arm compiler serve.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
