// How much liquid a view ray crosses: view depths of the ways out minus those of the ways in.
in vec3 worldPosition, worldNormal;
out vec4 depth;
void main() { depth = vec4((gl_FrontFacing ? -1.0 : 1.0) / gl_FragCoord.w, 0.0, 0.0, 1.0); }
