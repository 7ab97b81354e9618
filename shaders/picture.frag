// A premultiplied picture, pixel for pixel.
uniform sampler2D picture;
out vec4 colour;
void main() {
  colour = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
  if (colour.a <= 0.0) discard;
}
