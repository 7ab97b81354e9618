// SPDX-License-Identifier: MIT
// Allocation of render targets.
#include "render/gl/target.h"

#include <stdexcept>
#include <string>

namespace flotsam::gl {
namespace {

void attachTexture(Texture& texture, GLenum attachment, GLenum internal, int width, int height, GLint filter) {
  const bool depth = attachment == GL_DEPTH_ATTACHMENT;
  const bool single = internal == GL_R32F;
  const bool pair = internal == GL_RG32F || internal == GL_RG16F;
  const GLenum format = depth ? GL_DEPTH_COMPONENT : single ? GL_RED : pair ? GL_RG : GL_RGBA;
  const GLenum type = depth ? GL_UNSIGNED_INT : single || pair ? GL_FLOAT : GL_UNSIGNED_BYTE;
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal), width, height, 0, format, type, nullptr);
  sampling(GL_TEXTURE_2D, filter, GL_CLAMP_TO_EDGE);
  glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture.get(), 0);
}

void attachSamples(Renderbuffer& buffer, GLenum attachment, GLenum internal, int width, int height, int samples) {
  glBindRenderbuffer(GL_RENDERBUFFER, buffer.get());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, internal, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer.get());
}

}  // namespace

void sampling(GLenum target, GLint filter, GLint wrap) {
  glTexParameteri(target, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(target, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(target, GL_TEXTURE_WRAP_S, wrap);
  glTexParameteri(target, GL_TEXTURE_WRAP_T, wrap);
  if (target == GL_TEXTURE_3D) glTexParameteri(target, GL_TEXTURE_WRAP_R, wrap);
}

void drawScreen(VertexArray& empty) {
  glBindVertexArray(empty.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Target::resize(int width, int height, const TargetSpec& spec) {
  if (width == width_ && height == height_) return;
  width_ = width, height_ = height;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  const GLint filter = spec.linear ? GL_LINEAR : GL_NEAREST;
  if (spec.samples > 1) {
    attachSamples(colourSamples_, GL_COLOR_ATTACHMENT0, spec.colour, width, height, spec.samples);
    if (spec.depth)
      attachSamples(depthSamples_, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, width, height, spec.samples);
  } else {
    attachTexture(colour_, GL_COLOR_ATTACHMENT0, spec.colour, width, height, filter);
    if (spec.colour2) attachTexture(colour2_, GL_COLOR_ATTACHMENT1, spec.colour2, width, height, filter);
    if (spec.depth) attachTexture(depth_, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, width, height, GL_NEAREST);
  }
  const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  glDrawBuffers(spec.colour2 ? 2 : 1, buffers);
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE)
    throw std::runtime_error("a render target of " + std::to_string(width) + " x " + std::to_string(height) +
                             " is not supported by this driver (status " + std::to_string(status) + ")");
}

void Target::bind() {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  glViewport(0, 0, width_, height_);
}

}  // namespace flotsam::gl
