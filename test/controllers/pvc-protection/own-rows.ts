import { claim, ownedBy, pod } from "../../support/objects.ts";
import type { Row } from "./rows.ts";
import { dying, user } from "./rows.ts";

export const scratchUser = pod({ name: "web-0", ephemeral: ["scratch"] });
const scratch = (ownerUid: string) =>
  dying({ name: "web-0-scratch", ownerReferences: [ownedBy(scratchUser, { uid: ownerUid })] });

/** What the upstream table does not say of the same predicate. */
export const ownRows: readonly Row[] = [
  {
    name: "ephemeral volume, claim owned by the pod -> kept",
    claims: [scratch("web-0-uid")],
    pods: [scratchUser],
    action: ["keep"],
  },
  {
    name: "ephemeral volume, claim owned by an earlier pod of that name -> removed",
    claims: [scratch("earlier-uid")],
    pods: [scratchUser],
    action: ["remove"],
  },
  {
    name: "force-deleted pod, normal claim -> kept",
    claims: [dying()],
    pods: [pod({ claims: ["data"], deletionTimestamp: true, deletionGracePeriodSeconds: 0 })],
    action: ["keep"],
  },
  {
    name: "force-deleted pod, ephemeral claim -> removed",
    claims: [scratch("web-0-uid")],
    pods: [pod({ ephemeral: ["scratch"], deletionTimestamp: true, deletionGracePeriodSeconds: 0 })],
    action: ["remove"],
  },
  {
    name: "Terminating pod that still has time, ephemeral claim -> kept",
    claims: [scratch("web-0-uid")],
    pods: [pod({ ephemeral: ["scratch"], deletionTimestamp: true, deletionGracePeriodSeconds: 30 })],
    action: ["keep"],
  },
  {
    name: "pod of another namespace -> removed",
    claims: [dying()],
    pods: [pod({ namespace: "elsewhere", claims: ["data"] })],
    action: ["remove"],
  },
  {
    name: "pod whose node is gone -> kept until PodGC deletes the pod",
    claims: [dying()],
    pods: [pod({ claims: ["data"], nodeName: "gone" })],
    action: ["keep"],
  },
  {
    name: "deleted without the finalizer -> not its concern",
    claims: [claim({ deletionTimestamp: true })],
    pods: [user],
    action: ["none"],
  },
];
