# Files that are compiled into the program: each becomes generated/NAME.h with a zero-terminated array.
function(croupier_embed file name)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(MAKE_C_IDENTIFIER "${name}" symbol)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/${name}.h"
        CONTENT "/* Made from a file by cmake/Page.cmake. */\nstatic const char @symbol@[] = {@bytes@ 0};\n" @ONLY)
endfunction()

# What the server shows at / .
croupier_embed("${PROJECT_SOURCE_DIR}/web/plain/index.html" croupier-page)
