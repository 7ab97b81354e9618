// SPDX-License-Identifier: MIT
// Owners of OpenGL names: created empty, made on demand, deleted with their scope. Move only. The context must be
// current when they are made and when they go.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace flotsam::gl {

template <class Kind>
class Handle {
 public:
  Handle() = default;
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() { reset(); }
  void reset() {
    if (id_) Kind::destroy(id_);
    id_ = 0;
  }
  /// The name; made at the first call.
  GLuint get() {
    if (!id_) id_ = Kind::create();
    return id_;
  }
  explicit operator bool() const { return id_ != 0; }

 private:
  GLuint id_ = 0;
};

#define FLOTSAM_GL_KIND(Name, Gen, Delete)             \
  struct Name##Kind {                                  \
    static GLuint create() {                           \
      GLuint id = 0;                                   \
      Gen(1, &id);                                     \
      return id;                                       \
    }                                                  \
    static void destroy(GLuint id) { Delete(1, &id); } \
  };                                                   \
  using Name = Handle<Name##Kind>

FLOTSAM_GL_KIND(Buffer, glGenBuffers, glDeleteBuffers);
FLOTSAM_GL_KIND(VertexArray, glGenVertexArrays, glDeleteVertexArrays);
FLOTSAM_GL_KIND(Texture, glGenTextures, glDeleteTextures);
FLOTSAM_GL_KIND(Framebuffer, glGenFramebuffers, glDeleteFramebuffers);
FLOTSAM_GL_KIND(Renderbuffer, glGenRenderbuffers, glDeleteRenderbuffers);
#undef FLOTSAM_GL_KIND

}  // namespace flotsam::gl
