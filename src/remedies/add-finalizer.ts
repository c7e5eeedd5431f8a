import { protectionOfKind } from "../controllers/index.ts";
import { defineRemedy } from "../define/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import type { Edit, RemedyFix } from "../report/index.ts";
import { harmless } from "./shared/acts.ts";

/** `using.finalizer` is added. */
export const addFinalizer = defineRemedy({
  name: "add-finalizer",
  summary: "Add a missing protection finalizer to a live claim or volume",
  on: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
  needs: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
  fixDoes: "Adds the protection finalizer to a live claim or volume",
  asked: {
    on: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
    using: [...protectionOfKind.values()].map((finalizer) => ({ finalizer })),
  },
  make(on, using: { readonly finalizer: string }, cluster) {
    const found = cluster.resolve(on);
    const finalizer = using.finalizer ?? "";
    if (
      found?.state !== "found" ||
      isTerminating(found.object) ||
      protectionOfKind.get(on.kind) !== finalizer
    )
      return undefined;
    const given = found.object.metadata.finalizers ?? [];
    if (given.includes(finalizer)) return undefined;
    return {
      title: say`Add the finalizer ${finalizer} to ${nameOf(on)}`,
      because: say`This is what the controller would have done. Once the object is deleted, it then remains until nothing uses it. While that controller does not run, you must remove the finalizer manually.`,
      fix: adding(found.object, finalizer),
    };
  },
});

/** `-` stands behind the last element, wherever that is by then. */
function adding(object: KubeObject, finalizer: string): RemedyFix {
  const path = "/metadata/finalizers";
  const edit: Edit =
    object.metadata.finalizers === undefined
      ? { op: "add", path, value: [finalizer] }
      : { op: "add", path: `${path}/-`, value: finalizer };
  return harmless(object, [edit]);
}
