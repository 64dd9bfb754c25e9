# cmake -DNPM=… -DWEB=… -DSCRIPT=… -DBUILT=… -P web_packages.cmake
#
# Installs the packages of package-lock.json into WEB/node_modules, unless they are there already,
# and runs npm's SCRIPT, which builds into BUILT. Builds of several presets may run this at once:
# one works and the others wait, so that none builds with packages that another is just replacing.
file(LOCK ${WEB}/node_modules.lock GUARD PROCESS TIMEOUT 900)
set(STAMP ${WEB}/node_modules/.installed)
file(SHA256 ${WEB}/package-lock.json WANTED)
set(INSTALLED "")
if(EXISTS ${STAMP})
    file(READ ${STAMP} INSTALLED)
endif()
if(NOT INSTALLED STREQUAL WANTED)
    message(STATUS "Installing the packages of web/package-lock.json")
    # Do not run install scripts of packages: only the build itself may call their code.
    execute_process(COMMAND ${NPM} ci --include=dev --ignore-scripts --no-progress
        WORKING_DIRECTORY ${WEB} RESULT_VARIABLE FAILED)
    if(FAILED)
        message(FATAL_ERROR "npm ci failed in ${WEB}: is the network there?")
    endif()
    file(WRITE ${STAMP} ${WANTED})
endif()
execute_process(COMMAND ${NPM} run --silent ${SCRIPT} -- --logLevel warn --emptyOutDir --outDir ${BUILT}
    WORKING_DIRECTORY ${WEB} RESULT_VARIABLE FAILED)
if(FAILED)
    message(FATAL_ERROR "${WEB}: npm run ${SCRIPT} failed")
endif()
