// SPDX-License-Identifier: MIT
// Files that are opened: read beside the window, then shown, asked about, offered, or told why not.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "app/app.h"

namespace flotsam {

double App::meshScale() const {
  const Vec3 size = view_->dx * Vec3(view_->cells);
  return view_->flat ? std::min(size.x, size.y) : std::min({size.x, size.y, size.z});
}

void App::openFile(const std::string& path) {
  const std::string absolute = std::filesystem::absolute(path).string();
  lastPath_ = path;
  if (isSceneFile(path))
    openScene(absolute);
  else if (view_)
    loader_.addMesh(absolute, 0.35 * meshScale(), /*offer=*/true);
  else
    loader_.openMeshes({absolute});
}

void App::openScene(const std::string& nameOrPath) {
  // The settings of the command line belong to the scene they were given with.
  const bool same = nameOrPath == openName_;
  const bool answered = std::exchange(answered_, false);
  loader_.openScene(nameOrPath, same ? given_ : std::vector<std::string>{}, answered);
}

void App::takeLoaded() {
  state_.loading = loader_.words();
  state_.loadingShare = loader_.share();
  if (state_.dialog == UiDialog::Unsaved) return;  // one question at a time
  auto loaded = loader_.poll();
  if (!loaded) return;
  if (loaded->scene && document_.edited() && !first_ && !loaded->answered && !restoring_)
    return ask({UiCommand::LoadScene, loaded->what});
  if (loaded->scene) {
    if (!loaded->altered) given_.clear();
    show(std::move(*loaded->scene), *loaded);
  } else if (loaded->body && view_ && loaded->offered) {
    const Problems problems = std::move(loaded->problems);
    loaded->problems.clear();
    for (const auto& p : problems)
      if (std::find(loaded->report.notes.begin(), loaded->report.notes.end(), p.reason) == loaded->report.notes.end())
        loaded->report.notes.push_back(p.reason);
    offerMesh(std::move(*loaded));
    return;
  } else if (loaded->body && view_) {
    addBody(std::move(*loaded->body));
    Problems repairs;
    for (const auto& note : loaded->repairs) repairs.push_back({"", 0, "", note, true});
    if (!repairs.empty())
      complain(std::filesystem::path(loaded->what).filename().string() + ": what was done to it", repairs);
  }
  if (hasErrors(loaded->problems) && first_) {
    for (const auto& p : loaded->problems) std::fprintf(stderr, "flotsam: %s\n", p.text().c_str());
    exitCode_ = 2;
    window_->close();
  } else if (!loaded->problems.empty()) {
    complainOfFile(loaded->what, std::move(loaded->problems));
  }
  first_ = false;
}

void App::complain(const std::string& title, const Problems& problems, bool more) {
  if (!more) state_.problems.clear(), toldFiles_ = badFiles_ = 0;
  state_.problemTitle = title;
  state_.problemsGrave = hasErrors(problems) || (more && badFiles_ > 0), state_.problemsRestart = false;
  for (const auto& p : problems) state_.problems.push_back(p.text());
  log_.event("problems", {{"title", title},
                          {"first", problems.empty() ? "" : problems.front().text()},
                          {"lines", std::to_string(state_.problems.size())}});
}

/// Files that came together are told of together, until the panel is closed.
void App::complainOfFile(const std::string& file, Problems problems) {
  const bool bad = hasErrors(problems), more = !state_.problems.empty() && toldFiles_ > 0;
  const std::string name = std::filesystem::path(file).filename().string();
  for (auto& p : problems)
    if (p.text().find(name) == std::string::npos) p.file = file;
  const size_t told = more ? toldFiles_ + 1 : 1, notOpened = (more ? badFiles_ : 0) + bad;
  std::string title = file + ": opened, with remarks";
  if (notOpened > 1)
    title = std::to_string(notOpened) + " files were not opened";
  else if (bad)
    title = file + " was not opened";
  else if (notOpened == 1)
    title = state_.problemTitle;
  else if (told > 1)
    title = std::to_string(told) + " files: opened, with remarks";
  complain(title, problems, more);
  toldFiles_ = told, badFiles_ = notOpened;
}

}  // namespace flotsam
