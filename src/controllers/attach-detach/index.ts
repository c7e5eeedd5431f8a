export * from "./controller.ts";
export * from "./detach.ts";
export * from "./multi-attach.ts";
export * from "./wanted.ts";
