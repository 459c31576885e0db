# CTest: every tests/unit/test_*.c is a program and a test; the checks of scripts/ are tests; every tests/fuzz/fuzz_*.c is a
# test and, with CROUPIER_FUZZ, a fuzzer. Nothing here names a file: drop one in.
#
# Labels: unit, tree (looks at the sources only, the same in every build), built (looks at the library that was built),
# program (runs build*/croupier), laws (plays every game at random), fuzz (inputs that once broke something),
# long (too long for `make test`: `make check` runs it).

set(tests_dir "${PROJECT_SOURCE_DIR}/tests")

# ---- unit tests ---------------------------------------------------------------------------------------
file(GLOB unit_sources CONFIGURE_DEPENDS "${tests_dir}/unit/test_*.c")
file(GLOB support_sources CONFIGURE_DEPENDS "${tests_dir}/unit/support/*.c")

# All layers for the tests: one archive of which each links what it uses. Where every name is visible (cmake/Flags.cmake)
# it is a shared library instead, and a change in a layer links that one anew, not a hundred tests with their sanitizers.
if(CROUPIER_ALL_OBJECTS)
    if(CMAKE_C_VISIBILITY_PRESET STREQUAL "default")
        add_library(croupier_all SHARED EXCLUDE_FROM_ALL ${CROUPIER_ALL_OBJECTS})
        target_link_options(croupier_all PRIVATE -Wl,-Bsymbolic-functions)
        set(CMAKE_LINK_DEPENDS_NO_SHARED ON)
    else()
        add_library(croupier_all STATIC EXCLUDE_FROM_ALL ${CROUPIER_ALL_OBJECTS})
    endif()
    set_target_properties(croupier_all PROPERTIES LINKER_LANGUAGE C)
    target_link_libraries(croupier_all PUBLIC croupier_flags ${CROUPIER_CORE_LIBS} ${CROUPIER_PROGRAM_LIBS})
    target_include_directories(croupier_all INTERFACE "${tests_dir}" "${tests_dir}/unit")
    # Tests mostly call: what they call is optimised to the end, they are not.
    target_compile_options(croupier_all INTERFACE $<$<CONFIG:Release>:-O1> $<$<BOOL:${CROUPIER_CLANG_SANITIZES}>:-O0>)
endif()

if(CROUPIER_CLANG_SANITIZES) # these have games in them, which are played
    set_source_files_properties(${support_sources} "${tests_dir}/unit/test_liap_tui.c" PROPERTIES COMPILE_OPTIONS -Og)
endif()

if(unit_sources AND CROUPIER_ALL_OBJECTS)
    pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
    if(support_sources)
        add_library(test_support OBJECT ${support_sources})
        target_link_libraries(test_support PRIVATE croupier_all PkgConfig::CMOCKA)
        target_compile_definitions(test_support PRIVATE CR_TEST_BINARY_DIR="${PROJECT_BINARY_DIR}")
    endif()
endif()

