# The Debian package: `cpack` in a build with the prefix /usr. scripts/dist calls it, tests/dist/run tries the result.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME croupier)
set(CPACK_PACKAGE_CONTACT "The Croupier developers <croupier@example.org>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "referee for games with hidden information")
set(CPACK_PACKAGE_DESCRIPTION "Runs turn-based games with secrets: it alone knows the whole truth of a match,
decides every move, and tells each seat what that seat may know. One program is
server, page, terminal, simulator and checker; a library and headers for games
and bots of one's own come with it.")
# What it links is found by itself; the event loop of libwebsockets is loaded at run time.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libwebsockets-evlib-uv")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gcc, cmake, pkg-config, libsodium-dev")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/dist/debian/triggers" "${PROJECT_SOURCE_DIR}/dist/debian/conffiles"
    "${PROJECT_SOURCE_DIR}/dist/debian/postinst" "${PROJECT_SOURCE_DIR}/dist/debian/prerm" "${PROJECT_SOURCE_DIR}/dist/debian/postrm")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# Only here: who installs by hand writes his own.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    install(FILES dist/croupier.conf DESTINATION /etc)
endif()
include(CPack)
