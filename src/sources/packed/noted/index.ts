export { NotedColumns } from "./columns.ts";
export type { Likenesses } from "./likenesses.ts";
export type { Notes } from "./notes.ts";
export { NotePlan, type Sink } from "./plan.ts";
export { beginsWith } from "./text.ts";
