// The hull of a body pushed outwards by a few pixels, along normals that are continuous over sharp edges.
layout(location = 0) in vec3 position;
layout(location = 2) in vec3 hull;
uniform mat4 model;
uniform float widthPx;
void main() {
  vec4 p = viewProjection * (model * vec4(position, 1.0));
  vec4 q = viewProjection * vec4(mat3(model) * hull, 0.0);
  vec2 d = (q.xy - p.xy * (q.w / p.w)) * viewport.xy;  // the normal's direction on the screen
  float l = length(d);
  if (l > 1e-9) p.xy += d / l * widthPx * 2.0 * viewport.zw * p.w;
  gl_Position = p;
}
