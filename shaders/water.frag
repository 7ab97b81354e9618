// The nearest surface of the liquid over a copy of what is behind it: refraction, absorption by the length of the way
// through the liquid, mirrored sky, a highlight. Against glass neither bending nor mirror.
uniform sampler2D sceneColour, sceneDepth, wayThrough;
uniform vec3 absorption, deep;       // per scene unit; linear
uniform vec3 skyLow, skyHigh;        // linear, what the surface mirrors
uniform float glass, flatLength;
uniform vec2 depthRange;             // near, far
in vec3 worldPosition, worldNormal;
out vec4 colour;

vec3 toLinear(vec3 c) { return c * (c * (c * 0.3053 + 0.6822) + 0.0125); }

/// From this fragment to a depth of the scene, in view depths of the fragment.
float through(float depth) {
  float a = depthRange.x, b = depthRange.y;
  float z = 2.0 * a * b / (a + b - (2.0 * depth - 1.0) * (b - a));
  return max(z * gl_FragCoord.w - 1.0, 0.0);
}

void main() {
  vec3 n = worldNormal * inversesqrt(max(dot(worldNormal, worldNormal), 1e-12));
  vec3 v = eye.xyz - worldPosition;
  float away = sqrt(dot(v, v));
  v /= away;
  ivec2 from = ivec2(gl_FragCoord.xy);
  float way = flatLength;
  if (tank.w < 0.5) {
    way = max(texture(wayThrough, gl_FragCoord.xy * viewport.zw).r, 0.0) * away * gl_FragCoord.w;
    float behind = through(texelFetch(sceneDepth, from, 0).r) * away;
    if (glass < 0.5) {
      // What lies just below the surface is hardly shifted, so that floats are whole at their waterline.
      vec3 r = refract(-v, n, 0.75);
      vec4 q = viewProjection * vec4(worldPosition + min(min(way, behind), 0.22) * r, 1.0);
      ivec2 bent = ivec2(mix(gl_FragCoord.xy, (0.5 + 0.5 * q.xy / q.w) * viewport.xy, 0.65));
      bent = clamp(bent, ivec2(0), ivec2(viewport.xy) - 1);
      float there = texelFetch(sceneDepth, bent, 0).r;
      // What stands in front of the liquid is not seen through it.
      if (there >= gl_FragCoord.z) from = bent, behind = through(there) * away;
    }
    way = min(way, behind);  // a body ends the way
  }
  vec3 x = absorption * (way + 0.07);
  vec3 passed = 1.0 / (1.0 + x * (1.0 + x * (0.5 + 0.17 * x)));
  vec3 c = mix(deep, toLinear(texelFetch(sceneColour, from, 0).rgb), passed);
  if (glass < 0.5) {
    float nv = clamp(dot(n, v), 0.0, 1.0), f = 1.0 - nv, f2 = f * f;
    vec3 r = reflect(-v, n);
    float s = clamp(0.9 * r.y + 0.1, 0.0, 1.0);
    c = mix(c, mix(skyLow, skyHigh, s * s), 0.02 + 0.98 * f2 * f2 * f);
    vec3 h = light.xyz + v;
    float a = max(dot(n, h * inversesqrt(dot(h, h))), 0.0), a2 = a * a, a4 = a2 * a2, a8 = a4 * a4, a32 = a8 * a8 * a8 * a8;
    c += 0.8 * keyColour.rgb * a32 * a32 * a32 * a32;
  }
  colour = vec4(toSrgb(min(c, 1.0)), 1.0);
}
