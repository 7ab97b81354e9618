// Corners of screen tiles, 0 to 1 over the picture; hands on the view ray (not normalised).
uniform vec3 rayBase, rayX, rayY;
layout(location = 0) in vec2 corner;
out vec2 uv;
out vec3 ray;
void main() {
  uv = corner;
  vec2 p = 2.0 * uv - 1.0;
  ray = rayBase + p.x * rayX + p.y * rayY;
  gl_Position = vec4(p, 0.0, 1.0);
}
