import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attacherFinalizer } from "../../src/controllers/index.ts";
import type { CSINode, KubeObject } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import {
  attachment,
  claim,
  claimRefTo,
  csiDriver,
  csiNode,
  ebs,
  node,
  pod,
  volume,
} from "../support/objects.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const doomed = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data), deletionTimestamp: true });
const protectedAndDoomed = volume({
  phase: "Bound",
  spec: ebs,
  claimRef: claimRefTo(data),
  finalizers: ["kubernetes.io/pv-protection"],
  deletionTimestamp: true,
});
const inUse = ["kubernetes.io/csi/ebs.csi.aws.com^vol-0abc"];
const user = pod({ claims: ["data"] });
const leaving = pod({ claims: ["data"], deletionTimestamp: "2026-11-20T12:00:10Z" });
const registered = (driver: string): CSINode => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: { name: "node-a", uid: "uid-node-a" },
  spec: { drivers: [{ name: driver }] },
});
const silent = (since: string) => node({ ready: "Unknown", readySince: since, volumesInUse: inUse });
const refusedAs = (why: string) =>
  attachment({
    attached: false,
    status: { attachError: { message: `PersistentVolume "pv-data" is ${why}` } },
  });

function removing(lastTimestamp: string): KubeObject {
  const name = attachment().spec?.nodeName ?? "";
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `${name}.1`, namespace: "default", uid: "removing" },
    involvedObject: { apiVersion: "v1", kind: "Node", name },
    reason: "RemovingNode",
    message: `Node ${name} event: Removing Node ${name} from Controller`,
    lastTimestamp,
  };
}

const cases: readonly (readonly [string, readonly KubeObject[], readonly string[]])[] = [
  ["a running pod uses it", [attachment(), bound, data, user, node()], []],
  ["its volume is gone", [attachment(), node()], ["AttachmentVolumeGone stuck"]],
  ["its node is gone", [attachment(), bound, data], ["AttachmentNodeGone blocked"]],
  [
    "its node was deleted three minutes ago",
    [attachment(), bound, data, removing("2026-11-20T11:57:00Z")],
    ["AttachmentNodeGone waiting"],
  ],
  [
    "its node was deleted eight minutes ago",
    [attachment(), bound, data, removing("2026-11-20T11:52:00Z")],
    ["AttachmentNodeGone blocked"],
  ],
  [
    "its node is another machine",
    [attachment(), bound, data, node({ creationTimestamp: "2026-11-20T11:00:00Z" })],
    ["AttachmentNodeReplaced blocked"],
  ],
  [
    "its node is silent for long",
    [attachment(), bound, data, silent("2026-11-20T11:00:00Z")],
    ["AttachmentNodeNotReady blocked"],
  ],
  [
    "its node is silent for two minutes",
    [attachment(), bound, data, silent("2026-11-20T11:58:00Z")],
    ["AttachmentNodeNotReady waiting"],
  ],
  [
    "its node still has it mounted",
    [attachment(), bound, data, node({ volumesInUse: inUse })],
    ["StaleMountOnNode blocked"],
  ],
  [
    "its node still has it mounted, and the driver does not run there",
    [attachment(), bound, data, node({ volumesInUse: inUse }), registered("nfs.csi.k8s.io")],
    ["StaleMountWithoutDriver blocked"],
  ],
  [
    "its node still has it mounted, and the driver runs there",
    [attachment(), bound, data, node({ volumesInUse: inUse }), registered("ebs.csi.aws.com")],
    ["StaleMountOnNode blocked"],
  ],
  ["nobody uses it", [attachment(), bound, data, node()], ["AttachmentForgotten stuck"]],
  [
    "nobody uses it, and the node lists it",
    [attachment(), bound, data, node({ volumesAttached: inUse })],
    ["DetachNotBegun stuck"],
  ],
  [
    "its driver does not attach",
    [attachment(), bound, data, node(), csiDriver("ebs.csi.aws.com", false)],
    ["DriverNeedsNoAttachment stuck"],
  ],
  [
    "its driver does not attach, and the node is gone",
    [attachment(), bound, data, csiDriver("ebs.csi.aws.com", false)],
    ["DriverNeedsNoAttachment stuck"],
  ],
  [
    "its driver does not attach, and the node lists it: then it is detached by its name",
    [attachment(), bound, data, node({ volumesAttached: inUse }), csiDriver("ebs.csi.aws.com", false)],
    ["DetachNotBegun stuck"],
  ],
  [
    "it was never attached",
    [attachment({ attached: false }), bound, data, node()],
    ["AttachmentNeverAttached stuck"],
  ],
  ["its pod is leaving", [attachment(), bound, data, leaving, node()], ["PodEnding waiting"]],
  [
    "its volume is deleted under a pod",
    [attachment(), doomed, data, user, node()],
    ["PodUsesAttachment blocked"],
  ],
  [
    "it cannot be attached",
    [attachment({ attached: false, status: { attachError: { message: "no" } } }), bound, data, user, node()],
    ["AttachFails blocked"],
  ],
  [
    "its volume is deleted, so the attacher refuses it",
    [refusedAs("marked for deletion"), protectedAndDoomed, data, user, node()],
    ["VolumeDeletedWhileBound blocked"],
  ],
  [
    "the driver fails while its volume is deleted",
    [refusedAs("in use by another machine"), doomed, data, user, node()],
    ["AttachFails blocked", "PodUsesAttachment blocked"],
  ],
  [
    "the attacher refused a volume that has been created again since then",
    [refusedAs("marked for deletion"), bound, data, user, node()],
    ["AttachFails blocked"],
  ],
  ...[
    "CSINode node-a does not contain driver ebs.csi.aws.com",
    'csinode.storage.k8s.io "node-a" not found',
  ].map((message): (typeof cases)[number] => [
    `its node does not know the driver: ${message}`,
    [attachment({ attached: false, status: { attachError: { message } } }), bound, data, user, node()],
    ["DriverNotOnNode blocked"],
  ]),
];

