# One object library per layer, from left to right; scripts/check-layers guards the direction of includes.
# A folder that does not exist yet is an empty layer, and is picked up by itself when it appears.
#
# Results: CROUPIER_LIBRARY_OBJECTS (libcroupier) and CROUPIER_ALL_OBJECTS (all but src/apps/main.c).

set(CROUPIER_LIBRARY_OBJECTS "")
set(CROUPIER_ALL_OBJECTS "")

# croupier_layer(NAME GLOB...) [LIBRARY [APART]] [COLD] [DEFINES...] [EXCEPT...]
# APART: the program has a copy of its own.
# COLD: no move of a match passes through it, so it stays out of link-time optimisation. Linking is what people wait for.
function(croupier_layer name)
    cmake_parse_arguments(arg "LIBRARY;APART;COLD" "" "SOURCES;DEFINES;EXCEPT" ${ARGN})
    list(TRANSFORM arg_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/src/")
    list(TRANSFORM arg_EXCEPT PREPEND "${PROJECT_SOURCE_DIR}/src/")
    file(GLOB sources CONFIGURE_DEPENDS ${arg_SOURCES})
    if(arg_EXCEPT)
        list(REMOVE_ITEM sources ${arg_EXCEPT})
    endif()
    if(NOT sources)
        return()
    endif()
    add_library(${name} OBJECT ${sources})
    if(arg_COLD)
        set_target_properties(${name} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
    endif()
    target_compile_definitions(${name} PRIVATE ${arg_DEFINES})
    target_link_libraries(${name} PRIVATE croupier_flags ${CROUPIER_CORE_LIBS} ${CROUPIER_PROGRAM_LIBS})
    if(NOT arg_APART)
        set(all ${CROUPIER_ALL_OBJECTS} $<TARGET_OBJECTS:${name}>)
        set(CROUPIER_ALL_OBJECTS ${all} PARENT_SCOPE)
    endif()
    if(arg_LIBRARY)
        set(library ${CROUPIER_LIBRARY_OBJECTS} $<TARGET_OBJECTS:${name}>)
        set(CROUPIER_LIBRARY_OBJECTS ${library} PARENT_SCOPE)
    endif()
endfunction()

croupier_layer(base LIBRARY SOURCES base/*.c EXCEPT base/limits.c)
croupier_layer(limits LIBRARY SOURCES base/limits.c)
if(CROUPIER_TINY)
    target_compile_definitions(limits PRIVATE CR_TINY=1)
endif()
croupier_layer(kernel LIBRARY SOURCES kernel/*.c)
# The table and what games share is compiled once; each game twice into the same program, plain and
# counting (which rules were cited, how often), so that counting costs nothing where nobody counts.
# The library keeps no globals; the table of the program takes in games from modules when it starts.
croupier_layer(games_table LIBRARY APART SOURCES games/*.c)
croupier_layer(games_table_grows SOURCES games/*.c DEFINES CR_GAMES_GROW=1)
croupier_layer(games LIBRARY SOURCES games/*/*.c)
croupier_layer(games_counting LIBRARY COLD SOURCES games/*/*.c DEFINES CR_COUNTING=1)
croupier_layer(ai LIBRARY SOURCES ai/*.c EXCEPT ai/bots.c)
croupier_layer(bots_table LIBRARY APART SOURCES ai/bots.c)
croupier_layer(bots_table_grows SOURCES ai/bots.c DEFINES CR_BOTS_GROW=1)
croupier_layer(draw LIBRARY COLD SOURCES draw/*.c)
croupier_layer(bind LIBRARY SOURCES bind/*.c)
croupier_layer(solve SOURCES solve/*.c)
croupier_layer(laws COLD SOURCES laws/*.c)
croupier_layer(cases COLD SOURCES cases/*.c)
croupier_layer(verify COLD SOURCES verify/*.c)
croupier_layer(host SOURCES host/*.c)
croupier_layer(clock SOURCES clock/*.c)
croupier_layer(store SOURCES store/*.c)
if(PQ_FOUND)
    target_compile_definitions(store PRIVATE CR_WITH_POSTGRES=1)
    target_include_directories(store SYSTEM PRIVATE ${PQ_INCLUDE_DIRS})
endif()
# Tests take guards out to see that they are needed (CROUPIER_TEST_FAULTS). Nobody can in what people get.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_definitions(store PRIVATE CR_TEST_FAULTS=1)
endif()
croupier_layer(wire SOURCES wire/*.c)
croupier_layer(net SOURCES net/*.c)
foreach(layer host store wire net)
    target_compile_options(${layer} PRIVATE ${CROUPIER_PLAIN_STORES})
endforeach()
croupier_layer(cli COLD SOURCES cli/*.c)
croupier_layer(terminal COLD SOURCES terminal/*.c)
croupier_layer(arena COLD SOURCES arena/*.c)
croupier_layer(apps COLD SOURCES apps/*.c EXCEPT apps/main.c)
target_include_directories(apps PRIVATE "${PROJECT_SOURCE_DIR}/web/dist")
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/apps/page.c" PROPERTIES OBJECT_DEPENDS "${CROUPIER_PAGE}")

# What inputs pass through is made for fuzzing; the fuzzers themselves add the driver (cmake/Tests.cmake). What is compared is
# told to them only where words are read: numbers below 64 are found without, and telling took two thirds of the time
# of fuzzers and half of that of the tests, and 20,000 inputs of a seed or two showed no gain by it.
if(CROUPIER_FUZZ)
    foreach(layer IN ITEMS base kernel games_table_grows games bind cases host wire)
        target_compile_options(${layer} PRIVATE -fsanitize=fuzzer-no-link)
    endforeach()
    foreach(layer IN ITEMS base kernel games_table_grows games host)
        target_compile_options(${layer} PRIVATE -fno-sanitize-coverage=trace-cmp)
    endforeach()
endif()
if(CROUPIER_CLANG_SANITIZES) # compiling them takes a quarter of the time
    foreach(layer IN ITEMS draw verify store net cli terminal arena apps)
        target_compile_options(${layer} PRIVATE -O0)
    endforeach()
endif()

# What the reports of `croupier verify` carry with them: where each rule is cited, and the looks of the page.
set(generated "${PROJECT_BINARY_DIR}/generated")
file(GLOB game_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/games/*/*.[ch]"
    "${PROJECT_SOURCE_DIR}/src/games/*/*.def")
add_custom_command(OUTPUT "${generated}/rule-places.inc"
    COMMAND "${PROJECT_SOURCE_DIR}/scripts/rule-places" "${generated}/rule-places.inc"
    DEPENDS "${PROJECT_SOURCE_DIR}/scripts/rule-places" ${game_sources} VERBATIM)
target_sources(verify PRIVATE "${generated}/rule-places.inc")
foreach(file IN ITEMS report.css report.js)
    add_custom_command(OUTPUT "${generated}/${file}.inc"
        COMMAND "${PROJECT_SOURCE_DIR}/scripts/embed-lines" "${PROJECT_SOURCE_DIR}/src/verify/${file}"
            "${generated}/${file}.inc"
        DEPENDS "${PROJECT_SOURCE_DIR}/scripts/embed-lines" "${PROJECT_SOURCE_DIR}/src/verify/${file}" VERBATIM)
    target_sources(verify PRIVATE "${generated}/${file}.inc")
endforeach()

# What `croupier new-game` writes.
file(GLOB new_game CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/apps/new-game/*.in")
foreach(file IN LISTS new_game)
    get_filename_component(name "${file}" NAME)
    string(REGEX REPLACE "\\.in$" "" name "${name}")
    add_custom_command(OUTPUT "${generated}/new-game-${name}.inc"
        COMMAND "${PROJECT_SOURCE_DIR}/scripts/embed-lines" "${file}" "${generated}/new-game-${name}.inc"
        DEPENDS "${PROJECT_SOURCE_DIR}/scripts/embed-lines" "${file}" VERBATIM)
    target_sources(apps PRIVATE "${generated}/new-game-${name}.inc")
endforeach()

# The headers that a game from outside is compiled with, beside include/croupier; cmake/Install.cmake installs them.
set(CROUPIER_GAME_HEADERS base/base.h base/bits.h base/tally.h base/text.h
    kernel/fields.h kernel/game.h kernel/module.h kernel/rng.h kernel/rules.h kernel/say.h
    kernel/sheet.h kernel/sheet_rows.h kernel/sheet_sizes.h kernel/space.h kernel/zones.h)

# Lessons and "how to play" of the games, from the texts of their authors.
if(EXISTS "${PROJECT_SOURCE_DIR}/web/dist/RELEASED")
    configure_file("${PROJECT_SOURCE_DIR}/web/dist/teach.inc" "${generated}/teach.inc" COPYONLY)
    return()
endif()
file(GLOB teach_texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/games/*/*.text")
add_custom_command(OUTPUT "${generated}/teach.inc"
    COMMAND node "${PROJECT_SOURCE_DIR}/web/teach.mjs" --c "${generated}/teach.inc"
    DEPENDS "${PROJECT_SOURCE_DIR}/web/teach.mjs" ${teach_texts} ${game_sources} VERBATIM)
target_sources(cli PRIVATE "${generated}/teach.inc")
