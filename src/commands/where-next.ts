import { type Shell, words } from "../model/index.ts";
import { reached } from "../render/reached.ts";
import { quoted } from "../render/shell.ts";
import type { Asked } from "./ask.ts";
import type { Edge } from "./edge.ts";
import { allNamespaces, config, type FlagValues, from, reachOf } from "./flags/index.ts";
import { printLine } from "./print.ts";

/** Below a table of what is not healthy, where nothing was named: the commands that tell more, and that do something. */
export function sayWhereNext(
  { request }: Pick<Asked<unknown>, "request">,
  flags: FlagValues,
  edge: Edge,
): void {
  if (request.by !== "type") return;
  const why = `For the cause and what to do: kubectl pvguard why TYPE/NAME${placeOf(flags, " -n NAMESPACE", edge.shell)}`;
  const fix = `To plan a fix for all of them: kubectl pvguard fix --dry-run${placeOf(flags, " -A", edge.shell)}`;
  // Files cannot be changed, and need no plan.
  const lines = flags.isGiven(from) ? [why] : [why, fix];
  printLine(edge.out, reached(words(`\n${lines.join("\n")}`), reachOf(flags, edge.shell)));
}

function placeOf(flags: FlagValues, everywhere: string, shell: Shell): string {
  const namespace = flags.text(config.namespace) ?? "";
  const files = flags.texts(from).map((path) => ` --from ${quoted(path, shell)}`);
  if (flags.isOn(allNamespaces)) return [everywhere, ...files].join("");
  return [namespace === "" ? "" : ` -n ${quoted(namespace, shell)}`, ...files].join("");
}
