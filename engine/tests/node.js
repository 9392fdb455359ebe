// Put before what emscripten writes for node. Where there is a function fetch, emscripten 3.1 uses it to load the file
// beside it, but node's takes no paths.
var fetch;
