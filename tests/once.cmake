# Tests that sanitizer builds do not repeat: they run none of our code, build it themselves, or only
# run what other tests run more of.

# The pages: their types, and the tests that need no browser.
find_program(NPM npm REQUIRED)
add_test(NAME "the pages hold together by their types"
    COMMAND ${NPM} run --silent check WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web)
add_test(NAME "the pages' code follows ESLint and Prettier"
    COMMAND ${NPM} run --silent lint WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web)
add_test(NAME "the pages' pure parts do what they say"
    COMMAND ${NPM} test --silent WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web)
# Long tests start first, so that no core idles at the end.
set_tests_properties("the pages hold together by their types" "the pages' code follows ESLint and Prettier" PROPERTIES COST 50)

foreach(VARIANT threadless shared emscripten bare)
    add_test(NAME "the library builds: ${VARIANT}"
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/embed/variant_test.sh ${VARIANT} ${PROJECT_SOURCE_DIR})
    set_tests_properties("the library builds: ${VARIANT}" PROPERTIES COST 50 TIMEOUT 1800 SKIP_RETURN_CODE 77)
endforeach()

add_test(NAME "the public headers say that they need C++20"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/embed/language_test.sh ${PROJECT_SOURCE_DIR}/include ${CMAKE_CXX_COMPILER})

add_test(NAME "the picture of the strength of the levels shows the figures of docs/players.md"
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/pictures --check)

# The layers of src/CMakeLists.txt, and proof that the check sees what it should.
add_test(NAME "every include respects the layers"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/layers/check.sh ${PROJECT_BINARY_DIR}/layers.txt
            ${PROJECT_SOURCE_DIR}/src)
add_test(NAME "the layer check names the offending lines"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/layers/check_test.sh)

add_test(NAME "every file is formatted"
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-format)

# Documents, and commands as a whole.
add_test(NAME "the commands of docs/documents.md run"
    COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_SOURCE_DIR}/documents/test_documents.py $<TARGET_FILE:kalah>
            ${PROJECT_SOURCE_DIR})
add_test(NAME "an option means the same in every command, as docs/options.md says"
    COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_SOURCE_DIR}/app/test_options.py $<TARGET_FILE:kalah> ${PROJECT_SOURCE_DIR})
add_test(NAME "an installation has manual pages, completion and documents"
    COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_SOURCE_DIR}/install/test_install.py $<TARGET_FILE:kalah> ${PROJECT_BINARY_DIR})
foreach(LANGUAGE python java cpp)
    add_test(NAME "the template of a bot knows the rules and plays: ${LANGUAGE}"
        COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_SOURCE_DIR}/examples/test_templates.py $<TARGET_FILE:kalah>
                ${PROJECT_SOURCE_DIR} ${LANGUAGE})
    set_tests_properties("the template of a bot knows the rules and plays: ${LANGUAGE}" PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
add_test(NAME "a course is checked, played, killed, resumed and reported by docs/course.md"
    COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_SOURCE_DIR}/course/test_course.py $<TARGET_FILE:kalah> ${PROJECT_SOURCE_DIR})
