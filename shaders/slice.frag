// A texel per cell, colour times alpha; where nothing is known there is a hole.
uniform sampler2D field;
uniform float strength;
in vec2 place;
out vec4 colour;
void main() {
  vec4 c = texture(field, place);
  if (c.a < 0.5) discard;
  colour = vec4(c.rgb / c.a, strength);
}
