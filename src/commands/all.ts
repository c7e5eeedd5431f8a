import { audit } from "./audit.command.ts";
import { before } from "./before.command.ts";
import { blockers } from "./blockers.command.ts";
import type { Command } from "./command.ts";
import { completion } from "./completion.command.ts";
import { explain } from "./explain.command.ts";
import { fix } from "./fix.command.ts";
import { guard } from "./guard.command.ts";
import { guardServe } from "./guard-serve.command.ts";
import { mcp } from "./mcp.command.ts";
import { rescue } from "./rescue.command.ts";
import { serve } from "./serve.command.ts";
import { snapshot } from "./snapshot.command.ts";
import { undo } from "./undo.command.ts";
import { version } from "./version.command.ts";
import { why } from "./why.command.ts";

/** Every command, in the order in which help lists them. */
export const commands: readonly Command[] = [
  why,
  blockers,
  before,
  audit,
  fix,
  rescue,
  undo,
  guard,
  explain,
  serve,
  guardServe,
  mcp,
  snapshot,
  completion,
  version,
];
