import { blocked, stuck, waiting } from "../../../define/index.ts";

/** Why a claim waits that a volume populator has to fill. */
export const populatorReasons = {
  CloneSourceInUse: blocked("The source of the clone is in use", {
    what: "The claim is a clone, and an event of its populator says that a pod uses the source.",
    why: "CDI copies a claim only while no pod uses it, so that the copy is consistent. A virtual machine that runs is a pod too.",
    whatToDo:
      "A person must stop the pods that use the source until the copy is done: `kubectl describe pvc NAME -n NAMESPACE` names them. Or take a VolumeSnapshot of the source, and create the claim from that.",
  }),
  PopulatorSilent: stuck("No populator fills the claim", {
    what: "The claim's data source is of a kind that a volume populator reads. The claim is older than ten minutes, and no event and no working claim shows that a populator has begun.",
    why: "The populator of that kind is not installed, does not run, or does not watch: some begin only when the CRD volumepopulators.populator.storage.k8s.io exists. Or it works without telling so.",
    whatToDo:
      "Check that the populator runs, and read its log: `kubectl get pods --all-namespaces`. Check that the kind is announced: `kubectl get volumepopulators`. Install what is missing. The claim has no data yet.",
  }),
  PopulatorFills: waiting("A populator has to fill the claim", {
    what: "The claim's data source is of a kind that a volume populator reads.",
    why: "The populator creates a claim of its own, fills it, and hands the volume over.",
    whatToDo:
      "No action is needed while it works. If it remains so, check that the populator runs: `kubectl get pods --all-namespaces`.",
  }),
};
