import { finalizerNames } from "../../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import type { SnapshotFacts } from "../../support/objects.ts";
import { ebs, snapshot as made, metadataOf } from "../../support/objects.ts";

export const { pvcAsSource, snapshotAsSource, snapshotBound, contentBound, restoreSourceProtection } =
  finalizerNames;

export const long = "2026-11-20T09:00:00Z";
export const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots" satisfies Resource;
export const className = "ebs-snapshots";

export function snapshot(facts: SnapshotFacts = {}): KubeObject {
  return made({ className, ...facts });
}

export function snapshotClass(name: string, driver: string = ebs.csi.driver): KubeObject {
  const object: KubeObject & { readonly driver: string } = {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotClass",
    metadata: metadataOf({}, name),
    driver,
  };
  return object;
}
