// The glass of a face towards the camera: a pale film and two soft bands that fade downwards.
uniform vec3 tint;
uniform float alpha;
in vec2 st;
out vec4 colour;
void main() {
  float t = st.x + 0.35 * st.y;
  float band = smoothstep(0.10, 0.16, t) * (1.0 - smoothstep(0.30, 0.38, t)) +
               0.6 * smoothstep(0.44, 0.48, t) * (1.0 - smoothstep(0.52, 0.57, t));
  colour = vec4(tint, alpha * (0.55 + 0.9 * band * st.y * st.y));
}
