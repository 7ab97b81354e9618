// Coverage of a line or a capsule by distance, one pixel of ramp.
in vec2 across;
in float halfWidth, roundEnds, alongPx, lengthPx;
in vec4 lineColour;
out vec4 colour;
void main() {
  float beyond = roundEnds * max(max(-alongPx, alongPx - lengthPx), 0.0);
  float d = sqrt(beyond * beyond + across.y * across.y);
  // Lines under a pixel wide keep their light by fading instead of thinning.
  float w = max(halfWidth, 0.5);
  colour = vec4(lineColour.rgb, lineColour.a * clamp(w + 0.5 - d, 0.0, 1.0) * min(halfWidth / 0.5, 1.0));
}
