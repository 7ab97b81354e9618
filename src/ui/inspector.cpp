// SPDX-License-Identifier: MIT
// The inspector at the right: scene, the selected body, the list of bodies, every parameter of describe() in sections,
// and what the picture shows.
#include <algorithm>
#include <cmath>
#include <span>

#include "ui/body_parts.h"
#include "ui/format.h"
#include "ui/panels.h"

namespace flotsam {
namespace {

bool belongsToBody(const std::string& key) { return key.rfind("body.", 0) == 0; }

const Param* find(const SimView& view, const std::string& key) {
  for (const auto& p : view.params)
    if (p.info.key == key) return &p;
  return nullptr;
}

/// Below a parameter in which the sides differ: what each has, in its colour.
void sideValues(Panels& panels, const std::string& key) {
  Skin& skin = panels.skin;
  const UiState& state = panels.state;
  if (!state.comparing()) return;
  std::vector<const Param*> values;
  bool differ = false;
  for (const SimView* side : state.sides) {
    values.push_back(find(*side, key));
    if (!values.back()) return;
    differ = differ || values.back()->value != values.front()->value;
  }
  if (!differ) return;
  const ImVec2 p = ImGui::GetCursorScreenPos();
  float x = p.x;
  for (size_t s = 0; s < values.size(); ++s) {
    const Param& v = *values[s];
    const std::string words = std::string(sideLetter(s)) + " " +
                              (v.info.kind == ParamKind::Choice   ? v.text()
                               : v.info.kind == ParamKind::Toggle ? (v.value != 0 ? "on" : "off")
                                                                  : formatForPeople(v.value));
    drawText(ImGui::GetWindowDrawList(), skin.fonts.caption, {x, p.y}, sideColour(skin, s), words.c_str());
    x += textSize(skin.fonts.caption, words.c_str()).x + skin.px(16);
  }
  gap(skin, 19);
}

/// What is to be known of the option that is chosen, under its combo.
void card(Skin& skin, const std::string& name, const std::string& text) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, inset = skin.px(8);
  const float h = lineHeight(skin, skin.fonts.caption) *
                  static_cast<float>(wrappedLines(skin.fonts.caption, text.c_str(), w - 2 * inset));
  const ImVec2 hi{p.x + w, p.y + h + skin.px(10)};
  ImGui::GetWindowDrawList()->AddRectFilled(p, hi, skin.c.accentSoft, skin.px(5));
  skin.report("card:" + name, p, hi);
  ImGui::SetCursorScreenPos({p.x + inset, p.y + skin.px(5)});
  paragraph(skin, skin.fonts.caption, skin.c.text, text.c_str(), w - 2 * inset);
  ImGui::SetCursorScreenPos({p.x, hi.y});
  gap(skin, 6);
}

/// One parameter as the widget its kind asks for.
void paramWidget(Panels& panels, const Param& original, bool withTick = false, double tick = 0, bool named = false) {
  Skin& skin = panels.skin;
  Param p = original;
  const std::string key = p.info.key, name = (named ? "lesson:" : "") + key;
  if (named) p.info.label = parameterName(p.info);
  const std::string help = p.info.help + (p.info.restarts ? "\nTakes effect by starting the scene again." : "");
  if (p.info.kind == ParamKind::Toggle) {
    bool on = p.value != 0;
    if (toggle(skin, name, p.info.label.c_str(), "", on, help)) panels.send(UiCommand::SetParam, p.info.key, on);
  } else if (p.info.kind == ParamKind::Choice) {
    int index = static_cast<int>(p.value);
    if (combo(skin, name, p.info.label.c_str(), p.info.options, index, help))
      panels.send(UiCommand::SetParam, p.info.key, index);
    if (static_cast<size_t>(index) < p.info.cards.size()) card(skin, name, p.info.cards[static_cast<size_t>(index)]);
  } else {
    SliderSpec spec;
    spec.name = name, spec.label = p.info.label, spec.unit = p.info.unit, spec.help = help;
    spec.low = p.info.low, spec.high = p.info.high;
    spec.min = p.info.min, spec.max = p.info.max;
    spec.logScale = p.info.logScale, spec.integer = p.info.kind == ParamKind::Integer;
    spec.hasDefault = true, spec.defaultValue = p.defaultValue;
    spec.hasTick = withTick, spec.tick = tick;
    spec.onRelease = p.info.restarts;
    double value = p.value;
    if (slider(skin, spec, value)) panels.send(UiCommand::SetParam, p.info.key, value);
  }
  sideValues(panels, p.info.key);
}

/// Whose settings the widgets below show and change.
void sideChoice(Panels& panels, float width) {
  Skin& skin = panels.skin;
  UiState& state = panels.state;
  constexpr const char* kWords[] = {"all", "A", "B", "C"};
  int which = state.editedSide + 1;
  const ImVec2 p = ImGui::GetCursorScreenPos();
  drawText(ImGui::GetWindowDrawList(), skin.fonts.body, {p.x, p.y + skin.px(4)}, skin.c.muted, "Change side");
  ImGui::SetCursorScreenPos({p.x + width - skin.px(140), p.y});
  segmented(skin, "side", std::span(kWords, state.sides.size() + 1), which, skin.px(140));
  state.editedSide = which - 1;
  ImGui::SetCursorScreenPos({p.x, p.y + skin.px(32)});
}

/// "hinge to trestle, with a motor"
std::string jointWords(const SimView& view, const JointView& joint, size_t body) {
  static constexpr const char* kKinds[] = {"axle", "hinge", "ball joint", "rope", "weld"};
  const int other = joint.body == static_cast<int>(body) ? joint.to : joint.body;
  std::string words = kKinds[static_cast<int>(joint.kind)];
  words += joint.kind == JointViewKind::Axle ? " in " : " to ";
  words += other < 0 ? "the tank" : view.bodies[static_cast<size_t>(other)].name;
  return joint.motor ? words + ", with a motor" : words;
}

void jointList(Panels& panels, const BodyView& body) {
  Skin& skin = panels.skin;
  const SimView& view = *panels.state.view;
  const size_t index = static_cast<size_t>(&body - view.bodies.data());
  for (const JointView& joint : view.joints)
    if (joint.body == static_cast<int>(index) || joint.to == static_cast<int>(index))
      paragraph(skin, skin.fonts.body, skin.c.muted, jointWords(view, joint, index).c_str());
}

void bodySection(Panels& panels, const BodyView& body) {
  Skin& skin = panels.skin;
  const SimView& view = *panels.state.view;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x;
  drawTextFit(list, skin.fonts.title, p, skin.c.text, body.name.c_str(), w);
  const char* kind = body.motion == BodyMotion::Free    ? "free body"
                     : body.motion == BodyMotion::Fixed ? "fixed body"
                                                        : "moved by a script";
  drawTextFit(list, skin.fonts.body, {p.x, p.y + skin.px(29)}, skin.c.muted,
              (std::string(kind) + " · " + formatMass(body.mass) + " · " + formatVolume(body.volume)).c_str(), w);
  gap(skin, 49);
  int colour = body.colour;
  if (swatches(skin, "swatch", panels.state.bodyColours, colour))
    panels.send(UiCommand::SetBodyColour, body.name, colour);
  gap(skin, 8);
  const std::string prefix = "body." + body.name + ".";
  const Param* fluid = find(view, "fluid.density");
  const Param* density = find(view, prefix + "density");
  if (density) paramWidget(panels, *density, fluid != nullptr, fluid ? fluid->value : 0);
  if (density && body.volume > 0) {
    SliderSpec spec;
    spec.name = prefix + "mass", spec.label = "Mass", spec.unit = "kg";
    spec.help = "The same as the density at this volume: sets the density.";
    spec.min = density->info.min * body.volume, spec.max = density->info.max * body.volume;
    spec.logScale = density->info.logScale;
    spec.hasTick = fluid != nullptr, spec.tick = fluid ? fluid->value * body.volume : 0;
    double mass = density->value * body.volume;
    if (slider(skin, spec, mass)) panels.send(UiCommand::SetParam, density->info.key, mass / body.volume);
  }
  for (const auto& param : view.params) {
    if (param.info.key.rfind(prefix, 0) != 0 || &param == density) continue;
    const bool ofSmoke = param.info.key == prefix + "temperature" || param.info.key == prefix + "smoke";
    if (ofSmoke && panels.state.basic && view.smoke.cells.x == 0) continue;  // nothing in the scene that it goes with
    paramWidget(panels, param);
  }
  jointList(panels, body);
  pathPart(panels, body);
  if (!sectionHead(skin, "body numbers", "Forces and motion", panels.state.folded["body numbers"])) return;
  numberList(panels, bodyNumbers(view, body));
  addedMassPart(panels, body);
}

/// What is Basic in this lesson, in its order.
void lessonSection(Panels& panels) {
  const UiState& state = panels.state;
  gap(panels.skin, 2);
  for (const auto& key : state.card.basic)
    if (const Param* p = find(*state.view, key)) paramWidget(panels, *p, false, 0, /*named=*/true);
}

void bodyList(Panels& panels) {
  Skin& skin = panels.skin;
  UiState& state = panels.state;
  const SimView& view = *state.view;
  const float h = skin.px(25);
  for (const auto& body : view.bodies) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const std::string note = body.motion == BodyMotion::Free    ? formatForPeople(body.density) + " kg/m³"
                             : body.motion == BodyMotion::Fixed ? "fixed"
                                                                : "script";
    if (row(skin, "body:" + body.name, nullptr, ("     " + body.name).c_str(), note.c_str(),
            state.selected == body.name, 25))
      state.selected = state.selected == body.name ? "" : body.name;
    if (body.colour >= 0 && !state.bodyColours.empty())
      ImGui::GetWindowDrawList()->AddCircleFilled(
          {p.x + skin.px(17), p.y + h / 2}, skin.px(5),
          rgb(state.bodyColours[static_cast<size_t>(body.colour) % state.bodyColours.size()]), 20);
  }
  if (view.bodies.empty())
    paragraph(skin, skin.fonts.body, skin.c.muted, "No bodies. Add one with the tool at the left.");
}

