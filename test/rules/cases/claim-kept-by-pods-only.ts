import { claim, claimRefTo, ebs, ownedBy, pod, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const facts = { phase: "Bound", volumeName: "pv-data", deletionTimestamp: true, finalizers } as const;
const leaving = claim(facts);
const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(leaving) });
const user = pod({ claims: ["data"] });

export const cases: RuleCases = {
  fires: [
    {
      what: "a running pod keeps it",
      objects: [leaving, disk, user],
      on: ["data"],
      severity: "error",
      says: /held only by pod\/web-0 \(shop\); after that, vol-0abc will be deleted/,
      remedies: ["set-retain"],
    },
    {
      what: "a pod that waits for a node names it too, and does not keep it",
      objects: [
        leaving,
        disk,
        user,
        pod({ name: "web-1", nodeName: "", phase: "Pending", claims: ["data"] }),
      ],
      on: ["data"],
      severity: "error",
      says: /held only by pod\/web-0 \(shop\);/,
    },
    {
      what: "two pods keep it",
      objects: [leaving, disk, user, pod({ name: "web-1", claims: ["data"] })],
      on: ["data"],
      severity: "error",
      says: /held only by pod\/web-0 \(shop\) and 1 more;/,
    },
  ],
  silent: [
    {
      what: "nobody has deleted it",
      objects: [claim({ phase: "Bound", volumeName: "pv-data", finalizers }), disk, user],
    },
    { what: "its volume is gone", objects: [leaving, user] },
    {
      what: "another finalizer keeps it, and the pod does not",
      objects: [
        claim({ ...facts, finalizers: ["provisioner.storage.kubernetes.io/cloning-protection"] }),
        disk,
        user,
      ],
    },
    {
      what: "policy Retain",
      objects: [leaving, volume({ policy: "Retain", spec: ebs, claimRef: claimRefTo(leaving) }), user],
    },
    {
      what: "nobody can destroy a disk that was made by hand",
      objects: [
        leaving,
        volume({
          phase: "Bound",
          spec: { nfs: { server: "10.0.0.9", path: "/x" } },
          claimRef: claimRefTo(leaving),
        }),
        user,
      ],
    },
    {
      what: "the volume was deleted without a deletion finalizer: the disk stays behind",
      objects: [
        leaving,
        volume({
          phase: "Bound",
          spec: ebs,
          claimRef: claimRefTo(leaving),
          deletionTimestamp: "2026-11-20T09:00:00Z",
          finalizers: ["kubernetes.io/pv-protection"],
        }),
        user,
      ],
    },
    {
      what: "the volume was deleted without the finalizer that the PV controller then cannot add",
      objects: [
        leaving,
        volume({
          phase: "Bound",
          spec: { hostPath: { path: "/tmp/x" } },
          annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" },
          claimRef: claimRefTo(leaving),
          deletionTimestamp: "2026-11-20T09:00:00Z",
          finalizers: ["kubernetes.io/pv-protection"],
        }),
        user,
      ],
    },
    {
      what: "something else keeps it too",
      objects: [
        claim({
          ...facts,
          finalizers: [...finalizers, "provisioner.storage.kubernetes.io/cloning-protection"],
        }),
        disk,
        user,
      ],
    },
    {
      what: "its pods are being taken down with it",
      objects: [leaving, disk, pod({ claims: ["data"], deletionTimestamp: true })],
    },
    {
      what: "it belongs to the pod and is meant to go with it",
      objects: [claim({ ...facts, ownerReferences: [ownedBy(user)] }), disk, user],
    },
    {
      what: "deleted a moment ago",
      objects: [claim({ ...facts, deletionTimestamp: "2026-11-20T11:58:00Z" }), disk, user],
    },
  ],
  unread: [
    { what: "claims", objects: [leaving, disk, user], hidden: ["v1/persistentvolumeclaims"] },
    { what: "volumes", objects: [leaving, disk, user], hidden: ["v1/persistentvolumes"] },
    { what: "pods", objects: [leaving, disk, user], hidden: ["v1/pods"] },
  ],
};
