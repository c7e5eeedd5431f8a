import { boundPair, persistentVolume } from "../support/manifests.ts";
import type { ObjectManifest, Place } from "../support/paths.ts";

/** Where a local volume is, and by which class it is asked for. */
export interface LocalVolume {
  readonly storageClassName: string;
  /** The label by which it is bound to its node; usually `kubernetes.io/hostname`. */
  readonly label?: string;
  readonly node: string;
  readonly policy?: "Delete" | "Retain";
}

function specOf({
  storageClassName,
  label = "kubernetes.io/hostname",
  node,
  policy = "Delete",
}: LocalVolume) {
  const matchExpressions = [{ key: label, operator: "In", values: [node] }];
  return {
    hostPath: null,
    local: { path: "/mnt/disks/ssd0" },
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } },
    storageClassName,
    persistentVolumeReclaimPolicy: policy,
  };
}

/** As if the provisioner on the node had created it: then only that provisioner deletes what is behind it. */
function made(volume: ObjectManifest, { node }: LocalVolume): ObjectManifest {
  const annotations = { "pv.kubernetes.io/provisioned-by": `local-volume-provisioner-${node}-0` };
  return { ...volume, metadata: { ...volume.metadata, annotations } };
}

export function localVolume(name: string, local: LocalVolume): ObjectManifest {
  return made(persistentVolume(name, specOf(local)), local);
}

export function boundLocalPair(name: string, claim: Place, local: LocalVolume): readonly ObjectManifest[] {
  const [volume, { spec, ...rest }] = boundPair(name, claim, specOf(local));
  const { storageClassName } = local;
  return [made(volume, local), { ...rest, spec: { ...(spec as object), storageClassName } }];
}