/// What can be changed of a joint, a tap or a drain.
void partFields(Panels& panels, const ScenePart& part, int index) {
  Skin& skin = panels.skin;
  const auto change = [&](const PartField& f, double value) {
    panels.send(UiCommand::ChangePart, f.key, value);
    panels.out.back().index = index;
  };
  gap(skin, 5);
  for (const PartField& f : part.fields) {
    const std::string name = "part:" + std::to_string(index) + ":" + f.key;
    const std::string help = f.help + "\nThe scene begins again.";
    if (f.kind == ParamKind::Toggle) {
      bool on = f.value != 0;
      if (toggle(skin, name, f.label.c_str(), "", on, help)) change(f, on);
    } else if (f.kind == ParamKind::Choice) {
      int chosen = static_cast<int>(f.value);
      if (combo(skin, name, f.label.c_str(), f.options, chosen, help)) change(f, chosen);
    } else {
      SliderSpec spec;
      spec.name = name, spec.label = f.label, spec.unit = f.unit, spec.help = help;
      spec.min = f.min, spec.max = f.max, spec.logScale = f.logScale, spec.onRelease = true;
      double value = f.value;
      if (slider(skin, spec, value)) change(f, value);
    }
  }
  gap(skin, 4);
}

/// Joints, taps and drains, each with a way to be rid of it; one that is pressed shows what can be changed of it.
void partList(Panels& panels) {
  Skin& skin = panels.skin;
  for (size_t i = 0; i < panels.state.sceneParts.size(); ++i) {
    const ScenePart& part = panels.state.sceneParts[i];
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x, room = w - skin.px(26);
    const bool open = panels.state.part == static_cast<int>(i);
    const std::string name = "part:" + std::to_string(i) + ":open";
    if (ImGui::InvisibleButton(name.c_str(), {room, skin.px(24)})) panels.state.part = open ? -1 : static_cast<int>(i);
    const bool lit = ImGui::IsItemHovered();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (open || lit)
      list->AddRectFilled(p, {p.x + room, p.y + skin.px(24)}, open ? skin.c.accentSoft : skin.c.hover, skin.px(5));
    drawTextFit(list, open ? skin.fonts.medium : skin.fonts.body, {p.x + skin.px(10), p.y + skin.px(3)},
                open ? skin.c.accent : skin.c.text, part.words.c_str(), room - skin.px(16));
    skin.report(name, p, {p.x + room, p.y + skin.px(24)});
    tooltip(skin, part.words, part.fields.empty() ? "" : "Press to change it.");
    ImGui::SetCursorScreenPos({p.x + w - skin.px(24), p.y});
    if (iconButton(skin, "part:" + std::to_string(i), icon::kTrash, "x", {skin.px(24), skin.px(23)},
                   "Takes it away. The scene begins again.", true))
      panels.send(UiCommand::RemovePart, {}, static_cast<double>(i));
    ImGui::SetCursorScreenPos({p.x, p.y + skin.px(25)});
    if (open) partFields(panels, part, static_cast<int>(i));
  }
}

