// SPDX-License-Identifier: MIT
// A linked shader program made of two embedded files (shaders/NAME.vert, .frag), each after shaders/common.glsl.
// Construction throws std::runtime_error with the file's name and the compiler's words when it does not build.
#pragma once

#include <glad/gl.h>

#include <utility>
#include <vector>

#include "core/math.h"

namespace flotsam::gl {

class Program {
 public:
  Program(const char* vertexFile, const char* fragmentFile);
  Program(Program&& other) noexcept : id_(std::exchange(other.id_, 0)), locations_(std::move(other.locations_)) {}
  Program& operator=(Program&&) = delete;
  ~Program();

  void use() const { glUseProgram(id_); }
  // Uniforms by name (string literals); unknown names are ignored, as in GL. The program must be in use.
  void set(const char* name, int v) { glUniform1i(at(name), v); }
  void set(const char* name, float v) { glUniform1f(at(name), v); }
  void set(const char* name, const Vec2f& v) { glUniform2f(at(name), v.x, v.y); }
  void set(const char* name, const Vec3f& v) { glUniform3f(at(name), v.x, v.y, v.z); }
  void set(const char* name, const Vec4f& v) { glUniform4f(at(name), v.x, v.y, v.z, v.w); }
  void set(const char* name, const Mat4f& m) { glUniformMatrix4fv(at(name), 1, GL_FALSE, &m[0][0]); }
  void set(const char* name, const Vec4f* v, int count) { glUniform4fv(at(name), count, &v[0][0]); }

 private:
  GLint at(const char* name);
  GLuint id_ = 0;
  std::vector<std::pair<const char*, GLint>> locations_;
};

}  // namespace flotsam::gl
