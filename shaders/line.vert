// Screen-space lines: each instance is a segment, widened to width/2 + 1 px for an analytic edge.
layout(location = 0) in vec2 corner;  // x: along (0, 1), y: across (-1, 1)
layout(location = 1) in vec3 from;
layout(location = 2) in vec3 to;
layout(location = 3) in vec4 tint;    // display colour, alpha
layout(location = 4) in vec2 shape;   // width in px, 1 = round ends
out vec2 across;                      // px: along from the nearer end (negative inside), across
out float halfWidth, roundEnds, alongPx, lengthPx;
out vec4 lineColour;

void main() {
  vec4 a = viewProjection * vec4(from, 1.0), b = viewProjection * vec4(to, 1.0);
  // Cut at the near plane (z = -w).
  float da = a.z + a.w, db = b.z + b.w;
  lineColour = tint;
  halfWidth = 0.5 * shape.x;
  roundEnds = shape.y;
  if (da <= 0.0 && db <= 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    across = vec2(0.0);
    alongPx = lengthPx = 0.0;
    return;
  }
  if (da < 0.0) a = mix(a, b, da / (da - db));
  if (db < 0.0) b = mix(b, a, db / (db - da));
  vec2 half_ = 0.5 * viewport.xy;
  vec2 pa = a.xy / a.w * half_, pb = b.xy / b.w * half_;
  vec2 d = pb - pa;
  lengthPx = length(d);
  d = lengthPx > 1e-4 ? d / lengthPx : vec2(1.0, 0.0);
  vec2 n = vec2(-d.y, d.x);
  float reach = halfWidth + 1.0;
  float along = corner.x < 0.5 ? -reach * roundEnds : lengthPx + reach * roundEnds;
  alongPx = along;
  across = vec2(0.0, corner.y * reach);
  vec2 p = pa + d * along + n * corner.y * reach;
  vec4 end = corner.x < 0.5 ? a : b;
  gl_Position = vec4(p / half_, end.z / end.w, 1.0);
}
