// SPDX-License-Identifier: MIT
#include "app/loader.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include "io/assets.h"
#include "io/mesh_import.h"
#include "io/scene.h"

namespace flotsam {
namespace {

void finishScene(Loaded& loaded, Result<WorldDesc> result, const std::vector<std::string>& settings) {
  loaded.problems = std::move(result.problems);
  if (!result) return;
  for (const auto& setting : settings)
    for (auto& problem : applySetting(*result, setting)) loaded.problems.push_back(std::move(problem));
  if (!hasErrors(loaded.problems))
    for (auto& problem : validate(*result)) loaded.problems.push_back(std::move(problem));
  if (!hasErrors(loaded.problems)) loaded.scene = std::move(*result);
}

std::string fileName(const std::string& path) { return std::filesystem::path(path).filename().string(); }

}  // namespace

bool isSceneFile(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension == ".toml";
}

void Loader::openScene(std::string nameOrPath, std::vector<std::string> settings, bool answered) {
  Job job{"Reading " + fileName(nameOrPath) + "…",
          [nameOrPath = std::move(nameOrPath), settings = std::move(settings), answered](Progress&) {
            Loaded loaded;
            loaded.what = loaded.sceneName = nameOrPath;
            loaded.answered = answered, loaded.altered = !settings.empty();
            const auto path = findScene(nameOrPath);
            if (path.empty()) {
              loaded.problems.push_back({nameOrPath, 0, "", "no such file or shipped scene"});
              return loaded;
            }
            loaded.folder = path.parent_path();
            for (const auto& entry : shippedScenes()) {
              std::error_code ignored;
              if (std::filesystem::equivalent(entry.path, path, ignored)) loaded.sceneName = entry.name;
            }
            finishScene(loaded, loadScene(path), settings);
            return loaded;
          }};
  answered ? waiting_.push_front(std::move(job)) : waiting_.push_back(std::move(job));
  start();
}

void Loader::openMeshes(std::vector<std::string> paths, std::vector<std::string> settings) {
  const std::string words = "Reading " + fileName(paths.empty() ? "" : paths.front()) + "…";
  waiting_.push_back({words, [paths = std::move(paths), settings = std::move(settings)](Progress&) {
                        Loaded loaded;
                        loaded.what = paths.empty() ? "" : paths.front();
                        loaded.folder = std::filesystem::current_path();
                        loaded.altered = !settings.empty();
                        finishScene(loaded, sceneFromMeshes({paths.begin(), paths.end()}), settings);
                        return loaded;
                      }});
  start();
}

void Loader::addMesh(std::string path, double size, bool offer) {
  const std::string words = "Reading " + fileName(path) + "…";
  waiting_.push_back({words,
                      [path = std::move(path), size, offer](Progress& progress) {
                        Loaded loaded;
                        loaded.what = path;
                        BodyDesc body;
                        body.shapeDesc.kind = ShapeKind::Mesh;
                        body.shapeDesc.mesh = path;
                        body.shapeDesc.size = size;
                        body.name = bodyNameFrom(path);
                        body.density = 800;
                        MeshReport& report = loaded.report;
                        loaded.offered = offer;
                        auto shape = loadShape(body.shapeDesc, std::filesystem::current_path(), &report, &progress);
                        loaded.problems = std::move(shape.problems);
                        if (report.openEdges > 0 || report.nonManifoldEdges > 0) loaded.repairs = report.notes;
                        if (!shape) return loaded;
                        body.shape = *shape;
                        loaded.body = std::move(body);
                        return loaded;
                      },
                      /*measured=*/true});
  start();
}

std::string Loader::words() const { return running_.valid() ? words_ : ""; }

void Loader::start() {
  if (running_.valid() || waiting_.empty()) return;
  words_ = std::move(waiting_.front().words);
  measured_ = waiting_.front().measured;
  progress_ = std::make_shared<Progress>();
  running_ = std::async(std::launch::async,
                        [work = std::move(waiting_.front().work), progress = progress_] { return work(*progress); });
  waiting_.pop_front();
}

void Loader::cancel() {
  if (progress_) progress_->cancel();
  if (running_.valid()) givenUp_.push_back(std::move(running_));
  start();
}

std::optional<Loaded> Loader::poll() {
  std::erase_if(givenUp_, [](const std::future<Loaded>& f) {
    return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  });
  if (!running_.valid() || running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  Loaded loaded;
  try {
    loaded = running_.get();
  } catch (const std::exception& e) {
    loaded.problems.push_back({"", 0, "", e.what()});
  }
  start();
  return loaded;
}

}  // namespace flotsam
