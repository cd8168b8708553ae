# What makes a mistake in a program's memory hard to use: checks of the C library and the compiler, and a layout of which
# nothing is written to while it runs. Not beside sanitizers, which look closer, nor where nothing is optimised.
option(ARENASCOPE_HARDENING "Programs with the checks and the layout that distributions give theirs" ON)

if(ARENASCOPE_SANITIZE OR ARENASCOPE_SANITIZE_THREADS OR ARENASCOPE_FUZZ)
  set(ARENASCOPE_HARDENING OFF)
endif()
if(ARENASCOPE_HARDENING)
  include(CheckCXXCompilerFlag)
  include(CheckPIESupported)
  check_pie_supported()
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER has${flag} has)
    check_cxx_compiler_flag(${flag} ${has})
    if(${has})
      add_compile_options(${flag})
    endif()
  endforeach()
  # A level that this C library does not know is as its highest. Whoever sets another one has it.
  if(NOT CMAKE_CXX_FLAGS MATCHES "_FORTIFY_SOURCE")
    add_compile_options($<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>)
  endif()
  add_link_options(-Wl,-z,relro,-z,now)
endif()

# Messages that name their place name no folder of this computer.
add_compile_options($<$<NOT:$<CONFIG:Debug>>:-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.>
                    $<$<NOT:$<CONFIG:Debug>>:-ffile-prefix-map=${CMAKE_BINARY_DIR}=./build>)
