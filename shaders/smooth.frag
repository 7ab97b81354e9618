// Post anti-aliasing for the bodies' boxes: where the luma changes, blends along the edge's direction.
uniform sampler2D image;
in vec2 uv;
out vec4 colour;

float luma(vec3 c) { return dot(c, vec3(0.30, 0.59, 0.11)); }

void main() {
  vec2 px = viewport.zw;
  vec3 centre = texture(image, uv).rgb;
  float c = luma(centre);
  float n = luma(texture(image, uv + vec2(0.0, px.y)).rgb), s = luma(texture(image, uv - vec2(0.0, px.y)).rgb);
  float e = luma(texture(image, uv + vec2(px.x, 0.0)).rgb), w = luma(texture(image, uv - vec2(px.x, 0.0)).rgb);
  float lo = min(c, min(min(n, s), min(e, w))), hi = max(c, max(max(n, s), max(e, w)));
  if (hi - lo < max(0.04, 0.10 * hi)) discard;
  // The gradient; the edge runs at right angles to it.
  vec2 g = vec2(e - w, n - s);
  float size = max(abs(g.x), abs(g.y));
  vec2 along = size > 1e-4 ? vec2(-g.y, g.x) / size : vec2(0.0);
  vec3 near_ = 0.5 * (texture(image, uv + 0.5 * along * px).rgb + texture(image, uv - 0.5 * along * px).rgb);
  vec3 far_ = 0.5 * (texture(image, uv + 1.5 * along * px).rgb + texture(image, uv - 1.5 * along * px).rgb);
  vec3 both = 0.5 * (near_ + far_);
  float l = luma(both);
  colour = vec4(l < lo || l > hi ? near_ : both, 1.0);
}
