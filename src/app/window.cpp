// SPDX-License-Identifier: MIT
#include "app/window.h"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace flotsam {
namespace {

Window* owner(GLFWwindow* handle) { return static_cast<Window*>(glfwGetWindowUserPointer(handle)); }

PanelInput::Key kindOfKey(int key) {
  switch (key) {
    case GLFW_KEY_LEFT_CONTROL:
    case GLFW_KEY_RIGHT_CONTROL:
      return PanelInput::Key::Control;
    case GLFW_KEY_LEFT_SHIFT:
    case GLFW_KEY_RIGHT_SHIFT:
      return PanelInput::Key::Shift;
    case GLFW_KEY_LEFT_ALT:
    case GLFW_KEY_RIGHT_ALT:
    case GLFW_KEY_LEFT_SUPER:
    case GLFW_KEY_RIGHT_SUPER:
      return PanelInput::Key::Other;
    default:
      return key >= GLFW_KEY_ESCAPE ? PanelInput::Key::Silent : PanelInput::Key::Writing;
  }
}

std::string lastGlfwError() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "no reason given";
}

}  // namespace

Window::Window() : panelInput_(kindOfKey) {}

Result<std::shared_ptr<Window>> Window::open(const std::string& title, int width, int height) {
  const auto fail = [](const std::string& what) {
    return Problem{"", 0, "",
                   what +
                       ". Without a display, 'flotsam run SCENE' does the same headless and 'flotsam run SCENE "
                       "--frames DIR' makes pictures."};
  };
  glfwSetErrorCallback([](int, const char*) {});  // asked for where it matters
  if (!glfwInit()) return fail("cannot open a window: " + lastGlfwError());
  std::shared_ptr<Window> window(new Window);
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  if (const Problems problems = window->create(title, width, height); !problems.empty())
    return fail(problems.front().reason);
  return window;
}

Problems Window::create(const std::string& title, int width, int height) {
  const auto fail = [](const std::string& what) { return Problems{{"", 0, "", what}}; };
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);  // ignored by drivers that cannot
  title_ = title;
  handle_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (!handle_) {
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
    handle_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  }
  if (!handle_) return fail("cannot open a window with OpenGL 3.3: " + lastGlfwError());
  glfwMakeContextCurrent(handle_);
  if (gladLoadGL(glfwGetProcAddress) == 0) return fail("cannot load OpenGL 3.3");
  resetStatus_ = nullptr;
  if (glfwGetWindowAttrib(handle_, GLFW_CONTEXT_ROBUSTNESS) == GLFW_LOSE_CONTEXT_ON_RESET)
    resetStatus_ = reinterpret_cast<unsigned (*)()>(glfwGetProcAddress(
        glfwExtensionSupported("GL_ARB_robustness") ? "glGetGraphicsResetStatusARB" : "glGetGraphicsResetStatus"));
  glfwSetWindowUserPointer(handle_, this);
  glfwSetWindowSizeLimits(handle_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  installCallbacks();
  ImGui_ImplGlfw_InitForOpenGL(handle_, /*install_callbacks=*/false);  // those above hand on what it needs
  ImGui_ImplOpenGL3_Init("#version 330 core");
  imgui_ = true;
  return {};
}