# Programs for tests link the machine code of fat objects, by lld where it is: the optimiser runs once, for the program.
function(croupier_link_plainly name)
    set_target_properties(${name} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
    target_link_options(${name} PRIVATE $<$<BOOL:${CROUPIER_LTO_ACTIVE}>:-fno-lto> $<$<BOOL:${CROUPIER_LLD}>:-fuse-ld=lld>)
endfunction()

function(croupier_unit_test source)
    get_filename_component(name "${source}" NAME_WE)
    add_executable(${name} "${source}" $<$<TARGET_EXISTS:test_support>:$<TARGET_OBJECTS:test_support>>)
    target_link_libraries(${name} PRIVATE croupier_all PkgConfig::CMOCKA)
    # Tests look for cases, golden files and the program at these places.
    target_compile_definitions(${name} PRIVATE
        CR_TEST_SOURCE_DIR="${PROJECT_SOURCE_DIR}" CR_TEST_BINARY_DIR="${PROJECT_BINARY_DIR}")
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    croupier_link_plainly(${name})
    # A database of its own, where there is PostgreSQL.
    set(runs ${name})
    if(name STREQUAL "test_postgres")
        set(runs "${tests_dir}/with-postgres" $<TARGET_FILE:${name}>)
        if(PQ_FOUND)
            target_include_directories(${name} SYSTEM PRIVATE ${PQ_INCLUDE_DIRS})
            target_compile_definitions(${name} PRIVATE CR_WITH_POSTGRES=1
                $<$<NOT:$<CONFIG:Release>>:CR_TEST_FAULTS_BUILT=1>)
        endif()
    endif()
    add_test(NAME unit.${name} COMMAND ${runs} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(unit.${name} PROPERTIES LABELS unit TIMEOUT 600 SKIP_RETURN_CODE 77)
endfunction()

# What has no threads has nothing to show to the thread sanitizer.
string(COMPARE EQUAL "${CROUPIER_SANITIZE}" thread only_threads)
if(only_threads)
    list(FILTER unit_sources INCLUDE REGEX "test_(laws|open_room|pool|room|search|series|store|sqlite|postgres|verify)\\.c$")
endif()

if(CROUPIER_ALL_OBJECTS)
    foreach(source IN LISTS unit_sources)
        croupier_unit_test("${source}")
    endforeach()
    if(TARGET test_elf)
        add_dependencies(test_elf kuhn) # the file it looks at
    endif()
endif()

# Under the sanitizers these take a quarter of the time of all unit tests; `make test` has them in the optimised build.
if(instrument AND TARGET test_laws AND TARGET test_fill AND TARGET test_changes AND TARGET test_bytes)
    set_tests_properties(unit.test_laws unit.test_fill unit.test_changes unit.test_bytes PROPERTIES LABELS "unit;long")
endif()

# ---- script checks ------------------------------------------------------------------------------------
foreach(check IN ITEMS layers contracts banned notes examples)
    add_test(NAME check.${check} COMMAND "${PROJECT_SOURCE_DIR}/scripts/check-${check}"
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(check.${check} PROPERTIES LABELS tree)
endforeach()

if(TARGET croupier_shared AND CMAKE_C_VISIBILITY_PRESET STREQUAL "hidden")
    add_test(NAME check.symbols
        COMMAND "${PROJECT_SOURCE_DIR}/scripts/check-symbols" $<TARGET_FILE:croupier_shared>
            $<TARGET_FILE:croupier>)
    set_tests_properties(check.symbols PROPERTIES LABELS "built;long")
endif()

# ---- games for tests ------------------------------------------------------------------------------------
add_subdirectory("${tests_dir}/games" "${PROJECT_BINARY_DIR}/tests/games")

# ---- the program ----------------------------------------------------------------------------------------
# Scripts that run build*/croupier: its commands, recorded matches, golden playthroughs, generated documents.
# The tiny build draws other moves, so its playthroughs are others.
if(TARGET croupier)
    add_executable(forge "${tests_dir}/replay/forge.c") # makes false records with good check sums
    target_link_libraries(forge PRIVATE croupier_all)
    set_target_properties(forge PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    croupier_link_plainly(forge)
    add_executable(moves EXCLUDE_FROM_ALL "${tests_dir}/load/moves.c") # for scripts/measure
    target_link_libraries(moves PRIVATE croupier_all)
    set_target_properties(moves PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    croupier_link_plainly(moves)
    set(program_tests)
    # Programs as bots, which are slow on purpose: optimised and under the sanitizers, as the server below.
    if(NOT CROUPIER_TINY AND (instrument OR CMAKE_C_COMPILER_ID STREQUAL "GNU"))
        add_test(NAME program.bots COMMAND "${tests_dir}/bots/run" $<TARGET_FILE:croupier>)
        list(APPEND program_tests program.bots)
    endif()
    if(NOT only_threads)
        add_test(NAME program.cli COMMAND "${tests_dir}/cli/run" $<TARGET_FILE:croupier>)
        add_test(NAME program.docs
            COMMAND "${PROJECT_SOURCE_DIR}/scripts/gen-docs" --check $<TARGET_FILE:croupier>)
        add_test(NAME program.replay
            COMMAND "${tests_dir}/replay/run" $<TARGET_FILE:croupier> $<TARGET_FILE:forge>)
        add_test(NAME program.compat COMMAND "${tests_dir}/compat/run" $<TARGET_FILE:croupier>)
        add_test(NAME program.modules COMMAND "${tests_dir}/modules/run" $<TARGET_FILE:croupier> "${CMAKE_C_COMPILER}")
        add_test(NAME program.games COMMAND "${tests_dir}/games/run" $<TARGET_FILE:croupier>)
        list(APPEND program_tests program.cli program.docs program.replay program.compat program.modules program.games)
        if(NOT CROUPIER_TINY)
            add_test(NAME program.golden COMMAND "${tests_dir}/golden/run" $<TARGET_FILE:croupier>)
            list(APPEND program_tests program.golden)
        endif()
    endif()
    set_tests_properties(${program_tests} PROPERTIES LABELS program TIMEOUT 600)
    set(long_tests program.modules) # it mostly starts compilers
    if(instrument) # these mostly start programs and wait; `make test` has them in the optimised build
        list(APPEND long_tests program.bots program.cli program.replay)
    endif()
    foreach(name IN LISTS long_tests)
        if(name IN_LIST program_tests)
            set_tests_properties(${name} PROPERTIES LABELS "program;long")
        endif()
    endforeach()
endif()

# ---- laws -----------------------------------------------------------------------------------------------
# Every line of tests/laws/counts.txt is a test, and every game without a line one of the line "*". The optimised build
# plays the first number, a 32nd part of it in laws.LINE and the rest, which is long, in laws-rest.LINE.
set(laws_counts "${tests_dir}/laws/counts.txt")
set(games_table "${PROJECT_SOURCE_DIR}/src/games/games.def")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${laws_counts}" "${games_table}")

function(croupier_laws_test name first n)
    add_test(NAME ${name} COMMAND "${tests_dir}/laws/run" $<TARGET_FILE:croupier> ${first} ${n} ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS laws TIMEOUT 3600)
endfunction()

function(croupier_laws_line game n_release n_slow)
    list(JOIN ARGN "," options)
    string(REGEX REPLACE "^(.+)$" ".\\1" options "${options}")
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        math(EXPR n_quick "${n_release} / 32")
        math(EXPR n_rest "${n_release} - ${n_quick}")
        croupier_laws_test(laws.${game}${options} 0 ${n_quick} ${game} ${ARGN})
        croupier_laws_test(laws-rest.${game}${options} ${n_quick} ${n_rest} ${game} ${ARGN})
        set_tests_properties(laws-rest.${game}${options} PROPERTIES LABELS "laws;long")
    else()
        croupier_laws_test(laws.${game}${options} 0 ${n_slow} ${game} ${ARGN})
    endif()
endfunction()

if(TARGET croupier AND NOT only_threads)
    file(STRINGS "${laws_counts}" lines REGEX "^[^#]")
    file(STRINGS "${games_table}" rest REGEX "^GAME\\(")
    list(TRANSFORM rest REPLACE "^GAME\\((.*)\\)$" "\\1")
    list(TRANSFORM rest REPLACE "_" "-")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE " +" ";" words "${line}")
        list(GET words 0 game)
        if(game STREQUAL "*")
            list(SUBLIST words 1 -1 others)
        else()
            list(REMOVE_ITEM rest ${game})
            croupier_laws_line(${words})
        endif()
    endforeach()
    foreach(game IN LISTS rest)
        croupier_laws_line(${game} ${others})
    endforeach()
endif()

# ---- the server over real sockets ------------------------------------------------------------------------
# In the optimised build and, in `make check`, under the sanitizers; the other builds run the same rooms in the unit tests.
if(TARGET croupier AND NOT CROUPIER_TINY AND (instrument OR CMAKE_C_COMPILER_ID STREQUAL "GNU"))
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(e2e_labels e2e)
    if(instrument)
        list(APPEND e2e_labels long)
    endif()
    foreach(name server play over input frames doors session)
        add_test(NAME e2e.${name} COMMAND Python3::Interpreter -B "${tests_dir}/e2e/test_${name}.py" $<TARGET_FILE:croupier>)
        set_tests_properties(e2e.${name} PROPERTIES LABELS "${e2e_labels}" TIMEOUT 600)
    endforeach()
    add_test(NAME e2e.store COMMAND "${tests_dir}/with-postgres" "${tests_dir}/e2e/test_store.py" $<TARGET_FILE:croupier>)
    add_test(NAME e2e.nodes COMMAND "${tests_dir}/with-postgres" "${tests_dir}/e2e/test_nodes.py" $<TARGET_FILE:croupier>)
    set_tests_properties(e2e.nodes PROPERTIES LABELS "e2e;long" TIMEOUT 300 SKIP_RETURN_CODE 77)
    set_tests_properties(e2e.store PROPERTIES LABELS "e2e;long" TIMEOUT 300 SKIP_RETURN_CODE 77)
    if(NOT CROUPIER_SANITIZE STREQUAL "thread") # one thread: nothing to see
        foreach(name terminal terminal_server)
            add_test(NAME e2e.${name} COMMAND Python3::Interpreter -B "${tests_dir}/e2e/test_${name}.py" $<TARGET_FILE:croupier>)
            set_tests_properties(e2e.${name} PROPERTIES LABELS "${e2e_labels}" TIMEOUT 600)
        endforeach()
    endif()
endif()

# ---- fuzz targets -------------------------------------------------------------------------------------
# driver.c feeds them the corpus and what once broke something. With CROUPIER_FUZZ there is a second copy of each in
# fuzzers/, which libFuzzer drives, with the limits that people have.
file(GLOB fuzz_sources CONFIGURE_DEPENDS "${tests_dir}/fuzz/fuzz_*.c")
if(NOT CROUPIER_ALL_OBJECTS OR only_threads)
    set(fuzz_sources "")
endif()
if(CROUPIER_FUZZ)
    set(fuzzed_objects ${CROUPIER_ALL_OBJECTS})
    if(CROUPIER_TINY)
        add_library(limits_of_people OBJECT "${PROJECT_SOURCE_DIR}/src/base/limits.c")
        target_link_libraries(limits_of_people PRIVATE croupier_flags)
        list(TRANSFORM fuzzed_objects REPLACE "^(.*:)limits>$" "\\1limits_of_people>")
    endif()
    add_library(croupier_fuzzed SHARED ${fuzzed_objects})
    target_link_options(croupier_fuzzed PRIVATE -Wl,-Bsymbolic-functions)
    set_target_properties(croupier_fuzzed PROPERTIES LINKER_LANGUAGE C)
    target_link_libraries(croupier_fuzzed PUBLIC croupier_flags ${CROUPIER_CORE_LIBS} ${CROUPIER_PROGRAM_LIBS})
    target_include_directories(croupier_fuzzed INTERFACE "${tests_dir}")
endif()
add_custom_target(fuzzers)
foreach(source IN LISTS fuzz_sources)
    get_filename_component(name "${source}" NAME_WE)
    if(CROUPIER_FUZZ)
        add_executable(${name}_driven "${source}")
        target_compile_definitions(${name}_driven PRIVATE CR_FUZZ=1)
        target_link_libraries(${name}_driven PRIVATE croupier_fuzzed)
        target_link_options(${name}_driven PRIVATE -fsanitize=fuzzer)
        set_target_properties(${name}_driven PROPERTIES
            OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
        add_dependencies(fuzzers ${name}_driven)
    endif()
    add_executable(${name} "${source}" "${tests_dir}/fuzz/driver.c")
    add_test(NAME fuzz.${name} COMMAND ${name}
        "${tests_dir}/fuzz/corpus/${name}" "${tests_dir}/fuzz/regress/${name}")
    set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT 600)
    target_link_libraries(${name} PRIVATE croupier_all)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
    croupier_link_plainly(${name})
endforeach()

# What `make test` builds: all but the libraries people get, whose linking takes as long as the program's.
add_custom_target(tested)
function(croupier_tested dir)
    get_property(targets DIRECTORY "${dir}" PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        if(type MATCHES "EXECUTABLE|MODULE_LIBRARY")
            add_dependencies(tested ${target})
        endif()
    endforeach()
    get_property(inside DIRECTORY "${dir}" PROPERTY SUBDIRECTORIES)
    foreach(sub IN LISTS inside)
        croupier_tested("${sub}")
    endforeach()
endfunction()
croupier_tested("${PROJECT_SOURCE_DIR}")
