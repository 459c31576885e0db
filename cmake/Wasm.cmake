# The referee as one WebAssembly module, croupier.wasm: kernel, games, bots, host, wire and the memory store as they are,
# and src/wasm, what a browser or Node calls. Games are there once, plain: nobody asks for the counting copies.
#
# libsodium's portable C is compiled in (scripts/sodium-source fetches Debian's source package): the generator is on every
# path of play, and a cipher that JavaScript brings costs four fifths of the speed.

set(sodium "${PROJECT_BINARY_DIR}/libsodium")
execute_process(COMMAND "${PROJECT_SOURCE_DIR}/scripts/sodium-source" "${sodium}" RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "the source of libsodium is not there")
endif()
set(sodium "${sodium}/source/src/libsodium")
list(APPEND CMAKE_C_STANDARD_INCLUDE_DIRECTORIES "${sodium}/include")

# croupier_wasm(NAME OPTIMISATION GLOB...): the objects of some folders of src/.
function(croupier_wasm name optimise)
    list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/src/")
    file(GLOB sources CONFIGURE_DEPENDS ${ARGN})
    list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/src/wire/metrics.c") # there is no operator in a tab
    list(FILTER sources EXCLUDE REGEX "/src/(games/dune/|ai/baseline_dune\\.c)") # the whole board game is played at a server
    add_library(${name} OBJECT ${sources})
    target_compile_options(${name} PRIVATE ${optimise})
    target_link_libraries(${name} PRIVATE croupier_flags)
endfunction()

# The sentences of the rules stand apart, in rules.json: nobody needs them to play.
target_compile_definitions(croupier_flags INTERFACE CR_RULES_APART=1 CR_IN_TAB=1)
file(GLOB rule_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/games/*/rules.def")
add_custom_command(OUTPUT "${PROJECT_BINARY_DIR}/rules.json"
    COMMAND "${PROJECT_SOURCE_DIR}/scripts/rule-texts" "${PROJECT_BINARY_DIR}/rules.json"
    DEPENDS "${PROJECT_SOURCE_DIR}/scripts/rule-texts" ${rule_files} VERBATIM)
add_custom_target(rules ALL DEPENDS "${PROJECT_BINARY_DIR}/rules.json")

# What every move runs through is made fast, the rest small: a page loads it. Texts and tables are small too.
foreach(text IN ITEMS say tell instead chart tables names forms fields position view_json deal)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/kernel/${text}.c" PROPERTIES COMPILE_OPTIONS -Oz)
endforeach()
croupier_wasm(fast -O2 kernel/*.c ai/*.c)
croupier_wasm(small -Oz base/*.c games/*.c games/*/*.c host/*.c wire/*.c wasm/*.c store/memory.c store/logs.c store/batch.c)

add_library(sodium OBJECT
    ${sodium}/crypto_stream/chacha20/stream_chacha20.c ${sodium}/crypto_stream/chacha20/ref/chacha20_ref.c
    ${sodium}/crypto_hash/sha256/cp/hash_sha256_cp.c ${sodium}/crypto_generichash/crypto_generichash.c
    ${sodium}/crypto_generichash/blake2b/ref/blake2b-ref.c
    ${sodium}/crypto_generichash/blake2b/ref/blake2b-compress-ref.c
    ${sodium}/crypto_generichash/blake2b/ref/generichash_blake2b.c ${sodium}/crypto_verify/sodium/verify.c
    ${sodium}/sodium/utils.c ${sodium}/sodium/core.c)
# SODIUM_STATIC: its functions are not exported. signal.h is included by utils.c and nothing of it is used.
target_compile_definitions(sodium PRIVATE CONFIGURED=1 NATIVE_LITTLE_ENDIAN=1 SODIUM_STATIC=1 _WASI_EMULATED_SIGNAL
    _GNU_SOURCE NDEBUG _Thread_local=)
target_include_directories(sodium PRIVATE ${sodium}/include ${sodium}/include/sodium /usr/include/sodium)
target_compile_options(sodium PRIVATE -O2 -w -mbulk-memory -msign-ext)

add_executable(croupier $<TARGET_OBJECTS:fast> $<TARGET_OBJECTS:small> $<TARGET_OBJECTS:sodium>)
set_target_properties(croupier PROPERTIES SUFFIX .wasm LINKER_LANGUAGE C)
# Exported is what croupier.h and src/wasm mark CR_API. A bot of Dune has a frame of 96 kB: with the stack first in memory
# one that is too deep stops at once instead of writing over the tables.
target_link_options(croupier PRIVATE -mexec-model=reactor -Wl,--gc-sections,--export-dynamic,--strip-all,-O2
    -Wl,-z,stack-size=524288 -Wl,--stack-first)
find_program(wasm_opt wasm-opt REQUIRED)
add_custom_command(TARGET croupier POST_BUILD
    COMMAND ${wasm_opt} -O3 --enable-bulk-memory --enable-sign-ext $<TARGET_FILE:croupier> -o $<TARGET_FILE:croupier> VERBATIM)