void Window::destroy() {
  if (imgui_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
  if (handle_) glfwDestroyWindow(handle_);
  handle_ = nullptr, imgui_ = fonts_ = false;
}

Window::~Window() {
  destroy();
  ImGui::DestroyContext();
  glfwTerminate();
}

bool Window::lost() const { return resetStatus_ && resetStatus_() != GL_NO_ERROR; }

Problems Window::renew() {
  const bool full = fullscreen_, maximal = maximised();
  int place[4] = {};
  glfwGetWindowPos(handle_, &place[0], &place[1]);
  glfwGetWindowSize(handle_, &place[2], &place[3]);
  if (full) std::copy(restore_, restore_ + 4, place);
  const auto design = [scale = contentScale()](int pixels) {
    return static_cast<int>(std::lround(static_cast<float>(pixels) / scale));  // as create() will multiply it again
  };
  const int width = design(place[2]), height = design(place[3]);
  destroy();
  queue_.clear(), panelInput_.clear();
  pointer_.reset();
  fullscreen_ = false;
  if (Problems problems = create(std::string(title_), width, height); !problems.empty()) return problems;
  glfwSetWindowPos(handle_, place[0], place[1]);
  if (maximal) maximise(true);
  if (full) toggleFullscreen();
  return {};
}

void Window::installCallbacks() {
  glfwSetMouseButtonCallback(handle_, [](GLFWwindow* w, int button, int action, int mods) {
    WindowEvent e{action == GLFW_PRESS ? WindowEvent::Press : WindowEvent::Release, button, mods};
    e.pixel = owner(w)->pointer(w);
    e.seconds = glfwGetTime();
    if (button < PanelInput::kButtons)
      owner(w)->panelInput_.push(
          {action == GLFW_PRESS ? PanelEvent::Press : PanelEvent::Release, button, mods, e.pixel, e.seconds});
    owner(w)->queue_.push_back(std::move(e));
  });
  glfwSetCursorPosCallback(handle_, [](GLFWwindow* w, double x, double y) {
    owner(w)->pointer_ = Vec2(x, y);
    auto& queue = owner(w)->queue_;
    if (!queue.empty() && queue.back().kind == WindowEvent::Move) {
      queue.back().pixel = {x, y};
    } else {
      WindowEvent e{WindowEvent::Move};
      e.pixel = {x, y};
      queue.push_back(std::move(e));
    }
  });
  glfwSetCursorEnterCallback(handle_, ImGui_ImplGlfw_CursorEnterCallback);
  glfwSetScrollCallback(handle_, [](GLFWwindow* w, double dx, double dy) {
    ImGui_ImplGlfw_ScrollCallback(w, dx, dy);
    WindowEvent e{WindowEvent::Wheel};
    e.pixel = owner(w)->pointer(w);
    e.amount = dy;
    owner(w)->queue_.push_back(std::move(e));
  });
  glfwSetKeyCallback(handle_, [](GLFWwindow* w, int key, int, int action, int mods) {
    const bool up = action == GLFW_RELEASE;
    // Panels count repetitions by themselves.
    if (action != GLFW_REPEAT && key >= 0 && key <= GLFW_KEY_LAST)
      owner(w)->panelInput_.push({up ? PanelEvent::KeyUp : PanelEvent::KeyDown, key, mods});
    if (up || (action == GLFW_REPEAT && key != GLFW_KEY_PERIOD)) return;
    owner(w)->queue_.push_back({WindowEvent::Key, key, mods});
  });
  glfwSetCharCallback(handle_, [](GLFWwindow* w, unsigned code) {
    owner(w)->panelInput_.push({PanelEvent::Character, static_cast<int>(code)});
  });
  glfwSetDropCallback(handle_, [](GLFWwindow* w, int count, const char** paths) {
    WindowEvent e{WindowEvent::Drop};
    e.paths.assign(paths, paths + count);
    owner(w)->queue_.push_back(std::move(e));
  });
  glfwSetWindowContentScaleCallback(
      handle_, [](GLFWwindow* w, float, float) { owner(w)->queue_.push_back(WindowEvent{WindowEvent::Scale}); });
  glfwSetWindowRefreshCallback(handle_,
                               [](GLFWwindow* w) { owner(w)->queue_.push_back(WindowEvent{WindowEvent::Refresh}); });
  glfwSetWindowFocusCallback(handle_, [](GLFWwindow* w, int focused) {
    ImGui_ImplGlfw_WindowFocusCallback(w, focused);
    if (!focused) owner(w)->queue_.push_back(WindowEvent{WindowEvent::Leave});
  });
}

/// Where the mouse was at the event that is being handled: GLFW itself says where it is now, which is elsewhere when
/// somebody is quick and pictures are slow.
Vec2 Window::pointer(GLFWwindow* w) {
  if (!pointer_) {
    Vec2 now(0);
    glfwGetCursorPos(w, &now.x, &now.y);
    return now;
  }
  return *pointer_;
}

std::vector<WindowEvent> Window::events(double waitSeconds) {
  if (waitSeconds > 1e-4)
    glfwWaitEventsTimeout(waitSeconds);
  else
    glfwPollEvents();
  return std::exchange(queue_, {});
}

double Window::seconds() { return glfwGetTime(); }
bool Window::closing() const { return glfwWindowShouldClose(handle_); }
void Window::stayOpen() { glfwSetWindowShouldClose(handle_, GLFW_FALSE); }

void Window::close() { glfwSetWindowShouldClose(handle_, GLFW_TRUE); }
void Window::setTitle(const std::string& title) {
  title_ = title;
  glfwSetWindowTitle(handle_, title.c_str());
}
void Window::setVsync(bool on) { glfwSwapInterval(on ? 1 : 0); }
void Window::swap() { glfwSwapBuffers(handle_); }

Int3 Window::pixels() const {
  Int3 size{0};
  glfwGetFramebufferSize(handle_, &size.x, &size.y);
  return glfwGetWindowAttrib(handle_, GLFW_ICONIFIED) ? Int3{0} : size;
}

bool Window::maximised() const { return glfwGetWindowAttrib(handle_, GLFW_MAXIMIZED); }

void Window::maximise(bool on) { on ? glfwMaximizeWindow(handle_) : glfwRestoreWindow(handle_); }

void Window::resize(int width, int height) {
  const float scale = contentScale();
  glfwSetWindowSize(handle_, static_cast<int>(std::lround(scale * static_cast<float>(width))),
                    static_cast<int>(std::lround(scale * static_cast<float>(height))));
}

Vec2 Window::size() const {
  int x = 0, y = 0;
  glfwGetWindowSize(handle_, &x, &y);
  return Vec2(x, y) / static_cast<double>(contentScale());
}

float Window::contentScale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(handle_, &x, &y);
  return std::isfinite(x) ? std::clamp(std::max(x, y), 0.75f, 4.0f) : 1.0f;
}

