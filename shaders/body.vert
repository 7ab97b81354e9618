// A rigid body's surface.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model;
out vec3 worldPosition, worldNormal;
void main() {
  vec4 p = model * vec4(position, 1.0);
  worldPosition = p.xyz;
  worldNormal = mat3(model) * normal;
  gl_Position = viewProjection * p;
}
