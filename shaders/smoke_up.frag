// Brings the small smoke picture to full size; near depth edges only the samples of like depth count. Where there can be
// no such edge smoke_plain.frag does it.
uniform sampler2D small, smallDepth, sceneDepth;
uniform vec2 smallSize;
uniform vec2 depthRange;
in vec2 uv;
out vec4 colour;
void main() {
  float n = depthRange.x, f = depthRange.y;
  float z = 2.0 * n * f / (f + n - (2.0 * texture(sceneDepth, uv).r - 1.0) * (f - n));
  vec2 p = uv * smallSize - 0.5;
  ivec2 i = ivec2(floor(p)), top = ivec2(smallSize) - 1;
  vec2 w = p - floor(p);
  // The depth is filtered like the colour, so one foreign sample among the four shows.
  float zl = texture(smallDepth, uv).r;
  if (abs(zl - z) <= 0.015 * z) {
    vec4 c = texture(small, uv);
    if (c.a <= 0.0) discard;
    colour = c;
    return;
  }
  vec4 sum = vec4(0.0);
  float total = 0.0;
  for (int k = 0; k < 4; ++k) {
    ivec2 o = ivec2(k & 1, k >> 1), at = clamp(i + o, ivec2(0), top);
    vec2 b = mix(1.0 - w, w, vec2(o));
    float weight = (0.05 + b.x * b.y) / (0.005 + abs(texelFetch(smallDepth, at, 0).r - z));
    sum += weight * texelFetch(small, at, 0);
    total += weight;
  }
  colour = sum / total;
}
