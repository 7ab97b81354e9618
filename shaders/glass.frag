// The liquid where it stands against the glass, over a copy of what is behind it: absorption by the length of the way
// through the liquid. The free surface is water.frag.
uniform sampler2D sceneColour, sceneDepth, wayThrough;
uniform vec3 absorption, deep;  // per scene unit; linear
uniform float flatLength;
uniform vec2 depthRange;        // near, far
in vec3 worldPosition, worldNormal;
out vec4 colour;

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  float way = flatLength;
  if (tank.w < 0.5) {
    float away = length(eye.xyz - worldPosition), a = depthRange.x, b = depthRange.y;
    float z = 2.0 * a * b / (a + b - (2.0 * texelFetch(sceneDepth, here, 0).r - 1.0) * (b - a));
    way = max(texture(wayThrough, gl_FragCoord.xy * viewport.zw).r, 0.0) * away * gl_FragCoord.w;
    way = min(way, max(z * gl_FragCoord.w - 1.0, 0.0) * away);  // a body ends the way
  }
  vec3 x = absorption * (way + 0.07);
  vec3 passed = 1.0 / (1.0 + x * (1.0 + x * (0.5 + 0.17 * x)));
  colour = vec4(toSrgb(min(mix(deep, toLinear(texelFetch(sceneColour, here, 0).rgb), passed), 1.0)), 1.0);
}
