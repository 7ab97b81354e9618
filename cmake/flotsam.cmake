# Compile options of our own targets and the helper that makes one library per module.
add_library(flotsam_options INTERFACE)
target_compile_features(flotsam_options INTERFACE cxx_std_20)
target_compile_options(flotsam_options INTERFACE
  -Wall -Wextra -Wpedantic -Werror
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # GCC 12 sees overlaps in "text" + std::string that are not there
  -march=x86-64-v2          # runs on any PC of the last 12 years; wider kernels are chosen at run time
  -ffp-contract=off         # the same bits on every build: no fused multiply-add behind our back
  -fno-math-errno)
target_compile_definitions(flotsam_options INTERFACE $<$<NOT:$<CONFIG:Release>>:FLOTSAM_ASSERTS=1>)
if(FLOTSAM_SANITIZE)
  target_compile_options(flotsam_options INTERFACE -fsanitize=${FLOTSAM_SANITIZE} -fno-omit-frame-pointer)
  # GCC 12 takes its own instrumented code in std::regex for reads of what is not set.
  target_compile_options(flotsam_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(flotsam_options INTERFACE -fsanitize=${FLOTSAM_SANITIZE})
endif()
if(FLOTSAM_LIBFUZZER)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "FLOTSAM_LIBFUZZER needs clang: cmake --preset fuzz")
  endif()
  # libFuzzer looks for inputs that reach code no other has reached: all of our code tells it where it is.
  target_compile_options(flotsam_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O3 -g1")
if(FLOTSAM_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")  # compiles in half the time, and call stacks keep their functions
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# flotsam_module(NAME [DEPS...]): a static library of every .cpp in the current folder (not below it).
function(flotsam_module name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(sources)
    add_library(flotsam_${name} STATIC ${sources})
    target_include_directories(flotsam_${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>)
    target_link_libraries(flotsam_${name} PUBLIC ${ARGN} PRIVATE $<BUILD_INTERFACE:flotsam_options>)
    target_compile_features(flotsam_${name} PUBLIC cxx_std_20)
  else()
    add_library(flotsam_${name} INTERFACE)
    target_include_directories(flotsam_${name} INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>)
    target_link_libraries(flotsam_${name} INTERFACE ${ARGN})
  endif()
endfunction()
