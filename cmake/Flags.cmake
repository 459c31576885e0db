# All compiler and linker flags, in one place. Each group says why it is there.
# Builds (see CMakePresets.json): Debug is for dev, the sanitizers and coverage; Release is what people get.

include(CheckCCompilerFlag)
include(CheckIPOSupported)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()

# C17. The GNU variant is for __int128 (unbiased draws) and attributes; nothing else of it is used.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)

# Only what is marked CR_API leaves the shared library that people get. In builds for daily work and the sanitizers all
# names do, so that the tests share one library (cmake/Tests.cmake). The same position-independent objects go into
# the shared library, the static library and the program, so each file is compiled once.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    set(CMAKE_C_VISIBILITY_PRESET hidden)
else()
    set(CMAKE_C_VISIBILITY_PRESET default)
endif()
if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

# ---- optimisation: tune here --------------------------------------------------------------------------
set(CROUPIER_OPTIMIZE "-O3" CACHE STRING "Optimisation of a Release build")
set(CROUPIER_OPTIMIZE_DEBUG "-Og -g" CACHE STRING "Optimisation of a Debug build")
set(CMAKE_C_FLAGS_DEBUG "${CROUPIER_OPTIMIZE_DEBUG}")
set(CMAKE_C_FLAGS_RELEASE "${CROUPIER_OPTIMIZE} -DNDEBUG")

add_library(croupier_flags INTERFACE)

# The same sources give the same bytes, wherever they lie and whenever they are compiled.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(croupier_flags INTERFACE "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=." "-ffile-prefix-map=${PROJECT_BINARY_DIR}=build")
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        string(REPLACE "<FLAGS>" "<FLAGS> -frandom-seed=<OBJECT>" CMAKE_C_COMPILE_OBJECT "${CMAKE_C_COMPILE_OBJECT}")
    endif()
endif()

# x86-64-v2 (every x86-64 server since 2009) has popcount as an instruction; without it, it is a call.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    target_compile_options(croupier_flags INTERFACE -march=x86-64-v2)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/base/chacha_wide.c" "${PROJECT_SOURCE_DIR}/src/base/hash_wide.c" PROPERTIES COMPILE_OPTIONS -mavx2)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/base/chacha_turn.c" PROPERTIES COMPILE_OPTIONS "-mavx2;-mavx512vl")
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/base/sha256_wide.c" PROPERTIES COMPILE_OPTIONS -msha)
endif()

# A public function called from inside the library is called directly, not through the symbol table.
if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
    target_compile_options(croupier_flags INTERFACE -fno-semantic-interposition)
endif()

# What every browser has. There is one thread, and clang 14 stumbles over thread-local variables beside these.
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    target_compile_options(croupier_flags INTERFACE -mbulk-memory -msign-ext)
    target_compile_definitions(croupier_flags INTERFACE _Thread_local=)
endif()

# Neighbouring values stay apart: joined into one 16-byte load they make the processor wait until its own stores of the
# parts have left for the cache. Moves are written and read a few nanoseconds later, so that was a sixth of the time.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(croupier_flags INTERFACE -fno-tree-slp-vectorize)
else()
    target_compile_options(croupier_flags INTERFACE -fno-slp-vectorize)
endif()

# Some hundred bytes are cleared and copied by plain stores. gcc takes one instruction for that (`rep stos`, `rep movs`), which needs as
# long to begin with. Not for games, whose moves are 2 % slower with it.
set(CROUPIER_PLAIN_STORES "")
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(plain "unrolled_loop:512:noalign,libcall:-1:noalign")
    set(CROUPIER_PLAIN_STORES "-mmemset-strategy=${plain}" "-mmemcpy-strategy=${plain}")
endif()

# ---- warnings, all of them errors ---------------------------------------------------------------------
# But one: what a row of a table leaves out at its end is zero and means no.
target_compile_options(croupier_flags INTERFACE
    -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wpointer-arith -Wcast-qual
    -Wundef -Wformat=2 -Wno-missing-field-initializers -Werror)

