# The page: web/dist is built from web/src once for all presets (scripts/build-page), and src/apps/page.c compiles it
# into the program.
set(CROUPIER_PAGE "${PROJECT_SOURCE_DIR}/web/dist/page.inc")
# A source archive has it built (scripts/dist), so that building the program takes no Node and no network. Whoever changes the
# page there removes web/dist.
if(EXISTS "${PROJECT_SOURCE_DIR}/web/dist/RELEASED")
    return()
endif()
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/src/*")
file(GLOB page_texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/games/*/*.text" "${PROJECT_SOURCE_DIR}/src/games/*/*.def")
# The referee for tabs goes with it, where `make wasm` has built it.
file(GLOB page_tab "${PROJECT_SOURCE_DIR}/build-wasm/croupier.wasm" "${PROJECT_SOURCE_DIR}/build-wasm/rules.json")
add_custom_command(OUTPUT "${CROUPIER_PAGE}"
    COMMAND "${PROJECT_SOURCE_DIR}/scripts/build-page"
    DEPENDS ${page_sources} ${page_texts} ${page_tab} "${PROJECT_SOURCE_DIR}/scripts/build-page" "${PROJECT_SOURCE_DIR}/web/build.mjs"
        "${PROJECT_SOURCE_DIR}/web/teach.mjs"
        "${PROJECT_SOURCE_DIR}/web/package-lock.json"
    COMMENT "Building the page" VERBATIM)
