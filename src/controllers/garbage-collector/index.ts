export * from "./claims-with-pod.ts";
export * from "./controller.ts";
export * from "./owner-end.ts";
export * from "./owners.ts";
