// SPDX-License-Identifier: MIT
// A GLFW window with OpenGL 3.3, GLAD and Dear ImGui, and a queue of what happened in it. Nothing of the program's own
// behaviour is here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/panel_input.h"
#include "core/math.h"
#include "core/result.h"

struct GLFWwindow;

namespace flotsam {

struct WindowEvent {
  enum Kind { Press, Release, Move, Wheel, Key, Drop, Scale, Leave, Refresh } kind;
  int code = 0, mods = 0;  // GLFW's button or key, and modifiers
  Vec2 pixel{0};           // of the mouse
  double seconds = 0, amount = 0;
  std::vector<std::string> paths = {};
};

class Window {
 public:
  /// Fails with words for people when there is no display or no OpenGL 3.3.
  static Result<std::shared_ptr<Window>> open(const std::string& title, int width, int height);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// What happened since the last call; waits at most this long for something to happen.
  std::vector<WindowEvent> events(double waitSeconds);
  static double seconds();
  bool closing() const;
  void close();
  void stayOpen();      // somebody asked the window manager to close it
  Int3 pixels() const;  // x, y of the framebuffer; 0 while minimised
  float contentScale() const;
  void setTitle(const std::string& title);
  void setVsync(bool on);
  bool maximised() const;
  void maximise(bool on);
  void resize(int width, int height);  // design pixels
  Vec2 size() const;                   // of the window as it is, design pixels
  bool fullscreen() const { return fullscreen_; }
  void toggleFullscreen();
  void swap();
  /// Whether the driver has dropped the context, with all textures and buffers (GL_ARB_robustness; never without it).
  bool lost() const;
  /// The window again with a new context, in the same place; nothing of the old context may be used any more. The
  /// panels keep their state. Fails with the reason; then there is no window.
  Problems renew();

  void uploadFonts();  // after the atlas changed
  void beginUi();
  void drawUi();

 private:
  Window();
  Problems create(const std::string& title, int width, int height);
  void destroy();
  void installCallbacks();
  void feedPanels();
  void feed(const PanelEvent& event);
  Vec2 pointer(GLFWwindow* window);
  void lendShortKeys();
  void returnShortKeys();
  GLFWwindow* handle_ = nullptr;
  std::string title_;
  unsigned (*resetStatus_)() = nullptr;
  bool imgui_ = false, fonts_ = false, fullscreen_ = false;
  int restore_[4] = {0, 0, 1280, 720};
  std::vector<WindowEvent> queue_;
  PanelInput panelInput_;
  std::optional<Vec2> pointer_;  // by the last event that moved it
};

}  // namespace flotsam
