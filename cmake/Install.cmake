# What `make install` puts where. tests/install builds programs against the result.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/croupier")

if(TARGET croupier)
    install(TARGETS croupier RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    install(FILES dist/croupier.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
    install(FILES dist/croupier.service DESTINATION "${CMAKE_INSTALL_LIBDIR}/systemd/system")
endif()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)

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
