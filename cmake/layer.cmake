# kalah_layer(NAME [HOT|GLUE] [SEPARATE] [USES layer…] [EXTERNAL prefix…] [WITHOUT header…])
#
# Makes one library of all .cpp files in one folder of src/ and its subfolders, except main.cpp.
#   HOT       The layer where the program spends its time; compiled with KALAH_HOT_FLAGS.
#   GLUE      Computes next to nothing but takes long to compile; gets KALAH_GLUE_FLAGS. All other
#             layers get KALAH_COLD_FLAGS.
#   USES      The layers whose headers this layer may include. It links with them.
#   EXTERNAL  First parts of the names of other headers that it may include, besides those of the
#             standard library ("posix" = <unistd.h>, <sys/…> and other POSIX headers).
#   WITHOUT   Headers of the standard library that it may not include.
# A layer without sources has headers only. kalah_write_layers writes these rules to layers.txt in
# the build folder; tests/layers/check.sh checks every #include against them.
#
# With KALAH_UNITY, up to twenty files of a layer are compiled together, in equal batches, so that
# the compiler reads their headers once: two thirds of the time of a clean build. Files with equal
# private names put them into a namespace of their own. SEPARATE exempts a layer where one file is
# enough for the optimiser. Builds without KALAH_UNITY find a file that does not include what it
# uses.
function(kalah_unity TARGET)
    if(KALAH_UNITY)
        get_target_property(SOURCES ${TARGET} SOURCES)
        list(LENGTH SOURCES COUNT)
        math(EXPR BATCHES "(${COUNT} + 19) / 20")
        math(EXPR SIZE "(${COUNT} + ${BATCHES} - 1) / ${BATCHES}")
        set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${SIZE})
    endif()
endfunction()

# kalah_ring(NAME): the layers that follow belong to this ring. The rings are core, play, services
# and edges, from the inside out. A layer may use layers of its own ring and of those inside it.
function(kalah_ring NAME)
    set(RINGS core play services edges)
    list(FIND RINGS ${NAME} RANK)
    set_property(GLOBAL PROPERTY KALAH_RING ${RANK})
endfunction()

# kalah_version(TARGET): updates what kalah::version() returns at every build.
function(kalah_version TARGET)
    set(FILE ${PROJECT_BINARY_DIR}/generated/base/version.inc)
    if(KALAH_THREADS)
        set(THREADS threads)
    else()
        set(THREADS no-threads)
    endif()
    if(KALAH_NATIVE)
        set(MACHINE native)
    elseif(EMSCRIPTEN)
        set(MACHINE wasm32)
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
    cmake_parse_arguments(PARSE_ARGV 1 LAYER "HOT;GLUE;SEPARATE" "" "USES;EXTERNAL;WITHOUT")
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
    elseif(LAYER_GLUE)
        target_compile_options(kalah_${NAME} PRIVATE ${KALAH_GLUE_FLAGS})
    elseif(LAYER_SOURCES)
        target_compile_options(kalah_${NAME} PRIVATE ${KALAH_COLD_FLAGS})
    endif()
    get_property(RING GLOBAL PROPERTY KALAH_RING)
    if(LAYER_SOURCES AND RING EQUAL 0)
        # Also in a static library: others may link it into their own shared library.
        set_target_properties(kalah_${NAME} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
        if(KALAH_SHARED)
            set_target_properties(kalah_${NAME} PROPERTIES POSITION_INDEPENDENT_CODE ON)
            target_compile_definitions(kalah_${NAME} PRIVATE KALAH_BUILDS_SHARED)
        endif()
    endif()
    if(LAYER_SOURCES AND NOT LAYER_SEPARATE)
        kalah_unity(kalah_${NAME})
    endif()
    target_include_directories(kalah_${NAME} ${SCOPE} ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
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
