// A shaded ball with an analytic edge.
uniform vec3 lightInView;
flat in vec3 markerColour;
flat in float radiusPx;
out vec4 colour;
void main() {
  vec2 q = (gl_PointCoord - 0.5) * (2.0 * radiusPx + 2.0);
  float r = length(q);
  float cover = clamp(radiusPx + 0.5 - r, 0.0, 1.0);
  if (cover <= 0.0) discard;
  vec2 n = vec2(q.x, -q.y) / radiusPx;
  float z = sqrt(max(1.0 - dot(n, n), 0.0));
  float nl = n.x * lightInView.x + n.y * lightInView.y + z * lightInView.z;
  float s = max(nl, 0.0), s2 = s * s, s8 = s2 * s2 * s2 * s2;
  vec3 c = markerColour * mix(0.55, 1.12, clamp(0.62 + 0.38 * nl, 0.0, 1.0)) + 0.22 * s8 * s8 * s2;
  colour = vec4(c, cover);
}
