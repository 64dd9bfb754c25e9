// KALAH_API marks what the shared library exports; everything else stays hidden. Programs that link
// the shared library see KALAH_SHARED from its CMake target or pkg-config file. Every public header
// includes this one, so that an older language is refused here.
#pragma once

#if __cplusplus <= 201703L && !(defined(_MSVC_LANG) && _MSVC_LANG > 201703L)
#error "libkalah needs C++20: compile with -std=c++20"
#include "kalah/needs-c++20"  // There is no such file: without it, pages of errors would follow.
#endif

#if defined(_WIN32) && defined(KALAH_BUILDS_SHARED)
#define KALAH_API __declspec(dllexport)
#elif defined(_WIN32) && defined(KALAH_SHARED)
#define KALAH_API __declspec(dllimport)
#elif defined(__GNUC__)
#define KALAH_API __attribute__((visibility("default")))
#else
#define KALAH_API
#endif

// KALAH_LOCAL hides a part of a class that is exported.
#if defined(__GNUC__) && !defined(_WIN32)
#define KALAH_LOCAL __attribute__((visibility("hidden")))
#else
#define KALAH_LOCAL
#endif
