# libkalah, the core and its files as one installable library: kalah::kalah in CMake, kalah in
# pkg-config. It uses the object files of the layers, so that program and library share one build.
# KALAH_SHARED makes it a shared library. It exports only names marked KALAH_API, with the version
# of its minor release: the interface may change with the next one.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(OBJECTS "")
set(LAYERS base rules eval endgame search solve)
set(FILES_LIBRARIES "")
if(KALAH_FILES)
    list(APPEND LAYERS files)
    set(FILES_LIBRARIES xxhash zstd)
endif()
foreach(LAYER IN LISTS LAYERS)
    get_target_property(TYPE kalah_${LAYER} TYPE)
    if(NOT TYPE STREQUAL "INTERFACE_LIBRARY")
        list(APPEND OBJECTS $<TARGET_OBJECTS:kalah_${LAYER}>)
    endif()
endforeach()
if(KALAH_SHARED)
    add_library(libkalah SHARED ${OBJECTS})
    target_compile_definitions(libkalah INTERFACE KALAH_SHARED)
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
        # Visibility alone would still export templates of the standard library.
        set(MAP ${PROJECT_BINARY_DIR}/libkalah.map)
        file(WRITE ${MAP} "KALAH_${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} {
global: extern \"C++\" { kalah::*; \"typeinfo for kalah::*\"; \"typeinfo name for kalah::*\"; \"vtable for kalah::*\"; };
local: *;
};
")
        target_link_options(libkalah PRIVATE LINKER:--version-script=${MAP})
        set_property(TARGET libkalah PROPERTY LINK_DEPENDS ${MAP})
    endif()
else()
    add_library(libkalah STATIC ${OBJECTS})
endif()
add_library(kalah::kalah ALIAS libkalah)
set_target_properties(libkalah PROPERTIES
    OUTPUT_NAME kalah EXPORT_NAME kalah LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_include_directories(libkalah INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(libkalah INTERFACE cxx_std_20)
target_link_libraries(libkalah PRIVATE ${FILES_LIBRARIES})
set(FIND_THREADS "")
set(PC_THREADS "")
if(KALAH_THREADS)
    target_link_libraries(libkalah PUBLIC Threads::Threads)
    set(FIND_THREADS "include(CMakeFindDependencyMacro)\nfind_dependency(Threads)\n")
    set(PC_THREADS " -pthread")
endif()

set(PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/kalah)
install(TARGETS libkalah EXPORT kalah
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kalah DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT kalah NAMESPACE kalah:: FILE kalah-targets.cmake DESTINATION ${PACKAGE_DIR} COMPONENT development)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/kalah-config.cmake @ONLY CONTENT
"${FIND_THREADS}include(\${CMAKE_CURRENT_LIST_DIR}/kalah-targets.cmake)
")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kalah-config-version.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kalah-config.cmake ${PROJECT_BINARY_DIR}/kalah-config-version.cmake
    DESTINATION ${PACKAGE_DIR} COMPONENT development)

list(TRANSFORM FILES_LIBRARIES PREPEND " -l")
string(JOIN "" PC_PRIVATE ${FILES_LIBRARIES} ${PC_THREADS})
if(KALAH_SHARED)
    set(PC_LIBS "Libs: -L\${libdir} -lkalah\nLibs.private:${PC_PRIVATE}\nCflags: -I\${includedir} -DKALAH_SHARED")
else()
    set(PC_LIBS "Libs: -L\${libdir} -lkalah${PC_PRIVATE}\nCflags: -I\${includedir}")
endif()
# Paths relative to this file, so that an installed tree can be moved.
set(PC_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH PC_PREFIX /${PC_DIR} /)
string(REGEX REPLACE "/$" "" PC_PREFIX ${PC_PREFIX})
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/kalah.pc @ONLY CONTENT
"prefix=\${pcfiledir}/${PC_PREFIX}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}

Name: kalah
Description: Rules, engine, endgame databases and solver of Kalah
Version: ${PROJECT_VERSION}
${PC_LIBS}
")
install(FILES ${PROJECT_BINARY_DIR}/kalah.pc DESTINATION ${PC_DIR} COMPONENT development)
