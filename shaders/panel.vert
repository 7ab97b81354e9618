// A wall of the tank seen from inside: a unit square placed by its corner and two edges.
layout(location = 0) in vec2 corner;
uniform vec3 origin, edgeU, edgeV;
out vec2 st;
void main() {
  st = corner;
  gl_Position = viewProjection * vec4(origin + corner.x * edgeU + corner.y * edgeV, 1.0);
}
