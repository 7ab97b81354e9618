// The nearest surface of the liquid over a copy of what is behind it: refraction, absorption by the length of the way
// through the liquid, mirrored floats and sky, a highlight. Against glass there is neither bending nor mirror: that is
// glass.frag, for most of the pixels, and on software OpenGL a branch not taken costs as much as one that is.
uniform sampler2D sceneColour, sceneDepth, wayThrough;
uniform vec3 absorption, deep;       // per scene unit; linear
uniform vec3 skyLow, skyHigh;        // linear, what the surface mirrors
uniform float flatLength;
uniform vec2 depthRange;             // near, far
in vec3 worldPosition, worldNormal;
out vec4 colour;

/// From this fragment to a depth of the scene, in view depths of the fragment.
float through(float depth) {
  float a = depthRange.x, b = depthRange.y;
  float z = 2.0 * a * b / (a + b - (2.0 * depth - 1.0) * (b - a));
  return max(z * gl_FragCoord.w - 1.0, 0.0);
}

/// In clip space, without depth: where a ray along `along` from this fragment is after `reach`.
vec4 after(vec4 along, float reach) {
  return vec4((2.0 * gl_FragCoord.xy * viewport.zw - 1.0) / gl_FragCoord.w, 0.0, 1.0 / gl_FragCoord.w) + reach * along;
}

/// The pixel there, or this one for a share of 0.
ivec2 pixelAt(vec4 clip, float share) {
  vec2 there = mix(gl_FragCoord.xy, (0.5 + 0.5 * clip.xy / clip.w) * viewport.xy, share);
  return clamp(ivec2(there), ivec2(0), ivec2(viewport.xy) - 1);
}

void main() {
  vec3 n = worldNormal * inversesqrt(max(dot(worldNormal, worldNormal), 1e-12));
  vec3 v = eye.xyz - worldPosition;
  float away = sqrt(dot(v, v));
  v /= away;
  ivec2 from = ivec2(gl_FragCoord.xy);
  float way = flatLength, straight = 0.0;
  if (tank.w < 0.5) {
    way = max(texture(wayThrough, gl_FragCoord.xy * viewport.zw).r, 0.0) * away * gl_FragCoord.w;
    float behind = straight = through(texelFetch(sceneDepth, from, 0).r) * away;
    // What lies just below the surface is hardly shifted, so that floats are whole at their waterline. A ray that
    // comes out before it is through what it would show there is cut shorter: beside a float no second one stands.
    vec4 along = viewProjection * vec4(refract(-v, n, 0.75), 0.0);
    float reach = min(min(way, behind), 0.22);
    ivec2 bent = pixelAt(after(along, reach), 0.65);
    float shorter = through(texelFetch(sceneDepth, bent, 0).r) * away;
    bent = pixelAt(after(along, shorter < 0.7 * reach ? shorter : reach), 0.65);
    float there = texelFetch(sceneDepth, bent, 0).r;
    // What stands in front of the liquid is not seen through it.
    if (there >= gl_FragCoord.z) from = bent, behind = through(there) * away;
    way = min(way, behind);  // a body ends the way
  }
  vec3 x = absorption * (way + 0.07);
  vec3 passed = 1.0 / (1.0 + x * (1.0 + x * (0.5 + 0.17 * x)));
  vec3 c = mix(deep, toLinear(texelFetch(sceneColour, from, 0).rgb), passed);
  float nv = clamp(dot(n, v), 0.0, 1.0), f = 1.0 - nv, f2 = f * f;
  // Steep water, as a jet or the front of a wave, bends the view to its side: it is darker towards its edge, and round.
  c = mix(c, deep, 0.7 * (1.0 - n.y * n.y) * f);
  vec3 r = reflect(-v, n);
  float s = clamp(0.9 * r.y + 0.1, 0.0, 1.0);
  vec3 mirrored = mix(skyLow, skyHigh, s * s);
  // A wall that goes on above the water is met as far off by the mirrored ray as by the straight one below: a float
  // stands on its mirror image. Where the ray meets nothing there, it sees the sky.
  vec4 q = after(viewProjection * vec4(r, 0.0), straight);
  ivec2 met = pixelAt(q, 1.0);
  float off = abs(through(texelFetch(sceneDepth, met, 0).r) + 1.0 - q.w * gl_FragCoord.w) * away;
  float seen = straight > 0.0 ? clamp(2.0 - off / (0.01 + 0.1 * straight), 0.0, 1.0) : 0.0;
  mirrored = mix(mirrored, toLinear(texelFetch(sceneColour, met, 0).rgb), seen);
  c = mix(c, mirrored, 0.02 + 0.98 * f2 * f2 * f);
  vec3 h = light.xyz + v;
  float a = max(dot(n, h * inversesqrt(dot(h, h))), 0.0), a2 = a * a, a4 = a2 * a2, a8 = a4 * a4, a32 = a8 * a8 * a8 * a8;
  c += 0.8 * keyColour.rgb * a32 * a32 * a32 * a32;
  colour = vec4(toSrgb(min(c, 1.0)), 1.0);
}