# ---- what every source sees ---------------------------------------------------------------------------
# generated/ holds croupier-build.h: compiler and build type, for `croupier --version`.
configure_file("${PROJECT_SOURCE_DIR}/cmake/croupier-build.h.in"
    "${PROJECT_BINARY_DIR}/generated/croupier-build.h" @ONLY)
target_include_directories(croupier_flags INTERFACE
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/generated")
target_compile_definitions(croupier_flags INTERFACE _GNU_SOURCE)

# ---- sanitizers, fuzzing, coverage --------------------------------------------------------------------
set(instrument "")
if(CROUPIER_SANITIZE STREQUAL "address")
    list(APPEND instrument -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
elseif(CROUPIER_SANITIZE STREQUAL "thread")
    list(APPEND instrument -fsanitize=thread -fno-omit-frame-pointer)
elseif(NOT CROUPIER_SANITIZE STREQUAL "")
    message(FATAL_ERROR "CROUPIER_SANITIZE is '${CROUPIER_SANITIZE}': use address, thread or nothing")
endif()
if(CROUPIER_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "CROUPIER_FUZZ needs clang: use the preset 'tiny'")
    endif()
endif()
if(CROUPIER_COVERAGE)
    list(APPEND instrument --coverage -O0)
endif()
# What sanitizers say has file and line in it and no more, ld takes its time to link them into every test, and clang to optimise
# what its own have added.
set(CROUPIER_CLANG_SANITIZES OFF)
find_program(CROUPIER_LLD ld.lld)
if(CROUPIER_SANITIZE)
    set(CMAKE_C_FLAGS_DEBUG "-Og -g1") # for a debugger there is the preset dev
    if(CROUPIER_LLD)
        target_link_options(croupier_flags INTERFACE -fuse-ld=lld)
    endif()
    if(CMAKE_C_COMPILER_ID MATCHES "Clang")
        set(CROUPIER_CLANG_SANITIZES ON) # layers and tests that run little go without optimisation
    endif()
endif()
target_compile_options(croupier_flags INTERFACE ${instrument})
target_link_options(croupier_flags INTERFACE ${instrument})

# ---- release: link-time optimisation and hardening ------------------------------------------------------
# gcc writes objects that hold machine code too ("fat"), so that libcroupier.a links with any compiler and
# tests link fast without LTO. clang 14 cannot: there LTO is off unless asked for.
set(lto_default OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(lto_default ON)
endif()
option(CROUPIER_LTO "Link-time optimisation" ${lto_default})
set(CROUPIER_LTO_ACTIVE OFF)
if(CROUPIER_LTO)
    check_ipo_supported(RESULT CROUPIER_LTO_ACTIVE OUTPUT lto_output LANGUAGES C)
    if(CROUPIER_LTO_ACTIVE)
        set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
        if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
            target_compile_options(croupier_flags INTERFACE -ffat-lto-objects)
        endif()
    else()
        message(STATUS "no link-time optimisation: ${lto_output}")
    endif()
endif()

set(hardened OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT instrument AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
    set(hardened ON)
    target_compile_options(croupier_flags INTERFACE -fstack-protector-strong)
    if(NOT CROUPIER_OPTIMIZE STREQUAL "-O0") # the checked string functions need the optimiser
        target_compile_options(croupier_flags INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    endif()
    check_c_compiler_flag(-fcf-protection CROUPIER_HAS_CF_PROTECTION)
    if(CROUPIER_HAS_CF_PROTECTION)
        target_compile_options(croupier_flags INTERFACE -fcf-protection)
    endif()
endif()

# Link flags of everything that is shipped. Instrumented objects carry their runtime to the final link.
function(croupier_harden target)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
        return()
    endif()
    target_link_options(${target} PRIVATE ${instrument} -Wl,--as-needed)
    if(hardened)
        target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now)
    endif()
    if(type STREQUAL "EXECUTABLE")
        target_link_options(${target} PRIVATE -pie)
    endif()
endfunction()

# A shared library that forgot a dependency fails here and not at its first user. Sanitizer runtimes are
# in the program, so there the names stay open.
function(croupier_link_shared target)
    target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)
    if(NOT instrument)
        target_link_options(${target} PRIVATE -Wl,--no-undefined)
    endif()
endfunction()
