// Five-tap Gaussian along one axis by three bilinear taps.
uniform sampler2D map;
uniform vec2 stride;  // texels in uv
in vec2 uv;
out vec4 colour;
void main() {
  vec2 o = 1.2 * stride;
  colour = vec4(0.375 * texture(map, uv).rg + 0.3125 * (texture(map, uv + o).rg + texture(map, uv - o).rg), 0.0, 1.0);
}
