export * from "./cluster.ts";
export * from "./define.ts";
export * from "./diagnose.ts";
export * from "./freshness.ts";
export * from "./kubectl.ts";
export * from "./reasons.ts";
export * from "./report.ts";
export * from "./words.ts";
