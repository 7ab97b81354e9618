// SPDX-License-Identifier: MIT
// Compiles embedded shaders and reports what went wrong in words that name the file.
#include "render/gl/program.h"

#include <cstring>
#include <stdexcept>
#include <string>

#include "render/gl/embedded.h"

namespace flotsam::gl {
namespace {

const char* shaderText(const char* name) {
  for (const auto& shader : embeddedShaders())
    if (!std::strcmp(shader.name, name)) return shader.text;
  throw std::runtime_error(std::string("shader ") + name + " is not part of the program");
}

std::string infoLog(GLuint object, bool program) {
  GLint length = 0;
  program ? glGetProgramiv(object, GL_INFO_LOG_LENGTH, &length) : glGetShaderiv(object, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<size_t>(length > 0 ? length : 1), '\0');
  program ? glGetProgramInfoLog(object, length, nullptr, log.data())
          : glGetShaderInfoLog(object, length, nullptr, log.data());
  return log.c_str();
}

GLuint compile(GLenum kind, const char* name) {
  // String 0 is the preamble, string 2 the file itself, so the log's "2:17" is line 17 of the file.
  const char* parts[] = {"#version 330 core\n", shaderText("common.glsl"), "\n#line 1 2\n", shaderText(name)};
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 4, parts, nullptr);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok) return shader;
  const std::string log = infoLog(shader, false);
  glDeleteShader(shader);
  throw std::runtime_error(std::string("shader ") + name + " does not compile:\n" + log);
}

}  // namespace

Program::Program(const char* vertexFile, const char* fragmentFile) {
  const GLuint vertex = compile(GL_VERTEX_SHADER, vertexFile);
  GLuint fragment = 0;
  try {
    fragment = compile(GL_FRAGMENT_SHADER, fragmentFile);
  } catch (...) {
    glDeleteShader(vertex);
    throw;
  }
  id_ = glCreateProgram();
  glAttachShader(id_, vertex);
  glAttachShader(id_, fragment);
  glLinkProgram(id_);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint ok = 0;
  glGetProgramiv(id_, GL_LINK_STATUS, &ok);
  if (!ok) {
    const std::string log = infoLog(id_, true);
    glDeleteProgram(id_);
    throw std::runtime_error(std::string("shaders ") + vertexFile + " and " + fragmentFile + " do not link:\n" + log);
  }
  const GLuint block = glGetUniformBlockIndex(id_, "Frame");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(id_, block, 0);
}

Program::~Program() {
  if (id_) glDeleteProgram(id_);
}

GLint Program::at(const char* name) {
  for (const auto& [known, location] : locations_)
    if (known == name || !std::strcmp(known, name)) return location;
  locations_.emplace_back(name, glGetUniformLocation(id_, name));
  return locations_.back().second;
}

}  // namespace flotsam::gl
