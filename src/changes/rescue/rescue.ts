import type { Unread } from "../../cluster/index.ts";
import { claimNamed, volumeNamed } from "../../controllers/index.ts";
import type { Danger } from "../../define/index.ts";
import type { ObjectRef, PersistentVolume, Phrase, SeenRef } from "../../kubernetes/index.ts";
import type { Refusal } from "../../report/index.ts";

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

/** What there is to rescue, or why there is nothing. */
export type Decided =
  | /** The manifests are still empty: the objects have to be read whole. */ {
      readonly start: "rescue";
      readonly rescue: Rescue;
      readonly told: readonly Phrase[];
    }
  | { readonly start: "nothing-to-do"; readonly because: Phrase; readonly told: readonly Phrase[] }
  | { readonly start: "refused"; readonly refusal: Refusal };

/** The same, and what was not read for it. */
export type RescueStart = (Decided | { readonly start: "unknown" }) & {
  readonly unread: readonly Unread[];
  readonly owners?: readonly Unread[];
};

/** The name of the danger that a person accepts, to bring back a volume that was deleted before it was seen that its disk is safe. */
export const retainNotProven = "RetainNotProven" satisfies Danger;
/** The same, for a disk whose deletion was already tried. */
export const deletionWasTried = "DeletionWasTried" satisfies Danger;
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

/** The claims and the volumes of a rescue. */
export function objectsOf({ namespace, pairs }: Rescue): readonly ObjectRef[] {
  return [
    ...pairs.map(({ claim }) => claimNamed(namespace.name, claim.name)),
    ...pairs.map(({ volume }) => volumeNamed(volume.name)),
  ];
}
