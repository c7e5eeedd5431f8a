/** Which objects the rules check: no healthy ones, and the others only with the rules that may find something. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit } from "../../src/analysis/index.ts";
import type { AnyRuleEntry } from "../../src/define/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { attachment, claim, csiNode, node, ownedBy, pod, statefulSet, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { stored } from "../support/stored.ts";
import { boundClaim, ebsDriver, nodes, runningPod } from "./healthy/parts.ts";

type Edit = (object: KubeObject) => KubeObject;

/** A rule that is added need not stand here. */
const codes = [101, 102, 103, 107, 108, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 213, 214]
  .concat([301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 313, 401, 402, 403])
  .map((number) => `PVG${number}`);
const usual = knowledge.rules.filter(({ code }) => codes.includes(code));
const driver: KubeObject = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: { name: ebsDriver, uid: "driver-uid" },
};
const surroundings = [driver, ...nodes, ...nodes.map(({ metadata: { name } }) => csiNode(name, ebsDriver))];
const pair = boundClaim({ name: "data", namespace: "shop" });
const group = [...pair, ...runningPod(pair, "web-0", 0)];

/** Which rules are asked about which of these objects, as `101 PersistentVolumeClaim`. */
function asked(objects: readonly KubeObject[], hidden: readonly Resource[] = []): readonly string[] {
  const told: string[] = [];
  const rules = usual.map(
    (rule): AnyRuleEntry => ({
      ...rule,
      check({ kind }) {
        told.push(`${rule.code.slice(3)} ${kind}`);
        return [];
      },
    }),
  );
  const snapshot = snapshotOf([...surroundings, ...objects], hidden);
  const readings = snapshot.readings.map((reading) =>
    reading.read ? { ...reading, items: stored([...reading.items]) } : reading,
  );
  const scope = { namespace: undefined, olderThan: 0 };
  audit(rules, scope, { ...snapshot, readings }, knowledge);
  return told.filter((each) => !each.endsWith("Node")).sort();
}

/** The healthy group, with one kind of it changed. */
function changed(kind: string, edit: Edit): readonly KubeObject[] {
  return group.map((object) => (object.kind === kind ? edit(object) : object));
}

const without = (kind: string) => group.filter((object) => object.kind !== kind);
const meta =
  (more: object): Edit =>
  (object) => ({ ...object, metadata: { ...object.metadata, ...more } });
const field =
  (name: "spec" | "status", more: object): Edit =>
  (object) => ({ ...object, [name]: { ...Object(Reflect.get(object, name)), ...more } });

const deletionTimestamp = "2026-11-20T08:00:00Z";
const [claimKind, volumeKind, podKind] = ["PersistentVolumeClaim", "PersistentVolume", "Pod"];
const set = statefulSet({ name: "web", namespace: "shop" });
const twin = volume({
  name: "twin",
  phase: "Bound",
  spec: { csi: { driver: ebsDriver, volumeHandle: "vol-pvc-shop-data" } },
});

