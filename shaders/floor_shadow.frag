// What the bodies leave of the floor's light, over the patch: cast shadow and the occlusion of bounding spheres.
uniform sampler2D shadowMap;
uniform vec3 origin, edgeU, edgeV;
uniform float strength;
uniform vec4 spheres[16];
uniform int sphereCount;
uniform float round_, feather;
in vec2 uv;
out vec4 colour;
void main() {
  vec3 p = origin + uv.x * edgeU + uv.y * edgeV;
  float m = mix(1.0, shadowAt(shadowMap, p), strength);
  for (int i = 0; i < sphereCount; ++i) {
    vec3 d = spheres[i].xyz - p;
    float r2 = dot(d, d), q = spheres[i].w * spheres[i].w / max(r2, 1e-6);
    float cosine = max(d.y, 0.0) * inversesqrt(max(r2, 1e-6));
    float x = 1.4 * cosine * q * q;
    m *= 1.0 - 0.62 * min(0.75 * x / (1.0 + 0.6 * x), 0.85);
  }
  vec2 e = min(uv, 1.0 - uv);
  float inside = feather > 0.0 ? smoothstep(0.0, feather, min(e.x, e.y)) : 1.0;
  if (round_ > 0.5) inside *= 1.0 - smoothstep(0.97, 1.0, 2.0 * length(uv - 0.5));
  m = mix(1.0, m, inside);
  colour = vec4(m * mix(vec3(0.80, 0.86, 1.0), vec3(1.0), m), 1.0);
}
