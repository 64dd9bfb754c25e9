# kalah_embed(TARGET FILE HEADER FUNCTION)
#
# Compiles a file into a library as bytes: FUNCTION, declared in HEADER, returns them as a
# std::string_view. FUNCTION is a qualified name: kalah::players::default_book.
function(kalah_embed TARGET FILE HEADER FUNCTION)
    file(READ ${FILE} BYTES HEX)
    string(REGEX REPLACE "(..)" "0x\\1," BYTES "${BYTES}")
    get_filename_component(NAME ${FILE} NAME)
    set(SOURCE ${CMAKE_CURRENT_BINARY_DIR}/embedded/${NAME}.cpp)
    file(CONFIGURE OUTPUT ${SOURCE} @ONLY CONTENT
"#include \"@HEADER@\"
static constexpr unsigned char kBytes[] = {
@BYTES@};
std::string_view @FUNCTION@() { return {reinterpret_cast<const char*>(kBytes), sizeof kBytes}; }
")
    set_source_files_properties(${SOURCE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${TARGET} PRIVATE ${SOURCE})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${FILE})
endfunction()
