# The libraries we use, all from Debian 12 (scripts/setup installs them), and who needs them.
#
# To add one: a pkg_check_modules line, its target in the list of the layer that uses it, its package in
# scripts/setup. A dependency of the pure layers (CROUPIER_CORE_LIBS) also reaches every user of libcroupier:
# add it to cmake/croupier.pc.in and cmake/croupier-config.cmake.in too.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

# base, kernel: generator, seed commitment.
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
# base: hashes of states. Header only (XXH_INLINE_ALL), so nothing is linked.
pkg_check_modules(XXHASH REQUIRED libxxhash)
target_include_directories(croupier_flags SYSTEM INTERFACE ${XXHASH_INCLUDE_DIRS})

# Linked into libcroupier and everything else.
set(CROUPIER_CORE_LIBS PkgConfig::SODIUM)

# wire: JSON that comes in.
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
# store: the embedded store.
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
# store: databases that several programs share. Without it everything else is built; when it comes, only what knows it is
# compiled again.
pkg_check_modules(PQ libpq)
# net: sockets, HTTP, WebSocket, TLS on the event loop; the plug-in for libuv is loaded at run time.
pkg_check_modules(LWS REQUIRED IMPORTED_TARGET libwebsockets)
pkg_check_modules(TLS REQUIRED IMPORTED_TARGET libssl libcrypto)
pkg_check_modules(UV REQUIRED IMPORTED_TARGET libuv)
# net: large answers go out compressed.
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
# terminal: a screen, with wide characters.
pkg_check_modules(CURSES REQUIRED IMPORTED_TARGET ncursesw)

# Linked into the program and the tests only: laws and everything to its right.
set(CROUPIER_PROGRAM_LIBS Threads::Threads m PkgConfig::JANSSON PkgConfig::SQLITE PkgConfig::LWS PkgConfig::TLS PkgConfig::UV
    PkgConfig::ZLIB PkgConfig::CURSES)
if(PQ_FOUND)
    list(APPEND CROUPIER_PROGRAM_LIBS ${PQ_LINK_LIBRARIES})
endif()
