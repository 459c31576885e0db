# croupier_add_game(NAME FILES...): a game as a module, NAME.so, that every command of croupier loads by `--game NAME.so`.
#
#   croupier_add_game(kuhn kuhn.c rules.def)
#
# NAME    of the game, as its .name has it: small letters, digits and '-'. CR_GAME_DEFINE has it with '_'.
# FILES   *.c are compiled twice, plain and counting; rules.def are its rules (CR_RULES_FILE names it), sheet.def is its
#         sheet (CR_SHEET_FILE), other *.def belong to the sources. NAME.js and NAME.css are its table in the page (docs/page.md) and go beside the module.
#
# The target NAME is a CMake module library; NAME_plain and NAME_counting are its objects, for flags of your own.

if(NOT DEFINED CROUPIER_GAME_TOOLS)
    set(CROUPIER_GAME_TOOLS "${CMAKE_CURRENT_LIST_DIR}")
endif()

function(croupier_add_game name)
    string(REPLACE "-" "_" symbol "${name}")
    set(sources "")
    set(rules "")
    set(page "")
    set(watched "")
    set(sheet "")
    foreach(file IN LISTS ARGN)
        get_filename_component(file "${file}" ABSOLUTE)
        get_filename_component(base "${file}" NAME)
        if(base MATCHES "\\.c$")
            list(APPEND sources "${file}")
        elseif(base STREQUAL "rules.def")
            set(rules "${file}")
        elseif(base MATCHES "\\.(js|css)$")
            list(APPEND page "${file}")
        else()
            list(APPEND watched "${file}")
            if(base STREQUAL "sheet.def")
                set(sheet "${file}")
            endif()
        endif()
    endforeach()
    if(NOT sources OR NOT rules)
        message(FATAL_ERROR "croupier_add_game(${name} ...): it takes at least one .c file and rules.def")
    endif()

    # Where the sources cite rules, for `croupier verify`, and the one symbol of the module.
    set(made "${CMAKE_CURRENT_BINARY_DIR}/${name}-module")
    add_custom_command(OUTPUT "${made}/places.inc"
        COMMAND ${CMAKE_COMMAND} -E make_directory "${made}"
        COMMAND "${CROUPIER_GAME_TOOLS}/rule-places" "${made}/places.inc" "${name}" "${rules}" ${sources} ${watched}
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        DEPENDS "${CROUPIER_GAME_TOOLS}/rule-places" "${rules}" ${sources} ${watched} VERBATIM)
    file(CONFIGURE OUTPUT "${made}/module.c" @ONLY CONTENT [=[
/* The one symbol of the module @name@, made by croupier_add_game. */
#include <croupier/game.h>

static const cr_place places[] = {
#include "places.inc"
    {NULL, NULL, NULL, 0},
};
CR_MODULE(@symbol@, places)
]=])

    add_library(${name}_plain OBJECT ${sources})
    add_library(${name}_counting OBJECT ${sources})
    target_compile_definitions(${name}_counting PRIVATE CR_COUNTING=1)
    add_library(${name} MODULE "${made}/module.c" "${made}/places.inc"
        $<TARGET_OBJECTS:${name}_plain> $<TARGET_OBJECTS:${name}_counting>)
    foreach(target IN ITEMS ${name}_plain ${name}_counting ${name})
        target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}" ${CROUPIER_GAME_INCLUDES})
        # Full names: an include looks beside the header that has it first.
        target_compile_definitions(${target} PRIVATE CR_RULES_FILE="${rules}"
            $<$<BOOL:${sheet}>:CR_SHEET_FILE="${sheet}">)
        set_target_properties(${target} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS ON
            C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
        if(TARGET croupier_flags) # inside Croupier's own build
            target_link_libraries(${target} PRIVATE croupier_flags)
            set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
        elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
            target_compile_options(${target} PRIVATE -march=x86-64-v2) # as the program, which is no use without it
        endif()
    endforeach()
    # What it calls is in the program that loads it; nothing else is linked.
    set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so" OUTPUT_NAME "${name}" LINKER_LANGUAGE C)
    foreach(file IN LISTS page)
        add_custom_command(TARGET ${name} POST_BUILD
            COMMAND ${CMAKE_COMMAND} -E copy_if_different "${file}" $<TARGET_FILE_DIR:${name}> VERBATIM)
    endforeach()
endfunction()
