import { persistentVolume, persistentVolumeClaim, podUsing } from "../../support/manifests.ts";
import type { ObjectManifest } from "../../support/paths.ts";
import type { ClaimSituation, OwnerSituation, PodSituation, SetSituation, Situation } from "./situation.ts";

const earlier = "00000000-0000-4000-8000-000000000000";

/** The uids of what has been made. */
export interface Uids {
  readonly set?: string | undefined;
  readonly pod?: string | undefined;
  readonly other?: string | undefined;
}

export function setOf(
  { finalizers }: Pick<SetSituation, "finalizers">,
  name: string,
  namespace: string,
): ObjectManifest {
  const labels = { app: name };
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name, namespace, finalizers },
    spec: {
      replicas: 1,
      serviceName: name,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "main", image: "example.invalid/none" }] },
      },
    },
  };
}

export function podOf({ owners, finalizers }: PodSituation, namespace: string, uids: Uids): ObjectManifest {
  return owned(podUsing("data-db-0", { name: "db-0", namespace }), owners, finalizers, uids);
}

export function claimOf(
  { owners, finalizers }: ClaimSituation,
  policy: Situation["policy"],
  namespace: string,
  uids: Uids,
): ObjectManifest {
  const volumeName = policy === "no volume" ? {} : { volumeName: namespace };
  const spec = { storageClassName: namespace, ...volumeName };
  return owned(persistentVolumeClaim({ name: "data-db-0", namespace }, spec), owners, finalizers, uids);
}

/** Already bound to the claim, but for its phase. */
export function volumeOf(
  policy: "Retain" | "Delete",
  namespace: string,
  uid: string | undefined,
): ObjectManifest {
  const claimRef = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "data-db-0", namespace, uid };
  const made = persistentVolume(namespace, {
    storageClassName: namespace,
    persistentVolumeReclaimPolicy: policy,
    claimRef,
  });
  return { ...made, metadata: { ...made.metadata, finalizers: ["kubernetes.io/pv-protection"] } };
}

function owned(
  object: ObjectManifest,
  owners: readonly OwnerSituation[],
  finalizers: readonly string[],
  uids: Uids,
): ObjectManifest {
  const ownerReferences = owners.map((owner) => reference(owner, uids));
  return { ...object, metadata: { ...object.metadata, finalizers, ownerReferences } };
}

function reference({ owner, blocks }: OwnerSituation, { set, pod, other }: Uids): object {
  const sets = { apiVersion: "apps/v1", kind: "StatefulSet" };
  const blockOwnerDeletion = blocks;
  switch (owner) {
    case "set":
      return { ...sets, name: "db", uid: set ?? earlier, blockOwnerDeletion };
    case "earlier set":
      return { ...sets, name: "db", uid: earlier, blockOwnerDeletion };
    case "other":
      return { ...sets, name: "other", uid: other ?? earlier, blockOwnerDeletion };
    case "pod":
      return { apiVersion: "v1", kind: "Pod", name: "db-0", uid: pod ?? earlier, blockOwnerDeletion };
  }
}
