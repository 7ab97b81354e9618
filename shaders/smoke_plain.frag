// Brings the small smoke picture to full size where nothing stands in the smoke.
uniform sampler2D small;
in vec2 uv;
out vec4 colour;
void main() { colour = texture(small, uv); }
