// Arrows: a six-sided shaft and a cone, one instance each. Ends of a ring by kind: 0 tail, 1 end of the shaft, 2 rim of
// the head, 3 tip.
layout(location = 0) in vec4 corner;     // cos, sin, kind, part of the normal that points along
layout(location = 1) in vec3 from;       // tail, scene units
layout(location = 2) in vec4 reach;      // tail to tip; radius of the shaft
layout(location = 3) in vec4 tint;       // display colour, opacity
out vec3 normal;
out vec4 paint;
void main() {
  float len = length(reach.xyz);
  vec3 d = len > 1e-9 ? reach.xyz / len : vec3(0.0, 1.0, 0.0);
  vec3 side = abs(d.y) < 0.9 ? normalize(cross(d, vec3(0.0, 1.0, 0.0))) : normalize(cross(d, vec3(1.0, 0.0, 0.0)));
  vec3 other = cross(side, d);
  // Short arrows are all head, and thin.
  float head = min(5.2 * reach.w, 0.45 * len), radius = head / 5.2;
  float kind = corner.z;
  float along = kind < 0.5 ? 0.0 : kind < 2.5 ? len - head : len;
  float r = kind < 1.5 ? radius : kind < 2.5 ? 2.3 * radius : 0.0;
  vec3 across = corner.x * side + corner.y * other;
  normal = normalize(across * sqrt(1.0 - corner.w * corner.w) + d * corner.w);
  paint = tint;
  gl_Position = viewProjection * vec4(from + d * along + across * r, 1.0);
}
