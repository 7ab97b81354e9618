// SPDX-License-Identifier: MIT
#include "pictures.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

#include "cli/frames.h"
#include "render/offscreen.h"

namespace flotsam {
namespace {

constexpr int kMostWidth = 333, kMostHeight = 300;
constexpr int kManyMarkers = 20000;
constexpr int kQuantities = static_cast<int>(SliceQuantity::Smoke) + 1;  // of a slice, none among them

struct Look {
  int level = 0, width = 160, height = 90, left = 0, markers = 0;
  double uiScale = 0.2;
  bool ownEye = false;  // of the scene: what it shows cannot be of one colour
  Camera camera;
  DrawOptions options;

  std::string text() const {
    char line[160];
    std::snprintf(line, sizeof line,
                  "level %d, %d x %d, slice %d, arrows %d, streamlines %d, boundary %d, smoke %d, water %d, eye %s",
                  level, width, height, static_cast<int>(options.slice.quantity), static_cast<int>(options.arrows),
                  options.streamlines, options.boundary, options.showSmoke, options.showWater,
                  ownEye ? "of the scene" : "anywhere");
    return line;
  }
};

std::vector<std::string> messages;

void GLAD_API_PTR onMessage(GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* text, const void*) {
  if (type == GL_DEBUG_TYPE_ERROR) messages.emplace_back(text);
}

/// All that OpenGL has to say since it was last asked; empty when there was no error.
std::string openGlErrors() {
  std::string all;
  for (int i = 0; i < 8; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    char code[16];
    std::snprintf(code, sizeof code, " 0x%04x", error);
    all += code;
  }
  for (const std::string& text : messages) all += " " + text;
  messages.clear();
  return all.empty() ? all : "OpenGL error" + all;
}

bool allFinite(const std::vector<float>& values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}
bool allFinite(const std::vector<Vec3f>& values) {
  return std::all_of(values.begin(), values.end(), [](const Vec3f& v) { return finite(Vec3(v)); });
}

/// What of a view a renderer could not draw.
std::string notFinite(const SimView& v) {
  if (!allFinite(v.markers.position) || !allFinite(v.markers.velocity)) return "a marker of the view is not finite";
  if (!allFinite(v.smoke.density) || !allFinite(v.smoke.heat)) return "smoke of the view is not finite";
  if (!allFinite(v.liquid.phi) || !allFinite(v.liquid.drops)) return "the surface in the view is not finite";
  if (!allFinite(v.fields.pressure) || !allFinite(v.fields.velocity) || !allFinite(v.fields.outflow) ||
      !allFinite(v.fields.open))
    return "a field of the view is not finite";
  for (const auto& open : v.faces.open)
    if (!allFinite(open)) return "a face of the view is not finite";
  for (const BodyView& b : v.bodies)
    if (!finite(b.pose.position) || !finite(b.pressureForce) || !finite(b.pressureTorque))
      return "'" + b.name + "' of the view is not finite";
  if (!std::isfinite(v.speedScale) || !std::isfinite(v.residual)) return "a number of the view is not finite";
  return {};
}

bool oneColour(const Image& image) {
  for (size_t i = 3; i < image.rgb.size(); ++i)
    if (image.rgb[i] != image.rgb[i - 3]) return false;
  return true;
}

class Painter final : public Pictures {
 public:
  Painter(std::shared_ptr<OffscreenContext> context, std::string keep)
      : context_(std::move(context)), keep_(std::move(keep)) {
    context_->makeCurrent();
    if (GLAD_GL_KHR_debug) {
      glEnable(GL_DEBUG_OUTPUT);
      glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
      glDebugMessageCallback(onMessage, nullptr);
    }
    for (size_t level = 0; level < renderers_.size(); ++level)
      renderers_[level] = std::make_unique<Renderer>(static_cast<Quality>(level));
  }
  ~Painter() override {
    context_->makeCurrent();
    for (auto& renderer : renderers_) renderer.reset();
  }

  void begin(const WorldDesc& scene, uint64_t seed) override {
    random_ = Random(~seed);
    own_ = sceneCamera(scene), given_ = sceneOptions(scene), markers_ = scene.view.markers;
    camera_ = own_;
    drawn_ = 0;
  }
  std::string draw(const World& world) override { return paint(world, nextLook(world)); }
  std::string drawAll(const World& world) override {
    for (int level = 0; level < 3; ++level)
      for (const Theme theme : {Theme::Light, Theme::Dark}) {
        Look look;
        look.level = level, look.camera = own_, look.ownEye = true, look.markers = kManyMarkers;
        DrawOptions& o = look.options;
        o.theme = theme;
        o.streaks = o.streamlines = o.forces = true;
        o.slice.quantity = SliceQuantity::Pressure, o.arrows = ArrowPlaces::Lattice, o.planeHandle = 1;
        for (const bool boundary : {true, false}) {
          o.boundary = boundary;
          if (std::string wrong = paint(world, look); !wrong.empty()) return wrong;
        }
      }
    return {};
  }
  size_t count() const override { return drawn_; }

