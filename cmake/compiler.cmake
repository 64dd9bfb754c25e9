# Warnings. They are errors only in builds with tests: a new warning of a newer compiler must not
# keep people from building a release. The default build runs on any x86-64 processor since 2009.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(KALAH_WERROR)
    add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 sees overlaps in std::string operator+ that are not there (GCC bug 105329).
    add_compile_options(-Wno-restrict)
    if(KALAH_UNITY)
        # A private class of a .cpp file may hold types of its anonymous namespace. In a unity
        # build, GCC takes the file for a header and warns about this.
        add_compile_options(-Wno-subobject-linkage)
    endif()
endif()
if(KALAH_NATIVE)
    add_compile_options(-march=native)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    add_compile_options(-march=x86-64-v2)
endif()
