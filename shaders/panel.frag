// Wall colour with a grid of analytic one-pixel lines and corners that darken.
uniform vec3 wall, line;     // linear
uniform float lineMix, corner, alpha;
uniform vec2 size;           // m, of the panel
uniform float spacing;       // m, of the grid
uniform float round_;        // 1: a disc in the square
in vec2 st;
out vec4 colour;

void main() {
  vec2 p = st * size;
  vec2 g = p / spacing, w = fwidth(g);
  vec2 d = abs(fract(g + 0.5) - 0.5) / max(w, 1e-6);
  vec2 cover = clamp(0.6 * eye.w + 0.5 - d, 0.0, 1.0);
  cover *= clamp(0.5 / max(w, 1e-6), 0.0, 1.0);  // lines that crowd together fade
  float grid = max(cover.x, cover.y);
  vec2 edge = min(p, size - p);
  float dark = corner * min(fastExp(7.0 * edge.x) + fastExp(7.0 * edge.y), 1.4);
  vec3 c = mix(wall, line, lineMix * grid) * (1.0 - dark);
  float a = alpha;
  if (round_ > 0.5) {
    float r = length(st - 0.5) * 2.0;
    a *= clamp(0.5 - (r - 1.0) / fwidth(r), 0.0, 1.0);
  }
  colour = vec4(display(c), a);
}