namespace {

/// The monitor that shows most of a window: the projector when it is there. Null without monitors.
GLFWmonitor* monitorOf(const int (&window)[4]) {
  int count = 0, most = -1;
  GLFWmonitor **all = glfwGetMonitors(&count), *best = nullptr;
  for (int i = 0; i < count; ++i) {
    const GLFWvidmode* mode = glfwGetVideoMode(all[i]);
    if (!mode) continue;
    int x = 0, y = 0;
    glfwGetMonitorPos(all[i], &x, &y);
    const int wide = std::min(window[0] + window[2], x + mode->width) - std::max(window[0], x);
    const int high = std::min(window[1] + window[3], y + mode->height) - std::max(window[1], y);
    const int shared = std::max(wide, 0) * std::max(high, 0);
    if (shared > most) most = shared, best = all[i];
  }
  return best;
}

}  // namespace

void Window::toggleFullscreen() {
  if (fullscreen_) {
    glfwSetWindowMonitor(handle_, nullptr, restore_[0], restore_[1], restore_[2], restore_[3], 0);
  } else {
    glfwGetWindowPos(handle_, &restore_[0], &restore_[1]);
    glfwGetWindowSize(handle_, &restore_[2], &restore_[3]);
    GLFWmonitor* monitor = monitorOf(restore_);
    if (!monitor) return;
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    glfwSetWindowMonitor(handle_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }
  fullscreen_ = !fullscreen_;
}

void Window::uploadFonts() {
  if (fonts_) ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  fonts_ = true;
  // Text is aligned to pixels: sampling the nearest texel is exact, and on software OpenGL twice as fast.
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<intptr_t>(ImGui::GetIO().Fonts->TexID)));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);
}

void Window::beginUi() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  feedPanels();
  lendShortKeys();
  ImGui::NewFrame();
}

void Window::feedPanels() {
  for (const PanelEvent& e : panelInput_.begin(ImGui::GetCurrentContext()->NavMoveSubmitted)) feed(e);
  for (int i = 0; i < PanelInput::kButtons; ++i) ImGui::GetIO().MouseDown[i] = panelInput_.buttonDown(i);
}

void Window::feed(const PanelEvent& e) {
  ImGuiIO& io = ImGui::GetIO();
  switch (e.kind) {
    case PanelEvent::Press:
      io.MouseDoubleClickTime = e.again ? 1e9f : 0;
      [[fallthrough]];
    case PanelEvent::Release:
      io.MousePos = {static_cast<float>(e.pixel.x), static_cast<float>(e.pixel.y)};
      break;
    case PanelEvent::KeyDown:
      ImGui_ImplGlfw_KeyCallback(handle_, e.code, 0, GLFW_PRESS, e.mods);
      break;
    case PanelEvent::KeyUp:
      ImGui_ImplGlfw_KeyCallback(handle_, e.code, 0, GLFW_RELEASE, e.mods);
      break;
    case PanelEvent::Character:
      io.AddInputCharacter(static_cast<unsigned>(e.code));
  }
}

/// A key that went down and up before a frame would be lost: it counts as held for that frame.
void Window::lendShortKeys() {
  ImGuiIO& io = ImGui::GetIO();
  for (const int key : panelInput_.pressed()) io.KeysDown[key] = true;
  io.KeyCtrl |= panelInput_.counts(PanelInput::Key::Control);
  io.KeyShift |= panelInput_.counts(PanelInput::Key::Shift);
}

void Window::returnShortKeys() {
  ImGuiIO& io = ImGui::GetIO();
  for (const int key : panelInput_.pressed()) io.KeysDown[key] = panelInput_.held(key);
  io.KeyCtrl = panelInput_.held(PanelInput::Key::Control);
  io.KeyShift = panelInput_.held(PanelInput::Key::Shift);
  panelInput_.end();
}

void Window::drawUi() {
  ImGui::Render();  // ends the frame, and ends the program when Ctrl or Shift are others than when it began
  returnShortKeys();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace flotsam
