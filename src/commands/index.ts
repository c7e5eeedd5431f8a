import { audit } from "./audit.command.ts";
import { blockers } from "./blockers.command.ts";
import type { Command } from "./command.ts";
import { completion } from "./completion.command.ts";
import { explain } from "./explain.command.ts";
import { fix } from "./fix.command.ts";
import { rescue } from "./rescue.command.ts";
import { snapshot } from "./snapshot.command.ts";
import { undo } from "./undo.command.ts";
import { version } from "./version.command.ts";
import { why } from "./why.command.ts";

export { nodeDisk } from "../executor/index.ts";
export { namesOf, resourceNamed } from "./arguments/resource-type.ts";
export type { Command, Example, Invocation, Words } from "./command.ts";
export type { About, Bench, Busy, Edge, Installed, Output, Progress } from "./edge.ts";
export { endedEarly } from "./ended-early.ts";
export { type ExitCode, exitCodeOf, type FailureKind } from "./exit-code.ts";
export { Failure } from "./failure.ts";
export * from "./flags/index.ts";
export { inputSource } from "./input-source.ts";
export { liveSource } from "./live-source.ts";
export { nearest } from "./nearest.ts";
export { pagesOf } from "./pages/index.ts";
export type { Answer, Connected, Query, Readings, Source } from "./source.ts";

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  why,
  blockers,
  audit,
  fix,
  rescue,
  undo,
  explain,
  snapshot,
  completion,
  version,
];
