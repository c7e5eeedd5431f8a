import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "velero.io/volume-snapshot-content-protect-finalizer",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  owner: "Velero data mover",
  runsAs: "velero",
  addedWhen: "A DataUpload is moving the data of the snapshot.",
  removedWhen: "once the DataUpload has ended",
  ifForced: "the snapshot in the storage backend would be left behind if the DataUpload is still running",
  safety: "loses-data",
  check: "No DataUpload of this snapshot is running.",
  since: "Velero (read at d30d389b)",
  sources: ["velero-io/velero, at d30d389b5"],
});
