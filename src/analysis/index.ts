export * from "./analysis.ts";
export * from "./audit.ts";
export * from "./audit-context.ts";
export * from "./cause-of.ts";
export * from "./causes.ts";
export * from "./conditions.ts";
export * from "./create-analysis.ts";
export * from "./decisions.ts";

export * from "./diagnose.ts";
export * from "./holds.ts";
export * from "./imagine.ts";
export * from "./judge.ts";
export * from "./label.ts";
export * from "./remedies.ts";
export * from "./remembering.ts";
export * from "./report.ts";
export * from "./suspects.ts";
