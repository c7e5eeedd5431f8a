import type { Rescue } from "../../../src/changes/rescue/index.ts";
import { begin, stepsAhead, withManifests } from "../../../src/changes/rescue/index.ts";
import type { Cluster } from "../../../src/cluster/index.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import { claimNamed, controllers, volumeNamed } from "../../../src/controllers/index.ts";
import type {
  Deployment,
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  Resource,
  StatefulSet,
} from "../../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";
import type { Refusal, RescueStep } from "../../../src/report/index.ts";
import {
  claim,
  claimRefTo,
  deployment,
  ebs,
  namespaceObject,
  ownedBy,
  pod,
  statefulSet,
  volume,
} from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const driver = "ebs.csi.aws.com";
const deleted = "2026-11-20T08:00:00Z";
export const namespace = namespaceObject();

interface PairFacts {
  readonly name?: string;
  readonly claim?: "live" | "deleted";
  readonly volume?: "live" | "deleted";
  readonly policy?: string;
  readonly phase?: "Bound" | "Released" | "Failed" | "Available";
}

/** A claim and its volume, bound, as a CSI driver provisioned them. */
export function pair(facts: PairFacts = {}): readonly [PersistentVolumeClaim, PersistentVolume] {
  const name = facts.name ?? "data";
  const bound = claim({
    name,
    phase: "Bound",
    volumeName: `pv-${name}`,
    storageClassName: "fast",
    finalizers: ["kubernetes.io/pvc-protection"],
    annotations: { "pv.kubernetes.io/bind-completed": "yes", "pv.kubernetes.io/bound-by-controller": "yes" },
    ...(facts.claim === "deleted" ? { deletionTimestamp: deleted } : {}),
  });
  const policy = facts.policy ?? "Delete";
  const backing = volume({
    name: `pv-${name}`,
    phase: facts.phase ?? "Bound",
    policy,
    storageClassName: "fast",
    claimRef: { ...claimRefTo(bound), resourceVersion: "7" },
    finalizers: [
      "kubernetes.io/pv-protection",
      ...(policy === "Delete" ? ["external-provisioner.volume.kubernetes.io/finalizer"] : []),
    ],
    annotations: { "pv.kubernetes.io/provisioned-by": driver },
    spec: { csi: { ...ebs.csi, volumeHandle: `vol-${name}` } },
    ...(facts.volume === "deleted" ? { deletionTimestamp: deleted } : {}),
  });
  return [bound, backing];
}

/** A Deployment `web` with one pod that uses the claims. */
export function deploymentUsing(...claims: readonly string[]): readonly [Deployment, ReplicaSet, Pod] {
  const owner = deployment({ claims });
  const set: ReplicaSet = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: "web-1", namespace: "shop", uid: "web-1-uid", ownerReferences: [ownedBy(owner)] },
    spec: { replicas: 1, template: owner.spec?.template },
  };
  return [owner, set, pod({ name: "web-1-x", claims, ownerReferences: [ownedBy(set)] })];
}

/** A StatefulSet `web` with claims `data-web-0`… and a pod for each. */
export function setOf(
  replicas: number,
  whenScaled: "Retain" | "Delete" = "Retain",
): readonly [StatefulSet, ...Pod[]] {
  const set = statefulSet({ replicas, whenScaled });
  const pods: readonly Pod[] = Array.from({ length: replicas }, (_, ordinal) =>
    pod({ name: `web-${ordinal}`, claims: [`data-web-${ordinal}`], ownerReferences: [ownedBy(set)] }),
  );
  return [set, ...pods];
}

export function clusterOf(objects: readonly KubeObject[], hidden: readonly Resource[] = []): Cluster {
  return createCluster(snapshotOf([namespace, ...objects], hidden));
}

/** The rescue of a claim or volume, or why there is none. */
export function begun(
  named: ObjectRef,
  objects: readonly KubeObject[],
  options: { readonly accepted?: readonly string[]; readonly given?: string } = {},
): Rescue | Refusal {
  const found = begin(named, options.accepted ?? [], clusterOf(objects));
  switch (found.start) {
    case "rescue": {
      const texts = new Map(objects.map((object) => [nameKey(refOf(object)), JSON.stringify(object)]));
      return withManifests(found.rescue, texts, options.given);
    }
    case "refused":
      return found.refusal;
    case "nothing-to-do":
      return { reason: "nothing-to-do", object: refOf(namespace), message: found.because };
    case "unknown":
      return { reason: "unknown", object: refOf(namespace), message: [] };
  }
}

export const ofClaim = (name = "data") => claimNamed("shop", name);
export const ofVolume = (name = "pv-data") => volumeNamed(name);

/** The outline in one line for each step, then how it ends. */
export function stepsOf(
  named: ObjectRef,
  objects: readonly KubeObject[],
  options: { readonly accepted?: readonly string[]; readonly given?: string } = {},
): readonly string[] {
  const rescue = begun(named, objects, options);
  if ("reason" in rescue) return [`refused: ${rescue.reason}`];
  const { steps, end } = stepsAhead(rescue, clusterOf(objects), controllers);
  const last = end.end === "refused" ? `refused: ${end.refusal.reason}` : end.end;
  return [...steps.map(line), last];
}

function line({ stage, object, by, act }: RescueStep): string {
  const edits =
    act?.do === "edit"
      ? act.edits.map(
          ({ op, path, ...rest }) =>
            ` ${op} ${path}${"value" in rest ? ` ${JSON.stringify(rest.value)}` : ""}`,
        )
      : [];
  return `${by === "pvguard" ? "" : `(${by}) `}${stage} ${object.name}${edits.join("")}`;
}
