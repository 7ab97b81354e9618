// SPDX-License-Identifier: MIT
// Reading a mesh file with assimp: only positions and triangles are kept. Repair is left to sim/geometry, so that what
// was wrong with the file can be counted and told; that is why assimp's own clean-up steps stay off.
#include "io/mesh_import.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace flotsam {
namespace {

constexpr const char* kKnown = "OBJ, STL, PLY, OFF and glTF are";

Problem refuse(const std::filesystem::path& path, std::string reason) {
  return Problem{path.string(), 0, {}, std::move(reason)};
}

/// The reason why there is nothing to read; empty when there is.
std::string unreadable(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    return error && error != std::errc::no_such_file_or_directory ? "cannot be read: " + error.message()
                                                                  : "no such file";
  if (std::filesystem::is_directory(status)) return "is a folder, not a mesh file";
  if (!std::filesystem::is_regular_file(status)) return "is not a regular file";
  const auto bytes = std::filesystem::file_size(path, error);
  if (error) return "cannot be read: " + error.message();
  if (bytes == 0) return "the file is empty";
  errno = 0;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return std::string("cannot be read: ") + std::strerror(errno);
  std::fclose(file);
  return "";
}

void append(TriangleMesh& mesh, const aiMesh& part) {
  const auto base = static_cast<uint32_t>(mesh.positions.size());
  for (unsigned v = 0; v < part.mNumVertices; ++v)
    mesh.positions.emplace_back(part.mVertices[v].x, part.mVertices[v].y, part.mVertices[v].z);
  for (unsigned f = 0; f < part.mNumFaces; ++f) {
    const aiFace& face = part.mFaces[f];
    if (face.mNumIndices == 3)
      mesh.triangles.emplace_back(base + face.mIndices[0], base + face.mIndices[1], base + face.mIndices[2]);
  }
}

}  // namespace

Result<TriangleMesh> readMesh(const std::filesystem::path& path) {
  if (std::string reason = unreadable(path); !reason.empty()) return refuse(path, std::move(reason));
  Assimp::Importer importer;
  const std::string extension = path.extension().string();
  if (extension.empty() || !importer.IsExtensionSupported(extension))
    return refuse(path, "unknown mesh format \"" + extension + "\"; " + kKnown + " read");

  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS |
                                                          aiComponent_COLORS | aiComponent_TEXCOORDS |
                                                          aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                                          aiComponent_TEXTURES | aiComponent_LIGHTS |
                                                          aiComponent_CAMERAS | aiComponent_MATERIALS);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  // RemoveComponent acts first whatever the order here; without it vertices stay split by normals and colours.
  const aiScene* scene = importer.ReadFile(path.string(), aiProcess_RemoveComponent | aiProcess_Triangulate |
                                                              aiProcess_JoinIdenticalVertices | aiProcess_SortByPType |
                                                              aiProcess_PreTransformVertices);
  if (!scene || !scene->HasMeshes()) {
    const std::string detail = importer.GetErrorString();
    return refuse(path, "no triangles could be read" + (detail.empty() ? "" : " (" + detail + ")"));
  }
  TriangleMesh mesh;
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) append(mesh, *scene->mMeshes[m]);
  if (mesh.triangles.empty()) return refuse(path, "the file has no triangles");
  return mesh;
}

}  // namespace flotsam
