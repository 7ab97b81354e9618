// A plane of the tank: corner + s across + t up, s and t from 0 to 1.
uniform vec3 corner, across, up;
out vec2 place;
void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = viewProjection * vec4(corner + place.x * across + place.y * up, 1.0);
}
