# What `make install` puts where. tests/install builds programs against the result.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/croupier")

if(TARGET croupier)
    install(TARGETS croupier RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    # Manual pages and completions, from what the program says of itself.
    set(manual "${PROJECT_BINARY_DIR}/manual")
    add_custom_command(OUTPUT "${manual}/_croupier"
        COMMAND "${PROJECT_SOURCE_DIR}/scripts/gen-manual" $<TARGET_FILE:croupier> "${manual}"
        DEPENDS croupier scripts/gen-manual dist/croupier.1.in VERBATIM)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT instrument)
        add_custom_target(manual ALL DEPENDS "${manual}/_croupier")
        add_dependencies(dist manual)
        install(DIRECTORY "${manual}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
        install(FILES "${manual}/croupier.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME croupier)
        install(FILES "${manual}/_croupier" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
    endif()
    # The unit names the program where it is installed, which is known only then.
    set(unit "${PROJECT_BINARY_DIR}/croupier.service")
    install(CODE "set(CROUPIER_PROGRAM \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/croupier\")
        configure_file(\"${PROJECT_SOURCE_DIR}/dist/croupier.service.in\" \"${unit}\" @ONLY)")
    install(FILES "${unit}" DESTINATION lib/systemd/system)
endif()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(TARGET croupier_shared)
    install(DIRECTORY include/croupier DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
    # What a game is compiled with, <croupier/game.h> and what it includes, and the call that makes a module of one.
    foreach(folder IN ITEMS base kernel)
        list(TRANSFORM CROUPIER_GAME_HEADERS PREPEND "src/" OUTPUT_VARIABLE headers)
        list(FILTER headers INCLUDE REGEX "^src/${folder}/")
        install(FILES ${headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/croupier/sdk/${folder}")
    endforeach()
    install(FILES cmake/croupier-games.cmake DESTINATION "${package_dir}")
    install(PROGRAMS scripts/rule-places DESTINATION "${package_dir}")

    set_target_properties(croupier_shared PROPERTIES EXPORT_NAME croupier)
    install(TARGETS croupier_shared croupier_static EXPORT croupier-targets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    # The machine code is enough: what link-time optimisation keeps beside it fits one version of one compiler only, and names
    # the folder it was built in.
    if(CROUPIER_LTO_ACTIVE AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        install(CODE "execute_process(COMMAND \"${CMAKE_OBJCOPY}\" -D --wildcard --remove-section=.gnu.lto_*
            \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libcroupier.a\" COMMAND_ERROR_IS_FATAL ANY)")
    endif()
    install(EXPORT croupier-targets NAMESPACE croupier:: DESTINATION "${package_dir}")

    # find_package(croupier): croupier::croupier (shared), croupier::croupier_static
    configure_package_config_file(cmake/croupier-config.cmake.in croupier-config.cmake
        INSTALL_DESTINATION "${package_dir}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR)
    write_basic_package_version_file(croupier-config-version.cmake COMPATIBILITY SameMinorVersion)
    install(FILES "${PROJECT_BINARY_DIR}/croupier-config.cmake"
        "${PROJECT_BINARY_DIR}/croupier-config-version.cmake" DESTINATION "${package_dir}")

    # Relative to the .pc file, so that an installed tree may be moved (and `--prefix` at install time works).
    file(RELATIVE_PATH CROUPIER_PC_PREFIX
        "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
    configure_file(cmake/croupier.pc.in croupier.pc @ONLY)
    configure_file(cmake/croupier-game.pc.in croupier-game.pc @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/croupier.pc" "${PROJECT_BINARY_DIR}/croupier-game.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
