# Run by CPack before it packs: what Debian's policy wants of each package beside its files. Manual pages are compressed, and there are a copyright
# and a changelog.

find_program(gzip NAMES gzip REQUIRED)

function(compress file)
  execute_process(COMMAND ${gzip} -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(name ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX})
  file(REMOVE_RECURSE ${root}/share/licenses)  # the copyright has its text
  file(GLOB pages ${root}/share/man/man1/*.1)
  foreach(page IN LISTS pages)
    compress(${page})
  endforeach()
  if(EXISTS ${root}/share/zsh/site-functions)  # Debian's name for the folder
    file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
  endif()
  file(READ ${CPACK_RESOURCE_FILE_LICENSE} license)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of SOURCE_DATE_EPOCH, if set
  string(TIMESTAMP year "%Y" UTC)
  file(WRITE ${root}/share/doc/${name}/copyright "t2s\n\nCopyright (C) ${year} the t2s authors\n\n${license}")
  string(CONCAT entry "t2s (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * CHANGELOG.md of the sources says what is new.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(WRITE ${root}/share/doc/${name}/changelog "${entry}")
  compress(${root}/share/doc/${name}/changelog)
endforeach()
