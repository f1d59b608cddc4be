# Defines the target restoration::restoration.
get_filename_component(restoration_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET restoration::restoration)
    add_library(restoration::restoration SHARED IMPORTED)
    set_target_properties(restoration::restoration PROPERTIES
        IMPORTED_LOCATION "${restoration_prefix}/lib/librestoration.so.0"
        IMPORTED_SONAME "librestoration.so.0"
        INTERFACE_INCLUDE_DIRECTORIES "${restoration_prefix}/include")
endif()
