/** The parts of a healthy cluster: claims with all that belongs to them. */
import type {
  KubeObject,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
} from "../../../src/kubernetes/index.ts";
import type { ClaimFacts, VolumeFacts } from "../../support/objects.ts";
import { attachment, claim, claimRefTo, node, pod, volume } from "../../support/objects.ts";

export const ebsDriver = "ebs.csi.aws.com";
const provisionerFinalizer = "external-provisioner.volume.kubernetes.io/finalizer";
const attacherFinalizer = "external-attacher/ebs-csi-aws-com";

export const nodes: readonly Node[] = Array.from({ length: 20 }, (_, number) =>
  node({ name: `node-${number}`, labels: { "kubernetes.io/hostname": `node-${number}` } }),
);

/** The numbers from 0 on. */
export function times<T>(count: number, make: (number: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

export function nodeFor(number: number): string {
  return `node-${number % nodes.length}`;
}

export function protectedClaim(facts: ClaimFacts): PersistentVolumeClaim {
  const finalizers = ["kubernetes.io/pvc-protection", ...(facts.finalizers ?? [])];
  return claim({ storageClassName: "gp3", ...facts, uid: `${facts.namespace}-${facts.name}`, finalizers });
}

/** Every second volume is too old to say since when it is in its phase. */
function statusOf(name: string): { readonly lastPhaseTransitionTime?: string } {
  return name.length % 2 === 0 ? {} : { lastPhaseTransitionTime: "2026-11-01T08:00:10Z" };
}

/** A claim with the CSI volume that was made for it. */
export function boundClaim(
  facts: ClaimFacts & { readonly name: string },
  of: VolumeFacts = {},
): readonly [PersistentVolumeClaim, PersistentVolume] {
  const namespace = facts.namespace ?? "shop";
  const volumeName = `pvc-${namespace}-${facts.name}`;
  const bound = protectedClaim({
    ...facts,
    namespace,
    phase: "Bound",
    volumeName,
    annotations: { "pv.kubernetes.io/bind-completed": "yes", ...facts.annotations },
    status: { capacity: { storage: "1Gi" } },
  });
  const isKept = of.policy === "Retain";
  const isCsi = of.spec === undefined;
  const own = volume({
    storageClassName: bound.spec?.storageClassName ?? "",
    annotations: isCsi ? { "pv.kubernetes.io/provisioned-by": ebsDriver } : {},
    spec: { csi: { driver: ebsDriver, volumeHandle: `vol-${volumeName}` } },
    ...of,
    name: volumeName,
    phase: "Bound",
    claimRef: claimRefTo(bound),
    finalizers: [
      "kubernetes.io/pv-protection",
      ...(isCsi ? [attacherFinalizer, ...(isKept ? [] : [provisionerFinalizer])] : []),
    ],
    status: statusOf(volumeName),
  });
  return [bound, own];
}

/** A pod that runs on a claim, with the attachment of its volume. */
export function runningPod(
  [of, own]: readonly [PersistentVolumeClaim, PersistentVolume],
  name: string,
  number: number,
): readonly KubeObject[] {
  const nodeName = nodeFor(number);
  const facts = { namespace: of.metadata.namespace ?? "", nodeName, claims: [of.metadata.name] };
  return [pod({ ...facts, name, uid: `${facts.namespace}-${name}` }), ...attachedTo(own, nodeName)];
}

function attachedTo(own: PersistentVolume, nodeName: string): readonly KubeObject[] {
  if (own.spec?.csi === undefined) return [];
  const name = `csi-${own.metadata.name}`;
  return [attachment({ name, volume: own.metadata.name, nodeName, finalizers: [attacherFinalizer] })];
}

export function finishedPod(of: PersistentVolumeClaim, number: number): Pod {
  const { name, namespace = "" } = of.metadata;
  return pod({
    name: `${name}-done`,
    namespace,
    nodeName: nodeFor(number),
    phase: "Succeeded",
    claims: [name],
  });
}
