// KALAH_API marks what the shared library exports; everything else stays hidden. Programs that link
// the shared library see KALAH_SHARED from its CMake target or pkg-config file.
#pragma once

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