/// "8 000", or "4 000 of 8 000" while pictures are made cheaper.
std::string markerWords(const UiState& state) {
  if (!state.markersShown() || !state.view) return {};
  const size_t all = state.view->markers.position.size(), step = static_cast<size_t>(std::max(state.markerDivisor, 1));
  const size_t drawn = (all + step - 1) / step;
  const std::string words = formatForPeople(static_cast<double>(all), 9);
  return drawn == all ? words : formatForPeople(static_cast<double>(drawn), 9) + " of " + words;
}

void viewSection(Panels& panels) {
  Skin& skin = panels.skin;
  UiState& state = panels.state;
  if (state.liquid()) {
    const std::string shown[] = {"surface", "particles", "both"};
    int index = static_cast<int>(state.water);
    combo(skin, "view.water", "Water", shown, index,
          "surface: the water as one sees it. particles: what carries it, coloured. both: the particles inside the "
          "water.");
    state.water = static_cast<WaterShown>(index);
  } else {
    toggle(skin, "view.markers", "Markers", markerWords(state).c_str(), state.showMarkers,
           "Particles of the fluid that show how it moves.");
  }
  if (state.markersShown()) {
    const std::string words[] = {"dye", "speed", "depth"};
    combo(skin, "view.colour", "Colour by", words, state.colourBy,
          "dye: where the fluid was at the start. speed: how fast it is now. depth: distance from the eye. Keys 1, 2, "
          "3.");
    toggle(skin, "view.streaks", "Streaks", "", state.showStreaks,
           "Behind each marker the way it came, for the time the legend names. Key T.");
    if (!state.basic) {
      SliderSpec spec;
      spec.name = "view.count", spec.label = "Drawn", spec.min = 500, spec.max = 64000, spec.logScale = true;
      spec.integer = true, spec.help = "How many of the particles are drawn.";
      spec.low = "faster pictures", spec.high = "denser clouds of dye";
      spec.hasDefault = true, spec.defaultValue = 8000;
      double count = state.markerCount;
      if (slider(skin, spec, count)) state.markerCount = static_cast<int>(count);
    }
  }
  toggle(skin, "view.smoke", "Smoke", "", state.showSmoke,
         "The concentration carried by the fluid, where the scene has sources.");
  toggle(skin, "view.dark", "Dark theme", "", state.dark, "Light suits dyes, dark suits smoke.");
}

