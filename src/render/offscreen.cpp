// SPDX-License-Identifier: MIT
// An OpenGL 3.3 core context without any display, by EGL's surfaceless platform, and the way to PNG files.
#include "render/offscreen.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "render/gl/target.h"

#ifdef FLOTSAM_EGL
#include <EGL/egl.h>
#include <EGL/eglext.h>
#endif
#include <stb/stb_image_write.h>

namespace flotsam {
namespace {

Problem problem(const std::string& file, const std::string& reason) {
  Problem p;
  p.file = file, p.reason = reason;
  return p;
}

}  // namespace

#ifdef FLOTSAM_EGL

struct OffscreenContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  gl::Target target;
  int width = 0, height = 0;
};

namespace {

EGLDisplay openDisplay() {
  const auto getPlatformDisplay =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (getPlatformDisplay) {
    const EGLDisplay d = getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (d != EGL_NO_DISPLAY && eglInitialize(d, nullptr, nullptr)) return d;
  }
  const EGLDisplay d = eglGetDisplay(EGL_DEFAULT_DISPLAY);
  return d != EGL_NO_DISPLAY && eglInitialize(d, nullptr, nullptr) ? d : EGL_NO_DISPLAY;
}

Problem failure(const std::string& reason) { return problem("", "pictures without a window: " + reason); }

}  // namespace

Result<std::shared_ptr<OffscreenContext>> OffscreenContext::create(int width, int height) {
  std::shared_ptr<OffscreenContext> result(new OffscreenContext);
  Impl& i = *result->impl_;
  i.width = std::max(width, 1), i.height = std::max(height, 1);
  i.display = openDisplay();
  if (i.display == EGL_NO_DISPLAY) return failure("EGL finds no display to draw on");
  if (!eglBindAPI(EGL_OPENGL_API)) return failure("this EGL has no desktop OpenGL");
  const EGLint configWish[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint found = 0;
  if (!eglChooseConfig(i.display, configWish, &config, 1, &found) || found == 0) config = nullptr;
  const EGLint contextWish[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  i.context = eglCreateContext(i.display, config, EGL_NO_CONTEXT, contextWish);
  if (i.context == EGL_NO_CONTEXT) return failure("OpenGL 3.3 is not available through EGL");
  if (!eglMakeCurrent(i.display, EGL_NO_SURFACE, EGL_NO_SURFACE, i.context))
    return failure("EGL cannot make a context current without a surface");
  if (!gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)))
    return failure("the OpenGL functions cannot be loaded");
  try {
    i.target.resize(i.width, i.height, {.depth = true});
  } catch (const std::runtime_error& error) {
    return failure(error.what());
  }
  return result;
}

OffscreenContext::OffscreenContext() : impl_(std::make_unique<Impl>()) {}

OffscreenContext::~OffscreenContext() {
  if (impl_->display == EGL_NO_DISPLAY) return;
  if (impl_->context != EGL_NO_CONTEXT) {
    makeCurrent();
    impl_->target = gl::Target();
    eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(impl_->display, impl_->context);
  }
  // The display stays initialised: EGL shares it between contexts of the process.
}

void OffscreenContext::makeCurrent() { eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, impl_->context); }
unsigned OffscreenContext::framebuffer() const { return impl_->target.framebuffer(); }
void OffscreenContext::finish() const { glFinish(); }
Image OffscreenContext::read() const { return readPixels(framebuffer(), impl_->width, impl_->height); }

#else

struct OffscreenContext::Impl {};
Result<std::shared_ptr<OffscreenContext>> OffscreenContext::create(int, int) {
  return problem("", "pictures without a window: this program was built without EGL");
}
OffscreenContext::OffscreenContext() = default;
OffscreenContext::~OffscreenContext() = default;
void OffscreenContext::makeCurrent() {}
unsigned OffscreenContext::framebuffer() const { return 0; }
void OffscreenContext::finish() const {}
Image OffscreenContext::read() const { return {}; }

#endif

Image readPixels(unsigned framebuffer, int width, int height) {
  Image image{width, height, std::vector<uint8_t>(static_cast<size_t>(width) * static_cast<size_t>(height) * 3)};
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glReadBuffer(framebuffer ? GL_COLOR_ATTACHMENT0 : GL_BACK);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  const size_t row = static_cast<size_t>(width) * 3;
  for (size_t y = 0; y < static_cast<size_t>(height) / 2; ++y)
    std::swap_ranges(image.rgb.begin() + static_cast<ptrdiff_t>(y * row),
                     image.rgb.begin() + static_cast<ptrdiff_t>((y + 1) * row),
                     image.rgb.end() - static_cast<ptrdiff_t>((y + 1) * row));
  return image;
}

Problems writePng(const std::string& path, const Image& image) {
  if (image.width <= 0 || image.height <= 0) return {problem(path, "there is no picture to write")};
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<size_t>(size));
  };
  if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width))
    return {problem(path, "there is not enough memory for the picture")};
  // Under another name until it is whole: whoever watches the folder, or finds it after the program was ended in the
  // middle, sees whole pictures only. A full disk may be noticed as late as by fclose.
  const std::string part = path + ".part";
  std::FILE* file = std::fopen(part.c_str(), "wb");
  bool whole = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file) whole = std::fclose(file) == 0 && whole;
  if (whole && std::rename(part.c_str(), path.c_str()) == 0) return {};
  const std::string reason = std::strerror(errno);
  std::remove(part.c_str());
  return {problem(path, "cannot be written: " + reason)};
}

}  // namespace flotsam
