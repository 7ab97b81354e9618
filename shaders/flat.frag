// One colour.
uniform vec4 paint;
out vec4 colour;
void main() { colour = paint; }