/// What the solver has on its grid, on the plane of the slice and around it.
void methodSection(Panels& panels) {
  Skin& skin = panels.skin;
  UiState& state = panels.state;
  int quantity = static_cast<int>(state.slice.quantity);
  combo(skin, "view.slice", "Slice", kSliceWords, quantity,
        "A plane through the tank that shows what the solver has in its cells. divergence: what is left of it where no "
        "solid cuts the cell. fractions: how open the faces of a cell are, the boundary as the solver sees it. cell "
        "kinds: fluid, air, body or wall at the cell's centre. temperature: above ambient. Keys 4 to 9.");
  state.slice.quantity = static_cast<SliceQuantity>(quantity);
  const std::string places[] = {"none", state.view->flat ? "shown" : "on the plane", "everywhere"};
  int arrows = static_cast<int>(state.arrows);
  combo(skin, "view.arrows", "Velocity", std::span(places, state.view->flat ? 2 : 3), arrows,
        "Arrows along the velocity at the cells' centres, on the slice's plane or through the whole tank. V");
  state.arrows = static_cast<ArrowPlaces>(arrows);
  if ((quantity > 0 || state.arrows == ArrowPlaces::Slice) && !state.view->flat) {
    const std::string across[] = {"x", "y", "z"};
    combo(skin, "view.slice.axis", "Across", across, state.slice.axis, "The axis the plane is at right angles to.");
    SliderSpec spec;
    spec.name = "view.slice.place", spec.label = "Place", spec.min = 0, spec.max = 1;
    spec.help = "Where the plane is, of the tank's size along that axis.";
    spec.low = "near the origin", spec.high = "far side";
    spec.hasDefault = true, spec.defaultValue = 0.5;
    slider(skin, spec, state.slice.place);
    spec = SliderSpec();
    spec.name = "view.slice.turn", spec.label = "Turn", spec.unit = "°", spec.min = -90, spec.max = 90;
    spec.help = "Turns the plane about its upright. Its handle in the scene does it too: drag the ring.";
    spec.low = "left", spec.high = "right";
    spec.hasDefault = spec.hasTick = true;
    slider(skin, spec, state.slice.turn);
    spec.name = "view.slice.tilt", spec.label = "Lean";
    spec.help = "Leans the plane forwards or backwards.";
    spec.low = "backwards", spec.high = "forwards";
    slider(skin, spec, state.slice.tilt);
  }
  toggle(skin, "view.streamlines", "Streamlines", "", state.streamlines, "Lines along the velocity as it is now. L");
  toggle(skin, "view.forces", "Forces on bodies", "", state.forces,
         "The force and the torque of the pressure on every body, in the last step. P");
  toggle(
      skin, "view.boundary", "Solver's boundary", "", state.boundary,
      "Bodies as the solver sees them: the closed part of every face of the grid. Switch the fractions between area, "
      "volume and voxel and watch it change. B");
  toggle(
      skin, "view.solver", "Matrix and convergence", "", state.solver,
      "The coupled system of the last step: the block of every body in the matrix, what it takes to keep it, and how "
      "the solve converged. M");
}

}  // namespace

