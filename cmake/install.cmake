# What an installation has besides the program and the library: manual pages, which the program
# prints itself, completion for bash and zsh, documents and examples. Components: program, and in
# library.cmake and python/ library, development and python.
set(PAGES ${PROJECT_BINARY_DIR}/man)
add_custom_command(OUTPUT ${PAGES}/kalah.1
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${PAGES}
    COMMAND kalah man --out-dir ${PAGES}
    DEPENDS kalah
    COMMENT "Writing the manual pages"
    VERBATIM)
add_custom_target(kalah_manual ALL DEPENDS ${PAGES}/kalah.1)

install(TARGETS kalah RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY ${PAGES}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
set(COMPLETION ${PROJECT_SOURCE_DIR}/data/completion)
install(FILES ${COMPLETION}/kalah.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
    RENAME kalah COMPONENT program)
install(FILES ${COMPLETION}/_kalah DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
foreach(NAME README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md LICENSE)
    install(FILES ${PROJECT_SOURCE_DIR}/${NAME} DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
    USE_SOURCE_PERMISSIONS COMPONENT program PATTERN __pycache__ EXCLUDE)
