/**
 * What is said to be lost, to stay and to be deleted if an object is deleted, held against an independent run of the
 * controllers after that deletion: for each entry of src/deletions, where it loses data and where it does not.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deletions } from "../../src/deletions/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../src/kubernetes/index.ts";
import type { Outcome } from "../properties/account/independent-run.ts";
import { outcomesOf } from "../properties/account/independent-run.ts";
import { orders } from "../properties/account/small-world.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import {
  attachment,
  claim,
  claimRefTo,
  content,
  csiDriver,
  csiNode,
  deployment,
  ebs,
  namespaceObject,
  node,
  ownedBy,
  pod,
  snapshot,
  statefulSet,
  storageClass,
  volume,
} from "../support/objects.ts";

const protectedClaim = { finalizers: ["kubernetes.io/pvc-protection"] };
const ours = ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"];

function pairOf(policy: "Delete" | "Retain", ownerReferences: readonly ReturnType<typeof ownedBy>[] = []) {
  const data = claim({
    name: "data-web-0",
    phase: "Bound",
    volumeName: "pv-data",
    ...protectedClaim,
    ownerReferences,
  });
  const annotations = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
  const disk = volume({
    phase: "Bound",
    spec: ebs,
    policy,
    finalizers: ours,
    annotations,
    claimRef: claimRefTo(data),
  });
  return [data, disk] as const;
}

const set = statefulSet({ whenDeleted: "Delete" });
const app = deployment();
const other = deployment({ name: "api" });
const plugin = csiNode("node-a", "ebs.csi.aws.com");
const driver = csiDriver("ebs.csi.aws.com", true);
const around = [node(), plugin, driver] as const;
const taken = snapshot({
  content: "snapcontent-1",
  readyToUse: true,
  className: "nightly",
  finalizers: ["snapshot.storage.kubernetes.io/volumesnapshot-bound-protection"],
});
const bound = "snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection";
const contentOf = (policy: "Delete" | "Retain") =>
  content({ policy, handle: "snap-0abc", finalizers: [bound] });
const snapshotClass: KubeObject = {
  apiVersion: "snapshot.storage.k8s.io/v1",
  kind: "VolumeSnapshotClass",
  metadata: { name: "nightly", uid: "nightly-class" },
  driver: "ebs.csi.aws.com",
  deletionPolicy: "Delete",
};
const asSource = "snapshot.storage.kubernetes.io/pvc-as-source-protection";
const [unpinned, diskOfPinned] = pairOf("Delete");
const pinned = {
  ...unpinned,
  metadata: { ...unpinned.metadata, finalizers: [...protectedClaim.finalizers, asSource] },
};
const taking = snapshot({ sourceClaim: "data-web-0", readyToUse: false, className: "nightly" });
const owned = {
  ...taken,
  metadata: { ...taken.metadata, ownerReferences: [ownedBy(unpinned)] },
  spec: { ...taken.spec, source: { persistentVolumeClaimName: "data-web-0" } },
};
const pluginPod = pod({ name: "ebs-csi-controller-0", namespace: "kube-system" });

type Row = readonly [
  entry: string,
  what: string,
  objects: readonly [KubeObject, ...KubeObject[]],
  lost: readonly string[],
  /** Lost once what holds ends as well. */
  later?: readonly string[],
];

