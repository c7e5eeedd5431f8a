import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { isTerminating, type KubeObject, type Phrase, type Safety, say } from "../model/index.ts";
import { mayLoseFinalizer } from "./shared/finalizer-guards.ts";

/** What the API server takes for a finalizer. Anything else came from a file. */
const finalizerRule = /^[A-Za-z0-9]([-A-Za-z0-9._/]*[A-Za-z0-9])?$/;

const costs: Readonly<Record<Safety, string>> = {
  safe: "Nothing is lost: what the finalizer waited for is done, or was never started.",
  risky: "Nobody does any more what the finalizer waited for. It cannot be put back.",
  "loses-data":
    "Nobody does any more what the finalizer waited for, and data can be lost or left behind. It cannot be put back.",
};

/**
 * `using.finalizer` goes. `using.safety` is what the caller could prove; without it the worst is assumed. `using.leaks`
 * is what stays in the backend unrecorded, `using.prove` what a person must see with their own eyes first, and
 * `using.because` what it costs here, where that is known.
 */
export default defineRemedy({
  name: "drop-finalizer",
  summary: "Remove one finalizer by hand, when its owner never will",
  needs: [
    "v1/pods",
    "v1/nodes",
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "storage.k8s.io/v1/volumeattachments",
  ],
  make(on, using, cluster) {
    const found = cluster.resolve(on);
    const finalizer = using.finalizer ?? "";
    if (found?.state !== "found" || !isTerminating(found.object) || !finalizerRule.test(finalizer))
      return undefined;
    const position = (found.object.metadata.finalizers ?? []).indexOf(finalizer);
    if (position < 0 || !mayLoseFinalizer(found.object, finalizer, cluster)) return undefined;
    const safety = safetyOf(using.safety);
    return {
      name: "drop-finalizer",
      title: say`Remove the finalizer ${finalizer} from ${nameOf(on)} by hand`,
      safety,
      because: say`${using.because ?? costs[safety]}${leak(using.leaks)}`,
      commands: [
        { argv: ["kubectl", "get", ...kubectlTarget(on), "-o", "yaml"], into: `${on.name}.yaml` },
        {
          argv: [
            "kubectl",
            "patch",
            ...kubectlTarget(on),
            "--type=json",
            "-p",
            guardedRemoval(found.object, finalizer, position),
          ],
        },
      ],
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
function guardedRemoval(object: KubeObject, finalizer: string, position: number): string {
  const path = `/metadata/finalizers/${position}`;
  return JSON.stringify([
    { op: "test", path: "/metadata/uid", value: object.metadata.uid },
    { op: "test", path, value: finalizer },
    { op: "remove", path },
  ]);
}
