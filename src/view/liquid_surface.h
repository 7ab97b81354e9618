// SPDX-License-Identifier: MIT
// The surface of a liquid as a closed triangle mesh, from the solver's own distance: naive surface nets (Gibson 1998,
// "Constrained elastic surface nets"): one vertex in every box of eight cell centres that the surface passes, at the
// mean of where its edges are crossed, and a quad for every crossed edge. No tables, smooth, and a third fewer
// triangles than marching cubes.
//
//        o-----o-----o     o  cell centre      A vertex whose box is cut by a wall is moved onto the wall, so the mesh
//        |  .--|-.   |     .  vertex           ends flush with it: at the waterline the vertex lies on the surface and
//        o-/---o--\--o                         on the wall, and below it flat quads close the mesh. Where a box is cut
//        | '   |   '-|-                        by several walls the vertex lies on all of them: edges stay sharp.
//        o-----o-----o
//
// The mesh is closed and every edge is met by as many triangles from one side as from the other; where two parts of
// the surface touch in one box they share a vertex. Bodies are not cut out: the distance is continued through them.
#pragma once

#include "view/sim_view.h"

namespace flotsam {

struct LiquidSurface {
  TriangleMesh mesh;         // m, world axes; normals away from the liquid, at the waterline those of the free surface
  size_t freeTriangles = 0;  // the first ones bound air, those after them lie on walls
  std::vector<glm::uvec2> waterline;  // pairs of vertices: where the free surface ends on a wall, but not in bodies
  // Scratch.
  std::vector<uint8_t> kind;     // per cell
  std::vector<uint32_t> vertex;  // per box, named by its lowest cell
  std::vector<glm::uvec3> walls;
  std::vector<uint8_t> rim;  // per vertex: may be at the waterline
  std::vector<glm::uvec2> ends,
      wallEnds;  // edges between such vertices, of free quads and (turned round) of wall quads
};

/// Replaces `out`, reusing its memory. Empty without a free surface. Errors of a smooth surface fall with the square of
/// the cell: the volume of a ball of R cells is 1.1/R^2 too small, a level pool is exact. A cell is in the mesh when
/// its centre is liquid, as in the solver: films on a wall and gaps below a lid thinner than half a cell are not seen.
void extractSurface(const SimView& view, LiquidSurface& out);

}  // namespace flotsam
