import type { SetOfClaim } from "../controllers/index.ts";
import { annotationNames } from "../controllers/index.ts";
import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy, kubectl, manifestFile, savingManifest } from "../define/index.ts";
import type { ObjectRef, PersistentVolumeClaim, Phrase, StatefulSet } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import type { CommandLine } from "../report/index.ts";
import { deletions } from "./shared/acts.ts";
import { keepClaims, makerOf } from "./shared/statefulset.ts";

interface Change {
  /** In words, what must be different in the new manifest. */
  readonly change?: string;
  /** What that is about, where it matters to the rest. */
  readonly changes?: "class";
}

export const recreateClaim = defineRemedy({
  name: "recreate-claim",
  summary: "Recreate a claim with another spec, because most of a claim's spec cannot be changed",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims", "apps/v1/statefulsets"],
  make(on, using: Change, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    if (found.object.status?.phase === "Bound") return undefined;
    const made = makerOf(found.object, cluster);
    if (made.by === "pod") return ofEphemeralVolume(on, made.pod, using.change);
    // A controller that was not read could create it again.
    if (made.by === "unread") return undefined;
    const maker = made.by === "set" ? made.maker : undefined;
    return {
      title: say`Recreate ${nameOf(on)} with a changed manifest`,
      dangers: ["PodsStop"],
      does: deletions([found.object]),
      because: say`${reasonFor(found.object)}${maker === undefined ? [] : say` As long as its pod exists, ${nameOf(maker.set)} creates a deleted claim again at once from its template, so the set is scaled down first.`}`,
      commands: [
        savingManifest(on),
        ...(maker === undefined ? [] : stopBefore(maker)),
        kubectl`delete pvc ${on.name} -n ${on.namespace ?? "default"}`,
      ],
      steps: [
        say`In the saved manifest, delete status, uid, resourceVersion, and every annotation that starts with pv.kubernetes.io/, volume.kubernetes.io/ or volume.beta.kubernetes.io/.`,
        ...classToKeep(found.object, using),
        ...(using.change === undefined ? [] : [say`${using.change}`]),
        say`Make the same change where the claim comes from (Git, chart, template). Otherwise it comes back as it was.`,
        say`Then run: kubectl create -f ${manifestFile(on)}`,
        ...(maker === undefined ? [] : [startAgain(maker)]),
      ],
    };
  },
});

/**
 * The old annotation outweighs the field, and is not carried over.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/helpers.go GetPersistentVolumeClaimClass, 1.36.
 */
function classToKeep(claim: PersistentVolumeClaim, using: Change): readonly Phrase[] {
  const inAnnotation = annotationOf(claim, annotationNames.betaStorageClass);
  if (inAnnotation === undefined || using.changes === "class") return [];
  return [
    say`The class of the claim is in the annotation ${annotationNames.betaStorageClass}: set spec.storageClassName: ${inAnnotation === "" ? '""' : inAnnotation} instead.`,
  ];
}

function ofEphemeralVolume(on: ObjectRef, pod: string, change: string | undefined): MadeRemedy {
  return {
    title: say`Recreate pod/${pod} with another ephemeral volume`,
    dangers: ["PodsStop"],
    because: say`${nameOf(on)} was created for the pod: if you delete it, it is created again at once with the same spec. A pod's volumes cannot be changed. A new pod gets its own claim.`,
    steps: [
      say`Change spec.volumes[].ephemeral.volumeClaimTemplate where the pod comes from (Git, chart, the template of its workload).`,
      ...(change === undefined ? [] : [say`There: ${change}`]),
      say`Then delete the pod and create it again, unless its workload does that. Its claims are deleted with it.`,
    ],
  };
}

function stopBefore({ set, ordinal }: SetOfClaim): readonly CommandLine[] {
  const { name, namespace = "default" } = set.metadata;
  const left = ordinal - (set.spec?.ordinals?.start ?? 0);
  return [
    ...(dropsClaims(set) ? [keepClaims(refOf(set))] : []),
    kubectl`scale statefulset ${name} -n ${namespace} --replicas=${left}`,
  ];
}

function dropsClaims({ spec }: StatefulSet): boolean {
  return spec?.persistentVolumeClaimRetentionPolicy?.whenScaled === "Delete";
}

function startAgain({ set }: SetOfClaim): Phrase {
  const { name, namespace = "default" } = set.metadata;
  return say`Then run: kubectl scale statefulset ${name} -n ${namespace} --replicas=${set.spec?.replicas ?? 1}. The set uses the claim as it is.${dropsClaims(set) ? say` After that, you can set whenScaled to Delete again.` : []}`;
}

function reasonFor(claim: PersistentVolumeClaim): Phrase {
  return claim.status?.phase === "Lost"
    ? say`The spec of a claim cannot be changed. Pods that use it must stop first. If there is a volume, set it to Retain before that.`
    : say`The spec of a claim cannot be changed. This one is not bound, so no data is lost with it. Pods that wait for it must be created again.`;
}
