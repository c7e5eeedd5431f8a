import type { MissingOwner } from "../../cluster/index.ts";
import type { ObjectRef, OtherObject } from "../../kubernetes/index.ts";
import { isRecord } from "../../kubernetes/index.ts";
import { otherObject } from "../decode/other.ts";
import type { KindServed } from "./discovery.ts";
import { isPossible, rootOf, segment } from "./paths.ts";
import type { ReadContext } from "./read-context.ts";
import type { NotRead } from "./unread.ts";
import { notRead, notReadBecause } from "./unread.ts";

type Outcome = { readonly found: OtherObject } | { readonly missing: Omit<MissingOwner, "owner"> };

/**
 * Owners of kinds that pvguard has no definition of, each looked up as the garbage collector looks it up: in the version of
 * the reference, by one GET. That it does not exist is concluded from a 404 that names it, and from nothing else.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go isDangling, operations.go apiResource, 1.36.
 */
export async function readOwners(
  refs: readonly ObjectRef[],
  context: ReadContext,
): Promise<{ readonly found: readonly OtherObject[]; readonly missing: readonly MissingOwner[] }> {
  const outcomes = await Promise.all(
    refs.map(async (owner) => ({ owner, outcome: await readOwner(owner, context) })),
  );
  return {
    found: outcomes.flatMap(({ outcome }) => ("found" in outcome ? [outcome.found] : [])),
    missing: outcomes.flatMap(({ owner, outcome }) =>
      "missing" in outcome ? [{ owner, ...outcome.missing }] : [],
    ),
  };
}

async function readOwner(owner: ObjectRef, context: ReadContext): Promise<Outcome> {
  try {
    if (!isVersion(owner.apiVersion)) return { missing: { because: "NotServed" } };
    const served = await context.discovery.kindServed(owner.apiVersion, owner.kind);
    switch (served.served) {
      case "no":
        return { missing: { because: "NotServed" } };
      case "unknown":
        return { missing: refused(served.because) };
      case "yes":
        return await readServed(owner, served, context);
    }
  } catch (problem) {
    return { missing: refused(notReadBecause(problem)) };
  }
}

async function readServed(
  owner: ObjectRef,
  { plural, namespaced }: Extract<KindServed, { readonly served: "yes" }>,
  { client }: ReadContext,
): Promise<Outcome> {
  const { apiVersion, kind, name, namespace } = owner;
  if (namespaced && namespace === undefined) return { missing: { because: "OutOfReach" } };
  const place = namespaced ? { namespace: namespace ?? "" } : {};
  // No object can have such a name.
  if (!isPossible({ of: "object", name, ...place })) return { missing: { because: "NotFound" } };
  const folder = namespaced ? `/namespaces/${segment(namespace ?? "")}` : "";
  const answer = await client.get(`${rootOf(apiVersion)}${folder}/${plural}/${segment(name)}`);
  const isGone =
    answer.status === 404 && answer.failure?.reason === "NotFound" && answer.failure.name === name;
  if (isGone) return { missing: { because: "NotFound" } };
  if (answer.status !== 200) return { missing: { ...refused(notRead(answer)), plural } };
  const object = isRecord(answer.body) ? otherObject(answer.body, { apiVersion, kind }) : undefined;
  return object?.metadata.name === name
    ? { found: object }
    : {
        missing: {
          because: "Unavailable",
          detail: "the server's answer is not the object that was asked for",
        },
      };
}

function refused({ reason, detail }: NotRead): Omit<MissingOwner, "owner"> {
  return { because: reason === "Forbidden" ? "Forbidden" : "Unavailable", detail };
}

/** A reference can hold anything, also what would lead to another path. */
function isVersion(apiVersion: string): boolean {
  return /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[a-z0-9]+$/.test(apiVersion);
}
