import { createAnalysis } from "../../../src/analysis/index.ts";
import type { Proposal } from "../../../src/changes/index.ts";
import { drafted } from "../../../src/changes/index.ts";
import type { FixableRemedy } from "../../../src/changes/plan/choose.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import { flatten, refOf, seenRefOf, words } from "../../../src/kubernetes/index.ts";
import type { Acceptance, Act, Edit, Safety } from "../../../src/report/index.ts";
import { claim, claimRefTo, ebs, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

export const because = { object: refOf(claim()), leaves: ["Held"] };

export function remedy(
  acts: readonly [Act, ...Act[]],
  safety: Safety,
  accept: readonly string[],
): FixableRemedy {
  const accepts: readonly Acceptance[] = accept.map((name) => ({ name, because: words(`of ${name}`) }));
  const cannotUndo = [words("what was done")];
  return {
    name: "custom",
    title: words("Do it"),
    because: words("it helps"),
    safety,
    commands: [],
    steps: [],
    fix: { acts, cannotUndo, accept: accepts },
  };
}

export interface Case {
  readonly acts: readonly [Act, ...Act[]];
  readonly objects: readonly [KubeObject, ...KubeObject[]];
  readonly hidden?: readonly Resource[];
  readonly safety?: Safety;
  readonly accept?: readonly string[];
}

export function draft({ acts, objects, hidden, safety = "safe", accept = [] }: Case): Proposal {
  const cluster = createCluster(snapshotOf(objects, hidden));
  const asked = { object: objects[0], remedy: remedy(acts, safety, accept), because };
  return drafted(asked, createAnalysis(cluster, knowledge));
}

/** In one line: safety and dangers, or why not. */
export function outcome(proposal: Proposal): string {
  switch (proposal.state) {
    case "draft":
      return [proposal.draft.safety, ...proposal.draft.accept.map(({ name }) => name)].join(" ");
    case "nothing":
      return `nothing: ${flatten(proposal.because, String)}`;
    case "refused":
      return proposal.refusals.map(({ reason }) => reason).join(" ");
  }
}

export const data = claim({ phase: "Bound", volumeName: "pv-data" });
export const former = { namespace: "shop", name: "former", uid: "former" };
const provisioned = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
const annotations = { "pvguard.dev/ignore": "PVG001" };
export const released = volume({
  phase: "Released",
  claimRef: former,
  spec: ebs,
  annotations: { ...annotations, ...provisioned },
});
export const bound = volume({
  phase: "Bound",
  claimRef: claimRefTo(data),
  spec: ebs,
  annotations: provisioned,
});
export const healthy = volume({ spec: ebs });
export const finalizer = "x.io/y";
export const leaving = claim({ deletionTimestamp: true, finalizers: [finalizer] });
export const policy = "/spec/persistentVolumeReclaimPolicy";
export const retain: Edit = { op: "replace", path: policy, value: "Retain", was: "Delete" };

export const edit = (object: KubeObject, ...edits: readonly [Edit, ...Edit[]]): Act => ({
  do: "edit",
  on: seenRefOf(object),
  edits,
});
export const drop = (object: KubeObject): Act => ({
  do: "drop-finalizer",
  on: seenRefOf(object),
  finalizer,
});
export const remove = (object: KubeObject): Act => ({ do: "delete", on: seenRefOf(object) });
export const nudge: Edit = { op: "add", path: "/metadata/annotations/pvguard.dev~1nudged", value: "now" };
export const ignore: Edit = {
  op: "remove",
  path: "/metadata/annotations/pvguard.dev~1ignore",
  was: "PVG001",
};
export const protect: Edit = {
  op: "add",
  path: "/metadata/finalizers",
  value: ["kubernetes.io/pv-protection"],
};