/// In its place in a narrow window, until it is opened.
void Panels::inspectorHandle() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(5), skin.px(4)});
  const bool word = !state.comparing();  // else the label of the last side is there
  const float w = word ? 122 : 44;
  if (beginPanel(skin, "##inspector", {width - 12 - w, 46}, {w, 40}, ImGuiWindowFlags_NoScrollbar)) {
    if (row(skin, "inspector:open", icon::kLeft, word ? "Settings" : "", nullptr, false, 31))
      state.inspectorOpen = true;
    tooltip(skin, "Settings", "The scene, its bodies and its parameters.");
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

void Panels::inspector() {
  if (folded()) return inspectorHandle();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {skin.px(14), skin.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, skin.px(8));
  if (beginPanel(skin, "##inspector", {width - 280, 46}, {268, height - 80 - 46})) {
    std::vector<std::string> titles, groups, marks;
    int current = -1;
    for (const auto& s : state.scenes) {
      if (s.name == state.sceneName) current = static_cast<int>(titles.size());
      const bool begins = titles.empty() || state.scenes[titles.size() - 1].group != s.group;
      titles.push_back(s.title), groups.push_back(begins ? s.group : ""), marks.push_back(s.lesson ? icon::kBook : "");
    }
    if (current < 0 && state.view) {  // not a shipped scene: its title stands last
      current = static_cast<int>(titles.size());
      titles.push_back(state.sceneTitle), groups.push_back("Your own");
    }
    const float w = ImGui::GetContentRegionAvail().x;
    if (narrow()) {
      if (row(skin, "inspector:fold", icon::kRight, "Fold", nullptr, false, 28)) state.inspectorOpen = false;
      gap(skin, 4);
    }
    if (combo(skin, "scene", "", titles, current, "A book marks scenes with a lesson.", groups, marks) &&
        current < static_cast<int>(state.scenes.size()))
      send(UiCommand::LoadScene, state.scenes[static_cast<size_t>(current)].name);
    if (state.comparing()) sideChoice(*this, w);
    constexpr const char* kWords[] = {"Basic", "All"};
    int which = state.basic ? 0 : 1;
    const ImVec2 p = ImGui::GetCursorScreenPos();
    drawText(ImGui::GetWindowDrawList(), skin.fonts.body, {p.x, p.y + skin.px(4)}, skin.c.muted, "Settings");
    ImGui::SetCursorScreenPos({p.x + w - skin.px(112), p.y});
    if (segmented(skin, "detail", kWords, which, skin.px(112))) state.basic = which == 0;
    ImGui::SetCursorScreenPos({p.x, p.y + skin.px(26)});
    if (state.view) {
      const SimView& v = *state.view;
      hairline(skin, 6, 8);
      if (const BodyView* body = state.body(state.selected)) {
        bodySection(*this, *body);
        hairline(skin, 4, 4);
      }
      const bool taught = state.basic && !state.card.basic.empty();
      if (taught) {
        if (sectionHead(skin, "lesson controls", "This lesson", state.folded["lesson controls"])) lessonSection(*this);
        hairline(skin, 4, 4);
      }
      if (sectionHead(skin, "bodies", "Bodies", state.folded["bodies"])) bodyList(*this);
      hairline(skin, 4, 4);
      if (!state.sceneParts.empty()) {
        if (sectionHead(skin, "parts", "Joints and flows", state.folded["parts"])) partList(*this);
        hairline(skin, 4, 4);
      }
      if (sectionHead(skin, "view", "View", state.folded["view"])) viewSection(*this);
      hairline(skin, 4, 4);
      if (sectionHead(skin, "method view", "See the method", state.folded["method view"])) methodSection(*this);
      std::vector<std::string> groups;
      for (const auto& param : v.params) {
        if (belongsToBody(param.info.key) || taught || (state.basic && !param.info.basic)) continue;
        if (std::find(groups.begin(), groups.end(), param.info.group) == groups.end())
          groups.push_back(param.info.group);
      }
      for (const auto& group : groups) {
        hairline(skin, 4, 4);
        if (!sectionHead(skin, group, group.c_str(), state.folded[group])) continue;
        gap(skin, 2);
        for (const auto& param : v.params)
          if (param.info.group == group && !belongsToBody(param.info.key) && (!state.basic || param.info.basic))
            paramWidget(*this, param);
      }
      gap(skin, 8);
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace flotsam
