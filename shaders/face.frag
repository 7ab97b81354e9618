// The side of a block in its body's colour, lit by its side, with a fine darker edge.
in vec3 worldPosition, worldNormal;
in vec2 within;
in vec3 paint;
out vec4 colour;
void main() {
  vec3 n = worldNormal;
  float nl = dot(n, light.xyz);
  float lit = 0.74 + 0.34 * max(nl, 0.0) + 0.06 * n.y;
  vec2 d = (1.0 - abs(within)) / max(fwidth(within), vec2(1e-6));  // pixels from the edges
  float edge = clamp(1.5 - min(d.x, d.y), 0.0, 1.0);
  vec3 c = paint * lit;
  colour = vec4(mix(c, c * (light.w > 0.5 ? 0.45 : 0.62), 0.75 * edge), 1.0);
}
