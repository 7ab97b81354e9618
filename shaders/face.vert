// Sides of the blocks that stand for a body.
layout(location = 0) in vec3 position;  // scene units
layout(location = 1) in vec4 facing;    // normal, unused
layout(location = 2) in vec2 place;     // -1..1 over the square
layout(location = 3) in vec4 tint;      // display colour
out vec3 worldPosition, worldNormal;
out vec2 within;
out vec3 paint;
void main() {
  worldPosition = position;
  worldNormal = facing.xyz;
  within = place;
  paint = tint.rgb;
  gl_Position = viewProjection * vec4(position, 1.0);
}
