import { populatorPods, primeClaims } from "../controllers/index.ts";
import { defineRemedy, kubectl, nameOf } from "../engine/index.ts";
import type { KubeObject } from "../model/index.ts";
import { everywhere, isTerminating, refOf, say } from "../model/index.ts";

export default defineRemedy({
  name: "delete-populator-helpers",
  summary: "Delete the helper pod and claim of a populator that no longer cleans up",
  needs: ["v1/persistentvolumeclaims", "v1/pods"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    const { uid } = found.object.metadata;
    const primes = cluster.lookup(primeClaims, uid, everywhere);
    const pods = cluster.lookup(populatorPods, uid, everywhere);
    if (!primes.read || !pods.read) return undefined;
    const helpers: readonly KubeObject[] = [...pods.items, ...primes.items];
    const live = helpers.filter((helper) => !isTerminating(helper));
    if (live.length === 0) return undefined;
    return {
      title: say`Delete what the populator created for ${nameOf(on)}`,
      safety: "risky",
      because: say`These objects are only used to fill this claim. What was copied so far is lost with them. Alternatively, create the data source again: the populator then cleans up itself.`,
      commands: live.map((helper) => kubectl`delete ${refOf(helper)}`),
      steps: [say`When they are deleted, run pvguard on ${nameOf(on)} again.`],
    };
  },
});
