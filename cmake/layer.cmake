# kalah_layer(NAME [HOT] [UNITY] [USES layer…] [EXTERNAL prefix…] [WITHOUT header…])
#
# One folder of src/ and its subfolders as one library of all .cpp files, but main.cpp. HOT: it is
# where the time goes, and is compiled with KALAH_HOT_FLAGS as well. UNITY: with KALAH_UNITY its
# files are compiled a dozen at a time, which reads their headers once. USES names the layers whose
# headers it may include; EXTERNAL the
# first parts of other headers' names that it may include besides the standard library's
# ("posix" = <unistd.h>, <sys/…> and the like); WITHOUT those of the standard library's that it may
# not. A layer without sources has headers only. The libraries are linked by it, and the rows are
# written to layers.txt in the build folder, from which tests/layers/check.sh judges every #include.
# With KALAH_PRECOMPILE the headers that most files begin with are read once: half the time of
# compiling a small file. The other builds go without, and so notice a file that does not name
# what it uses.
set(KALAH_PRECOMPILED <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <string>
    <string_view> <utility> <vector>)
if(KALAH_PRECOMPILE)
    foreach(KIND hot cold)
        file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled_${KIND}.cpp CONTENT "")
        add_library(kalah_precompiled_${KIND} OBJECT ${CMAKE_BINARY_DIR}/precompiled_${KIND}.cpp)
        target_precompile_headers(kalah_precompiled_${KIND} PRIVATE ${KALAH_PRECOMPILED})
    endforeach()
    target_compile_options(kalah_precompiled_hot PRIVATE ${KALAH_HOT_FLAGS})
endif()

# kalah_ring(NAME): the layers that follow belong to this ring; core, play, services and edges, from
# the inside out. A layer may use its own ring and those inside it.
function(kalah_ring NAME)
    set(RINGS core play services edges)
    list(FIND RINGS ${NAME} RANK)
    set_property(GLOBAL PROPERTY KALAH_RING ${RANK})
endfunction()

# kalah_version(TARGET): what kalah::version() says, brought up to date at every build.
function(kalah_version TARGET)
    set(FILE ${PROJECT_BINARY_DIR}/generated/base/version.inc)
    if(KALAH_THREADS)
        set(THREADS threads)
    else()
        set(THREADS no-threads)
    endif()
    if(KALAH_NATIVE)
        set(MACHINE native)
    else()
        set(MACHINE ${CMAKE_SYSTEM_PROCESSOR})
    endif()
    add_custom_target(kalah_version_file BYPRODUCTS ${FILE}
        COMMAND ${CMAKE_COMMAND} -DOUT=${FILE} -DSOURCE=${PROJECT_SOURCE_DIR}
            -DVERSION=${PROJECT_VERSION} "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
            "-DOPTIONS=${CMAKE_BUILD_TYPE} ${MACHINE} ${THREADS}" -P ${PROJECT_SOURCE_DIR}/cmake/version.cmake
        VERBATIM)
    add_dependencies(${TARGET} kalah_version_file)
    target_include_directories(${TARGET} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()

function(kalah_layer NAME)
    cmake_parse_arguments(PARSE_ARGV 1 LAYER "HOT;UNITY" "" "USES;EXTERNAL;WITHOUT")
    file(GLOB_RECURSE LAYER_SOURCES CONFIGURE_DEPENDS ${NAME}/*.cpp)
    list(FILTER LAYER_SOURCES EXCLUDE REGEX "/main\\.cpp$")
    if(LAYER_SOURCES)
        add_library(kalah_${NAME} STATIC ${LAYER_SOURCES})
        set(SCOPE PUBLIC)
    else()
        add_library(kalah_${NAME} INTERFACE)
        set(SCOPE INTERFACE)
    endif()
    if(LAYER_HOT)
        target_compile_options(kalah_${NAME} PRIVATE ${KALAH_HOT_FLAGS})
    endif()
    if(LAYER_SOURCES AND KALAH_SHARED)
        set_target_properties(kalah_${NAME} PROPERTIES POSITION_INDEPENDENT_CODE ON
            CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
        target_compile_definitions(kalah_${NAME} PRIVATE KALAH_BUILDS_SHARED)
    endif()
    if(LAYER_SOURCES AND LAYER_UNITY AND KALAH_UNITY)
        set_target_properties(kalah_${NAME} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    endif()
    if(LAYER_SOURCES AND KALAH_PRECOMPILE)
        if(LAYER_HOT)
            set(KIND hot)
        else()
            set(KIND cold)
        endif()
        target_precompile_headers(kalah_${NAME} REUSE_FROM kalah_precompiled_${KIND})
    endif()
    target_include_directories(kalah_${NAME} ${SCOPE} ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    get_property(RING GLOBAL PROPERTY KALAH_RING)
    set_property(GLOBAL PROPERTY KALAH_RING_OF_${NAME} ${RING})
    foreach(USED IN LISTS LAYER_USES)
        get_property(USED_RING GLOBAL PROPERTY KALAH_RING_OF_${USED})
        if(USED_RING GREATER RING)
            message(FATAL_ERROR "${NAME} uses ${USED}, which is in a ring outside its own")
        endif()
        target_link_libraries(kalah_${NAME} ${SCOPE} kalah_${USED})
    endforeach()
    string(REPLACE ";" " " ALLOWED "${NAME};${LAYER_USES}")
    string(REPLACE ";" " " EXTERNAL "${LAYER_EXTERNAL}")
    string(REPLACE ";" " " WITHOUT "${LAYER_WITHOUT}")
    set_property(GLOBAL APPEND_STRING PROPERTY KALAH_LAYERS "${NAME}:${ALLOWED}:${EXTERNAL}:${WITHOUT}\n")
endfunction()

function(kalah_write_layers FILE)
    get_property(ROWS GLOBAL PROPERTY KALAH_LAYERS)
    file(WRITE ${FILE} "${ROWS}")
endfunction()
