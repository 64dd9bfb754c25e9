# The engine of pages without a server: one WebAssembly file, kalah.wasm, of what is needed of the
# layers. It imports a few functions of WASI and of web/src/engine/module.ts. Included by
# src/CMakeLists.txt, behind the layers of the core, in a build with emscripten.
set(ENGINE_SOURCES
    kgp/*.cpp referee/*.cpp net/incoming.cpp store/game_json.cpp
    puzzles/collection.cpp puzzles/levels.cpp puzzles/proof.cpp puzzles/puzzle.cpp puzzles/puzzle_json.cpp
    trees/events.cpp trees/pseudo_code.cpp server/*.cpp wasm/*.cpp)
foreach(NAME closest json scheduler values wall_clock)
    list(APPEND ENGINE_SOURCES system/${NAME}.cpp)
endforeach()
foreach(NAME analysis book casual_player explain judgement make_player resources spec thought untrusted value_chain)
    list(APPEND ENGINE_SOURCES players/${NAME}.cpp)
endforeach()
file(GLOB_RECURSE ENGINE_FILES CONFIGURE_DEPENDS ${ENGINE_SOURCES})
# In their place: wasm/module/absent.cpp.
list(FILTER ENGINE_FILES EXCLUDE REGEX "/server/(admin_pages|admin_socket|site_files|tournament_json)\\.cpp$")

# Debian's header-only library, without the rest of /usr/include, which is for another machine.
find_path(NLOHMANN nlohmann/json.hpp PATHS /usr/include REQUIRED NO_CMAKE_FIND_ROOT_PATH)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
file(CREATE_LINK ${NLOHMANN}/nlohmann ${PROJECT_BINARY_DIR}/headers/nlohmann SYMBOLIC)

add_executable(kalah_engine ${ENGINE_FILES})
kalah_unity(kalah_engine)
target_include_directories(kalah_engine SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/headers)
target_link_libraries(kalah_engine PRIVATE kalah_search kalah_solve kalah_endgame kalah_eval kalah_rules kalah_base)
set(ENGINE_LAYERS kalah_engine kalah_search kalah_solve kalah_endgame kalah_eval kalah_rules kalah_base)
foreach(LAYER IN LISTS ENGINE_LAYERS)
    target_compile_options(${LAYER} PRIVATE -O2 -include ${PROJECT_SOURCE_DIR}/src/wasm/module/missing.hpp)
endforeach()
target_compile_options(kalah_engine PRIVATE -Os -Wno-unused-parameter)
target_link_options(kalah_engine PRIVATE -O2 --no-entry
    -sSTANDALONE_WASM -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=16MB -sMAXIMUM_MEMORY=1GB
    -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0)
set_target_properties(kalah_engine PROPERTIES
    OUTPUT_NAME kalah SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
