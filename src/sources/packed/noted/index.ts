export { NotedColumns } from "./columns.ts";
export type { Likenesses } from "./likenesses.ts";
export type { Notes } from "./notes.ts";
export { NotePlan } from "./plan.ts";
export type { Sink } from "./sink.ts";
export { beginsWith } from "./text.ts";
