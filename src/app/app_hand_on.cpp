// SPDX-License-Identifier: MIT
// What is kept of a run: files for other programs, videos, the plots as a table, the parameters as text.
#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "app/added_mass_words.h"
#include "app/app.h"
#include "app/params_text.h"
#include "io/recording.h"
#include "io/save_file.h"
#include "render/offscreen.h"
#include "sim/compare.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace flotsam {

/// Each frame: how exports and videos are doing, and what their dialogs begin with.
void App::takeJobs() {
  const Exporter::Status now = exporter_->status();
  state_.exporting.clear();
  state_.exportStops = !now.running;
  if (now.writing)
    state_.exporting = now.running ? (views_.size() > 1 ? std::string("Exporting side ") + sideLetter(now.side) + "  "
                                                        : "Exporting  ") +
                                         formatFixed(now.seconds, 1) + " s, " + std::to_string(now.frames) +
                                         (now.frames == 1 ? " frame" : " frames")
                                   : "Writing the last frames";
  if (auto end = exporter_->finished()) {
    const std::string words = std::to_string(end->status.frames) + (end->status.frames == 1 ? " frame" : " frames");
    if (hasErrors(end->problems))
      complain("The export ended after " + words, end->problems);
    else
      say("Exported: " + words + " into " + end->status.folder);
    log_.event("exported", {{"folder", end->status.folder},
                            {"frames", std::to_string(end->status.frames)},
                            {"side", std::to_string(end->status.side)}});
  }
  state_.videoSeconds = video_.running() ? video_.seconds(Window::seconds()) : -1;
  if (video_.running()) {
    state_.captionWords = paramsLine(document_.scene(), document_.changedParams());
    if (video_.width() != width_ || video_.height() != height_) {
      video_.stop();
      say("The window has another size: the video ends here");
    }
  }
  if (auto end = video_.finished()) {
    if (hasErrors(end->problems))
      complain("The video was not saved", end->problems);
    else
      say(end->words);
    log_.event("video", {{"file", end->file}});
  }
  if (state_.dialog == UiDialog::Export && dialogSeen_ == UiDialog::Export && exportSideSeen_ != state_.exportSide)
    prepareExport();
  if (state_.dialog != dialogSeen_) {
    if (dialogSeen_ == UiDialog::SaveScene && state_.dialog == UiDialog::None) asked_.reset();  // it was given up
    dialogSeen_ = state_.dialog;
    state_.refused = {};
    proposePath();
    if (dialogSeen_ == UiDialog::Export) {
      state_.exportFolder = "flotsam-export-" + fileStamp();
      state_.exportSide = std::max(state_.editedSide, 0);
      prepareExport();
    }
  }
}

/// What this scene can give, with what was chosen last.
void App::prepareExport() {
  const bool first = state_.exports.empty();
  exportSideSeen_ = state_.exportSide;
  const WorldDesc scene = exportScene();
  std::vector<ExportItem> items;
  for (const ExportFormat& f : exportFormats()) {
    ExportItem item{f.word, f.title, f.files, f.help, exportLacks(f, scene), false};
    item.lacks = item.lacks.substr(0, item.lacks.find(" ("));
    for (const ExportItem& old : state_.exports)
      if (old.word == item.word) item.wanted = old.wanted;
    if (first) item.wanted = item.word == "surface-obj" || item.word == "bodies-glb";
    items.push_back(std::move(item));
  }
  state_.exports = std::move(items);
}

/// The scene of the side that the dialog has chosen.
WorldDesc App::exportScene() const {
  const std::vector<WorldDesc> sides = sidesOf(document_.scene());
  return sides[std::min(static_cast<size_t>(std::max(state_.exportSide, 0)), sides.size() - 1)];
}

void App::startExport(const std::string& folder) {
  std::string words;
  for (const ExportItem& item : state_.exports)
    if (item.wanted && item.lacks.empty()) words += (words.empty() ? "" : ",") + item.word;
  const size_t side = views_.size() > 1 ? static_cast<size_t>(std::max(state_.exportSide, 0)) : 0;
  const Problems problems = exporter_->start(folder, words, exportScene(), state_.bodyColours, side);
  if (hasErrors(problems)) return refusePath(UiDialog::Export, folder, problems.front().text(), /*replace=*/false);
  const std::string what = views_.size() > 1 ? std::string("Exporting side ") + sideLetter(side) : "Exporting";
  say(state_.playing ? what + " into " + folder : what + " into " + folder + ", as soon as the scene runs");
}

void App::toggleVideo() {
  if (video_.running()) {
    video_.stop();
    return say("Saving the video");
  }
  const Problems problems = video_.start("flotsam-" + fileStamp(), width_, height_, Window::seconds());
  if (hasErrors(problems)) return complain("No video is recorded", problems);
  if (!problems.empty()) say(problems.front().text());
  state_.videoSeconds = 0;
}

/// The picture that has just been drawn, when one is due.
void App::takeVideo() {
  const double now = Window::seconds();
  if (video_.due(now) && video_.width() == width_ && video_.height() == height_)
    video_.take(readPixels(0, width_, height_), now);
}

void App::askAddedMass(const UiCommand& command) {
  const int which = static_cast<int>(command.value);
  Vec3 axis(0);
  axis[which % 3] = 1;
  state_.addedMass.body = command.text;
  state_.addedMass.waiting = true;
  sim_->askAddedMass(command.text, axis, which >= 3, static_cast<size_t>(std::max(state_.editedSide, 0)));
}

/// Each frame: the answer, when it has come and is still wanted.
void App::takeAddedMass() {
  const auto answer = sim_->addedMass();
  AddedMassShown& shown = state_.addedMass;
  if (!answer || !view_ || !std::exchange(shown.waiting, false)) return;
  if (!answer->found) return say("The body is not in the simulation yet");
  addedMassWords(*answer, *view_, document_.scene(), shown);
  log_.event("added mass", {{"body", answer->body}, {"coefficient", formatNumber(answer->estimate.coefficient())}});
}

void App::copyParams() {
  const std::string text = paramsText(document_.scene(), document_.changedParams(), state_.sceneName);
  ImGui::SetClipboardText(text.c_str());
  const size_t count = document_.changedParams().size();
  say(count == 0   ? "Copied: the scene's parameters; none was changed"
      : count == 1 ? "Copied: 1 changed parameter"
                   : "Copied: " + std::to_string(count) + " changed parameters");
  log_.event("copied", {{"text", text}});
}

}  // namespace flotsam
