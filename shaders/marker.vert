// Marker particles as points sized by distance. The colour's alpha is the size factor.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 tint;
uniform float scale;     // of the positions
uniform float radius;    // scene units
uniform float pixels;    // radius of 1 m at depth 1, px
uniform vec4 fog;        // display colour, strength
uniform vec2 fogRange;   // view depth: start, 1 / length
flat out vec3 markerColour;
flat out float radiusPx;
void main() {
  gl_Position = viewProjection * vec4(scale * position, 1.0);
  float depth = max(gl_Position.w, 1e-4);
  radiusPx = max(radius * tint.a * pixels / depth, eye.w * (0.6 + 0.4 * tint.a));
  gl_PointSize = 2.0 * radiusPx + 2.0;
  float k = clamp((depth - fogRange.x) * fogRange.y, 0.0, 1.0);
  markerColour = mix(tint.rgb, fog.rgb, fog.a * k);
}
