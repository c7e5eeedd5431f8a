/** A plan item, and what is seen of it when the world is looked at again. */
import type { Planned } from "../../../src/commands/fix/planning.ts";
import { words } from "../../../src/kubernetes/index.ts";
import type { Act, PlanItem, PlannedWrite } from "../../../src/report/index.ts";
import { item, plan } from "../../changes/executor/support/plans.ts";

export const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  namespace: "shop",
  name: "data",
  uid: "c1",
};
const volume = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "v1" };
export const retain: Act = {
  do: "edit",
  on: volume,
  edits: [{ op: "replace", path: "/spec/persistentVolumeReclaimPolicy", value: "Retain", was: "Delete" }],
};
export const release: Act = {
  do: "edit",
  on: volume,
  edits: [{ op: "remove", path: "/spec/claimRef/uid", was: "c0" }],
};
export const steps: readonly PlannedWrite[] = [retain, release].map((act) => ({ when: "later", act }));
export const [, next] = steps;
export const because = { object: claim, leaves: ["AReason pod/a"] };
export const confirmed = item(steps, { because, remedy: "release-claim-ref" });

export function planned(items: readonly PlanItem[], more: Partial<Planned> = {}): Planned {
  return {
    plan: plan(...items),
    digest: "d",
    refusals: [],
    idle: [],
    failures: [],
    read: new Map(),
    evidence: [],
    ...more,
  };
}

export const ref = { ...volume, kind: "PersistentVolume" };
export const target = (resourceVersion: string) =>
  ({ resource: "v1/persistentvolumes", ref, resourceVersion }) as const;
export const removal = (resourceVersion: string, without = "a/b"): PlannedWrite => ({
  when: "now",
  step: { do: "replace", target: target(resourceVersion), without, read: "{}" },
});
export const deletion = (resourceVersion: string): PlannedWrite => ({
  when: "now",
  step: { do: "delete", target: target(resourceVersion) },
});
export const one = (step: PlannedWrite, more: Partial<PlanItem> = {}) =>
  item([step], { because, remedy: "release-claim-ref", ...more });

export const danger = { name: "PodUsesClaim", because: words("a pod came") };

export const later = (act: Act): PlannedWrite => ({ when: "later", act });
