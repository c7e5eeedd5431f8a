import fc from "fast-check";
import { claim, volume } from "../objects.ts";
import { deleted, driver, facts, maybe, meta, name, namespace, owners, someOf } from "./facts.ts";

const sources = fc
  .record({ kind: fc.constantFrom("PersistentVolumeClaim", "VolumeSnapshot"), name })
  .map((source) =>
    source.kind === "VolumeSnapshot" ? { ...source, apiGroup: "snapshot.storage.k8s.io" } : source,
  );

export const claims = fc
  .record({
    ...meta,
    namespace,
    phase: fc.constantFrom("Pending", "Bound", "Lost"),
    volumeName: maybe(fc.constantFrom("pv-a", "pv-b", "pv-c")),
    storageClassName: maybe(fc.constantFrom("fast", "slow", "nope")),
    finalizers: someOf(
      "kubernetes.io/pvc-protection",
      "snapshot.storage.kubernetes.io/pvc-as-source-protection",
      "provisioner.storage.kubernetes.io/cloning-protection",
      "populator.example.com/populate-target-protection",
      "foregroundDeletion",
      "orphan",
      "example.com/other",
    ),
    annotations: fc.constantFrom(
      {},
      { "pv.kubernetes.io/bind-completed": "yes" },
      { "volume.kubernetes.io/selected-node": "gone" },
      { "volume.kubernetes.io/storage-provisioner": driver },
    ),
    ownerReferences: maybe(fc.array(owners, { minLength: 1, maxLength: 2 })),
    source: maybe(sources),
  })
  .map(({ source, ...rest }) =>
    claim({ ...facts(rest), ...(source === undefined ? {} : { spec: { dataSource: source } }) }),
  );

export const volumes = fc
  .record({
    name: fc.constantFrom("pv-a", "pv-b", "pv-c"),
    deletionTimestamp: deleted,
    phase: fc.constantFrom("Pending", "Available", "Bound", "Released", "Failed"),
    policy: fc.constantFrom("Delete", "Retain", "Recycle"),
    claimRef: maybe(fc.record({ namespace, name, uid: fc.constantFrom("a-uid", "b-uid", "old-uid", "") })),
    finalizers: someOf(
      "kubernetes.io/pv-protection",
      "kubernetes.io/pv-controller",
      "external-provisioner.volume.kubernetes.io/finalizer",
      "external-attacher/ebs-csi-aws-com",
    ),
    annotations: fc.constantFrom(
      {},
      { "pv.kubernetes.io/provisioned-by": driver },
      { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" },
    ),
    spec: fc.constantFrom(
      { csi: { driver, volumeHandle: "vol-1" } },
      { nfs: { server: "10.0.0.9", path: "/x" } },
      {
        local: { path: "/mnt/x" },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["gone"] }] },
            ],
          },
        },
      },
    ),
  })
  // No plugin of a cloud makes a directory of a node.
  .map((record) => volume(facts("local" in record.spec ? { ...record, annotations: {} } : record)));
