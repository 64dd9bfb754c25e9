# kalah_web(TARGET)
# kalah_report_page(TARGET)
#
# Build web/ with npm and compile the result into a library: the pages of `kalah serve`, which
# server/site_files.hpp declares, and the script and style of reports, which report/report.hpp
# declares. The npm packages go to web/node_modules, which all build folders share; everything else
# goes to the build folder.
function(kalah_web_part TARGET SCRIPT EMBED NAME)
    if(NOT KALAH_PAGES)
        return()
    endif()
    find_program(NODE node REQUIRED)
    find_program(NPM npm REQUIRED)
    set(WEB ${PROJECT_SOURCE_DIR}/web)
    set(BUILT ${CMAKE_CURRENT_BINARY_DIR}/${NAME})
    set(TABLE ${CMAKE_CURRENT_BINARY_DIR}/embedded/${NAME}.cpp)
    file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${WEB}/src/* ${WEB}/public/*)
    file(GLOB SETTINGS CONFIGURE_DEPENDS ${WEB}/*.html ${WEB}/*.js ${WEB}/*.json ${WEB}/*.mjs ${WEB}/*.ts)
    add_custom_command(OUTPUT ${TABLE}
        COMMAND ${CMAKE_COMMAND} -DNPM=${NPM} -DWEB=${WEB} -DSCRIPT=${SCRIPT} -DBUILT=${BUILT}
            -P ${PROJECT_SOURCE_DIR}/cmake/web_packages.cmake
        COMMAND ${NODE} ${WEB}/${EMBED} ${BUILT} ${TABLE}
        DEPENDS ${SOURCES} ${SETTINGS} ${WEB}/.npmrc ${PROJECT_SOURCE_DIR}/cmake/web_packages.cmake
        WORKING_DIRECTORY ${WEB}
        COMMENT "Building ${NAME} of web/"
        VERBATIM)
    set_source_files_properties(${TABLE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${TARGET} PRIVATE ${TABLE})
endfunction()

function(kalah_web TARGET)
    kalah_web_part(${TARGET} build embed.mjs site_files)
endfunction()

function(kalah_report_page TARGET)
    kalah_web_part(${TARGET} build:report embed_report.mjs report_page)
endfunction()
