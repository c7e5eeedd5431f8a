import type { Part } from "../part.ts";

const on = ["v1/pods"] as const;
const phase = ["status", "phase"];

/** By name, or by an ephemeral volume, whose claim has the pod's name. */
export const podsWithClaims: Part = {
  name: "pods with claims",
  on,
  any: [
    { path: ["spec", "volumes", "persistentVolumeClaim"], is: "set" },
    { path: ["spec", "volumes", "ephemeral"], is: "set" },
  ],
};

export const finishedPods: Part = {
  name: "finished pods",
  on,
  any: [{ path: phase, is: "one of", values: ["Succeeded", "Failed"] }],
};

export const unfinishedPods: Part = {
  name: "unfinished pods",
  on,
  any: [{ path: phase, is: "none of", values: ["Succeeded", "Failed"] }],
};

export const pendingPods: Part = {
  name: "Pending pods",
  on,
  any: [{ path: phase, is: "one of", values: ["Pending"] }],
};
