import { defineRemedy, nameOf } from "../engine/index.ts";
import {
  apiVersionOf,
  groupOf,
  isTerminating,
  type KindDefinition,
  type KubeObject,
  kindNamed,
  type Phrase,
  pluralOf,
  type Safety,
  say,
  words,
} from "../model/index.ts";

const costs: Readonly<Record<Safety, string>> = {
  safe: "Nothing is lost: what the finalizer waited for is done, or was never started.",
  risky: "Nobody does any more what the finalizer waited for. It cannot be put back.",
  "loses-data":
    "Nobody does any more what the finalizer waited for, and data can be lost or left behind. It cannot be put back.",
};

/**
 * `using.finalizer` goes. `using.safety` is what the caller could prove; without it the worst is assumed. `using.leaks`
 * is what stays in the backend unrecorded, and `using.prove` what a person must see with their own eyes first.
 */
export default defineRemedy({
  name: "drop-finalizer",
  summary: "Remove one finalizer by hand, when its owner never will",
  needs: [],
  make(on, using, cluster) {
    const found = cluster.resolve(on);
    const kind = kindNamed(on.apiVersion, on.kind);
    const finalizer = using.finalizer ?? "";
    if (found?.state !== "found" || kind === undefined || !isTerminating(found.object)) return undefined;
    const position = (found.object.metadata.finalizers ?? []).indexOf(finalizer);
    if (position < 0) return undefined;
    const safety = safetyOf(using.safety);
    return {
      name: "drop-finalizer",
      title: say`Remove the finalizer ${finalizer} from ${nameOf(on)} by hand`,
      safety,
      because: say`${words(costs[safety])}${leak(using.leaks)}`,
      commands: [{ argv: patchOf(found.object, kind, finalizer, position) }],
      steps: using.prove === undefined ? [] : [say`First make sure of this: ${using.prove}`],
    };
  },
});

function safetyOf(given: string | undefined): Safety {
  return given === "safe" || given === "risky" ? given : "loses-data";
}

function leak(handle: string | undefined): Phrase {
  return handle === undefined
    ? []
    : say` ${handle} may stay in the backend, where nothing records it any more: write it down.`;
}

/** The tests make the API server refuse when the object is another one, or its list has changed. */
function patchOf(object: KubeObject, kind: KindDefinition, finalizer: string, position: number): string[] {
  const { name, namespace, uid } = object.metadata;
  const group = groupOf(apiVersionOf(kind.resource));
  const patch = [
    { op: "test", path: "/metadata/uid", value: uid },
    { op: "test", path: `/metadata/finalizers/${position}`, value: finalizer },
    { op: "remove", path: `/metadata/finalizers/${position}` },
  ];
  return [
    "kubectl",
    "patch",
    group === "" ? kind.singular : `${pluralOf(kind.resource)}.${group}`,
    name,
    ...(namespace === undefined ? [] : ["-n", namespace]),
    "--type=json",
    "-p",
    JSON.stringify(patch),
  ];
}
