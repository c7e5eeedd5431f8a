/** Shapes that clusters really have. Each takes the most that one thing can have of another. */
import type { Event, KubeObject } from "../../src/kubernetes/index.ts";
import {
  attachment,
  claim,
  content,
  namespaceObject,
  pod,
  snapshot,
  snapshotClass,
  statefulSet,
  volume,
} from "../../test/support/objects.ts";
import { beforeDeletion } from "./before-deletion.ts";
import type { Shape } from "./shape.ts";
import { driver, ground, pair, upTo } from "./shape.ts";

const wasDeleted = { deletionTimestamp: true } as const;

const podWithClaims: Shape = {
  name: "one pod with N deleted claims",
  of: (count) => [
    ...ground,
    ...upTo(count, (at) => pair(at, wasDeleted)).flat(),
    pod({ name: "user", claims: upTo(count, (at) => `data-${at}`) }),
  ],
  commands: [
    "why pod/user -n shop",
    "why pvc/data-0 -n shop",
    "why pvc -A",
    "why pods -A",
    "why pv",
    "blockers pvc/data-0 -n shop",
    "blockers pvc -A",
    "audit",
    "fix pvc/data-0 -n shop --dry-run",
    "fix -A --dry-run",
  ],
};

const ofOneClaim = [
  "why pvc/data-0 -n shop",
  "why pod/user-0 -n shop",
  "why pvc -A",
  "why pods -A",
  "why pv",
  "blockers pvc/data-0 -n shop",
  "blockers pods -A",
  "audit",
  "fix pvc/data-0 -n shop --dry-run",
  "fix -A --dry-run",
];

const claimWithPods: Shape = {
  name: "one deleted claim with N running pods",
  of: (count) => [
    ...ground,
    ...pair(0, wasDeleted),
    ...upTo(count, (at) => pod({ name: `user-${at}`, claims: ["data-0"] })),
  ],
  commands: ofOneClaim,
};

const claimWithTerminatingPods: Shape = {
  name: "one deleted claim with N Terminating pods",
  of: (count) => [
    ...ground,
    ...pair(0, wasDeleted),
    ...upTo(count, (at) =>
      pod({ ...wasDeleted, name: `user-${at}`, claims: ["data-0"], deletionGracePeriodSeconds: 30 }),
    ),
  ],
  commands: ofOneClaim,
};

const setWithPendingClaims: Shape = {
  name: "one StatefulSet with N Pending pods and claims",
  of: (count) => [
    ...ground,
    statefulSet({ replicas: count }),
    ...upTo(count, (at) => [
      claim({ name: `data-web-${at}`, phase: "Pending", storageClassName: "gp3" }),
      pod({
        name: `web-${at}`,
        claims: [`data-web-${at}`],
        phase: "Pending",
        nodeName: "",
        ownerReferences: [
          { apiVersion: "apps/v1", kind: "StatefulSet", name: "web", uid: "web-uid", controller: true },
        ],
      }),
    ]).flat(),
  ],
  commands: [
    "why sts/web -n shop",
    "why sts -A",
    "why storageclass/gp3",
    "why pvc/data-web-0 -n shop",
    "why pvc -A",
    "why pods -A",
    "audit",
  ],
};

const nodeWithTerminatingPods: Shape = {
  name: "one node with N Terminating pods and their attachments",
  of: (count) => [
    ...ground,
    ...upTo(count, (at) => [
      ...pair(at),
      pod({ ...wasDeleted, name: `user-${at}`, nodeName: "node-a", claims: [`data-${at}`] }),
      attachment({ name: `csi-${at}`, volume: `pv-${at}`, nodeName: "node-a", attacher: driver }),
    ]).flat(),
  ],
  commands: ["why node/node-a", "why nodes", "why storageclass/gp3", "why pods -A", "audit"],
};

const releasedVolumes: Shape = {
  name: "N Released volumes of one class",
  of: (count) => [...ground, ...upTo(count, (at) => pair(at, {}, { phase: "Released" }).slice(1)).flat()],
  commands: [
    "why pv/pv-0",
    "why pv",
    "why",
    "blockers pv",
    "audit",
    "fix pv/pv-0 --dry-run",
    "fix -A --dry-run",
  ],
};

const attachmentsOnGoneNode: Shape = {
  name: "N attachments on a node that is gone",
  of: (count) => [
    ...ground,
    ...upTo(count, (at) => [
      ...pair(at),
      attachment({
        name: `csi-${at}`,
        volume: `pv-${at}`,
        nodeName: "node-gone",
        finalizers: ["external-attacher/ebs-csi-aws-com"],
      }),
    ]).flat(),
  ],
  commands: [
    "why volumeattachment/csi-0",
    "why volumeattachments",
    "why pv",
    "why pvc -A",
    "blockers pv",
    "blockers volumeattachments",
    "audit",
    "fix volumeattachment/csi-0 --dry-run",
    "fix -A --dry-run",
  ],
};

function snapshotPair(at: number, readyToUse: boolean): readonly KubeObject[] {
  const taken = snapshot({
    name: `of-${at}`,
    sourceClaim: "data-0",
    content: `content-${at}`,
    className: "ebs-snapshots",
    readyToUse,
    finalizers: ["snapshot.storage.kubernetes.io/volumesnapshot-bound-protection"],
  });
  const { name, namespace = "", uid } = taken.metadata;
  const copy = content({
    name: `content-${at}`,
    handle: `snap-${at}`,
    snapshotRef: { name, namespace, uid },
    finalizers: ["snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection"],
  });
  return [taken, copy];
}

