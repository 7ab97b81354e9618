// A small ball of water: clear in the middle, deeper towards its rim, with a highlight.
uniform vec3 lightInView;
uniform vec4 core, rim;  // display colour, opacity
flat in vec3 markerColour;
flat in float radiusPx;
out vec4 colour;
void main() {
  vec2 q = (gl_PointCoord - 0.5) * (2.0 * radiusPx + 2.0);
  float r = length(q);
  float cover = clamp(radiusPx + 0.5 - r, 0.0, 1.0);
  if (cover <= 0.0) discard;
  vec2 n = vec2(q.x, -q.y) / radiusPx;
  float rr = min(dot(n, n), 1.0);
  float z = sqrt(1.0 - rr);
  float nl = n.x * lightInView.x + n.y * lightInView.y + z * lightInView.z;
  float s = max(nl, 0.0), s2 = s * s, s8 = s2 * s2 * s2 * s2;
  vec4 c = mix(core, rim, rr * rr);
  colour = vec4(c.rgb * mix(0.86, 1.04, clamp(0.5 + 0.5 * nl, 0.0, 1.0)) + 0.5 * s8 * s8 * s2, c.a * cover);
}
