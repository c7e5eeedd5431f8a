import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, attacherFinalizer, finalizerNames } from "../../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import {
  attachment,
  claim,
  claimRefTo,
  content,
  ebs,
  namespaceObject,
  node,
  ownedBy,
  pod,
  snapshot,
  statefulSet,
  volume,
} from "../../support/objects.ts";
import { decide } from "./decide.ts";

const { snapshotAsSource, snapshotBound, contentBound, pvcAsSource, foregroundDeletion } = finalizerNames;
const driver = "ebs.csi.aws.com";
const attacher = attacherFinalizer(driver);
const outOfService = ["node.kubernetes.io/out-of-service"];
const owner = claim({ phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", claimRef: claimRefTo(owner), spec: ebs });
const inUse = [`kubernetes.io/csi/${driver}^vol-0abc`];
const detaching = attachment({
  deletionTimestamp: true,
  finalizers: [attacher],
  annotations: { [annotationNames.nodeId]: "i-1" },
});
const dyingSnapshot = snapshot({
  className: "ebs-snapshots",
  deletionTimestamp: true,
  finalizers: [snapshotAsSource, snapshotBound],
  content: "snapcontent-1",
});
const being = { [annotationNames.snapshotBeingDeleted]: "yes" };
const set = statefulSet({ deletionTimestamp: true, finalizers: [foregroundDeletion] });

interface Row {
  readonly name: string;
  readonly controller: string;
  readonly object: KubeObject;
  readonly others?: readonly KubeObject[];
  readonly hidden?: readonly Resource[];
  readonly lines: readonly string[];
}

const attachDetach = "attachdetach-controller";

const rows: readonly Row[] = [
  {
    name: "attach-detach leaves a volume that a pod wants",
    controller: attachDetach,
    object: attachment(),
    others: [disk, owner, node(), pod({ claims: ["data"] })],
    lines: [],
  },
  {
    name: "attach-detach detaches from under a finished pod",
    controller: attachDetach,
    object: attachment(),
    others: [disk, owner, node(), pod({ claims: ["data"], phase: "Succeeded" })],
    lines: ["delete csi-1"],
  },
  {
    name: "attach-detach waits for the unmount on a healthy node",
    controller: attachDetach,
    object: attachment(),
    others: [disk, owner, node({ volumesInUse: inUse })],
    lines: ["waits for node-a"],
  },
  {
    name: "attach-detach does not wait on a node that is out of service",
    controller: attachDetach,
    object: attachment(),
    others: [disk, owner, node({ volumesInUse: inUse, taints: outOfService })],
    lines: ["delete csi-1"],
  },
  {
    name: "attach-detach leaves an attachment whose volume is gone",
    controller: attachDetach,
    object: attachment(),
    lines: ["waits for nothing named"],
  },
  {
    name: "the attacher detaches",
    controller: "external-attacher",
    object: detaching,
    others: [disk],
    lines: [`${driver} detaches from node-a`, `remove-finalizer ${attacher} csi-1`],
  },
  {
    name: "the attacher cannot detach without the volume",
    controller: "external-attacher",
    object: detaching,
    lines: ["waits for pv-data"],
  },
  {
    name: "the attacher refuses a Terminating volume",
    controller: "external-attacher",
    object: attachment({ attached: false }),
    others: [volume({ spec: ebs, deletionTimestamp: true })],
    lines: ["waits for pv-data"],
  },
  {
    name: "the snapshot controller releases the claim, then the snapshot",
    controller: "snapshot-controller",
    object: dyingSnapshot,
    others: [content(), claim({ finalizers: [pvcAsSource] })],
    lines: [
      `annotate snapcontent-1 ${annotationNames.snapshotBeingDeleted}=yes`,
      "delete snapcontent-1",
      `remove-finalizer ${pvcAsSource} data`,
      `remove-finalizer ${snapshotAsSource} nightly`,
    ],
  },
  {
    name: "the snapshot controller keeps the claim for another snapshot",
    controller: "snapshot-controller",
    object: dyingSnapshot,
    others: [claim({ finalizers: [pvcAsSource] }), snapshot({ name: "hourly", readyToUse: false })],
    lines: [`remove-finalizer ${snapshotAsSource} nightly`, `remove-finalizer ${snapshotBound} nightly`],
  },
  {
    name: "the snapshot controller does not guess that the content is gone",
    controller: "snapshot-controller",
    object: dyingSnapshot,
    hidden: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
    lines: ["unread snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  },
  {
    name: "the snapshot controller leaves a content of another snapshot alone",
    controller: "snapshot-controller",
    object: dyingSnapshot,
    others: [content({ snapshotRef: { namespace: "shop", name: "nightly", uid: "earlier" } })],
    lines: [`remove-finalizer ${snapshotAsSource} nightly`, `remove-finalizer ${snapshotBound} nightly`],
  },
  {
    name: "the sidecar deletes the backend's snapshot",
    controller: "csi-snapshotter",
    object: content({ deletionTimestamp: true, finalizers: [contentBound], annotations: being }),
    lines: [`${driver} destroys snap-0abc`, `remove-finalizer ${contentBound} snapcontent-1`],
  },
  {
    name: "the sidecar waits for the word of the snapshot controller",
    controller: "csi-snapshotter",
    object: content({ deletionTimestamp: true, finalizers: [contentBound] }),
    lines: ["waits for nothing named"],
  },
  {
    name: "PodGC takes the pods of a node that is gone",
    controller: "pod-garbage-collector",
    object: pod(),
    lines: ["web-0 becomes Failed", "delete web-0"],
  },
  {
    name: "PodGC leaves a Terminating pod on a node that may come back",
    controller: "pod-garbage-collector",
    object: pod({ deletionTimestamp: true }),
    others: [node({ ready: "Unknown" })],
    lines: [],
  },
  {
    name: "a foreground deletion deletes its dependents",
    controller: "garbage-collector",
    object: set,
    others: [claim({ ownerReferences: [ownedBy(set)] })],
    lines: ["delete data"],
  },
  {
    name: "and waits for those that are deleted already",
    controller: "garbage-collector",
    object: set,
    others: [claim({ ownerReferences: [ownedBy(set)], deletionTimestamp: true })],
    lines: ["waits for data"],
  },
  {
    name: "and ends",
    controller: "garbage-collector",
    object: set,
    others: [claim({ ownerReferences: [ownedBy(set, { blockOwnerDeletion: false })] })],
    lines: [`remove-finalizer ${foregroundDeletion} web`],
  },
  {
    name: "a namespace deletes its pods first",
    controller: "namespace-controller",
    object: namespaceObject({ deletionTimestamp: true }),
    others: [pod(), claim()],
    lines: ["delete web-0"],
  },
  {
    name: "a namespace deletes its claims after its pods",
    controller: "namespace-controller",
    object: namespaceObject({ deletionTimestamp: true }),
    others: [claim(), claim({ namespace: "bank", name: "other" })],
    lines: ["delete data"],
  },
  {
    name: "a set does not make a pod while its claim goes",
    controller: "statefulset-controller",
    object: statefulSet(),
    others: [claim({ name: "data-web-0", deletionTimestamp: true })],
    lines: ["waits for data-web-0"],
  },
  {
    name: "a set does not guess that its pod is missing",
    controller: "statefulset-controller",
    object: statefulSet(),
    others: [claim({ name: "data-web-0", deletionTimestamp: true })],
    hidden: ["v1/pods"],
    lines: ["unread v1/pods"],
  },
  {
    name: "the scheduler stops at a Terminating claim",
    controller: "default-scheduler",
    object: pod({ nodeName: "", phase: "Pending", claims: ["data"] }),
    others: [claim({ deletionTimestamp: true })],
    lines: ["waits for data"],
  },
  {
    name: "the kubelet does not mount a Lost claim",
    controller: "kubelet",
    object: pod({ claims: ["data"] }),
    others: [claim({ phase: "Lost", volumeName: "pv-data" })],
    lines: ["waits for data"],
  },
  {
    name: "an ephemeral volume waits for a foreign claim to go",
    controller: "ephemeral-volume-controller",
    object: pod({ ephemeral: ["scratch"] }),
    others: [claim({ name: "web-0-scratch" })],
    lines: ["waits for web-0-scratch"],
  },
];

test("what controllers decide about other objects", async (t) => {
  for (const { name, controller, object, others, hidden, lines } of rows) {
    await t.test(name, () => assert.deepEqual(decide(controller, object, others, hidden), lines));
  }
});
