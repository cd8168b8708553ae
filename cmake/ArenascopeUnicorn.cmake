# Unicorn, for the emulator: unicorn_names has its numbers of registers and processors, unicorn_code its code.
pkg_check_modules(UNICORN REQUIRED IMPORTED_TARGET GLOBAL unicorn)
add_library(unicorn_names INTERFACE)
target_include_directories(unicorn_names SYSTEM INTERFACE ${UNICORN_INCLUDE_DIRS})
add_library(unicorn_code INTERFACE)

# As a part of the emulator where that can be: a library of many processors with 150,000 relocations took longer to load
# than an arena to find.
option(ARENASCOPE_UNICORN_STATIC "Have Unicorn as a part of the emulator, where its archive is" ON)
if(ARENASCOPE_UNICORN_STATIC)
  find_library(UNICORN_ARCHIVE ${CMAKE_STATIC_LIBRARY_PREFIX}unicorn${CMAKE_STATIC_LIBRARY_SUFFIX}
               HINTS ${UNICORN_LIBRARY_DIRS})
endif()
if(ARENASCOPE_UNICORN_STATIC AND UNICORN_ARCHIVE)
  target_link_libraries(unicorn_code INTERFACE unicorn_names ${UNICORN_ARCHIVE} m)
else()
  target_link_libraries(unicorn_code INTERFACE unicorn_names PkgConfig::UNICORN)
endif()

# Functions of its inside that the linker has come to unicorn/code_in_flash, unicorn/dsp_instructions, unicorn/exit_checks,
# unicorn/placed_blocks and unicorn/watched_memory instead, and those that are called there. Only an archive has their
# names, and not that of every version.
option(ARENASCOPE_UNICORN_TUNING "Make accesses to memory cheap, by functions of Unicorn 2.0's inside" ON)
set(ARENASCOPE_UNICORN_TUNED OFF)
if(ARENASCOPE_UNICORN_TUNING AND ARENASCOPE_UNICORN_STATIC AND UNICORN_ARCHIVE)
  set(accesses ret_ldub le_lduw le_ldul le_ldq ret_stb le_stw le_stl le_stq)
  list(TRANSFORM accesses REPLACE "(.+)" "helper_\\1_mmu")
  set(UNICORN_REPLACED cpu_exit helper_add_setq_arm tcg_gen_callN_arm tlb_set_page_with_attrs_arm tlb_set_page_riscv32)
  foreach(function ${accesses} tcg_func_start gen_intermediate_code uc_add_inline_hook)
    list(APPEND UNICORN_REPLACED ${function}_arm ${function}_riscv32)
  endforeach()
  list(JOIN UNICORN_REPLACED "(), " calls)
  foreach(function tcg_const_i64 tlb_set_dirty cpu_loop_exit_restore check_exit_request)
    string(APPEND calls "(), ${function}_arm(), ${function}_riscv32")
  endforeach()
  foreach(function helper_sxtb16 tcg_temp_new_internal tcg_temp_free_internal tcg_gen_sextract_i32 tcg_gen_deposit_i32)
    string(APPEND calls "(), ${function}_arm")
  endforeach()
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES ${UNICORN_ARCHIVE} m)
  check_cxx_source_compiles("extern \"C\" { void ${calls}(); }\nint main() { ${calls}(); }" ARENASCOPE_UNICORN_INSIDE)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(ARENASCOPE_UNICORN_INSIDE AND UNICORN_VERSION VERSION_LESS 2.1)
    set(ARENASCOPE_UNICORN_TUNED ON)
    foreach(function ${UNICORN_REPLACED})
      # Asked for early: archives are read once, and nothing before Unicorn's calls the replacement.
      target_link_options(unicorn_code INTERFACE -Wl,--wrap=${function} -Wl,--undefined=__wrap_${function})
    endforeach()
    target_compile_definitions(unicorn_code INTERFACE ARENASCOPE_UNICORN_TUNED)
    # Unlike --wrap, this holds for calls in the file that defines the function.
    foreach(processor arm riscv32)
      target_link_options(unicorn_code INTERFACE
                          -Wl,--defsym=check_exit_request_${processor}=arenascope_translate_no_check)
    endforeach()
    # No code of processors that are never emulated: 17 of 20 MB. The program opens the two above alone.
    foreach(processor arm64 m68k mips mipsel mips64 mips64el ppc ppc64 riscv64 s390 sparc sparc64 tricore x86)
      foreach(function uc_init context_reg_read context_reg_write)
        target_link_options(unicorn_code INTERFACE -Wl,--defsym=${processor}_${function}=0)
      endforeach()
    endforeach()
  endif()
endif()
if(NOT ARENASCOPE_UNICORN_TUNED)
  message(STATUS "Unicorn ${UNICORN_VERSION} is used as it is (ARENASCOPE_UNICORN_TUNING needs the archive of version "
                 "2.0): results are the same, and inferences take longer to emulate")
endif()
