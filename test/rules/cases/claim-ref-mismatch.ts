import { claim, claimRefTo, ebs, namespaceObject, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const former = { ...claimRefTo(data), uid: "former-uid" };
const stale = volume({ phase: "Bound", spec: ebs, claimRef: former });

export const cases: RuleCases = {
  fires: [
    {
      what: "the claim was made again",
      objects: [stale, data],
      on: ["pv-data"],
      severity: "error",
      says: /former .*uid former-uid.*vol-0abc will be deleted/,
      remedies: ["set-retain", "save-manifest", "release-claim-ref"],
    },
    {
      what: "the namespace is gone",
      objects: [volume({ phase: "Bound", policy: "Retain", spec: ebs, claimRef: former })],
      on: ["pv-data"],
      severity: "warning",
      says: /that namespace no longer exists/,
    },
    {
      what: "the claim is bound to another volume",
      objects: [
        volume({ phase: "Bound", policy: "Retain", spec: ebs, claimRef: claimRefTo(data) }),
        claim({ phase: "Bound", volumeName: "pv-other" }),
      ],
      on: ["pv-data"],
      severity: "warning",
      says: /is bound to pv\/pv-other/,
    },
    {
      what: "Released, about to be destroyed, while a claim of that name lives",
      objects: [volume({ phase: "Released", spec: ebs, claimRef: former }), data],
      on: ["pv-data"],
      severity: "error",
      says: /so with policy Delete vol-0abc is deleted/,
    },
  ],
  silent: [
    { what: "they match", objects: [volume({ phase: "Bound", claimRef: claimRefTo(data) }), data] },
    {
      what: "Released and kept",
      objects: [volume({ phase: "Released", policy: "Retain", claimRef: former }), namespaceObject()],
    },
    {
      what: "Released and kept, while another claim of that name lives",
      objects: [volume({ phase: "Released", policy: "Retain", spec: ebs, claimRef: former }), data],
    },
    {
      what: "Failed, while another claim of that name lives",
      objects: [volume({ phase: "Failed", spec: ebs, claimRef: former }), data],
    },
    {
      what: "being deleted, while another claim of that name lives",
      objects: [
        volume({ phase: "Released", spec: ebs, claimRef: former, deletionTimestamp: "2026-11-20T11:00:00Z" }),
        data,
      ],
    },
    {
      what: "Released, and its claim is gone",
      objects: [volume({ phase: "Released", spec: ebs, claimRef: former })],
    },
    { what: "Bound, and to nothing", objects: [volume({ phase: "Bound", spec: ebs }), data] },
    {
      what: "bound a moment ago",
      objects: [volume({ phase: "Bound", claimRef: former, creationTimestamp: "2026-11-20T11:59:50Z" })],
    },
  ],
  unread: [
    { what: "volumes", objects: [stale, data], hidden: ["v1/persistentvolumes"] },
    { what: "claims", objects: [stale, data], hidden: ["v1/persistentvolumeclaims"] },
  ],
};