 private:
  bool chance(double p) { return random_.unit() < p; }
  int upTo(int count) { return std::min(count - 1, static_cast<int>(random_.in(0, count))); }

  Look nextLook(const World& world) {
    Look look;
    look.level = upTo(3);
    look.options = nextOptions(world);
    const int markers[] = {0, markers_, kManyMarkers};
    look.markers = markers[upTo(3)];
    if (chance(0.2)) {  // of any shape, a single pixel among them
      look.width = 1 + upTo(kMostWidth), look.height = 1 + upTo(kMostHeight);
      if (chance(0.2)) (chance(0.5) ? look.width : look.height) = 1;
      look.left = upTo(kMostWidth - look.width + 1);
      look.uiScale = random_.in(0.1, 3);
    }
    if (chance(0.7)) turn(world);
    if (chance(0.15)) camera_ = own_;
    look.ownEye = chance(0.2);
    look.camera = look.ownEye ? own_ : camera_;
    return look;
  }
  /// The eye goes on from where it was: by a little, by much, into the bodies and far out.
  void turn(const World& world) {
    camera_.orbit(random_.in(-60, 60), random_.in(-40, 40));
    if (chance(0.4)) camera_.zoom(std::pow(2.0, random_.in(-2, 2)));
    if (chance(0.3)) camera_.pan({random_.in(-1, 1), random_.in(-1, 1)}, 16 / 9.0);
    if (chance(0.1) && !world.bodies().empty())
      camera_.target = world.bodies()[static_cast<size_t>(upTo(static_cast<int>(world.bodies().size())))].pose.position;
  }
  DrawOptions nextOptions(const World& world) {
    DrawOptions o = given_;
    const int bodies = static_cast<int>(world.bodies().size());
    if (chance(0.5)) o.theme = o.theme == Theme::Light ? Theme::Dark : Theme::Light;
    o.colour = static_cast<MarkerColour>(upTo(3));
    o.showMarkers = chance(0.6), o.streaks = chance(0.3), o.markerDivisor = 1 + upTo(4);
    o.showSmoke = chance(0.7), o.smokeDivisor = upTo(4);
    o.showWater = chance(0.7);
    o.hovered = upTo(bodies + 2) - 1, o.selected = upTo(bodies + 2) - 1, o.held = chance(0.3);
    if (chance(0.6)) o.slice.quantity = static_cast<SliceQuantity>(upTo(kQuantities));
    o.slice.axis = upTo(3), o.slice.place = random_.unit();
    if (chance(0.5)) o.slice.turn = random_.in(-180, 180), o.slice.tilt = random_.in(-90, 90);
    if (chance(0.2)) o.sliceLo = -1, o.sliceHi = 1;
    o.planeHandle = upTo(4);
    o.arrows = static_cast<ArrowPlaces>(upTo(3));
    o.streamlines = chance(0.3), o.forces = chance(0.4), o.boundary = chance(0.3);
    return o;
  }

  std::string paint(const World& world, const Look& look) {
    const DrawOptions& o = look.options;
    const bool fields = o.slice.quantity != SliceQuantity::None || o.arrows != ArrowPlaces::None || o.streamlines;
    world.fill(view_, look.markers, {fields, o.boundary, /*system=*/o.boundary});
    if (std::string wrong = notFinite(view_); !wrong.empty()) return wrong;
    context_->makeCurrent();
    std::string wrong;
    try {
      renderers_[static_cast<size_t>(look.level)]->draw(view_, look.camera, o, look.width, look.height,
                                                        context_->framebuffer(), look.uiScale, look.left);
      glFinish();
      wrong = openGlErrors();
    } catch (const std::exception& e) {
      wrong = e.what();
    }
    ++drawn_;
    const Image image = readPixels(context_->framebuffer(), look.width, look.height);
    if (wrong.empty()) wrong = openGlErrors();
    if (wrong.empty() && look.ownEye && look.left == 0 && look.width > 32 && look.height > 32 && oneColour(image))
      wrong = "a picture of one colour";
    if (!keep_.empty()) {
      char name[32];
      std::snprintf(name, sizeof name, "/%05zu.png", ++kept_);
      const Problems problems = writePng(keep_ + name, image);
      if (wrong.empty() && !problems.empty()) wrong = problems[0].text();
    }
    return wrong.empty() ? wrong : wrong + " (picture " + std::to_string(drawn_) + ": " + look.text() + ")";
  }

  std::shared_ptr<OffscreenContext> context_;
  std::string keep_;
  std::array<std::unique_ptr<Renderer>, 3> renderers_;
  Random random_{0};
  Camera own_, camera_;
  DrawOptions given_;
  int markers_ = 0;
  SimView view_;
  size_t drawn_ = 0, kept_ = 0;
};

}  // namespace

Result<std::shared_ptr<Pictures>> Pictures::open(const std::string& keep) {
  auto context = OffscreenContext::create(kMostWidth, kMostHeight);
  if (!context) return context.problems;
  return std::shared_ptr<Pictures>(std::make_shared<Painter>(*context, keep));
}

}  // namespace flotsam
