import type { SetOfClaim } from "../controllers/index.ts";
import { defineRemedy, manifestFile, nameOf, saveManifest } from "../engine/index.ts";
import {
  type CommandLine,
  isTerminating,
  type ObjectRef,
  type PersistentVolumeClaim,
  type Phrase,
  type Remedy,
  refOf,
  type StatefulSet,
  say,
} from "../model/index.ts";
import { keepClaims } from "./shared/keep-claims.ts";
import { makerOf } from "./shared/maker.ts";

/** `using.change` says what must be different in the new manifest, in words. */
export default defineRemedy({
  name: "recreate-claim",
  summary: "Make a claim again with another spec, since most of a claim's spec cannot be changed",
  needs: ["v1/persistentvolumeclaims", "apps/v1/statefulsets"],
  make(on, using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    if (found.object.status?.phase === "Bound") return undefined;
    const made = makerOf(found.object, cluster);
    if (made.by === "pod") return ofEphemeralVolume(on, made.pod, using.change);
    // Deleted, it could be made anew by whoever was not read.
    if (made.by === "unread") return undefined;
    const maker = made.by === "set" ? made.maker : undefined;
    return {
      name: "recreate-claim",
      title: say`Make ${nameOf(on)} again with another manifest`,
      safety: "risky",
      because: say`${reasonFor(found.object)}${maker === undefined ? [] : say` As long as its pod is there, ${nameOf(refOf(maker.set))} makes a claim that is gone anew at once, as its template says: it is scaled down first.`}`,
      commands: [
        saveManifest(on),
        ...(maker === undefined ? [] : stopBefore(maker)),
        { argv: ["kubectl", "delete", "pvc", on.name, "-n", on.namespace ?? "default"] },
      ],
      steps: [
        say`In the saved manifest delete status, uid, resourceVersion, and every annotation that starts with pv.kubernetes.io/ or volume.kubernetes.io/.`,
        ...(using.change === undefined ? [] : [say`${using.change}`]),
        say`Change it where it comes from too (Git, chart, template), or it comes back as it was.`,
        say`Then: kubectl create -f ${manifestFile(on)}`,
        ...(maker === undefined ? [] : [startAgain(maker)]),
      ],
    };
  },
});

function ofEphemeralVolume(on: ObjectRef, pod: string, change: string | undefined): Remedy {
  return {
    name: "recreate-claim",
    title: say`Make pod/${pod} again with another ephemeral volume`,
    safety: "risky",
    because: say`${nameOf(on)} was made for the pod: deleted, it is made anew at once, with the same spec. No pod can be changed so; a new one gets a claim of its own.`,
    commands: [],
    steps: [
      say`Change spec.volumes[].ephemeral.volumeClaimTemplate where the pod comes from (Git, chart, the template of its workload).`,
      ...(change === undefined ? [] : [say`There: ${change}`]),
      say`Then delete the pod, unless its workload does it, and make it again. Its claims go with it.`,
    ],
  };
}

function stopBefore({ set, ordinal }: SetOfClaim): readonly CommandLine[] {
  const { name, namespace = "default" } = set.metadata;
  const left = ordinal - (set.spec?.ordinals?.start ?? 0);
  return [
    ...(dropsClaims(set) ? [keepClaims(refOf(set))] : []),
    { argv: ["kubectl", "scale", "statefulset", name, "-n", namespace, `--replicas=${left}`] },
  ];
}

function dropsClaims({ spec }: StatefulSet): boolean {
  return spec?.persistentVolumeClaimRetentionPolicy?.whenScaled === "Delete";
}

function startAgain({ set }: SetOfClaim): Phrase {
  const { name, namespace = "default" } = set.metadata;
  return say`Then: kubectl scale statefulset ${name} -n ${namespace} --replicas=${set.spec?.replicas ?? 1}. The set takes the claim as it is.${dropsClaims(set) ? say` After that, whenScaled can be Delete again.` : []}`;
}

function reasonFor(claim: PersistentVolumeClaim): Phrase {
  return claim.status?.phase === "Lost"
    ? say`The spec of a claim cannot be changed. Pods that use it must stop first. Set the volume to Retain before, if there is one.`
    : say`The spec of a claim cannot be changed. This one is not bound, so no data goes with it; pods that wait for it must be made again.`;
}
