# cmake -DOUT=… -DSOURCE=… -DVERSION=… -DCOMPILER=… -DOPTIONS=… -P version.cmake
#
# Writes kalah_version.inc, at every build but only if it changes: version.cpp alone is compiled again
# after a commit.
cmake_minimum_required(VERSION 3.23)
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=8 HEAD
    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE FAILED)
if(FAILED)
    set(COMMIT unknown)
else()
    execute_process(COMMAND git -C ${SOURCE} diff --quiet HEAD -- RESULT_VARIABLE CHANGED ERROR_QUIET)
    if(CHANGED)
        string(APPEND COMMIT "+")
    endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT
"#define KALAH_VERSION \"@VERSION@\"
#define KALAH_COMMIT \"@COMMIT@\"
#define KALAH_COMPILER \"@COMPILER@\"
#define KALAH_OPTIONS \"@OPTIONS@\"
")
