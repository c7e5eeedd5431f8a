import { couldNotRead, defineWait, nameOf } from "../engine/index.ts";
import {
  type Cluster,
  isTerminating,
  type ObjectRef,
  type OwnerReference,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
  type Unread,
} from "../model/index.ts";

export default defineWait({
  wait: "owner-gone",
  on: ["v1/persistentvolumeclaims"],
  needs: ["apps/v1/statefulsets", "v1/pods"],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36",
    "velero-io/velero#7862",
  ],
  reasons: {
    OwnerGone: {
      title: "The claim's owner does not exist, so the claim will be deleted",
      category: "blocked",
      what: "The claim names an owner by uid, and no object with that uid exists under that name.",
      why: "The claim was restored or copied together with the owner reference of an object that is gone.",
      whatToDo:
        'To keep the claim, remove its owner references at once, and set its volume to Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    },
    OwnerNotRead: {
      title: "An owner that was not looked at takes the claim along",
      category: "waiting",
      what: "The claim names an owner of a kind that pvguard does not read, such as an operator's own. Whether it is there is not known.",
      why: "The garbage collector deletes a claim when none of its owners is left. An owner in another namespace, or with another uid, counts as gone.",
      whatToDo:
        "Compare the owner's uid with that in the claim: `kubectl get KIND NAME -n NAMESPACE -o yaml`. Before the owner is deleted, or its kind, set the volume to Retain if the data is wanted.",
    },
  },
  remark(claim, cluster) {
    if (isTerminating(claim)) return undefined;
    const owners = claim.metadata.ownerReferences ?? [];
    const states = owners.map((owner) => ({ owner, ...stateOf(owner, claim, cluster) }));
    const [unseen] = states.filter(({ state }) => state === "not-looked-up");
    if (unseen === undefined || states.some(({ state }) => state === "exists")) return undefined;
    return {
      reason: "OwnerNotRead",
      message: say`its owner ${`${unseen.owner.kind ?? ""}/${unseen.owner.name ?? ""}`} (${unseen.owner.apiVersion ?? ""}) was not looked at; if that is gone, or goes, the garbage collector deletes the claim`,
      avoid: [
        {
          step: say`deleting that owner, or the definition of its kind, to begin anew`,
          because: say`the claim goes with it, and with policy Delete its data`,
        },
      ],
    };
  },
  holds(claim, cluster) {
    const owners = claim.metadata.ownerReferences ?? [];
    if (isTerminating(claim) || owners.length === 0) return [];
    const states = owners.map((owner) => ({ owner, ...stateOf(owner, claim, cluster) }));
    if (states.some(({ state }) => state === "exists" || state === "not-looked-up")) return [];
    const unread = states.find(({ state }) => state === "unread");
    if (unread?.unread !== undefined) return [couldNotRead(unread.unread)];
    return states.map(({ owner, namesake }) => {
      const ref = ownerRef(owner, claim);
      const other =
        namesake === undefined
          ? []
          : say` (the one of that name today has uid ${namesake}, and does not count)`;
      return {
        reason: "OwnerGone" as const,
        holder: { controller: "garbage-collector-controller" },
        message: say`its owner ${nameOf(ref)} with uid ${owner.uid ?? ""} does not exist${other}: the garbage collector deletes the claim`,
        evidence: [proof(refOf(claim), "metadata.ownerReferences", owner.uid)],
        remedies: [{ remedy: "remove-owner-references", on: refOf(claim) }],
        avoid: [
          {
            step: say`restoring the claim again as it was`,
            because: say`with the same owner reference the garbage collector deletes it again`,
          },
        ],
      };
    });
  },
});

interface OwnerState {
  /** The uid of another object that has the owner's name today. */
  readonly namesake?: string;
  readonly state: "exists" | "gone" | "unread" | "not-looked-up";
  readonly unread?: Unread;
}

/** `not-looked-up`: an owner of a kind that pvguard does not read may well exist. */
function stateOf(owner: OwnerReference, claim: PersistentVolumeClaim, cluster: Cluster): OwnerState {
  const found = cluster.resolve(ownerRef(owner, claim));
  if (found === undefined) return { state: "not-looked-up" };
  if (found.state === "unread") return { state: "unread", unread: found.unread };
  if (found.state === "absent") return { state: "gone" };
  const { uid } = found.object.metadata;
  return uid === owner.uid ? { state: "exists" } : { state: "gone", namesake: uid };
}

function ownerRef(owner: OwnerReference, claim: PersistentVolumeClaim): ObjectRef {
  const { apiVersion = "", kind = "", name = "" } = owner;
  return { apiVersion, kind, name, namespace: claim.metadata.namespace ?? "" };
}
