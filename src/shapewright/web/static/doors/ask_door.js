// Who answers: the server that the page comes from. In the folder without a server, the build puts ask_worker.js here.
export * from "./ask_server.js";
