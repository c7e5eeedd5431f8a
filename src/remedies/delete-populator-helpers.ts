import { populatorPods, primeClaims } from "../controllers/index.ts";
import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { everywhere, isTerminating, type KubeObject, refOf, say } from "../model/index.ts";

export default defineRemedy({
  name: "delete-populator-helpers",
  summary: "Clean up for a populator that no longer does: its helper pod and claim",
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
      name: "delete-populator-helpers",
      title: say`Delete what the populator made for ${nameOf(on)}`,
      safety: "risky",
      because: say`It only served to fill this claim, and goes with what was copied so far. Creating the data source again is the other way: the populator then does it all by itself.`,
      commands: live.map((helper) => ({ argv: ["kubectl", "delete", ...kubectlTarget(refOf(helper))] })),
      steps: [say`When they are gone, ask pvguard again about ${nameOf(on)}.`],
    };
  },
});
