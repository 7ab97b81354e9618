// Bodies as the light sees them.
layout(location = 0) in vec3 position;
uniform mat4 model;
out float depth;
void main() {
  vec3 s = (shadowMatrix * (model * vec4(position, 1.0))).xyz;
  depth = s.z;
  gl_Position = vec4(2.0 * s - 1.0, 1.0);
}
