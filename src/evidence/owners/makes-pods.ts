import type { Cluster } from "../../cluster/index.ts";
import { objectOf } from "../../cluster/index.ts";
import { ownerRefOf } from "../../controllers/index.ts";
import type { Job, OwnerReference, Pod } from "../../kubernetes/index.ts";
import { controllerOf, isTerminating } from "../../kubernetes/index.ts";
import { hint, proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { ownerExists } from "./owner-exists.ts";

/**
 * The kinds whose controllers make a new pod when one is deleted.
 * kubernetes/kubernetes pkg/controller: replicaset, replication, statefulset, daemon and job, 1.36.
 */
const makers: readonly string[] = [
  "apps/ReplicaSet",
  "/ReplicationController",
  "apps/StatefulSet",
  "apps/DaemonSet",
  "batch/Job",
];

/** Kinds of Kubernetes itself that own pods and make none. */
const neverMakers: readonly string[] = ["/PersistentVolumeClaim", "/Node", "/Pod", "/PersistentVolume"];

/**
 * Does a controller make another pod when this one is deleted? Not where it has no controller, or where that is gone, is being
 * deleted, has finished, or is of a kind that makes none. Of a kind that is not known, such as an operator's, it is possible.
 */
export function makesAnother(pod: Pod, cluster: Cluster): Answer {
  const owner = controllerOf(pod);
  if (owner === undefined) return weigh([], [refutation(pod, "metadata.ownerReferences", null)]);
  const exists = ownerExists(owner, pod, cluster);
  if (exists.is === "unread") return notLooked(exists.unread);
  if (exists.is === "refuted") return weigh([], exists.against);
  const kind = kindOf(owner);
  const path = "metadata.ownerReferences[controller].kind";
  if (neverMakers.includes(kind)) return weigh([], [refutation(pod, path, owner.kind)]);
  const maker = objectOf(cluster.resolve(ownerRefOf(owner, pod)));
  if (maker !== undefined && isTerminating(maker))
    return weigh([], [refutation(maker, "metadata.deletionTimestamp", maker.metadata.deletionTimestamp)]);
  const end = maker?.kind === "Job" ? endOf(maker) : undefined;
  if (maker !== undefined && end !== undefined)
    return weigh([], [refutation(maker, `status.conditions[${end}].status`, "True")]);
  if (!makers.includes(kind)) return weigh([]);
  return weigh([exists.is === "proven" ? proof(pod, path, owner.kind) : hint(pod, path, owner.kind)]);
}

/**
 * The condition by which a Job has finished, or is suspended: it starts no pod then.
 * kubernetes/kubernetes pkg/controller/job/job_controller.go syncJob, manageJob, 1.36.
 */
function endOf({ status }: Job): string | undefined {
  return status?.conditions?.find(
    ({ type = "", status: is }) => ["Complete", "Failed", "Suspended"].includes(type) && is === "True",
  )?.type;
}

function kindOf({ apiVersion = "", kind = "" }: OwnerReference): string {
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  return `${group}/${kind}`;
}
