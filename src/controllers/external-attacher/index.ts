export * from "./attachment-controller.ts";
export * from "./detach.ts";
export * from "./volume.ts";
