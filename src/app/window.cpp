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

std::string lastGlfwError() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "no reason given";
}

}  // namespace

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
  queue_.clear(), unseen_.clear(), pressedKeys_.clear(), heldKeys_.reset();
  std::fill(std::begin(mouseDown_), std::end(mouseDown_), false);
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
    if (button < 3)
      owner(w)->unseen_.push_back(
          {action == GLFW_PRESS ? Unseen::Press : Unseen::Release, button, mods, e.pixel, e.seconds});
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
    if (action != GLFW_REPEAT && key >= 0 && key < static_cast<int>(owner(w)->heldKeys_.size()))
      owner(w)->unseen_.push_back({up ? Unseen::KeyUp : Unseen::Key, key, mods});
    if (up || (action == GLFW_REPEAT && key != GLFW_KEY_PERIOD)) return;
    owner(w)->queue_.push_back({WindowEvent::Key, key, mods});
  });
  glfwSetCharCallback(handle_, [](GLFWwindow* w, unsigned code) {
    owner(w)->unseen_.push_back({Unseen::Character, static_cast<int>(code)});
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

namespace {

bool isControl(int key) { return key == GLFW_KEY_LEFT_CONTROL || key == GLFW_KEY_RIGHT_CONTROL; }
bool isShift(int key) { return key == GLFW_KEY_LEFT_SHIFT || key == GLFW_KEY_RIGHT_SHIFT; }
bool isModifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

}  // namespace

/// ImGui 1.86 looks at mouse and keys once a frame. In a slow frame somebody may have clicked, gone elsewhere and
/// typed. All reaches the panels in its order: presses and releases one a frame, each where it happened; a press not in
/// the frame of what was typed before it; of the keys that write nothing (Enter, arrows, those with Ctrl) one a frame,
/// and what is written behind one in the next; Ctrl and Shift let go after the frame of the keys they were held for. A
/// field that asked for the keys gets them in the frame that begins, and would drop a press of that frame: it waits.
void Window::feedPanels() {
  const bool keysMove = ImGui::GetCurrentContext()->NavMoveSubmitted;
  bool typed = false, commanded = false;
  while (!unseen_.empty()) {
    const Unseen e = unseen_.front();
    const bool control = heldKeys_.test(GLFW_KEY_LEFT_CONTROL) || heldKeys_.test(GLFW_KEY_RIGHT_CONTROL);
    const bool command = e.kind == Unseen::Key && !isModifier(e.code) && (e.code >= GLFW_KEY_ESCAPE || control);
    if (e.kind == Unseen::Press && (keysMove || typed)) break;
    if (commanded && (command || e.kind == Unseen::Character)) break;
    if (e.kind == Unseen::KeyUp && isModifier(e.code) && !pressedKeys_.empty()) break;
    unseen_.pop_front();
    feed(e);
    if (e.kind == Unseen::Press || e.kind == Unseen::Release) break;
    typed = true, commanded |= command;
  }
  for (int i = 0; i < 3; ++i) ImGui::GetIO().MouseDown[i] = mouseDown_[i];
}

/// Whether a press is the second of a double click is told by when it happened, not by when it is seen.
void Window::feed(const Unseen& e) {
  ImGuiIO& io = ImGui::GetIO();
  switch (e.kind) {
    case Unseen::Press: {
      constexpr double kDoubleClickSeconds = 0.3;
      const double last = std::exchange(pressedAt_[e.code], e.seconds);
      io.MouseDoubleClickTime = last >= 0 && e.seconds - last < kDoubleClickSeconds ? 1e9f : 0;
    }
      [[fallthrough]];
    case Unseen::Release:
      mouseDown_[e.code] = e.kind == Unseen::Press;
      io.MousePos = {static_cast<float>(e.pixel.x), static_cast<float>(e.pixel.y)};
      break;
    case Unseen::Key:
      pressedKeys_.push_back(e.code), heldKeys_.set(static_cast<size_t>(e.code));
      ImGui_ImplGlfw_KeyCallback(handle_, e.code, 0, GLFW_PRESS, e.mods);
      break;
    case Unseen::KeyUp:
      heldKeys_.reset(static_cast<size_t>(e.code));
      ImGui_ImplGlfw_KeyCallback(handle_, e.code, 0, GLFW_RELEASE, e.mods);
      break;
    default:
      io.AddInputCharacter(static_cast<unsigned>(e.code));
  }
}

/// A key that went down and up before a frame would be lost: it counts as held for that frame.
void Window::lendShortKeys() {
  ImGuiIO& io = ImGui::GetIO();
  for (const int key : pressedKeys_) {
    io.KeysDown[key] = true;
    io.KeyCtrl |= isControl(key), io.KeyShift |= isShift(key);
  }
}

void Window::returnShortKeys() {
  ImGuiIO& io = ImGui::GetIO();
  const auto held = [&](int key) { return heldKeys_.test(static_cast<size_t>(key)); };
  for (const int key : pressedKeys_) io.KeysDown[key] = held(key);
  io.KeyCtrl = held(GLFW_KEY_LEFT_CONTROL) || held(GLFW_KEY_RIGHT_CONTROL);
  io.KeyShift = held(GLFW_KEY_LEFT_SHIFT) || held(GLFW_KEY_RIGHT_SHIFT);
  pressedKeys_.clear();
}

void Window::drawUi() {
  ImGui::Render();  // ends the frame, and ends the program when Ctrl or Shift are others than when it began
  returnShortKeys();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace flotsam
