import type { Unread } from "../../cluster/index.ts";
import type { Danger } from "../../define/index.ts";
import { refusal } from "../../define/index.ts";
import type { KubeObject, ObjectRef, PersistentVolume, Phrase, SeenRef } from "../../kubernetes/index.ts";
import { refOf, words } from "../../kubernetes/index.ts";
import type { Act, Refusal } from "../../report/index.ts";

/** A claim and its volume, as they were when the rescue began. All of a rescue are in one namespace. */
export interface Pair {
  readonly claim: Saved;
  readonly volume: Saved;
}

export interface Saved {
  readonly name: string;
  /** Empty when the object no longer existed. */
  readonly uid: string;
  /** JSON text: as the server sent it, or as a person or the other half of the pair tells it. */
  readonly manifest: string;
}

/** A workload whose pods must release the claims, and how it was before. */
export interface Stopped {
  readonly owner: SeenRef;
  readonly replicas: number;
  /** How many stay during the rescue: of a StatefulSet those before the first claim. */
  readonly during: number;
  /** With `Delete` the set would take the claims of all stopped pods along. */
  readonly whenScaled: "Retain" | "Delete";
  /** Who runs the workload itself, and would start it again. */
  readonly runBy?: ObjectRef;
}

/** All that a rescue must remember: with it and the cluster as it is now, the next step is known. */
export interface Rescue {
  readonly namespace: { readonly name: string; readonly uid: string };
  readonly pairs: readonly Pair[];
  readonly stopped: readonly Stopped[];
  /** The volumes that were seen with Retain: whatever became of their objects, no controller destroyed the disks. */
  readonly safe: readonly string[];
  /** The dangers that a person accepted by name. */
  readonly accepted: readonly string[];
}

export type Stage =
  | "retain"
  | "stop"
  | "delete-pod"
  | "pods-gone"
  | "delete-claim"
  | "claim-gone"
  | "volume-gone"
  | "create-volume"
  | "release-volume"
  | "volume-available"
  | "create-claim"
  | "claim-bound"
  | "start";

/** What to do next, so that the data is kept. */
export type Next =
  | { readonly next: "act"; readonly stage: Stage; readonly act: Act; readonly why: Phrase }
  | { readonly next: "wait"; readonly stage: Stage; readonly on: ObjectRef; readonly why: Phrase }
  /** Only a person can do it; then the rescue goes on. */
  | { readonly next: "person"; readonly stage: Stage; readonly refusal: Refusal }
  | { readonly next: "refuse"; readonly refusal: Refusal }
  /** Something that decides was not read. */
  | { readonly next: "unknown"; readonly unread: readonly [Unread, ...Unread[]] }
  | { readonly next: "done" };

/** The name of the danger that a person accepts, so that pods without a workload to scale are deleted. */
export const deletesPods = "DeletesPods" satisfies Danger;
/** The same, for a volume that was deleted before it was seen that its disk is safe. */
export const retainNotProven = "RetainNotProven" satisfies Danger;
/** The same, for a disk whose deletion was already tried. */
export const deletionWasTried = "DeletionWasTried" satisfies Danger;
/** The flag that starts over. */
export const startOver = words("--anew");

/** The same, for a webhook that a later step may have to pass and that does not respond. */
export const webhookUnreachable = "WebhookUnreachable" satisfies Danger;

export function pairOf(claim: ObjectRef, uid: string | undefined, volume: PersistentVolume | string): Pair {
  return {
    claim: { name: claim.name, uid: uid ?? "", manifest: "" },
    volume:
      typeof volume === "string"
        ? { name: volume, uid: "", manifest: "" }
        : { name: volume.metadata.name, uid: volume.metadata.uid, manifest: "" },
  };
}

/** Points at this very object. */
export function seen(object: KubeObject): SeenRef {
  return { ...refOf(object), uid: object.metadata.uid };
}

export function refuse(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Next {
  return { next: "refuse", refusal: refusal(reason, object, message, instead) };
}
