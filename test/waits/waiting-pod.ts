import type { Event } from "../../src/kubernetes/index.ts";
import { attachment, claim, claimRefTo, ebs, node, pod, statefulSet, volume } from "../support/objects.ts";

/** A pod on `node-b` that has not started. */
export const waiting = (facts: Parameters<typeof pod>[0] = {}) =>
  pod({ name: "new", nodeName: "node-b", phase: "Pending", claims: ["data"], ...facts });
export const data = claim({ phase: "Bound", volumeName: "pv-data" });
export const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
export const nodes = [node(), node({ name: "node-b" })];
export const world = [data, bound, ...nodes];
/** Another pod that uses the claim. */
export const old = (facts: Parameters<typeof pod>[0] = {}) =>
  pod({ name: "old", claims: ["data"], ...facts });
export const set = statefulSet();
/** What an event says of the pod. */
export const told = (reason: string, message: string): Event => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "e1", namespace: "shop", uid: "e1-uid" },
  involvedObject: { kind: "Pod", namespace: "shop", name: "new", uid: "new-uid" },
  type: "Warning",
  reason,
  message,
});

/** Of the volume, to the node of the pod. */
export const here = attachment({ name: "here", nodeName: "node-b" });
