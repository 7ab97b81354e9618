// SPDX-License-Identifier: MIT
// Meshes from anywhere: one solid as many programs and accidents write it. Each must have the same inside as the clean
// one in at least 99.5 % of the cells of its box, and sound mass properties.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/rng.h"
#include "io/mesh_builder.h"
#include "io/mesh_import.h"
#include "sim/geometry/mesh_repair.h"
#include "unit/io/mesh_texts.h"
#include "unit/io/scene_helpers.h"

namespace flotsam {
namespace {

using namespace meshtexts;

struct Loaded {
  std::shared_ptr<const Shape> shape;
  MeshReport report;
  std::string trouble, notes;
};

Loaded load(const std::string& ending, const std::string& bytes, int cells = 24) {
  Loaded l;
  const auto soup = parseMesh(bytes, ending, ".");
  for (const Problem& p : soup.problems) (p.warning ? l.notes : l.trouble) += p.reason + " ";
  if (!soup) return l;
  const auto shape = makeMeshShape({ShapeKind::Mesh, "made-up" + ending, 0, {}}, *soup, l.report, cells);
  for (const std::string& note : l.report.notes) l.notes += note + " ";
  if (shape)
    l.shape = *shape;
  else
    l.trouble += shape.problems.at(0).reason;
  return l;
}

/// ASCII text in units of two or four bytes, without a mark.
std::string wide(const std::string& text, size_t unit = 2, bool big = false) {
  std::string w;
  for (const char c : text) {
    std::string one(unit, '\0');
    one[big ? unit - 1 : 0] = c;
    w += one;
  }
  return w;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The ring with its coordinates written by a format of printf's.
std::string objWritten(const Solid& s, const char* format) {
  std::string text;
  for (const Vec3f& p : s.vertices) {
    text += "v";
    for (int a = 0; a < 3; ++a) {
      char word[60];
      std::snprintf(word, sizeof word, format, static_cast<double>(p[a]));
      text += std::string(" ") + word;
    }
    text += "\n";
  }
  return text + objFaces(s);
}

/// With Fortran's letter for the exponent.
std::string fortran(std::string text, const char* letter) {
  text = replaced(text, "e+", std::string(letter) + "+");
  return replaced(text, "e-", std::string(letter) + "-");
}

/// Share of the cells of the clean solid's box whose middle both say the same of. `place` maps the clean file's
/// coordinates to the other's.
double sameCells(const Shape& clean, const Shape& other, const std::function<Vec3(Vec3)>& place) {
  constexpr int kCells = 40;
  const Box3& box = clean.bounds();
  int same = 0;
  for (int k = 0; k < kCells; ++k)
    for (int j = 0; j < kCells; ++j)
      for (int i = 0; i < kCells; ++i) {
        const Vec3 x = box.lo + box.size() * (Vec3(i, j, k) + 0.5) / double(kCells);
        const Vec3 there = place(x + clean.centreOffset()) - other.centreOffset();
        same += (clean.signedDistance(x) < 0) == (other.signedDistance(there) < 0);
      }
  return double(same) / (kCells * kCells * kCells);
}

void expectSoundMass(const Shape& s) {
  const Mat3& m = s.unitInertia();
  EXPECT_GT(s.volume(), 0);
  for (int a = 0; a < 3; ++a) {
    EXPECT_GT(m[a][a], 0);
    EXPECT_LE(m[a][a], (m[(a + 1) % 3][(a + 1) % 3] + m[(a + 2) % 3][(a + 2) % 3]) * (1 + 1e-9));
  }
}

const Solid kRing = ring();
const Loaded& cleanRing() {
  static const Loaded clean = load(".obj", obj(kRing));
  return clean;
}

struct Family {
  std::string name, ending, bytes;
  std::string note = "";  // what the report must say
  std::function<Vec3(Vec3)> place = [](Vec3 x) { return x; };
};

void expectRing(const Family& f, const Loaded& l) {
  ASSERT_TRUE(cleanRing().shape);
  ASSERT_TRUE(l.shape) << f.name << ": " << l.trouble;
  EXPECT_GE(sameCells(*cleanRing().shape, *l.shape, f.place), 0.995) << f.name;
  expectSoundMass(*l.shape);
  EXPECT_NE(l.notes.find(f.note), std::string::npos) << f.name << ": " << l.notes;
}

Solid withFaces(std::vector<Face> faces) { return {kRing.vertices, std::move(faces)}; }
Solid scaled(double by, Vec3 shift = Vec3(0)) {
  Solid s = kRing;
  for (Vec3f& p : s.vertices) p = Vec3f(by * Vec3(p) + shift);
  return s;
}

std::vector<Family> objFamilies() {
  const std::string v = objVertices(kRing), good = obj(kRing), f = objFaces(kRing);
  const int n = static_cast<int>(kRing.vertices.size());
  const auto lines = [&](const std::string& end) { return replaced(good, "\n", end); };
  const Solid tri = triangles(kRing);
  std::string soup;
  for (const Face& t : tri.faces) {
    for (const int c : t) soup += "v " + row(kRing.vertices[static_cast<size_t>(c)]) + "\n";
    soup += "f -3 -2 -1\n";
  }
  return {
      {"NegativeIndices", ".obj", v + objFaces(kRing, [&](int i) { return std::to_string(i - n); })},
      {"TrianglesWithNormals", ".obj",
       v + "vn 0 0 1\n" + objFaces(tri, [](int i) { return std::to_string(i + 1) + "//1"; })},
      {"TextureAndNormals", ".obj",
       v + "vt 0 0\nvn 0 0 1\n" + objFaces(kRing, [](int i) { return std::to_string(i + 1) + "/1/1"; })},
      {"TextureAlone", ".obj", v + "vt 0 0\n" + objFaces(kRing, [](int i) { return std::to_string(i + 1) + "/1/"; })},
      {"LinesAndPoints", ".obj", v + "p 1 2\nl 1 2 3\n" + f + "l 4 5\np 7\n"},
      {"Continuations", ".obj", replaced(replaced(good, "f ", "f \\\n "), "v ", "v \\\n")},
      {"ContinuationsCrLf", ".obj", replaced(lines("\r\n"), "f ", "f \\\r\n ")},
      {"CrLf", ".obj", lines("\r\n")},
      {"CarriageReturns", ".obj", lines("\r")},
      {"Tabs", ".obj", replaced(good, " ", "\t")},
      {"BlanksEverywhere", ".obj", replaced(replaced(good, " ", "   "), "\n", "  \n  ")},
      {"NoFinalNewline", ".obj", good.substr(0, good.size() - 1)},
      {"TenMegabyteLine", ".obj",
       "# " + std::string(10'000'000, 'x') + "\n" + good + "g " + std::string(1'000'000, 'y') + "\n"},
      {"IndexZero", ".obj", v + "f 0 1 2\n" + f, "1 face uses a vertex that does not exist"},
      {"IndexOutOfRange", ".obj", v + "f 1 2 99999\nf 1 2 99999999999999999999\nf -1 -2 -99999\n" + f,
       "3 faces use vertices"},
      {"ByteOrderMark", ".obj", "\xef\xbb\xbf" + good},
      {"ByteOrderMarkAndComment", ".obj", "\xef\xbb\xbf# Häschen 兎\n" + good},
      {"Utf8Everywhere", ".obj",
       "# Häschen 兎 – ñ\no Häschen\nmtllib fehlt ö.mtl\n" + v + "usemtl größe\ng 兎 b\n" + f},
      {"Utf16", ".obj", "\xff\xfe" + wide("#\n" + good)},
      {"Latin1", ".obj", "# H\xe4schen\n" + good},
      {"NamesWithA0", ".obj", "o à_là\nmtllib déjà.mtl\n" + v + "usemtl Š_à\ng ठ\n" + f},
      {"CommentsBehind", ".obj", v + replaced(f, "\n", " # a face\n")},
      {"ColouredVertices", ".obj", replaced(v, "\n", " 0.5 0.2 0.1\n") + f},
      {"FacesFirst", ".obj", f + v},
      {"UnweldedSoup", ".obj", soup},
      {"DecimalCommas", ".obj", replaced(v, ".", ",") + f},
      {"CapitalEnding", ".OBJ", good},
      {"FortranExponents", ".obj", fortran(objWritten(kRing, "%.9e"), "D")},
      {"FortranExponentsSmall", ".obj", fortran(objWritten(kRing, "%.9e"), "d")},
      {"FortranWithoutLetter", ".obj", replaced(replaced(objWritten(kRing, "%.9e"), "e+", "+0"), "e-", "-0")},
      {"Exponents", ".obj", objWritten(kRing, "%.9e")},
      {"ExponentsInCapitals", ".obj", objWritten(kRing, "%.9E")},
      {"PlusSigns", ".obj", objWritten(kRing, "%+.9f")},
      {"NoZeroBeforeThePoint", ".obj", replaced(replaced(objWritten(kRing, "%.7f"), " 0.", " ."), " -0.", " -.")},
      {"NoDigitBehindThePoint", ".obj", objWritten(scaled(1000), "%#.0f"), "", [](Vec3 x) { return 1000.0 * x; }},
      {"TypesettersMinus", ".obj", replaced(v, "-", "\u2212") + f},
      {"NoBreakBlanks", ".obj", replaced(good, " ", "\u00a0")},
      {"NoBreakBlanksLatin1", ".obj", replaced(good, " ", "\xa0")},
      {"BlanksOfAllKinds", ".obj", replaced(replaced(replaced(good, " 0", "\u20090"), " -", "\u3000-"), " ", "\u202f")},
      {"VerticalTabsAndFormFeeds", ".obj", replaced(replaced(good, "f ", "\ff\v"), "v ", "\v v\f ")},
      {"ByteOrderMarksInside", ".obj", replaced(good, "v ", "\xef\xbb\xbfv ")},
      {"Utf16BigEndian", ".obj", "\xfe\xff" + wide(good, 2, true)},
      {"Utf16WithoutMark", ".obj", wide(good)},
      {"Utf16BigEndianWithoutMark", ".obj", wide(good, 2, true)},
      {"Utf32", ".obj", std::string("\xff\xfe\0\0", 4) + wide(good, 4)},
      {"TrailingWords", ".obj", good + "that was all\n0 0 0\n"},
      {"ZerosAtTheEnd", ".obj", good + std::string(500, '\0')},
      {"ZerosBetween", ".obj", replaced(good, "\n", std::string(1, '\0') + "\n"), "zero bytes"},
      {"ZeroInANumber", ".obj", v.substr(0, 5) + std::string(1, '\0') + v.substr(5) + f, "zero bytes"},
      {"CommasBehindNumbers", ".obj", replaced(replaced(v, " ", ", "), "v,", "v") + f},
  };
}

std::vector<Family> otherFormats() {
  const std::string text = stlText(kRing), bytes = stlBytes(kRing);
  const std::string capitals = upper(text), asciiPly = ply(kRing, "ascii", false);
  std::string stlFortran = "solid\n";
  for (const Face& f : triangles(kRing).faces) {
    stlFortran += "facet normal 0.D+0 0.D+0 0.D+0\nouter loop\n";
    for (const int c : f) {
      const Solid one{{kRing.vertices[static_cast<size_t>(c)]}, {}};
      stlFortran += "vertex" + fortran(objWritten(one, "%.9e"), "D").substr(1);
    }
    stlFortran += "endloop\nendfacet\n";
  }
  const std::string oneLine = replaced(replaced(text, "\n", " "), "  ", " ");
  std::vector<Family> all = {
      {"StlBinary", ".stl", bytes},
      {"StlBinaryThatSaysSolid", ".stl", stlBytes(kRing, "solid made by a modeller")},
      {"StlBinarySolidAndLines", ".stl", stlBytes(kRing, "solid name\nfacet")},
      {"StlCountTooLarge", ".stl", stlBytes(kRing, "solid x", 0xffffffffll),
       "says that it has 4294967295 triangles, and has 400"},
      {"StlCountZero", ".stl", stlBytes(kRing, "x", 0), "says that it has 0 triangles"},
      {"StlTrailingBytes", ".stl", bytes + "some bytes more"},
      {"StlTruncatedInTheLast", ".stl", bytes.substr(0, bytes.size() - 17), "and has 399"},
      {"StlText", ".stl", text},
      {"StlCapitals", ".STL", capitals},
      {"StlCrLf", ".stl", replaced(text, "\n", "\r\n")},
      {"StlIndented", ".stl", "  \n" + text},
      {"StlWithoutName", ".stl", replaced(text, "solid ring", "solid")},
      {"StlWithoutEnd", ".stl", text.substr(0, text.find("endsolid"))},
      {"StlTwice", ".stl", text + text},
      {"StlDecimalCommas", ".stl", replaced(text, ".", ",")},
      {"StlOneLine", ".stl", oneLine},
      {"StlOneLineCapitals", ".stl", upper(oneLine)},
      {"StlOneLineWithoutName", ".stl", replaced(oneLine, "solid ring", "solid")},
      {"StlOneLineLongName", ".stl", replaced(oneLine, "solid ring", "solid facet of a ring, normal size")},
      {"StlOneLineTwice", ".stl", oneLine + oneLine},
      {"StlOneLineNoFinalNewline", ".stl", oneLine.substr(0, oneLine.find_last_not_of(' ') + 1)},
      {"StlAWordALine", ".stl", "solid ring\n" + replaced(replaced(text.substr(11), "  ", " "), " ", "\n")},
      {"StlVertexOverLines", ".stl", replaced(text, "vertex ", "vertex\n\n  ")},
      {"StlFortran", ".stl", stlFortran},
      {"StlTwoCorners", ".stl",
       replaced(text, "endsolid", "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 endloop endfacet endsolid"),
       "1 facet has fewer than three corners"},
      {"StlTrailingWords", ".stl", text + "\nvertex\nand so on facet"},
      {"StlZeroInTheName", ".stl", replaced(text, "solid ring", std::string("solid r\0ng", 11)), "zero bytes"},
      {"StlPaddedHead", ".stl", replaced(text, "solid ring\n", std::string("solid ring").append(500, '\0') + "\n"),
       "zero bytes"},
      {"StlUtf16", ".stl", "\xff\xfe" + wide(text)},
      {"StlNoBreakBlanks", ".stl", replaced(text, " ", "\u00a0")},
      {"StlNameInLatin1", ".stl", replaced(text, "solid ring", "solid B\xe4r")},
      {"PlyUtf16", ".ply", "\xff\xfe" + wide(asciiPly)},
      {"PlyUtf16BigEndian", ".ply", "\xfe\xff" + wide(asciiPly, 2, true)},
      {"PlyUtf16WithoutMark", ".ply", wide(asciiPly)},
      {"PlyUtf32", ".ply", std::string("\0\0\xfe\xff", 4) + wide(asciiPly, 4, true)},
      {"PlyByteOrderMark", ".ply", "\xef\xbb\xbf" + asciiPly},
      {"PlyByteOrderMarkBinary", ".ply", "\xef\xbb\xbf" + ply(kRing, "binary_little_endian", false)},
      {"PlyNamesWithA0", ".ply",
       replaced(replaced(asciiPly, "end_header", "element déjà_là 0\nproperty float Š\u0420à\nend_header"), " ",
                "\u00a0")},
      {"PlyTrailingWords", ".ply", asciiPly + "that was all\n"},
      {"PlyBodyInOneLine", ".ply",
       [&] {
         const size_t body = asciiPly.find("end_header\n") + 11;
         return asciiPly.substr(0, body) + replaced(asciiPly.substr(body), "\n", " ");
       }()},
      {"PlyLongLines", ".ply",
       [&] {
         const size_t body = asciiPly.find("end_header\n") + 11;
         return asciiPly.substr(0, body) + replaced(asciiPly.substr(body), "\n", " 7 more\n");
       }(),
       "400 lines have more words"},
      {"StlNamesWithA0", ".stl",
       replaced(replaced(oneLine, "solid ring", "solid voilà_facet ठ normal à"), "  ", "\xa0")},
      {"OffUtf16", ".off", "\xff\xfe" + wide(off(kRing))},
      {"OffNoBreakBlanks", ".off", replaced(off(kRing), " ", "\u00a0")},
      {"OffTrailingWords", ".off", off(kRing) + "end"},
      {"GltfUtf16", ".gltf", "\xff\xfe" + wide(gltf(kRing, R"([{"mesh":0}])", "data"))},
      {"StlByteOrderMark", ".stl", "\xef\xbb\xbf" + text},
      {"PlyHeaderCrLf", ".ply", replaced(ply(kRing, "ascii", true), "\n", "\r\n")},
      {"PlyVertexIndex", ".ply", ply(kRing, "binary_little_endian", false, false, "vertex_index")},
      {"OffPlain", ".off", off(kRing)},
      {"OffOneLine", ".off", off(kRing, "OFF ")},
      {"OffWithoutWord", ".off", off(kRing, "")},
      {"OffComments", ".off", off(kRing, "OFF\n# a comment\n\n")},
      {"OffColours", ".off", off(kRing, "COFF\n", " 0.1 0.2 0.3 1", " 255 0 0")},
      {"OffNormals", ".off", off(kRing, "NOFF\n", " 0 0 1")},
      {"OffCrLf", ".off", replaced(off(kRing), "\n", "\r\n")},
      {"OffFaceOutOfRange", ".off",
       off({kRing.vertices,
            [] {
              auto f = kRing.faces;
              f.push_back({1, 2, 99999});
              return f;
            }()}),
       "1 face uses"},
      {"WrongEndingPly", ".obj", ply(kRing, "ascii", false), "Its content is PLY"},
      {"WrongEndingOff", ".stl", off(kRing), "Its content is OFF"},
      {"WrongEndingObj", ".stl", "# made by hand\n" + obj(kRing), "Its content is OBJ"},
      {"WrongEndingObjAsPly", ".ply", obj(kRing), "Its content is"},
      {"WrongEndingObjAsGltf", ".gltf", obj(kRing), "Its content is"},
      {"WrongEndingObjUtf16", ".off", "\xff\xfe" + wide(obj(kRing)), "Its content is"},
      {"WrongEndingStlText", ".obj", text, "Its content is STL"},
      {"WrongEndingStlBytes", ".obj", stlBytes(kRing), "Its content is STL"},
      {"WrongEndingGltf", ".stl", gltf(kRing, R"([{"mesh":0}])", "data"), "Its content is GLTF"},
      {"WrongEndingGlb", ".obj", gltf(kRing, R"([{"mesh":0}])", ""), "Its content is GLB"},
      {"UnknownEnding", ".txt", obj(kRing), "Its content is"},
      {"NoEnding", "", stlBytes(kRing), "Its content is"},
      {"GltfDataUri", ".gltf", gltf(kRing, R"([{"mesh":0}])", "data")},
      {"Glb", ".glb", gltf(kRing, R"([{"mesh":0}])", "")},
      {"GlbNodes", ".glb",
       gltf(
           kRing,
           R"([{"children":[1],"scale":[2,2,2]},{"mesh":0,"translation":[1,2,3],"rotation":[0,0,0.70710678,0.70710678]}])",
           ""),
       "", [](Vec3 x) { return 2.0 * Vec3(1 - x.y, 2 + x.x, 3 + x.z); }},
      {"GltfMatrix", ".gltf",
       gltf(kRing, R"([{"children":[1],"matrix":[0,2,0,0,-2,0,0,0,0,0,2,0,5,0,0,1]},{"mesh":0}])", "data"), "",
       [](Vec3 x) { return Vec3(5 - 2 * x.y, 2 * x.x, 2 * x.z); }},
      {"GlbMirrored", ".glb", gltf(kRing, R"([{"mesh":0,"scale":[-1,1,1]}])", ""), "",
       [](Vec3 x) { return Vec3(-x.x, x.y, x.z); }},
  };
  for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"})
    for (const bool extras : {false, true}) {
      const std::string name = std::string("Ply_") + format + (extras ? "_extras" : "");
      all.push_back({name, ".ply", ply(kRing, format, extras)});
      all.push_back({name + "_triangles_doubles", ".ply", ply(triangles(kRing), format, extras, /*doubles=*/true)});
    }
  return all;
}

/// What is wrong with the surface itself.
std::vector<Family> brokenSurfaces() {
  const std::vector<Face> tri = triangles(kRing).faces;
  Random random(5);
  const auto turned = [](Face f) { return Face(f.rbegin(), f.rend()); };
  std::vector<Face> inverted, mixed, doubled = tri, opposite = tri, holes, needles = tri, inner = tri,
                                     few(tri.begin() + 4, tri.end());
  for (const Face& f : tri) {
    inverted.push_back(turned(f)), doubled.push_back(f), opposite.push_back(turned(f));
    mixed.push_back(random.unit() < 0.5 ? f : turned(f));
    if (random.unit() > 0.03) holes.push_back(f);
  }
  for (int i = 0; i < 30; ++i) needles.push_back({i, i, i + 1}), needles.push_back({i, i + 1, i});
  inner.push_back({0, 3, 6}), inner.push_back({100, 103, 107});
  Solid loose = kRing, jitter{{}, {}}, tJunctions{kRing.vertices, {}};
  loose.vertices.emplace_back(1e3, 0, 0), loose.vertices.emplace_back(0, -1e30, 0);
  for (size_t t = 0; t < tri.size(); ++t) {
    Face f;
    for (const int v : tri[t]) {
      f.push_back(static_cast<int>(jitter.vertices.size()));
      const Vec3 by(random.in(-1e-7, 1e-7), random.in(-1e-7, 1e-7), random.in(-1e-7, 1e-7));
      jitter.vertices.emplace_back(Vec3(kRing.vertices[static_cast<size_t>(v)]) + by);
    }
    jitter.faces.push_back(f);
    if (t % 7) {
      tJunctions.faces.push_back(tri[t]);
      continue;
    }
    const int a = tri[t][0], b = tri[t][1], c = tri[t][2], middle = static_cast<int>(tJunctions.vertices.size());
    tJunctions.vertices.push_back(0.5f * (kRing.vertices[size_t(a)] + kRing.vertices[size_t(b)]));
    tJunctions.faces.push_back({a, middle, c}), tJunctions.faces.push_back({middle, b, c});
  }
  Solid shell = withFaces(tri);  // the same solid with one nested in it, outwards too: it is filled
  const Solid core = triangles(ring(20, 10, 0.12));
  const int base = static_cast<int>(shell.vertices.size());
  shell.vertices.insert(shell.vertices.end(), core.vertices.begin(), core.vertices.end());
  for (const Face& f : core.faces) shell.faces.push_back({f[0] + base, f[1] + base, f[2] + base});
  std::vector<Family> all = {
      {"Inverted", ".obj", obj(withFaces(inverted)), "inside out"},
      {"MixedWinding", ".obj", obj(withFaces(mixed)), "wrong way"},
      {"MixedWindingSoup", ".stl", stlBytes(withFaces(mixed)), "wrong way"},
      {"Doubled", ".obj", obj(withFaces(doubled)), "lying on others"},
      {"DoubledOpposite", ".obj", obj(withFaces(opposite)), "lying on others"},
      {"SmallHole", ".obj", obj(withFaces(few)), "hole was closed"},
      {"ManyHoles", ".obj", obj(withFaces(holes)), "holes were closed"},
      {"ZeroArea", ".obj", obj(withFaces(needles)), "without area"},
      {"InnerFaces", ".obj", obj(withFaces(inner))},
      {"NestedOutwards", ".obj", obj(shell)},
      {"LooseVertices", ".obj", obj(loose), "2 vertices belong to no triangle"},
      {"Jitter", ".obj", obj(jitter), "joined"},
      {"TJunctions", ".obj", obj(tJunctions)},
  };
  for (const char* value : {"nan", "inf", "-inf", "1e30", "1e300", "word"}) {
    std::string text = obj(kRing);
    const size_t at = text.find("\nv ", 300) + 3;
    text.replace(at, text.find(' ', at) - at, value);
    all.push_back({std::string("OneVertex_") + value, ".obj", text, "left out"});
  }
  for (const double unit : {1e-6, 1e-3, 1e3, 1e6})
    all.push_back(
        {"Unit_" + number(static_cast<float>(unit)), ".obj", obj(scaled(unit)), "", [=](Vec3 x) { return unit * x; }});
  const Vec3 far(300, -200, 100);
  all.push_back({"FarFromTheOrigin", ".obj", obj(scaled(1, far)), "", [=](Vec3 x) { return x + far; }});
  return all;
}

class MeshFamily : public testing::TestWithParam<Family> {};
TEST_P(MeshFamily, HasTheInsideOfTheCleanMesh) {
  const Family& f = GetParam();
  expectRing(f, load(f.ending, f.bytes));
}
std::string nameOf(const testing::TestParamInfo<Family>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Obj, MeshFamily, testing::ValuesIn(objFamilies()), nameOf);
INSTANTIATE_TEST_SUITE_P(Formats, MeshFamily, testing::ValuesIn(otherFormats()), nameOf);
INSTANTIATE_TEST_SUITE_P(Surfaces, MeshFamily, testing::ValuesIn(brokenSurfaces()), nameOf);

TEST(MeshFamilies, ConcaveFacesKeepTheirVolume) {
  std::vector<glm::dvec2> c = {{0, 0}, {1, 0}, {1, .3}, {.3, .3}, {.3, .7}, {1, .7}, {1, 1}, {0, 1}}, star, flower;
  for (int k = 0; k < 10; ++k)
    star.push_back((k % 2 ? 0.4 : 1.0) * glm::dvec2(std::cos(kPi * k / 5), std::sin(kPi * k / 5)));
  for (int k = 0; k < 300; ++k) {
    const double t = 2 * kPi * k / 300;
    flower.push_back((1 + 0.4 * std::sin(7 * t)) * glm::dvec2(std::cos(t), std::sin(t)));
  }
  for (const auto& outline : {c, star, flower}) {
    const Solid solid = prism(outline, 0.5);
    for (const std::string& ending : {std::string(".obj"), std::string(".off"), std::string(".ply")}) {
      const auto soup = parseMesh(ending == ".obj"   ? obj(solid)
                                  : ending == ".off" ? off(solid)
                                                     : ply(solid, "ascii", false),
                                  ending, ".");
      if (ending == ".ply" && outline.size() > 255) continue;  // a count of one byte
      ASSERT_TRUE(soup);
      EXPECT_EQ(soup->triangles.size(), 4 * outline.size() - 4);
      EXPECT_NEAR(signedVolume(*soup) / (0.5 * areaOf(outline)), 1, 1e-5);
      EXPECT_NEAR(
          surfaceArea(*soup),
          [&] {
            double area = 2 * areaOf(outline);
            for (size_t i = 0; i < outline.size(); ++i)
              area += 0.5 * glm::length(outline[(i + 1) % outline.size()] - outline[i]);
            return area;
          }(),
          1e-4);  // no triangle lies outside the outline
    }
  }
}

TEST(MeshFamilies, AnEndlessPolygonEnds) {
  Random random(3);
  std::vector<Vec3f> tangle;
  for (int i = 0; i < 3000; ++i) tangle.emplace_back(random.unit(), random.unit(), 0);
  EXPECT_EQ(triangulatePolygon(tangle).size(), tangle.size() - 2);
}

TEST(MeshFamilies, MassOfCShapesAndShells) {
  const std::vector<glm::dvec2> c = {{0, 0}, {1, 0}, {1, .3}, {.3, .3}, {.3, .7}, {1, .7}, {1, 1}, {0, 1}};
  const Loaded l = load(".obj", obj(prism(c, 0.5)));
  ASSERT_TRUE(l.shape) << l.trouble;
  EXPECT_NEAR(l.shape->volume() / (0.5 * areaOf(c)), 1, 0.03);
  expectSoundMass(*l.shape);
  EXPECT_GT(l.shape->signedDistance({0, 0, 0}), -1e-3) << "the centre of mass of a C lies in its gap or at its edge";
  // A shell: the ring with a smaller one cut out of it.
  Solid shell = triangles(kRing);
  const Solid core = triangles(ring(20, 10, 0.12));
  const int base = static_cast<int>(shell.vertices.size());
  shell.vertices.insert(shell.vertices.end(), core.vertices.begin(), core.vertices.end());
  for (const Face& f : core.faces) shell.faces.push_back({f[0] + base, f[2] + base, f[1] + base});
  const Loaded hollow = load(".obj", obj(shell), 48);
  ASSERT_TRUE(hollow.shape) << hollow.trouble;
  const double meant = cleanRing().report.meshVolume - load(".obj", obj(core)).report.meshVolume;
  EXPECT_NEAR(hollow.shape->volume() / meant, 1, 0.02);
  expectSoundMass(*hollow.shape);
}

TEST(MeshFamilies, ASkinThinnerThanTheGridIsRefusedWithTheReason) {
  Solid shell = triangles(kRing);
  Solid core = triangles(ring(20, 10, 0.2495));
  const int base = static_cast<int>(shell.vertices.size());
  shell.vertices.insert(shell.vertices.end(), core.vertices.begin(), core.vertices.end());
  for (const Face& f : core.faces) shell.faces.push_back({f[0] + base, f[2] + base, f[1] + base});
  const Loaded l = load(".obj", obj(shell));
  EXPECT_FALSE(l.shape);
  EXPECT_NE(l.trouble.find("thin"), std::string::npos) << l.trouble;
}

TEST(MeshFamilies, WhatIsHalfMissingIsMadeAShellAndSaysSo) {
  const std::vector<Face> tri = triangles(kRing).faces;
  const Loaded l = load(".obj", obj(withFaces({tri.begin(), tri.begin() + static_cast<long>(tri.size() / 2)})), 0);
  ASSERT_TRUE(l.shape) << l.trouble;
  EXPECT_NE(l.notes.find("so it was made a shell"), std::string::npos) << l.notes;
  EXPECT_EQ(l.notes.find("closed."), std::string::npos) << l.notes;
  expectSoundMass(*l.shape);
}

TEST(MeshFamilies, NumbersNobodyCanBeSureOfAreRefusedAndShown) {
  const auto trouble = [](const char* format) {
    const Loaded l = load(".obj", objWritten(scaled(5000), format));
    EXPECT_FALSE(l.shape) << format;
    return l.trouble + l.notes;
  };
  EXPECT_NE(trouble("%a").find("written in an unknown way; the first is \""), std::string::npos) << trouble("%a");
  EXPECT_NE(trouble("0x%.0f").find("\"0x"), std::string::npos);
  EXPECT_NE(trouble("%.3f.1").find("in an unknown way"), std::string::npos);
  EXPECT_NE(trouble("%'.0f'").find("in an unknown way"), std::string::npos);
  EXPECT_NE(trouble("(%.3f)").find("\"("), std::string::npos);
  EXPECT_NE(trouble("%.3fm").find("m\""), std::string::npos);
  EXPECT_NE(trouble("+-%.3f").find("\"+-"), std::string::npos);
  // Thousands with commas, decimals with points: 1,234 beside 12.5.
  const std::string mixed = replaced(objWritten(scaled(5000), "%.3f"), "v ", "v 1,234 ");
  const Loaded l = load(".obj", mixed);
  EXPECT_FALSE(l.shape);
  EXPECT_NE(l.trouble.find("thousands and decimals cannot be told apart"), std::string::npos) << l.trouble;
  EXPECT_FALSE(load(".ply", replaced(ply(kRing, "ascii", false), "vertex 200", "vertex 1,000")).shape);
}

TEST(MeshFamilies, ALineOfAPlyFileThatIsShortSpoilsNoOther) {
  std::string text = ply(kRing, "ascii", false);
  const size_t begin = text.find("end_header\n") + 11, end = text.find('\n', begin);
  text.erase(text.rfind(' ', end), end - text.rfind(' ', end));
  const Loaded l = load(".ply", text);
  ASSERT_TRUE(l.shape) << l.trouble;
  EXPECT_GE(sameCells(*cleanRing().shape, *l.shape, [](Vec3 x) { return x; }), 0.995);
  EXPECT_NE(l.notes.find("1 number is missing"), std::string::npos) << l.notes;
  EXPECT_FALSE(load(".ply", replaced(ply(kRing, "ascii", false), "\n4 ", "\n1e300 ")).shape) << "and ends";
}

TEST(MeshFamilies, WhatIsNoMeshAtAllIsNamed) {
  const std::pair<const char*, std::string> files[] = {{"a PNG picture", "\x89PNG\r\n\x1a\n0123456789"},
                                                       {"a ZIP archive", "PK\x03\x04 and so on"},
                                                       {"packed by gzip", "\x1f\x8b\x08 and so on"},
                                                       {"a COLLADA file", "<?xml version=\"1.0\"?>\n<COLLADA>"},
                                                       {"a web page", "<!DOCTYPE html><html>404</html>"}};
  for (const auto& [name, bytes] : files)
    for (const char* ending : {".obj", ".stl", ".ply", ".off", ".gltf", ".glb", ".fbx"}) {
      const Loaded l = load(ending, bytes);
      EXPECT_FALSE(l.shape);
      EXPECT_NE(l.trouble.find(name), std::string::npos) << ending << ": " << l.trouble;
    }
}

TEST(MeshFamilies, CutShortAnywhereIsNoCrash) {
  const Solid small = ring(6, 4);
  const std::pair<const char*, std::string> files[] = {{".obj", obj(small)},
                                                       {".stl", stlText(small)},
                                                       {".stl", stlBytes(small)},
                                                       {".off", off(small)},
                                                       {".ply", ply(small, "ascii", true)},
                                                       {".ply", ply(small, "binary_little_endian", true)},
                                                       {".ply", ply(small, "binary_big_endian", false)},
                                                       {".glb", gltf(small, R"([{"mesh":0}])", "")},
                                                       {".gltf", gltf(small, R"([{"mesh":0}])", "data")}};
  for (const auto& [ending, bytes] : files)
    for (size_t length = 1; length < bytes.size(); length += 1 + bytes.size() / 300) {
      const auto soup = parseMesh(bytes.substr(0, length), ending, ".");
      if (soup) {
        for (const auto& t : soup->triangles) ASSERT_LT(std::max({t.x, t.y, t.z}), soup->positions.size());
      } else {
        EXPECT_NE(soup.problems.at(0).reason.find("no triangles"), std::string::npos) << ending << " " << length;
      }
    }
}

TEST(MeshFamilies, HalfAMillionTrianglesAreSimplified) {
  const Solid fine = triangles(ring(800, 300));
  TriangleMesh soup;
  soup.positions = fine.vertices;
  for (const Face& f : fine.faces) soup.triangles.emplace_back(f[0], f[1], f[2]);
  MeshReport report;
  const auto shape = makeMeshShape({ShapeKind::Mesh, "fine", 0, {}}, soup, report, /*gridCells=*/24);
  ASSERT_TRUE(shape) << shape.problems.at(0).reason;
  EXPECT_EQ(report.trianglesRead, 480000u);
  EXPECT_LT(report.triangles, 300000u);
  EXPECT_EQ(report.openEdgesAfterRepair, 0u);
  EXPECT_NE(report.notes.at(0).find("480000 triangles are more than can be used"), std::string::npos);
  // The coarse ring is inscribed in the fine one: compare with a middling one that is not simplified.
  const Loaded middling = load(".obj", obj(ring(200, 75)));
  ASSERT_TRUE(middling.shape);
  EXPECT_GE(sameCells(*middling.shape, **shape, [](Vec3 x) { return x; }), 0.995);
}

TEST(MeshFamilies, HugeCountsAreNotBelieved) {
  const std::string text = ply(kRing, "binary_little_endian", false);
  for (const char* count : {"4294967295", "1e17"}) {
    EXPECT_FALSE(parseMesh(replaced(text, "element vertex 200", std::string("element vertex ") + count), ".ply", "."));
    const auto faces = parseMesh(replaced(text, "element face 200", std::string("element face ") + count), ".ply", ".");
    ASSERT_TRUE(faces);
    EXPECT_EQ(faces->triangles.size(), 400u);
    EXPECT_NE(faces.problems.at(0).reason.find("ends early"), std::string::npos);
  }
  EXPECT_FALSE(parseMesh("OFF\n4294967295 3 0\n0 0 0\n", ".off", "."));
  const std::string json = gltf(kRing, R"([{"mesh":0}])", "data");
  EXPECT_FALSE(parseMesh(replaced(json, "\"count\":1200", "\"count\":4000000000"), ".gltf", "."));
}

TEST(MeshFamilies, GltfFilesBesideAndAllThatIsWrongWithThem) {
  const TemporaryFolder folder;
  std::string buffer;
  const std::string text = gltf(kRing, R"([{"mesh":0}])", "a%20b%C3%B6.bin", &buffer);
  const auto reason = [&](const std::string& json) {
    const auto r = parseMesh(json, ".gltf", folder.path());
    return r ? std::string("read") : r.problems.at(0).reason;
  };
  EXPECT_NE(reason(text).find("no such file"), std::string::npos) << reason(text);
  folder.write("a bö.bin", buffer);
  EXPECT_EQ(reason(text), "read");
  folder.write("a bö.bin", buffer.substr(0, 100));
  EXPECT_NE(reason(text).find("a buffer is shorter"), std::string::npos);
  EXPECT_NE(reason(gltf(kRing, R"([{"children":[1]},{"mesh":0,"children":[0]}])", "data")).find("twice"),
            std::string::npos);
  EXPECT_NE(reason(gltf(kRing, R"([{"mesh":7}])", "data")).find("there is no entry 7 in 'meshes'"), std::string::npos);
  EXPECT_NE(reason(gltf(kRing, R"([{}])", "data")).find("no faces"), std::string::npos);
  EXPECT_NE(reason(std::string(100000, '[')).find("without end"), std::string::npos);
  EXPECT_NE(reason(replaced(gltf(kRing, R"([{"mesh":0}])", "data"), R"({"asset")",
                            R"({"extensionsRequired":["KHR_draco_mesh_compression"],"asset")"))
                .find("without compression"),
            std::string::npos);
}

}  // namespace
}  // namespace flotsam
