// The studio: a gradient over a floor that fades into it, a pool of light and the tank's contact shadow.
uniform vec3 top, horizon, floorColour;
uniform vec2 centre, half_;      // of the footprint
uniform float rounding;          // m: footprint corners
uniform float floorY, floorFade; // 0 = no floor (eye below it, flat scenes)
uniform float contact, ambient;  // strength of the two shadows
uniform vec2 ambientShift;
uniform float vignette, grain;
in vec2 uv;
in vec3 ray;
out vec4 colour;

float footprint(vec2 q) { return max(length(max(abs(q) - half_, 0.0)) - rounding, 0.0); }

void main() {
  vec3 d = ray * inversesqrt(dot(ray, ray));
  vec3 c = mix(horizon, top, smoothstep(-0.12, 0.42, d.y));
  if (d.y < -0.001 && floorFade > 0.0) {
    vec2 q = eye.xz + d.xz * ((eye.y - floorY) / -d.y) - centre;
    float r2 = dot(q, q);
    float k = floorFade * (1.0 - smoothstep(0.7, 3.6, sqrt(r2)));
    vec3 f = floorColour * (0.93 + 0.10 * fastExp(0.45 * r2));
    f *= 1.0 - contact * fastExp(13.0 * footprint(q)) - ambient * fastExp(3.2 * footprint(q - ambientShift));
    c = mix(c, f, k);
  }
  vec2 v = uv - 0.5;
  c *= 1.0 - 0.22 * vignette * dot(v, v);
  colour = vec4(display(c) + grain * (gradientNoise(gl_FragCoord.xy) - 0.5), 1.0);
}
