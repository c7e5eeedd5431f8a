import type { Command } from "./command.ts";

export type { Command, Example, Invocation, Words } from "./command.ts";
export type { Edge, Output } from "./edge.ts";
export { type ExitCode, exitCodeOf, type FailureKind } from "./exit-code.ts";
export { Failure } from "./failure.ts";
export * from "./flags/index.ts";
export { nearest } from "./nearest.ts";

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [];
