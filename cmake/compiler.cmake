# Warnings are errors in every preset. The default build runs on any x86-64 from 2009 on.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
# GCC 12 sees overlaps in std::string operator+ that are not there (GCC bug 105329).
add_compile_options(-Wno-restrict)
if(KALAH_NATIVE)
    add_compile_options(-march=native)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    add_compile_options(-march=x86-64-v2)
endif()
