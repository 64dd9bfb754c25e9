# cmake -DNPM=… -DWEB=… -DPAGES=… -P web_packages.cmake
#
# Installs what package-lock.json names into WEB/node_modules, unless it is there already, and builds
# the pages with it into PAGES. Builds of several presets may come here at once: one of them works,
# the others wait, so that nobody builds with packages that another one is just replacing.
file(LOCK ${WEB}/node_modules.lock GUARD PROCESS TIMEOUT 900)
set(STAMP ${WEB}/node_modules/.installed)
file(SHA256 ${WEB}/package-lock.json WANTED)
set(INSTALLED "")
if(EXISTS ${STAMP})
    file(READ ${STAMP} INSTALLED)
endif()
if(NOT INSTALLED STREQUAL WANTED)
    message(STATUS "Installing the packages of web/package-lock.json")
    # Nothing of the packages is run but what the build itself calls.
    execute_process(COMMAND ${NPM} ci --include=dev --ignore-scripts --no-progress
        WORKING_DIRECTORY ${WEB} RESULT_VARIABLE FAILED)
    if(FAILED)
        message(FATAL_ERROR "npm ci failed in ${WEB}: is the network there?")
    endif()
    file(WRITE ${STAMP} ${WANTED})
endif()
execute_process(COMMAND ${NPM} run --silent build -- --logLevel warn --emptyOutDir --outDir ${PAGES}
    WORKING_DIRECTORY ${WEB} RESULT_VARIABLE FAILED)
if(FAILED)
    message(FATAL_ERROR "the pages of ${WEB} cannot be built")
endif()
