// A triangle over the viewport that hands on the view ray (not normalised).
uniform vec3 rayBase, rayX, rayY;
out vec2 uv;
out vec3 ray;
void main() {
  uv = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  vec2 p = 2.0 * uv - 1.0;
  ray = rayBase + p.x * rayX + p.y * rayY;
  gl_Position = vec4(p, 0.0, 1.0);
}
