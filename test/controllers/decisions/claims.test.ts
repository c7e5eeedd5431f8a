import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, finalizerNames } from "../../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import {
  claim,
  claimRefTo,
  ebs,
  ownedBy,
  pod,
  snapshot,
  snapshotClass,
  statefulSet,
  storageClass,
  volume,
} from "../../support/objects.ts";
import { decide } from "./decide.ts";

const { pvcProtection, pvcAsSource, cloningProtection } = finalizerNames;
const bindCompleted = { [annotationNames.bindCompleted]: "yes" };
const dying = (finalizer: string) =>
  claim({ deletionTimestamp: true, finalizers: [finalizer], phase: "Bound" });
const bound = claim({ phase: "Bound", volumeName: "pv-data", annotations: bindCompleted });
const populateFinalizer = "example.com/populate-target-protection";
const fromSnapshot = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" };
const toPopulate = (
  dataSourceRef: { readonly kind: string; readonly name: string },
  storageClassName?: string,
) =>
  claim({
    deletionTimestamp: true,
    finalizers: [populateFinalizer],
    ...(storageClassName === undefined ? {} : { storageClassName }),
    spec: { dataSourceRef },
  });
const populated = toPopulate({ kind: "PersistentVolumeClaim", name: "golden" });

interface Row {
  readonly name: string;
  readonly controller: string;
  readonly claim: KubeObject;
  readonly others?: readonly KubeObject[];
  readonly hidden?: readonly Resource[];
  readonly lines: readonly string[];
}