for (const [name, [first, ...rest], expected] of cases) {
  test(`an attachment: ${name}`, () => {
    assert.ok(first !== undefined);
    assert.deepEqual(rootsOf(diagnosisOf([first, ...rest])), expected);
  });
}

test("where the attacher refuses a deleted volume, the driver is not to be repaired: the volume is", () => {
  const diagnosis = diagnosisOf([refusedAs("marked for deletion"), protectedAndDoomed, data, user, node()]);
  assert.deepEqual(remediesOf(diagnosis), ["save-manifest safe", "recreate-volume risky"]);
  const unseen = diagnosisOf(
    [refusedAs("marked for deletion"), protectedAndDoomed, data, user, node()],
    ["v1/pods"],
  );
  assert.equal(unseen.verdict.category, "unknown");
});

test("an attachment that nobody uses may be deleted; one that is still mounted only with care", () => {
  const forgotten = [attachment(), bound, data, node()] as const;
  const here = csiNode("node-a", "ebs.csi.aws.com");
  assert.deepEqual(remediesOf(diagnosisOf([...forgotten, here])), ["delete-attachment safe"]);
  assert.deepEqual(remediesOf(diagnosisOf([attachment(), bound, data, node({ volumesInUse: inUse })])), [
    "inspect-node safe",
    "reboot-node risky",
    "delete-attachment risky",
  ]);
});

/**
 * kubernetes/kubernetes pkg/kubelet/volumemanager/reconciler/reconstruct.go updateReconstructedFromNodeStatus,
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go getNodeID.
 */
test("without the driver's plugin, a volume that is not reported in use may still be mounted", () => {
  const forgotten = [attachment(), bound, data, node()] as const;
  const elsewhere = csiNode("node-b", "ebs.csi.aws.com");
  assert.deepEqual(remediesOf(diagnosisOf([...forgotten, csiNode("node-a"), elsewhere])), [
    "start-node-plugin safe",
    "delete-attachment risky",
  ]);
  assert.deepEqual(remediesOf(diagnosisOf([...forgotten, csiNode("node-a")])), [
    "reinstall-driver safe",
    "delete-attachment risky",
  ]);
  const unread = diagnosisOf([...forgotten], ["storage.k8s.io/v1/csinodes"]);
  assert.equal(unread.verdict.category, "unknown");
  assert.deepEqual(remediesOf(unread), []);
});

test("an attachment whose volume is gone is not deleted: who uses it cannot be seen, and nothing could detach it", () => {
  const diagnosis = diagnosisOf([attachment(), data, user, node()]);
  assert.deepEqual(remediesOf(diagnosis), ["prove-detached safe"]);
});

test("pods that were not read may use it", () => {
  const diagnosis = diagnosisOf([attachment(), bound, data, node()], ["v1/pods"]);
  assert.equal(diagnosis.verdict.category, "unknown");
  assert.deepEqual(remediesOf(diagnosis), []);
});

test("nobody knows since when the volume is to be detached: the node may have been silent long before", () => {
  for (const since of ["2026-11-20T11:58:00Z", "2026-11-20T10:00:00Z"]) {
    const { summary } = diagnosisOf([attachment(), bound, data, silent(since)]).verdict;
    assert.match(
      textOf(summary).replaceAll(/ +/g, " "),
      /by force six minutes after the last pod there released it/,
    );
  }
});

