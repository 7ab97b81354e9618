# cmake --install: the program, its assets, and the simulation library as a package (find_package(flotsam), flotsam::sim).
include(CMakePackageConfigHelpers)
if(TARGET flotsam)
  install(TARGETS flotsam RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/flotsam)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package flotsam_core flotsam_view flotsam_geometry flotsam_fluid flotsam_rigid flotsam_coupling flotsam_world flotsam_sim)
install(TARGETS ${package} EXPORT flotsamTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flotsam)
set_target_properties(flotsam_sim PROPERTIES EXPORT_NAME sim)
foreach(folder core view sim)
  install(DIRECTORY src/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/flotsam FILES_MATCHING PATTERN "*.h")
endforeach()
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/flotsam)
install(EXPORT flotsamTargets NAMESPACE flotsam:: DESTINATION ${config_dir})
configure_package_config_file(cmake/flotsamConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/flotsamConfig.cmake
  INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/flotsamConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/flotsamConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/flotsamConfigVersion.cmake
  DESTINATION ${config_dir})
