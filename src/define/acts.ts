/** The acts that more than one remedy is made of: those of `fix`, and the steps of `rescue`. */

import type { KubeObject, PersistentVolume } from "../kubernetes/index.ts";
import { seenRefOf } from "../kubernetes/index.ts";
import type { Act, Edit } from "../report/index.ts";

export type ClaimRef = NonNullable<NonNullable<PersistentVolume["spec"]>["claimRef"]>;
type Edits = readonly [Edit, ...Edit[]];

/** Sets the reclaim policy of a volume to Retain. Nothing if it is Retain already. */
export function retaining(volume: PersistentVolume): readonly Act[] {
  const was = volume.spec?.persistentVolumeReclaimPolicy;
  if (was === "Retain") return [];
  const path = "/spec/persistentVolumeReclaimPolicy";
  const edit: Edit =
    was === undefined ? { op: "add", path, value: "Retain" } : { op: "replace", path, value: "Retain", was };
  return [editing(volume, [edit])];
}

/** Keeps a volume for any claim with the namespace and name of its former one. */
export function withoutUid({ uid, resourceVersion }: ClaimRef): Edits {
  const path = "/spec/claimRef";
  const version: Edit = { op: "remove", path: `${path}/resourceVersion`, was: resourceVersion };
  return [
    { op: "remove", path: `${path}/uid`, was: uid },
    ...(resourceVersion === undefined ? [] : [version]),
  ];
}

/** Gives a volume to the claim with this uid. */
export function withUid(claimRef: ClaimRef | undefined, value: string): Edits {
  const path = "/spec/claimRef/uid";
  const was = claimRef?.uid;
  return [was === undefined ? { op: "add", path, value } : { op: "replace", path, value, was }];
}

/** Changes fields of this very object. */
export function editing(object: KubeObject, edits: Edits): Act {
  return { do: "edit", on: seenRefOf(object), edits };
}

/** Asks the server to delete this very object. */
export function deleting(object: KubeObject): Act {
  return { do: "delete", on: seenRefOf(object) };
}
