# kalah_web(TARGET)
# kalah_report_page(TARGET)
#
# Build web/ with npm and compile the result into a library: the pages of `kalah serve`, which
# server/site_files.hpp declares, and the script and style of reports, which report/report.hpp
# declares. The npm packages go to web/node_modules, which all build folders share; everything else
# goes to the build folder. Without KALAH_PAGES there is one page, which says so, and reports have
# neither script nor style; this needs neither Node nor npm.
function(kalah_no_pages TARGET NAME)
    set(TABLE ${CMAKE_CURRENT_BINARY_DIR}/embedded/${NAME}.cpp)
    set(PAGE ${CMAKE_CURRENT_BINARY_DIR}/embedded/no_pages.html)
    file(WRITE ${PAGE} "<!DOCTYPE html><html lang=\"en\"><title>kalah</title>"
        "<p>This kalah was built without its pages (KALAH_PAGES=OFF).</p></html>\n")
    file(ARCHIVE_CREATE OUTPUT ${PAGE}.gz PATHS ${PAGE} FORMAT raw COMPRESSION GZip MTIME 0)
    file(READ ${PAGE}.gz BYTES HEX)
    string(REGEX REPLACE "(..)" "0x\\1," BYTES "${BYTES}")
    configure_file(${PROJECT_SOURCE_DIR}/cmake/no_pages/${NAME}.cpp.in ${TABLE} @ONLY)
    set_source_files_properties(${TABLE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${TARGET} PRIVATE ${TABLE})
endfunction()

function(kalah_web_part TARGET SCRIPT EMBED NAME)
    if(NOT KALAH_PAGES)
        kalah_no_pages(${TARGET} ${NAME})
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