const rows: readonly (readonly [
  what: string,
  objects: readonly KubeObject[],
  expected: readonly string[],
])[] = [
  ["a claim that is well, with all that belongs to it", group, []],
  [
    "a deleted claim",
    changed(claimKind, meta({ deletionTimestamp })),
    ["101 PersistentVolumeClaim", "208 PersistentVolumeClaim"],
  ],
  [
    "a deleted claim of a finished pod",
    changed(claimKind, meta({ deletionTimestamp })).map((object) =>
      object.kind === podKind ? field("status", { phase: "Succeeded" })(object) : object,
    ),
    ["101 PersistentVolumeClaim", "107 Pod", "208 PersistentVolumeClaim"],
  ],
  [
    "a deleted volume",
    changed(volumeKind, meta({ deletionTimestamp })),
    ["102 PersistentVolume", "205 PersistentVolume", "211 PersistentVolume"],
  ],
  [
    "a deleted attachment",
    changed("VolumeAttachment", meta({ deletionTimestamp })),
    ["103 VolumeAttachment"],
  ],
  ["a Pending pod", changed(podKind, field("status", { phase: "Pending" })), ["108 Pod"]],
  ["no claim", without(claimKind), ["206 PersistentVolume", "403 Pod"]],
  ["no pod", without(podKind), ["307 PersistentVolumeClaim", "308 PersistentVolumeClaim"]],
  ["no volume", without(volumeKind), ["309 VolumeAttachment", "402 PersistentVolumeClaim"]],
  [
    "a claim of another uid",
    changed(claimKind, meta({ uid: "new" })),
    ["206 PersistentVolume", "402 PersistentVolumeClaim"],
  ],
  ["no finalizer on a claim", changed(claimKind, meta({ finalizers: [] })), ["201 PersistentVolumeClaim"]],
  [
    "none on a volume",
    changed(volumeKind, meta({ finalizers: [] })),
    ["202 PersistentVolume", "203 PersistentVolume"],
  ],
  [
    "Retain, with the finalizer for Delete",
    changed(volumeKind, field("spec", { persistentVolumeReclaimPolicy: "Retain" })),
    ["204 PersistentVolume"],
  ],
  [
    "a finalizer of a driver that is not there",
    changed(
      volumeKind,
      meta({
        finalizers: [
          "kubernetes.io/pv-protection",
          "external-attacher/gone-example-com",
          "external-provisioner.volume.kubernetes.io/finalizer",
        ],
      }),
    ),
    ["313 PersistentVolume"],
  ],
  [
    "an attacher that no node runs",
    changed("VolumeAttachment", field("spec", { attacher: "gone.example.com" })),
    ["309 VolumeAttachment"],
  ],
  [
    "a node that is not there",
    changed("VolumeAttachment", field("spec", { nodeName: "gone" })),
    ["309 VolumeAttachment"],
  ],
  [
    "two attachments",
    [...group, attachment({ name: "csi-2", volume: "pvc-shop-data", nodeName: "node-1" })],
    ["214 PersistentVolume"],
  ],
  [
    "two pods of one claim",
    [...group, pod({ name: "web-1", claims: ["data"] })],
    ["214 PersistentVolumeClaim"],
  ],
  [
    "two volumes of one disk",
    [...group, twin],
    [
      "202 PersistentVolume",
      "203 PersistentVolume",
      "206 PersistentVolume",
      "207 PersistentVolume",
      "207 PersistentVolume",
    ],
  ],
  [
    "a Released volume",
    changed(volumeKind, field("status", { phase: "Released" })),
    ["301 PersistentVolume", "302 PersistentVolume", "303 PersistentVolume"],
  ],
  [
    "a Failed volume",
    changed(volumeKind, field("status", { phase: "Failed" })),
    ["303 PersistentVolume", "304 PersistentVolume"],
  ],
  ["a Lost claim", changed(claimKind, field("status", { phase: "Lost" })), ["305 PersistentVolumeClaim"]],
  [
    "a claim that grows",
    changed(claimKind, field("spec", { resources: { requests: { storage: "2Gi" } } })),
    ["402 PersistentVolumeClaim"],
  ],
  [
    "a volume for a node that is not there",
    changed(
      volumeKind,
      field("spec", {
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["gone"] }] },
            ],
          },
        },
      }),
    ),
    ["402 PersistentVolumeClaim"],
  ],
  [
    "an owned claim",
    changed(claimKind, meta({ ownerReferences: [ownedBy(set)] })),
    ["213 PersistentVolumeClaim"],
  ],
  [
    "a claim of Helm",
    changed(claimKind, meta({ annotations: { "meta.helm.sh/release-name": "shop" } })),
    ["209 PersistentVolumeClaim"],
  ],
  ["a set that keeps its claims", [...group, set], []],
  [
    "a set that deletes its claims",
    [...group, statefulSet({ name: "web", namespace: "shop", whenDeleted: "Delete" })],
    ["210 StatefulSet"],
  ],
  [
    "a set one of whose claims is being deleted",
    [
      ...group,
      statefulSet({ name: "web", namespace: "shop", templates: ["data"] }),
      claim({ name: "data-web-3", deletionTimestamp }),
    ],
    ["101 PersistentVolumeClaim", "108 StatefulSet", "208 PersistentVolumeClaim"],
  ],
  [
    "pods without claims",
    [pod({ name: "plain", phase: "Pending" }), pod({ name: "done", phase: "Succeeded" })],
    [],
  ],
  ["more nodes", [node({ name: "more" })], []],
];

for (const [what, objects, expected] of rows) test(what, () => assert.deepEqual(asked(objects), expected));

test("where a list was not read, who rests on it is asked", () => {
  const on = (kind: string) => asked(group, ["v1/pods"]).filter((each) => each.endsWith(` ${kind}`));
  assert.deepEqual(on(claimKind), [
    "214 PersistentVolumeClaim",
    "307 PersistentVolumeClaim",
    "308 PersistentVolumeClaim",
  ]);
  assert.deepEqual(asked(group, ["storage.k8s.io/v1/volumeattachments"]), ["214 PersistentVolume"]);
  assert.deepEqual(asked(group, ["v1/persistentvolumes"]), [
    "309 VolumeAttachment",
    "402 PersistentVolumeClaim",
  ]);
  assert.deepEqual(asked(group, ["storage.k8s.io/v1/csidrivers"]), [
    "309 VolumeAttachment",
    "313 PersistentVolume",
    "313 VolumeAttachment",
  ]);
});
