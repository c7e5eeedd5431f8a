import type { FoundHold } from "../../engine/index.ts";
import { proof, say, type VolumeSnapshot } from "../../model/index.ts";

/** What keeps a member of a group snapshot. That is of a kind that is not read: a snapshot that names one counts as its member. */
export function memberOfGroup(snapshot: VolumeSnapshot): Omit<FoundHold, "reason"> | undefined {
  const group = snapshot.status?.volumeGroupSnapshotName;
  if (group === undefined) return undefined;
  return {
    holder: {
      object: {
        apiVersion: "groupsnapshot.storage.k8s.io/v1",
        kind: "VolumeGroupSnapshot",
        namespace: snapshot.metadata.namespace ?? "",
        name: group,
      },
    },
    message: say`the snapshot is a member of volumegroupsnapshot/${group}, and is deleted only with that group`,
    evidence: [proof(snapshot, "status.volumeGroupSnapshotName", group)],
  };
}
