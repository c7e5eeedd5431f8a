import { claim, claimRefTo, ebs, ownedBy, pod, statefulSet, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const facts = { name: "data-web-1", phase: "Bound", volumeName: "pv-1" } as const;
const data = claim(facts);
const disk = volume({ name: "pv-1", phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const scaled = statefulSet({ whenScaled: "Delete" });
const dropped = pod({
  name: "web-1",
  claims: ["data-web-1"],
  ownerReferences: [{ ...ownedBy(scaled), controller: true }],
});
const ofPod = claim({ ...facts, ownerReferences: [{ ...ownedBy(dropped), controller: true }] });

const deletionTimestamp = "2026-11-20T11:00:00Z";
const leaving = (finalizer: string) =>
  statefulSet({ whenDeleted: "Delete", replicas: 2, deletionTimestamp, finalizers: [finalizer] });
const ofSet = claim({ ...facts, ownerReferences: [{ ...ownedBy(leaving("")), controller: true }] });
const backup = { apiVersion: "example.com/v1", kind: "Backup", name: "b", uid: "b" };

export const cases: RuleCases = {
  fires: [
    {
      what: "its pod is dropped, and does not own it yet",
      objects: [data, disk, scaled, dropped],
      on: ["data-web-1"],
      severity: "warning",
      says: /was scaled to 1 with whenScaled: Delete, .* pod\/web-1 .*, which the StatefulSet removes, and vol-\w+ is deleted with it/,
      remedies: ["retain-when-scaled", "set-retain"],
    },
    {
      what: "its pod is dropped, and owns it",
      objects: [ofPod, disk, scaled, dropped],
      on: ["data-web-1"],
      severity: "warning",
      says: /, which the StatefulSet removes, and vol-/,
      remedies: ["retain-when-scaled", "set-retain"],
    },
    {
      what: "its pod owns it, and the set is being deleted",
      objects: [ofPod, disk, leaving("example.com/x"), dropped],
      on: ["data-web-1"],
      severity: "warning",
      says: /statefulset\/web .* no longer changes the owner references, .* deleted with its owner pod\/web-1 .*, and vol-/,
      remedies: ["remove-owner-references", "set-retain"],
    },
    {
      what: "its set owns it, and stays for a while",
      objects: [ofSet, disk, leaving("example.com/x")],
      on: ["data-web-1"],
      severity: "warning",
      says: /statefulset\/web \(shop\) is being deleted, and after that .* deletes the claim, and vol-/,
      remedies: ["remove-owner-references", "set-retain"],
    },
    {
      what: "its set is deleted in the foreground",
      objects: [ofSet, disk, leaving("foregroundDeletion")],
      on: ["data-web-1"],
      severity: "warning",
      says: /is being deleted with all that it owns/,
      remedies: ["remove-owner-references", "set-retain"],
    },
  ],
  silent: [
    {
      what: "the set wants its pod",
      objects: [data, disk, statefulSet({ replicas: 2, whenScaled: "Delete" }), dropped],
    },
    {
      what: "the set leaves the claims of pods that it drops",
      objects: [data, disk, statefulSet(), dropped],
    },
    { what: "the dropped pod is gone, and did not own it", objects: [data, disk, scaled] },
    {
      what: "the volume is kept",
      objects: [
        data,
        volume({ name: "pv-1", phase: "Bound", policy: "Retain", spec: ebs, claimRef: claimRefTo(data) }),
        scaled,
        dropped,
      ],
    },
    { what: "it has no volume", objects: [claim({ name: "data-web-1", phase: "Pending" }), scaled, dropped] },
    {
      what: "it is being deleted already",
      objects: [claim({ ...facts, deletionTimestamp }), disk, scaled, dropped],
    },
    { what: "its set leaves it an orphan", objects: [ofSet, disk, leaving("orphan")] },
    {
      what: "its set is being deleted, and does not own it",
      objects: [data, disk, leaving("example.com/x")],
    },
    {
      what: "another owner keeps it",
      objects: [
        claim({ ...facts, ownerReferences: [...(ofPod.metadata.ownerReferences ?? []), backup] }),
        disk,
        scaled,
        dropped,
      ],
    },
  ],
  unread: [
    { what: "claims", objects: [data, disk, scaled, dropped], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [data, disk, scaled, dropped], hidden: ["v1/persistentvolumes"] },
    { what: "pods", objects: [data, disk, scaled, dropped], hidden: ["v1/pods"] },
    {
      what: "sets, and its pod is one of a set",
      objects: [data, disk, scaled, dropped],
      hidden: ["apps/v1/statefulsets"],
    },
    {
      what: "sets, and one owns it",
      objects: [ofSet, disk, leaving("orphan")],
      hidden: ["apps/v1/statefulsets"],
    },
    {
      what: "another owner",
      objects: [
        claim({
          ...facts,
          ownerReferences: [
            ...(ofPod.metadata.ownerReferences ?? []),
            { apiVersion: "batch/v1", kind: "Job", name: "j", uid: "j" },
          ],
        }),
        disk,
        scaled,
        dropped,
      ],
      hidden: ["batch/v1/jobs"],
    },
  ],
};
