import { thirdParty } from "./shared/third-party.ts";

export default thirdParty({
  finalizer: "pvc.database.arangodb.com/member-exists",
  on: ["v1/persistentvolumeclaims"],
  owner: "ArangoDB operator",
  addedWhen: "The operator creates the claim of a member of an ArangoDeployment.",
  removedWhen: "once the member no longer exists or can be rebuilt, or the ArangoDeployment is being deleted",
  ifForced: "a member of the database would lose its data, which may have no other copy",
  safety: "loses-data",
  check:
    "Other DB-Servers have a copy of the member's data, or the data is not needed. If the ArangoDeployment no longer exists, no controller removes the finalizer.",
  since: "kube-arangodb (read at 74c196ac, 1.4.4)",
  sources: [
    "arangodb/kube-arangodb pkg/deployment/resources/pvc_finalizers.go inspectFinalizerPVCMemberExists, at 74c196ac",
    "arangodb/kube-arangodb pkg/deployment/resources/pvc_inspector.go InspectPVCs, at 74c196ac",
    "arangodb/kube-arangodb#157",
  ],
});
