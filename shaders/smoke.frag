// Marches the smoke between the box of its cells and the scene's depth. Output: premultiplied display colour, and the
// scene's linear depth for the upsampling.
uniform sampler3D volume;      // density, light, heat
uniform sampler2D sceneDepth;
uniform vec3 boxLo, boxHi;     // m
uniform vec3 tankSize, texelHalf;
uniform vec2 depthRange;       // near, far
uniform vec3 viewAxis;         // forward
uniform float sigma, stepLength;
uniform vec3 albedo, ambient, lit, warm;
in vec2 uv;
in vec3 ray;
layout(location = 0) out vec4 colour;
layout(location = 1) out float lowDepth;

void main() {
  float n = depthRange.x, f = depthRange.y;
  float depth = texture(sceneDepth, uv).r;
  float z = 2.0 * n * f / (f + n - (2.0 * depth - 1.0) * (f - n));  // along the view axis
  lowDepth = z;
  colour = vec4(0.0);
  vec3 d = ray * inversesqrt(dot(ray, ray));
  vec3 inv = 1.0 / (d + vec3(equal(d, vec3(0.0))) * 1e-6);
  vec3 a = (boxLo - eye.xyz) * inv, b = (boxHi - eye.xyz) * inv;
  vec3 lo = min(a, b), hi = max(a, b);
  float from = max(max(lo.x, lo.y), max(lo.z, 0.0));
  float to = min(min(hi.x, hi.y), min(hi.z, z / max(dot(d, viewAxis), 1e-3)));
  if (to <= from) return;
  float t = from + stepLength * (tank.w > 0.5 ? 0.5 : gradientNoise(gl_FragCoord.xy));
  float through = 1.0;
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 256; ++i) {
    if (t >= to) break;
    vec3 s = texture(volume, (eye.xyz + t * d) / tankSize).rgb;
    float len = min(stepLength, to - t);
    if (s.r > 0.004) {
      float alpha = 1.0 - fastExp(sigma * s.r * len);
      sum += through * alpha * (ambient + lit * s.g + warm * s.b);
      through *= 1.0 - alpha;
      if (through < 0.02) break;
    }
    t += stepLength;
  }
  float cover = 1.0 - through;
  if (cover < 0.002) return;
  colour = vec4(display(albedo * sum / cover) * cover, cover);
}
