// One colour, with enough light on it to read as round.
in vec3 normal;
in vec4 paint;
out vec4 colour;
void main() {
  vec3 n = normalize(normal);
  float nl = 0.5 + 0.5 * dot(n, light.xyz);
  colour = vec4(paint.rgb * mix(0.72, 1.0, nl) + 0.10 * light.w * nl, paint.a);
}
