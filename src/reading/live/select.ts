import type { Items, UnreadReason } from "../../cluster/index.ts";
import type { ObjectIn, Resource } from "../../kubernetes/index.ts";
import { addressOf } from "./paths.ts";
import type { Read, ReadContext } from "./read-context.ts";
import { versionFor } from "./read-demand.ts";
import { readMany } from "./read-many.ts";
import type { NotRead } from "./unread.ts";
import { notReadBecause } from "./unread.ts";

/** Which objects a person means. Without a namespace: those of all namespaces. */
export interface Selection<R extends Resource = Resource> {
  readonly resource: R;
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

export type Selected<R extends Resource = Resource> =
  | { readonly read: true; readonly items: Items<ObjectIn<R>>; readonly skipped: readonly string[] }
  | { readonly read: false; readonly reason: UnreadReason; readonly detail: string };

/** The objects that a selector selects. Not a reading of their scope, which holds more than them. */
export async function select<R extends Resource>(
  selection: Selection<R>,
  context: ReadContext,
): Promise<Selected<R>> {
  const outcome = await selected(selection, context).catch(notReadBecause);
  // The items were decoded as this resource.
  if (outcome.read) return outcome as Selected<R>;
  return { read: false, reason: outcome.reason, detail: outcome.detail };
}

async function selected(selection: Selection, context: ReadContext): Promise<Read<Resource> | NotRead> {
  const { resource, namespace, labelSelector, fieldSelector } = selection;
  const version = await versionFor(resource, context.discovery);
  if (typeof version !== "string") return version;
  const scope =
    namespace === undefined ? ({ of: "cluster" } as const) : ({ of: "namespace", namespace } as const);
  const { path } = addressOf(resource, version, scope);
  const address = { path, query: { labelSelector, fieldSelector } };
  const outcome = await readMany({ resource, apiVersion: version, address }, context);
  // A selector that the server does not understand.
  if (!outcome.read && outcome.fault?.kind === "rejected") throw outcome.fault;
  return outcome;
}
