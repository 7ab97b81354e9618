// Soft clay: hemisphere light with occlusion by height, half-Lambert key light with shadow, a quiet highlight and rim.
uniform sampler2D shadowMap;
uniform vec3 albedo;   // linear
uniform vec3 accent;   // linear
uniform vec3 glow;     // linear, of a hot body
uniform float rim;     // hover
in vec3 worldPosition, worldNormal;
out vec4 colour;
void main() {
  vec3 n = worldNormal * inversesqrt(dot(worldNormal, worldNormal));
  vec3 v = eye.xyz - worldPosition;
  v *= inversesqrt(dot(v, v));
  vec3 l = light.xyz;
  float shadow = tank.w > 0.5 ? 1.0 : shadowAt(shadowMap, worldPosition);
  float height = tank.w > 0.5 ? 1.0 : smoothstep(0.0, 0.22, worldPosition.y + 0.08 * n.y);
  float ao = (0.55 + 0.45 * height) * (1.0 - 0.25 * max(-n.y, 0.0));
  float nl = dot(n, l);
  float wrapped = max((nl + 0.25) / 1.25, 0.0);
  float diffuse = 0.5 * max(nl, 0.0) + 0.5 * wrapped * wrapped;
  vec3 hemisphere = mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * n.y);
  vec3 h = l + v;
  h *= inversesqrt(dot(h, h));
  float s = max(dot(n, h), 0.0);
  float s2 = s * s, s4 = s2 * s2, s8 = s4 * s4, s16 = s8 * s8, s48 = s16 * s16 * s16;
  float f = 1.0 - clamp(dot(n, v), 0.0, 1.0), f2 = f * f;
  vec3 c = albedo * (hemisphere * ao + keyColour.rgb * diffuse * shadow);
  c += 0.5 * (0.35 * keyColour.rgb * s48 * shadow + 0.45 * skyColour.rgb * f2 * f2 * ao);
  c = c * (1.0 - 0.7 * min(glow.r, 1.0)) + glow * (1.0 - 0.35 * f);  // its own light drowns what it is lit by
  c = mix(c, accent, rim * 0.85 * f2);
  colour = vec4(display(c), 1.0);
}
