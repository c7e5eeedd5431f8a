import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "replication.storage.dell.com/replicationProtection",
  on: ["v1/persistentvolumes"],
  owner: "Dell CSM replication controller",
  runsAs: "replication",
  addedWhen: "Every replicated volume gets it.",
  removedWhen: "once the controller has handled the annotation for synchronized deletion",
  ifForced: "the copy on the remote array would be left behind",
  safety: "loses-data",
  check: "The remote copy is deleted, or is wanted and recorded elsewhere.",
  since: "csm-replication (read at 7a573dd)",
  sources: ["dell/csm-replication, at 7a573dd"],
});
