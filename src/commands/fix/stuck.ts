import { createCluster, type Proposal, type Proposals, proposals, type Wish } from "../../engine/index.ts";
import { flatten, type KubeObject, type Snapshot } from "../../model/index.ts";
import type { Request } from "../arguments/request.ts";
import { askAgain } from "../ask.ts";
import { concernsNamespace } from "../audit/concerns.ts";
import { expertise } from "../expertise.ts";
import type { Failure } from "../failure.ts";
import { allNamespaces, type FlagValues, selector } from "../flags/index.ts";
import { fixable } from "../resources.ts";
import { namespaceOf } from "../select.ts";
import type { Source } from "../source.ts";

interface ForStuck {
  readonly answer: Proposals;
  readonly failures: readonly Failure[];
}

/**
 * What would be done about everything that is stuck, in one namespace and behind its claims, or everywhere. What one step
 * ends is listed once, however many objects it holds; what is healthy, or ends without action, is left out.
 */
export async function proposedForStuck(wish: Wish, flags: FlagValues, source: Source): Promise<ForStuck> {
  const namespace = flags.isOn(allNamespaces) ? undefined : namespaceOf(flags, source);
  const labels = flags.text(selector) || undefined;
  const request: Request = { by: "type", named: "types", resources: fixable, labels, fields: undefined };
  const { knowledge, controllers } = expertise;
  const make = (objects: readonly KubeObject[]) => (snapshot: Snapshot) => {
    const within = objects.filter(concerning(namespace, snapshot));
    const made = proposals(within, wish, snapshot, knowledge, controllers);
    return { ...made, proposals: byCause(made.proposals) };
  };
  const { answer, failures } = await askAgain(request, flags, source, make);
  // A kind that the server does not have is not stuck.
  return { answer, failures: failures.filter(({ kind }) => kind !== "not-found") };
}

function concerning(namespace: string | undefined, snapshot: Snapshot): (object: KubeObject) => boolean {
  if (namespace === undefined) return () => true;
  const cluster = createCluster(snapshot, () => {});
  return (object) => concernsNamespace(object, namespace, cluster);
}

/** The first of those that ask for the same, in the order of the kinds. */
function byCause(all: readonly Proposal[]): readonly Proposal[] {
  const causes = new Map<string, Proposal>();
  for (const proposal of all) {
    if (proposal.state === "nothing") continue;
    const key = keyOf(proposal);
    if (!causes.has(key)) causes.set(key, proposal);
  }
  return [...causes.values()];
}

function keyOf(proposal: Exclude<Proposal, { readonly state: "nothing" }>): string {
  return proposal.state === "draft"
    ? JSON.stringify(proposal.draft.acts)
    : JSON.stringify(proposal.refusals.map(({ reason, message }) => [reason, flatten(message, String)]));
}
