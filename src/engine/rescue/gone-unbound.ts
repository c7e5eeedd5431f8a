import {
  type Cluster,
  join,
  nameOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type RawObject,
  type Refusal,
  say,
} from "../../model/index.ts";
import { refusal } from "./seen.ts";

/** What was saved and no longer exists, and had no other half that it could be bound to again; `undefined` for nothing. */
export function goneUnbound(
  claims: readonly RawObject[],
  volumes: readonly RawObject[],
  cluster: Cluster,
): Refusal | undefined {
  const gone = [...claims.filter(hasNoVolume), ...volumes.filter(hasNoClaim)]
    .map(({ ref }) => ref)
    .filter((ref) => cluster.resolve(ref)?.state === "absent");
  const [first] = gone;
  if (first === undefined) return undefined;
  return refusal(
    "NotBoundWhenSaved",
    first,
    say`undo creates only claims and volumes that belong to each other, so it does not create these missing objects again: ${join(gone.map(nameOf), ", ")}.`,
    say`Copy its file from the backup and remove metadata.resourceVersion from the copy. For a volume, also set the policy to Retain there. Then run: kubectl create -f COPY`,
  );
}

function hasNoVolume(raw: RawObject): boolean {
  return ((JSON.parse(raw.text) as PersistentVolumeClaim).spec?.volumeName ?? "") === "";
}

function hasNoClaim(raw: RawObject): boolean {
  return ((JSON.parse(raw.text) as PersistentVolume).spec?.claimRef?.name ?? "") === "";
}
