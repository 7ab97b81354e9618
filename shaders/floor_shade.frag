// The picture of floor_shadow.frag on the floor, multiplied onto it.
uniform sampler2D shade;
in vec2 st;
out vec4 colour;
void main() { colour = texture(shade, st); }
