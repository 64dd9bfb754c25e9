# kalah_version(TARGET): generated/commit.hpp for a target, with the commit that is being built. It
# is looked up at every build and written only when it changes.
set(KALAH_COMMIT_FILE ${CMAKE_BINARY_DIR}/generated/commit.hpp)
if(CMAKE_SCRIPT_MODE_FILE)
    execute_process(COMMAND git describe --always --dirty --exclude=* WORKING_DIRECTORY ${SOURCE}
        OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE FAILED)
    if(FAILED OR NOT COMMIT)
        set(COMMIT unknown)
    endif()
    file(CONFIGURE OUTPUT ${FILE} CONTENT "#define KALAH_COMMIT \"${COMMIT}\"\n")
    return()
endif()

function(kalah_version TARGET)
    add_custom_target(${TARGET}_commit BYPRODUCTS ${KALAH_COMMIT_FILE}
        COMMAND ${CMAKE_COMMAND} -DFILE=${KALAH_COMMIT_FILE} -DSOURCE=${PROJECT_SOURCE_DIR}
                -P ${PROJECT_SOURCE_DIR}/cmake/version.cmake
        COMMENT "")
    add_dependencies(${TARGET} ${TARGET}_commit)
    target_include_directories(${TARGET} PRIVATE ${CMAKE_BINARY_DIR}/generated)
    set(OPTIONS ${CMAKE_BUILD_TYPE})
    foreach(OPTION NATIVE PRECOMPILE WERROR)
        if(KALAH_${OPTION})
            string(TOLOWER ${OPTION} OPTION)
            string(APPEND OPTIONS " ${OPTION}")
        endif()
    endforeach()
    set_source_files_properties(system/version.cpp PROPERTIES COMPILE_DEFINITIONS
        "KALAH_VERSION=\"${PROJECT_VERSION}\";KALAH_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";KALAH_OPTIONS=\"${OPTIONS}\"")
endfunction()
