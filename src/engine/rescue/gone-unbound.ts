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

/** What was saved and is gone, and had no other half that it could be bound to again; `undefined` for nothing. */
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
    say`Gone, and not made again, since undo makes only claims and volumes that belong to each other: ${join(gone.map(nameOf), ", ")}.`,
    say`Take metadata.resourceVersion out of a copy of its file in the backup; of a volume, first set the policy to Retain there. Then: kubectl create -f COPY`,
  );
}

function hasNoVolume(raw: RawObject): boolean {
  return ((JSON.parse(raw.text) as PersistentVolumeClaim).spec?.volumeName ?? "") === "";
}

function hasNoClaim(raw: RawObject): boolean {
  return ((JSON.parse(raw.text) as PersistentVolume).spec?.claimRef?.name ?? "") === "";
}
