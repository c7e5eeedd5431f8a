import { words } from "../../kubernetes/index.ts";
import { reached } from "../../render/reached.ts";
import { quoted } from "../../render/shell.ts";
import type { Report, Shell } from "../../report/index.ts";
import type { Asked } from "../asking/ask.ts";
import type { FlagValues } from "../flags/index.ts";
import { allNamespaces, asGiven, config, from, reachOf } from "../flags/index.ts";
import { printLine } from "../print.ts";
import { ofDisks } from "../sources/disk-lists.ts";
import type { Surroundings } from "../surroundings.ts";

/** Below a table of what is not healthy, where nothing was named: the commands that tell more, and that do something. */
export function sayWhereNext(
  { request }: Pick<Asked<unknown>, "request">,
  flags: FlagValues,
  surroundings: Surroundings,
): void {
  if (request.by !== "type") return;
  const lists = asGiven(ofDisks, flags)
    .map((part) => ` ${quoted(part, surroundings.shell)}`)
    .join("");
  const why = `For the cause and what to do: kubectl pvguard why TYPE/NAME${placeOf(flags, " -n NAMESPACE", surroundings.shell)}${lists}`;
  const fix = `To plan a fix for all of them: kubectl pvguard fix --dry-run${placeOf(flags, " -A", surroundings.shell)}`;
  // Files cannot be changed, and need no plan.
  const lines = flags.isGiven(from) ? [why] : [why, fix];
  printLine(surroundings.out, reached(words(`\n${lines.join("\n")}`), reachOf(flags, surroundings.shell)));
}

/** A pod that cannot start, and a workload that cannot create its claims, are not among what is looked at unasked. */
export function sayWhatElse({ objects }: Asked<Report>, flags: FlagValues, surroundings: Surroundings): void {
  const line = `Pods and workloads were not checked: kubectl pvguard why pods,sts,deploy${placeOf(flags, " -A", surroundings.shell)}`;
  const stream = objects.length === 0 ? surroundings.err : surroundings.out;
  printLine(stream, reached(words(line), reachOf(flags, surroundings.shell)));
}

function placeOf(flags: FlagValues, everywhere: string, shell: Shell): string {
  const namespace = flags.text(config.namespace) ?? "";
  if (flags.isOn(allNamespaces)) return everywhere;
  return namespace === "" ? "" : ` -n ${quoted(namespace, shell)}`;
}