const protection = "pvc-protection-controller";
const binder = "persistentvolume-controller";
const unmarked = claim({ phase: "Bound", volumeName: "pv-data" });
const rows: readonly Row[] = [
  {
    name: "the binder gives its mark to a claim that is Bound without it",
    controller: binder,
    claim: unmarked,
    others: [volume({ phase: "Bound", claimRef: claimRefTo(unmarked), spec: ebs })],
    lines: ["bind data to pv-data"],
  },
  {
    name: "pvc-protection adds",
    controller: protection,
    claim: claim(),
    lines: [`add-finalizer ${pvcProtection} data`],
  },
  {
    name: "pvc-protection waits for the first user that it finds",
    controller: protection,
    claim: dying(pvcProtection),
    others: [pod({ claims: ["data"] }), pod({ name: "done", phase: "Succeeded", claims: ["data"] })],
    lines: ["waits for web-0"],
  },
  {
    name: "pvc-protection lets go",
    controller: protection,
    claim: dying(pvcProtection),
    others: [pod({ nodeName: "", claims: ["data"] }), pod({ namespace: "bank", claims: ["data"] })],
    lines: [`remove-finalizer ${pvcProtection} data`],
  },
  {
    name: "pvc-protection without pods read",
    controller: protection,
    claim: dying(pvcProtection),
    hidden: ["v1/pods"],
    lines: ["unread v1/pods"],
  },
  {
    name: "the binder loses a claim whose volume is gone",
    controller: binder,
    claim: bound,
    lines: ["data becomes Lost"],
  },
  {
    name: "the binder does not guess that a volume is gone",
    controller: binder,
    claim: bound,
    hidden: ["v1/persistentvolumes"],
    lines: ["unread v1/persistentvolumes"],
  },
  {
    name: "the binder leaves a good pair alone",
    controller: binder,
    claim: bound,
    others: [volume({ phase: "Bound", claimRef: claimRefTo(bound), spec: ebs })],
    lines: [],
  },
  {
    name: "the binder finds a volume",
    controller: binder,
    claim: claim({ storageClassName: "gp3" }),
    others: [storageClass(), volume({ name: "free", storageClassName: "gp3" })],
    lines: ["bind data to free"],
  },
  {
    name: "the binder takes back a Lost claim",
    controller: binder,
    claim: claim({ phase: "Lost", volumeName: "pv-data", annotations: bindCompleted }),
    others: [volume()],
    lines: ["bind data to pv-data"],
  },
  {
    name: "the binder waits for a pod to be scheduled",
    controller: binder,
    claim: claim({ storageClassName: "gp3" }),
    others: [
      storageClass({ volumeBindingMode: "WaitForFirstConsumer" }),
      pod({ nodeName: "", claims: ["data"], phase: "Pending" }),
    ],
    lines: ["waits for web-0"],
  },
  {
    name: "a clone that is Pending holds its source",
    controller: "external-provisioner",
    claim: dying(cloningProtection),
    others: [claim({ name: "clone", spec: { dataSource: { kind: "PersistentVolumeClaim", name: "data" } } })],
    lines: ["waits for clone"],
  },
  {
    name: "no clone is left",
    controller: "external-provisioner",
    claim: dying(cloningProtection),
    lines: [`remove-finalizer ${cloningProtection} data`],
  },
  {
    name: "a snapshot that is not ready holds its source",
    controller: "snapshot-controller",
    claim: dying(pvcAsSource),
    others: [snapshot({ readyToUse: false })],
    lines: ["waits for nightly"],
  },
  {
    name: "all snapshots are ready",
    controller: "snapshot-controller",
    claim: dying(pvcAsSource),
    others: [snapshot({ readyToUse: true, className: "ebs-snapshots" }), snapshotClass()],
    lines: [`remove-finalizer ${pvcAsSource} data`],
  },
  {
    name: "no snapshot is left, so nobody looks",
    controller: "snapshot-controller",
    claim: dying(pvcAsSource),
    lines: ["waits for nothing named"],
  },
  {
    name: "the garbage collector takes a claim whose set is gone",
    controller: "garbage-collector",
    claim: claim({ ownerReferences: [ownedBy(statefulSet())] }),
    lines: ["delete data"],
  },
  {
    name: "the garbage collector does not guess",
    controller: "garbage-collector",
    claim: claim({ ownerReferences: [ownedBy(statefulSet())] }),
    hidden: ["apps/v1/statefulsets"],
    lines: ["unread apps/v1/statefulsets"],
  },
  {
    name: "the garbage collector takes an owner of an unread kind for alive",
    controller: "garbage-collector",
    claim: claim({
      ownerReferences: [{ apiVersion: "example.com/v1", kind: "Database", name: "db", uid: "db-uid" }],
    }),
    lines: [],
  },
  {
    name: "a populator does not clean up without its data source",
    controller: "volume-populator",
    claim: populated,
    lines: ["waits for golden"],
  },
  {
    name: "a populator does not guess that the class is missing",
    controller: "volume-populator",
    claim: toPopulate({ kind: "PersistentVolumeClaim", name: "golden" }, "ebs"),
    others: [claim({ name: "golden" })],
    hidden: ["storage.k8s.io/v1/storageclasses"],
    lines: ["unread storage.k8s.io/v1/storageclasses"],
  },
  {
    name: "a populator does not guess that its own claim is gone",
    controller: "volume-populator",
    claim: toPopulate(fromSnapshot),
    others: [snapshot()],
    hidden: ["v1/persistentvolumeclaims"],
    lines: ["unread v1/persistentvolumeclaims"],
  },
  {
    name: "a populator does not guess that its data source is gone",
    controller: "volume-populator",
    claim: toPopulate(fromSnapshot),
    hidden: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
    lines: ["unread snapshot.storage.k8s.io/v1/volumesnapshots"],
  },
  {
    name: "a populator cleans up",
    controller: "volume-populator",
    claim: populated,
    others: [
      claim({ name: "golden" }),
      claim({ name: "prime-data-uid", namespace: "populators" }),
      pod({ name: "populate-data-uid", namespace: "populators" }),
    ],
    lines: [
      "delete populate-data-uid",
      "delete prime-data-uid",
      `remove-finalizer ${populateFinalizer} data`,
    ],
  },
];

test("what controllers decide about claims", async (t) => {
  for (const { name, controller, claim: subject, others, hidden, lines } of rows) {
    await t.test(name, () => assert.deepEqual(decide(controller, subject, others, hidden), lines));
  }
});
