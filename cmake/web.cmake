# kalah_web(TARGET)
#
# Builds the pages of web/ with npm and compiles them into a library, which server/site_files.hpp
# shows. The packages go to web/node_modules, which all build folders share; everything else is
# written to the build folder.
function(kalah_web TARGET)
    find_program(NODE node REQUIRED)
    find_program(NPM npm REQUIRED)
    set(WEB ${PROJECT_SOURCE_DIR}/web)
    set(PAGES ${CMAKE_CURRENT_BINARY_DIR}/web)
    set(TABLE ${CMAKE_CURRENT_BINARY_DIR}/embedded/site_files.cpp)
    file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${WEB}/src/* ${WEB}/public/*)
    file(GLOB SETTINGS CONFIGURE_DEPENDS ${WEB}/*.html ${WEB}/*.js ${WEB}/*.json ${WEB}/*.mjs ${WEB}/*.ts)
    add_custom_command(OUTPUT ${TABLE}
        COMMAND ${CMAKE_COMMAND} -DNPM=${NPM} -DWEB=${WEB} -DPAGES=${PAGES} -P ${PROJECT_SOURCE_DIR}/cmake/web_packages.cmake
        COMMAND ${NODE} ${WEB}/embed.mjs ${PAGES} ${TABLE}
        DEPENDS ${SOURCES} ${SETTINGS} ${WEB}/.npmrc ${PROJECT_SOURCE_DIR}/cmake/web_packages.cmake
        WORKING_DIRECTORY ${WEB}
        COMMENT "Building the pages of web/"
        VERBATIM)
    target_sources(${TARGET} PRIVATE ${TABLE})
endfunction()
