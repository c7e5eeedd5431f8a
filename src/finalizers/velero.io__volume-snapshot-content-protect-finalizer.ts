import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "velero.io/volume-snapshot-content-protect-finalizer",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  owner: "Velero data mover",
  addedWhen: "A DataUpload moves the data of the snapshot.",
  removedWhen: "once the DataUpload has ended",
  ifForced: "the snapshot in the backend is left behind when the DataUpload still runs",
  safety: "loses-data",
  check: "No DataUpload of this snapshot runs.",
  since: "Velero (read at d30d389b)",
  sources: ["velero-io/velero, at d30d389b5"],
});
