export * from "./can-delete.ts";
export * from "./responsible.ts";
export * from "./should-delete.ts";
export * from "./volume-controller.ts";
