# cmake -DOUT=… -DSOURCE=… -DVERSION=… -DCOMPILER=… -DOPTIONS=… -P version.cmake
#
# Writes OUT (version.inc). Runs at every build but writes only changes, so that after a commit only
# version.cpp is compiled again.
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
