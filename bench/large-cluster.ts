/** A cluster of many claims for measurements: nine in ten are well, and each tenth is in some trouble. */
import type { KubeObject } from "../src/kubernetes/index.ts";
import type { VolumeFacts } from "../test/support/objects.ts";
import {
  attachment,
  claim,
  claimRefTo,
  csiNode,
  namespaceObject,
  node,
  pod,
  storageClass,
  volume,
} from "../test/support/objects.ts";

const driver = "ebs.csi.aws.com";
const zones = ["zone-a", "zone-b", "zone-c"];
const protectedBy = ["kubernetes.io/pvc-protection"];
const provisioned = {
  finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
  annotations: { "pv.kubernetes.io/provisioned-by": driver },
};

/** Claims of one namespace, and on one node of this many. */
const claimsANamespace = 50;
const claimsANode = 20;

export function largeCluster(claims: number): readonly KubeObject[] {
  const nodes = Math.ceil(claims / claimsANode);
  const numbers = Array.from({ length: claims }, (_, number) => number);
  return [
    { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", metadata: { name: driver, uid: "driver" } },
    storageClass({ name: "gp3", provisioner: driver }),
    ...numbers.slice(0, nodes).flatMap((number) => nodeObjects(number)),
    ...numbers
      .slice(0, Math.ceil(claims / claimsANamespace))
      .map((number) => namespaceObject({ name: `team-${number}` })),
    ...numbers.flatMap((number) => (number % 10 === 0 ? inTrouble(number, nodes) : inUse(number, nodes))),
  ];
}

function nodeObjects(number: number): readonly KubeObject[] {
  const name = `node-${number}`;
  const zone = zones[number % zones.length] ?? "";
  const labels = { "kubernetes.io/hostname": name, "topology.kubernetes.io/zone": zone };
  return [node({ name, labels }), csiNode(name, driver)];
}

const namespaceFor = (number: number) => `team-${Math.floor(number / claimsANamespace)}`;

function pairFor(number: number, facts: object = {}, of: VolumeFacts = {}): readonly KubeObject[] {
  const common = { name: `data-${number}`, namespace: namespaceFor(number), uid: `claim-${number}` };
  const made = claim({
    ...common,
    phase: "Bound",
    volumeName: `pvc-${number}`,
    storageClassName: "gp3",
    finalizers: protectedBy,
    ...facts,
  });
  const zone = zones[number % zones.length] ?? "";
  const matchExpressions = [{ key: "topology.kubernetes.io/zone", operator: "In", values: [zone] }];
  const source = { driver, volumeHandle: `vol-${number}` };
  const spec = { csi: source, nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } } };
  const facing = {
    name: `pvc-${number}`,
    phase: "Bound" as const,
    claimRef: claimRefTo(made),
    spec,
    ...provisioned,
    ...of,
  };
  return [made, volume({ storageClassName: "gp3", ...facing })];
}

function podFor(number: number, nodes: number, facts: object = {}): KubeObject {
  const namespace = namespaceFor(number);
  const nodeName = `node-${number % nodes}`;
  return pod({
    name: `pod-${number}`,
    namespace,
    claims: [`data-${number}`],
    nodeName,
    phase: "Running",
    ...facts,
  });
}

function attachmentFor(number: number, nodeName: string, facts: object = {}): KubeObject {
  const name = `csi-${number}`;
  return attachment({
    name,
    volume: `pvc-${number}`,
    nodeName,
    attacher: driver,
    attached: true,
    ...facts,
  });
}

function inUse(number: number, nodes: number): readonly KubeObject[] {
  return [...pairFor(number), podFor(number, nodes), attachmentFor(number, `node-${number % nodes}`)];
}

/** By turns: finished pods, pods that run, failed deletions, lost nodes, detaches, missing classes, and what is left. */
function inTrouble(number: number, nodes: number): readonly KubeObject[] {
  const dying = { deletionTimestamp: true };
  const released = { phase: "Released" } as const;
  switch ((number / 10) % 7) {
    case 0:
      return [...pairFor(number, dying), podFor(number, nodes, { phase: "Succeeded" })];
    case 1:
      return [...pairFor(number, dying), podFor(number, nodes)];
    case 2:
      return pairFor(number, {}, released).slice(1);
    case 3:
      return [...pairFor(number), attachmentFor(number, "node-gone")];
    case 4:
      return [...pairFor(number, dying), attachmentFor(number, `node-${number % nodes}`, dying)];
    case 5:
      return [
        claim({
          name: `data-${number}`,
          namespace: namespaceFor(number),
          phase: "Pending",
          storageClassName: "none",
        }),
      ];
    default:
      return pairFor(number);
  }
}
