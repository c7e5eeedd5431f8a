import fc from "fast-check";
import type { KubeObject, VolumeSnapshot } from "../../../src/kubernetes/index.ts";
import { content, snapshot } from "../objects.ts";
import { driver, facts, maybe, meta, name, namespace, someOf, uid } from "./facts.ts";

export const snapshots = fc
  .record({
    ...meta,
    namespace,
    sourceClaim: maybe(name),
    content: maybe(name),
    readyToUse: fc.boolean(),
    creationTimestamp: fc.constantFrom("2026-11-18T08:00:00Z", "2026-11-20T11:40:00Z"),
    className: maybe(fc.constantFrom("ebs", "nope")),
    finalizers: someOf(
      "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection",
      "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection",
      "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection",
    ),
  })
  .map(({ className, ...record }): VolumeSnapshot => {
    const made = snapshot(facts(record));
    return className === undefined
      ? made
      : { ...made, spec: { ...made.spec, volumeSnapshotClassName: className } };
  });

export const snapshotClasses = fc.constantFrom<readonly KubeObject[]>([], [snapshotClass("ebs")]);

function snapshotClass(of: string): KubeObject {
  const object: KubeObject & { readonly driver: string } = {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotClass",
    metadata: { name: of, uid: `class-${of}` },
    driver,
  };
  return object;
}

export const contents = fc
  .record({
    ...meta,
    policy: fc.constantFrom("Delete", "Retain"),
    snapshotRef: fc.record({ namespace, name, uid }),
    handle: maybe(fc.constant("snap-1")),
    finalizers: someOf("snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection"),
    annotations: fc.constantFrom(
      {},
      { "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted": "yes" },
      { "snapshot.storage.kubernetes.io/volumesnapshot-being-created": "yes" },
    ),
  })
  .map((record) => content(facts(record)));