const rows: readonly Row[] = [
  ["namespace", "Delete", [namespaceObject({ name: "shop" }), ...pairOf("Delete"), ...around], ["vol-0abc"]],
  ["namespace", "Retain", [namespaceObject({ name: "shop" }), ...pairOf("Retain"), ...around], []],
  ["workload", "it owns its claim", [set, ...pairOf("Delete", [ownedBy(set)]), ...around], ["vol-0abc"]],
  ["workload", "it owns a claim with Retain", [set, ...pairOf("Retain", [ownedBy(set)]), ...around], []],
  [
    "workload",
    "a claim that another owner keeps",
    [set, other, ...pairOf("Delete", [ownedBy(set), ownedBy(other)]), ...around],
    [],
  ],
  ["workload", "a Deployment owns no claim", [app, ...pairOf("Delete"), ...around], []],
  [
    "driver-workload",
    "of the driver",
    [deployment({ name: "ebs-csi-controller" }), pluginPod, ...pairOf("Delete"), ...around],
    [],
  ],
  ["claim", "without a snapshot", [...pairOf("Delete"), ...around], ["vol-0abc"]],
  [
    "claim",
    "a snapshot is not ready",
    [pinned, taking, diskOfPinned, snapshotClass, ...around],
    [],
    ["vol-0abc"],
  ],
  [
    "claim",
    "its snapshot goes with it",
    [...pairOf("Delete"), owned, contentOf("Delete"), snapshotClass, ...around],
    ["snap-0abc", "vol-0abc"],
  ],
  [
    "snapshot",
    "Delete",
    [taken, contentOf("Delete"), snapshotClass, ...pairOf("Delete"), ...around],
    ["snap-0abc"],
  ],
  ["snapshot", "Retain", [taken, contentOf("Retain"), ...pairOf("Delete"), ...around], []],
  ["snapshot-content", "without its snapshot, Retain", [contentOf("Retain"), ...around], []],
  ["storage-class", "of a claim", [storageClass(), ...pairOf("Delete"), ...around], []],
  ["snapshot-class", "of a snapshot", [snapshotClass, taken, contentOf("Delete"), ...around], []],
  [
    "node",
    "where a pod runs",
    [
      node(),
      pod({ name: "web-0", claims: ["data-web-0"] }),
      attachment(),
      ...pairOf("Delete"),
      plugin,
      driver,
    ],
    [],
  ],
  ["csi-driver", "of a volume", [driver, ...pairOf("Delete"), node(), plugin], []],
];

for (const [entry, what, objects, lost, later = lost] of rows) {
  test(`${entry}: ${what}`, () => {
    const [object] = objects;
    const { ifDeleted } = diagnosisOf(objects);
    const told = [ifDeleted?.fate, ...(ifDeleted?.affected ?? []).map(({ fate }) => fate)];
    const self = nameKey(refOf(object));
    const destroyed = told.filter((fate) => fate?.data === "destroyed");
    for (const order of orders) {
      const [atOnce, usual, end] = outcomesOf(
        objects,
        [{ do: "delete", on: { ...refOf(object), uid: object.metadata.uid } }],
        order,
      );
      assert.deepEqual(destroyedIn(usual), lost, `the run, ${order}`);
      if (later !== lost) assert.deepEqual(destroyedIn(end), later, `in the end, ${order}`);
      // The world keeps its namespaces.
      const isKept = object.kind !== "Namespace";
      if (isKept) assert.equal(ifDeleted?.stays, end?.gone.has(self) === false, `it stays, ${order}`);
      const isFree = ifDeleted?.stays === false && ifDeleted.goesWhen.length === 0;
      if (isKept) assert.equal(isFree, atOnce?.gone.has(self), `it is deleted at once, ${order}`);
      for (const { object: other, effect } of ifDeleted?.affected ?? [])
        if (effect !== "unknown")
          assert.equal(effect === "deleted", usual?.deleted.has(nameKey(other)), `${other.name}, ${order}`);
    }
    assert.equal(destroyed.length > 0, later.length > 0, JSON.stringify(told));
    const known = new Set(objects.map((each) => nameKey(refOf(each))));
    for (const each of ifDeleted?.affected ?? []) assert.ok(known.has(nameKey(each.object)));
  });
}

function destroyedIn(outcome: Outcome | undefined): readonly string[] {
  return [...(outcome?.destroyed ?? [])].map((disk) => disk.slice(disk.indexOf(" ") + 1)).sort();
}

test("each entry has a row", () => {
  assert.deepEqual(
    [...new Set(rows.map(([entry]) => entry))],
    deletions.map(({ name }) => name),
  );
});
