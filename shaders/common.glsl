// Shared by every shader: the frame's uniforms, tone curve, fast sRGB, shadow look-up. No pow, no exp (software GL).
// Lengths are in scene units: a tank of 1.6 x 1 x 1 has its true size, others are scaled to the same diagonal.
layout(std140) uniform Frame {
  mat4 viewProjection;
  mat4 viewMatrix;
  mat4 shadowMatrix;  // scene to [0,1]^3 of the shadow map
  vec4 eye;           // w = pixels per design pixel
  vec4 light;         // towards the light; w = 1 in the dark theme
  vec4 keyColour;     // linear
  vec4 skyColour;
  vec4 groundColour;
  vec4 viewport;      // width, height, 1/width, 1/height
  vec4 tank;          // size; w = 1 when flat
};

vec3 toSrgb(vec3 c) {
  vec3 a = sqrt(max(c, 0.0)), b = sqrt(a), d = sqrt(b);
  return 0.6620 * a + 0.6841 * b - 0.3236 * d - 0.0225 * c;
}
vec3 toLinear(vec3 c) { return c * (c * (c * 0.3053 + 0.6822) + 0.0125); }
vec3 toneMap(vec3 c) {
  vec3 x = max(c - 0.82, 0.0);
  return min(c, 0.82) + 0.18 * x / (x + 0.18);
}
vec3 display(vec3 linear) { return toSrgb(toneMap(linear)); }
float fastExp(float x) { return 1.0 / (1.0 + x * (1.0 + x * (0.5 + 0.17 * x))); }  // about exp(-x), x >= 0
float gradientNoise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

// Share of the key light that reaches p: Chebyshev's bound on a blurred map of depth and depth squared.
float shadowAt(sampler2D map, vec3 p) {
  vec3 s = (shadowMatrix * vec4(p, 1.0)).xyz;
  vec2 m = texture(map, s.xy).rg;
  float d = s.z - 0.002 - m.x;
  float variance = max(m.y - m.x * m.x, 2e-5);
  float bound = variance / (variance + d * d);
  return d <= 0.0 ? 1.0 : clamp((bound - 0.25) / 0.75, 0.0, 1.0);
}