test("a silent node that does not report the volume in use is not waited for; that it is off nobody says", () => {
  const unused = node({ ready: "Unknown", readySince: "2026-11-20T11:00:00Z" });
  const { summary, category } = diagnosisOf([attachment(), bound, data, unused]).verdict;
  const said = textOf(summary).replaceAll(/ +/g, " ");
  assert.equal(category, "blocked");
  assert.match(said, /does not report the volume in use.* detaches it without waiting for the node/);
  assert.match(said, /not Ready does not mean off/);
  assert.doesNotMatch(said, /six minutes/);
});

test("a volume of an in-tree plugin is reported in use by the name that its CSI driver has for it", () => {
  const provisionedBy = { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" };
  const reportedAs = (volumeID: string, annotations: object, name: string) => {
    const inTree = volume({
      phase: "Bound",
      annotations: { ...annotations },
      spec: { awsElasticBlockStore: { volumeID } },
      claimRef: claimRefTo(data),
    });
    const [root] = rootsOf(diagnosisOf([attachment(), inTree, data, node({ volumesInUse: [name] })]));
    return root;
  };
  for (const annotations of [provisionedBy, {}]) {
    for (const volumeID of ["aws://eu-1a/vol-0abc", "vol-0abc"])
      assert.equal(reportedAs(volumeID, annotations, inUse[0] ?? ""), "StaleMountOnNode blocked");
    const other = "kubernetes.io/csi/ebs.csi.aws.com^my-vol-0abc";
    assert.equal(reportedAs("vol-0abc", annotations, other), "AttachmentForgotten stuck");
  }
});

describe("an attachment that nothing holds, and that a pod uses", () => {
  const finalizers = [attacherFinalizer("ebs.csi.aws.com")];
  const held = attachment({ finalizers });
  const warned = (objects: readonly [KubeObject, ...KubeObject[]]) => {
    const { verdict, avoid } = diagnosisOf(objects);
    return { ...verdict, summary: textOf(verdict.summary).replaceAll(/ +/g, " "), avoid: textOf(avoid) };
  };

  test("who deletes it is warned: the attacher asks for no pod", () => {
    const { category, reason, summary, avoid } = warned([held, bound, data, user, node()]);
    assert.equal(category, "healthy");
    assert.equal(reason, "PodUsesAttachment");
    assert.match(summary, /web-0 .*uses the volume.*would not wait for it.*detach.*node-a/);
    assert.match(avoid, /would detach the volume while the pod uses it/);
  });

  test("of many pods one is named", () => {
    const more = ["web-1", "web-2"].map((name) => pod({ name, claims: ["data"] }));
    assert.match(
      warned([held, bound, data, user, ...more, node()]).summary,
      /and 2 more use the volume.*them/,
    );
  });

  test("without the finalizer the driver is not asked, and nobody is warned", () => {
    assert.equal(warned([attachment(), bound, data, user, node()]).reason, "Attached");
  });

  test("where its volume was deleted under the pod, it is said too", () => {
    assert.match(
      warned([held, doomed, data, user, node()]).avoid,
      /would detach the volume while the pod uses it/,
    );
  });
});

test("where the CSIDrivers were not read, nothing is said of an attachment: its driver may not attach", () => {
  const diagnosis = diagnosisOf([attachment(), bound, data, node()], ["storage.k8s.io/v1/csidrivers"]);
  assert.equal(diagnosis.verdict.category, "unknown");
});

test("who is said to hold the attachment to a replaced node does not act now in the prediction", () => {
  const old = attachment({ creationTimestamp: "2026-11-10T12:00:00Z" });
  const young = { creationTimestamp: "2026-11-20T11:00:00Z" } as const;
  const rows: readonly (readonly [string, readonly KubeObject[], string, string])[] = [
    ["no pod", [node(young)], "attachdetach-controller", "attachdetach-controller"],
    [
      "not Ready",
      [node({ ...young, ready: "Unknown" })],
      "attachdetach-controller",
      "attachdetach-controller",
    ],
    ["in use", [node({ ...young, volumesInUse: inUse })], "administrator", "not deleted"],
    [
      "a pod waits",
      [node(young), pod({ claims: ["data"], phase: "Pending" })],
      "administrator",
      "not deleted",
    ],
  ];
  for (const [what, others, holder, deletedAfter] of rows) {
    const { roots, next } = diagnosisOf([old, bound, data, ...others, csiNode("node-a", "ebs.csi.aws.com")]);
    assert.deepEqual(
      roots.map(({ reason, holder: by }) => [reason, Object.values(by)[0]]),
      [["AttachmentNodeReplaced", holder]],
      what,
    );
    const deletion = next.find(({ action }) => textOf(action).startsWith("deletes"));
    const when = deletion === undefined ? "not deleted" : textOf(deletion.when);
    assert.match(when, new RegExp(deletedAfter), what);
  }
});
