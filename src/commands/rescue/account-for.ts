import { type FixMode, type ObjectRef, type RescueReport, timestamp } from "../../model/index.ts";
import { rescueRenderers } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import { formatOf } from "../flags/index.ts";
import type { Connected } from "../source.ts";
import type { Account } from "./account.ts";
import { accept, dryRun, output } from "./flags.ts";
import { forPeople } from "./for-people.ts";
import { forPrograms } from "./for-programs.ts";

/** In the form that `-o` asks for. `on`: what it is told of where there is no plan. */
export function accountFor(
  command: RescueReport["command"],
  on: ObjectRef,
  { server, context, user }: Pick<Connected, "server" | "context" | "user">,
  invocation: Invocation,
  edge: Edge,
): Account {
  const scene: RescueReport["scene"] = {
    madeAt: timestamp(edge.now()),
    server,
    ...(context === undefined ? {} : { context }),
    ...(user === undefined ? {} : { user }),
  };
  const { flags } = invocation;
  const format = formatOf(flags, output);
  const renderer = rescueRenderers.find(({ name }) => name === format);
  if (renderer === undefined) return forPeople(scene, invocation, edge);
  const begun = {
    command,
    words: invocation.words,
    mode: modeOf(flags.choice(dryRun)),
    scene,
    accepted: flags.texts(accept),
  };
  return forPrograms(begun, on, renderer, invocation, edge);
}

function modeOf(chosen: "none" | "client" | "server"): FixMode {
  return chosen === "none" ? "apply" : chosen;
}
