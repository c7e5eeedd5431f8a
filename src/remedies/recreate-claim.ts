import { defineRemedy, manifestFile, nameOf, saveManifest } from "../engine/index.ts";
import { isTerminating, type PersistentVolumeClaim, type Phrase, say } from "../model/index.ts";

/** `using.change` says what must be different in the new manifest, in words. */
export default defineRemedy({
  name: "recreate-claim",
  summary: "Make a claim again with another spec, since most of a claim's spec cannot be changed",
  needs: ["v1/persistentvolumeclaims"],
  make(on, using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    if (found.object.status?.phase === "Bound") return undefined;
    const namespace = on.namespace ?? "default";
    return {
      name: "recreate-claim",
      title: say`Make ${nameOf(on)} again with another manifest`,
      safety: "risky",
      because: reasonFor(found.object),
      commands: [saveManifest(on), { argv: ["kubectl", "delete", "pvc", on.name, "-n", namespace] }],
      steps: [
        say`In the saved manifest delete status, uid, resourceVersion, and every annotation that starts with pv.kubernetes.io/ or volume.kubernetes.io/.`,
        ...(using.change === undefined ? [] : [say`${using.change}`]),
        say`Change it where it comes from too (Git, chart, template), or it comes back as it was.`,
        say`Then: kubectl create -f ${manifestFile(on)}`,
      ],
    };
  },
});

function reasonFor(claim: PersistentVolumeClaim): Phrase {
  return claim.status?.phase === "Lost"
    ? say`The spec of a claim cannot be changed. Pods that use it must stop first. Set the volume to Retain before, if there is one.`
    : say`The spec of a claim cannot be changed. This one is not bound, so no data goes with it; pods that wait for it must be made again.`;
}
