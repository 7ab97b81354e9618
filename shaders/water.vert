// The liquid's surface, from metres to scene units.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform float scale;
out vec3 worldPosition, worldNormal;
void main() {
  worldPosition = scale * position;
  worldNormal = normal;
  gl_Position = viewProjection * vec4(worldPosition, 1.0);
}