const snapshotsOfClaim: Shape = {
  name: "N snapshots of one deleted claim",
  of: (count) => [
    ...ground,
    snapshotClass(),
    ...pair(0, wasDeleted),
    pod({ name: "user", claims: ["data-0"] }),
    ...upTo(count, (at) => snapshotPair(at, true)).flat(),
  ],
  commands: [
    "why pvc/data-0 -n shop",
    "why volumesnapshots -A",
    "why volumesnapshotcontents",
    "blockers pvc/data-0 -n shop",
    "blockers volumesnapshots -A",
    "audit",
    "fix pvc/data-0 -n shop --dry-run",
    "fix -A --dry-run",
  ],
};

const unfinishedSnapshots: Shape = {
  name: "N unfinished snapshots of one deleted claim",
  of: (count) => [
    ...ground,
    snapshotClass(),
    ...pair(0, {
      ...wasDeleted,
      finalizers: ["kubernetes.io/pvc-protection", "snapshot.storage.kubernetes.io/pvc-as-source-protection"],
    }),
    ...upTo(count, (at) => snapshotPair(at, false)).flat(),
  ],
  commands: [
    "why pvc/data-0 -n shop",
    "why volumesnapshot/of-0 -n shop",
    "why pvc -A",
    "why volumesnapshots -A",
    "why volumesnapshotcontents",
    "blockers pvc/data-0 -n shop",
    "blockers volumesnapshots -A",
    "audit",
    "fix pvc/data-0 -n shop --dry-run",
    // A plan for one of them tells of all others of the claim: about all of them, no answer is linear.
    "fix volumesnapshot/of-0 -n shop --dry-run",
  ],
};

function failed(at: number): Event {
  const second = new Date(Date.UTC(2026, 10, 20, 8, 0, at)).toISOString();
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `data-${at}`, namespace: "shop", uid: `event-${at}`, creationTimestamp: second },
    involvedObject: { kind: "PersistentVolumeClaim", namespace: "shop", name: "data", uid: "data-uid" },
    reason: "ProvisioningFailed",
    message: `failed to provision volume: rpc error: code = ResourceExhausted desc = attempt ${at}`,
    type: "Warning",
    lastTimestamp: second,
  };
}

const eventsOfClaim: Shape = {
  name: "N events of one claim",
  of: (count) => [
    ...ground,
    claim({ storageClassName: "gp3", annotations: { "volume.kubernetes.io/storage-provisioner": driver } }),
    ...upTo(count, failed),
  ],
  commands: [
    "why pvc/data -n shop",
    "why pvc -A",
    "blockers pvc/data -n shop",
    "audit",
    "fix pvc/data -n shop --dry-run",
  ],
};

const clones: Shape = {
  name: "clones, each of the one before it, N deep",
  of: (count) => [
    ...ground,
    ...upTo(count, (at) =>
      claim({
        name: `data-${at}`,
        storageClassName: "gp3",
        annotations: { "volume.kubernetes.io/storage-provisioner": driver },
        finalizers: ["kubernetes.io/pvc-protection"],
        ...(at === 0
          ? {}
          : { spec: { dataSource: { kind: "PersistentVolumeClaim", name: `data-${at - 1}` } } }),
      }),
    ),
  ],
  // The answer about each of them is as long as its chain: about all of them, no answer is linear.
  commands: [
    "why pvc/data-0 -n shop",
    "why pvc/data-last -n shop",
    "blockers pvc/data-last -n shop",
    "fix pvc/data-last -n shop --dry-run",
  ],
};

const namespaceWithClaims: Shape = {
  name: "a Terminating namespace with N claims",
  of: (count) => [
    ...ground,
    namespaceObject({ name: "shop", ...wasDeleted }),
    ...upTo(count, (at) => [
      ...pair(at, wasDeleted),
      pod({ ...wasDeleted, name: `user-${at}`, claims: [`data-${at}`], deletionGracePeriodSeconds: 30 }),
    ]).flat(),
  ],
  commands: [
    "why ns/shop",
    "why ns",
    "why pvc -A",
    "why pods -A",
    "why",
    "blockers ns/shop",
    "blockers pvc -A",
    "audit",
    "fix ns/shop --dry-run",
    "fix -A --dry-run",
  ],
};

const volumesOfOneDisk: Shape = {
  name: "N Terminating volumes of one disk",
  of: (count) => [
    ...ground,
    ...upTo(count, (at) =>
      volume({
        ...wasDeleted,
        name: `pv-${at}`,
        phase: "Released",
        finalizers: ["kubernetes.io/pv-protection"],
        spec: { csi: { driver, volumeHandle: "vol-0" } },
      }),
    ),
  ],
  commands: ["why pv/pv-0", "why pv", "blockers pv", "audit", "fix pv/pv-0 --dry-run"],
};

const claimsOfOneDisk: Shape = {
  name: "N claims with volumes of one disk, of which no events were read",
  of: (count) => [
    ...ground,
    ...upTo(count, (at) => pair(at, {}, { spec: { csi: { driver, volumeHandle: "vol-0" } } })).flat(),
  ],
  read: "pv,pvc,pods,volumeattachments,nodes,sc,csidrivers,csinodes",
  commands: ["why pvc/data-0 -n shop", "audit"],
};

export const shapes: readonly Shape[] = [
  podWithClaims,
  claimWithPods,
  claimWithTerminatingPods,
  setWithPendingClaims,
  nodeWithTerminatingPods,
  releasedVolumes,
  volumesOfOneDisk,
  claimsOfOneDisk,
  attachmentsOnGoneNode,
  snapshotsOfClaim,
  unfinishedSnapshots,
  eventsOfClaim,
  clones,
  namespaceWithClaims,
  beforeDeletion,
];
