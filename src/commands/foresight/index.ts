export { demandsAround } from "./around.ts";
export { demandsBefore } from "./before.ts";
export { readBeside } from "./beside.ts";
