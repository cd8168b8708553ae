# Where an installation has what, as distributions want it, and what is found from where. Programs look for their parts
# relative to themselves, so that a prefix can be moved.
include(GNUInstallDirs)
set(ARENASCOPE_DATA ${CMAKE_INSTALL_DATADIR}/arenascope)
set(ARENASCOPE_PARTS ${CMAKE_INSTALL_LIBDIR}/arenascope)
set(ARENASCOPE_FULL_DATA ${CMAKE_INSTALL_FULL_DATADIR}/arenascope)
set(ARENASCOPE_FULL_PARTS ${CMAKE_INSTALL_FULL_LIBDIR}/arenascope)
set(ARENASCOPE_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions CACHE PATH
    "Where zsh looks for what packages complete; site-functions instead where it is not Debian's")

file(RELATIVE_PATH ARENASCOPE_DATA_FROM_PROGRAMS ${CMAKE_INSTALL_FULL_BINDIR} ${ARENASCOPE_FULL_DATA})
file(RELATIVE_PATH ARENASCOPE_PARTS_FROM_PROGRAMS ${CMAKE_INSTALL_FULL_BINDIR} ${ARENASCOPE_FULL_PARTS})

# arenascope_finds_libraries(target folder): installed to that folder, it finds libraries of ours, where they are shared.
function(arenascope_finds_libraries target folder)
  if(BUILD_SHARED_LIBS)
    file(RELATIVE_PATH libraries ${folder} ${ARENASCOPE_FULL_PARTS})
    set_target_properties(${target} PROPERTIES INSTALL_RPATH $ORIGIN/${libraries})
  endif()
endfunction()
