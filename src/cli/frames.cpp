// SPDX-License-Identifier: MIT
#include "cli/frames.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "cli/common.h"
#include "cli/video_pipe.h"
#include "core/describe.h"
#include "io/export_sequence.h"
#include "io/save_file.h"
#include "render/offscreen.h"

namespace flotsam {

Camera sceneCamera(const WorldDesc& desc) {
  Camera camera = Camera::framing(desc.dx * Vec3(desc.cells));
  const CameraDesc& given = desc.view.camera;
  if (given.given)
    camera.target = given.target, camera.distance = given.distance, camera.yaw = given.yaw, camera.pitch = given.pitch;
  return camera;
}

DrawOptions sceneOptions(const WorldDesc& desc) {
  const ViewDesc& view = desc.view;
  DrawOptions options;
  options.theme = view.dark ? Theme::Dark : Theme::Light;
  options.colour = view.colour == "speed"   ? MarkerColour::Speed
                   : view.colour == "depth" ? MarkerColour::Depth
                                            : MarkerColour::Dye;
  const bool liquid = desc.params.fluid.domain == FluidDomain::Liquid;
  options.showWater = view.water != "particles";
  options.showMarkers = view.markers > 0 && !(liquid && view.water == "surface");
  options.showSmoke = view.smoke;
  options.streaks = view.streaks;
  return options;
}

namespace {

class Frames final : public FrameWriter {
 public:
  Frames(const FrameOptions& options, const WorldDesc& desc, std::shared_ptr<OffscreenContext> context)
      : options_(options), context_(std::move(context)), camera_(sceneCamera(desc)), draw_(sceneOptions(desc)) {
    markers_ = desc.view.markers;
    context_->makeCurrent();
    std::string reason;
    renderer_ = std::make_unique<Renderer>(chooseQuality(reason));
  }
  ~Frames() override {
    context_->makeCurrent();
    renderer_.reset();
  }

  /// Errors end the run; without ffmpeg there is a warning, and the pictures of the video become files.
  Problems start(double rate) {
    const bool missing = !options_.video.empty() && !VideoPipe::available();
    const double perSecond = std::min(rate, kFramesPerSecond);
    if (missing && options_.folder.empty()) options_.folder = options_.video + ".frames";
    if (!options_.folder.empty())
      if (Problems problems = makeFolder(options_.folder); !problems.empty()) return problems;
    if (missing) {
      noVideo_ = "no video, because the program ffmpeg is not installed (apt-get install ffmpeg); ";
      join_ = "'ffmpeg -framerate " + formatNumber(perSecond) + " -i " + options_.folder +
              "/frame_%05d.png -pix_fmt yuv420p " + options_.video + "' joins them";
      return {{options_.video, 0, "", noVideo_ + "its pictures go into " + options_.folder, true}};
    }
    if (options_.video.empty()) return {};
    return video_.open(options_.video, options_.width, options_.height, perSecond);
  }

  Problems afterStep(const World& world) override {
    if (!frameDue(world.time(), world.desc().params.rate, drawn_)) return {};
    world.fill(view_, markers_);
    context_->makeCurrent();
    renderer_->draw(view_, camera_, draw_, options_.width, options_.height, context_->framebuffer(),
                    /*uiScale=*/options_.height / 720.0);
    const Image image = context_->read();
    if (Problems problems = video_.write(image.rgb); !problems.empty()) return problems;
    char name[32];
    std::snprintf(name, sizeof name, "/frame_%05zu.png", ++count_);
    return options_.folder.empty() ? Problems{} : writePng(options_.folder + name, image);
  }

  Problems finish() override {
    if (noVideo_.empty()) return video_.close();
    return {{options_.video, 0, "",
             noVideo_ + std::to_string(count_) + " pictures are in " + options_.folder + "; " + join_}};
  }
  size_t frames() const override { return count_; }

 private:
  FrameOptions options_;
  std::shared_ptr<OffscreenContext> context_;
  std::unique_ptr<Renderer> renderer_;
  Camera camera_;
  DrawOptions draw_;
  VideoPipe video_;
  std::string noVideo_, join_;  // words, when ffmpeg is missing
  SimView view_;
  int markers_ = 0;
  double drawn_ = -1;
  size_t count_ = 0;
};

}  // namespace

Result<std::shared_ptr<FrameWriter>> FrameWriter::open(const FrameOptions& options, const WorldDesc& desc) {
  auto context = OffscreenContext::create(options.width, options.height);
  if (!context) return context.problems;
  auto frames = std::make_shared<Frames>(options, desc, *context);
  Problems problems = frames->start(desc.params.rate);
  if (hasErrors(problems)) return problems;
  Result<std::shared_ptr<FrameWriter>> result(std::shared_ptr<FrameWriter>(std::move(frames)));
  result.problems = std::move(problems);
  return result;
}

Problems writePicture(const World& world, const std::string& path, int width, int height) {
  auto context = OffscreenContext::create(width, height);
  if (!context) return context.problems;
  (*context)->makeCurrent();
  std::string reason;
  Renderer renderer(chooseQuality(reason));
  SimView view;
  world.fill(view, world.desc().view.markers);
  renderer.draw(view, sceneCamera(world.desc()), sceneOptions(world.desc()), width, height, (*context)->framebuffer(),
                /*uiScale=*/height / 720.0);
  return writePng(path, (*context)->read());
}

}  // namespace flotsam
