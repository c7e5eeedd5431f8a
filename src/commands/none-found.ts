import { say, words } from "../model/index.ts";
import type { Asked } from "./ask.ts";
import type { Invocation } from "./command.ts";
import type { Edge } from "./edge.ts";
import { allNamespaces } from "./flags/index.ts";
import { printLine } from "./print.ts";
import { namespaceOf } from "./select.ts";

/** A type of which there is no object: as kubectl says it, on standard error and without failing. */
export function sayNoneFound(
  { objects, failures, request, source }: Asked<unknown>,
  { flags }: Invocation,
  edge: Edge,
): void {
  if (objects.length > 0 || failures.length > 0 || request.by === "name") return;
  const namespace = flags.isOn(allNamespaces) ? undefined : namespaceOf(flags, source);
  printLine(
    edge.err,
    namespace === undefined
      ? words("No resources found")
      : say`No resources found in ${namespace} namespace.`,
  );
}
