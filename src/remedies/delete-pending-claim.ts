import { dataSourcesOf } from "../controllers/index.ts";
import { defineRemedy, nameOf, unreadPhrase } from "../engine/index.ts";
import {
  type Cluster,
  isTerminating,
  type PersistentVolumeClaim,
  type Phrase,
  refOf,
  type Safety,
  say,
} from "../model/index.ts";
import { makerOf } from "./shared/maker.ts";

export default defineRemedy({
  name: "delete-pending-claim",
  summary: "Delete a claim that never had a volume",
  needs: ["v1/persistentvolumeclaims", "snapshot.storage.k8s.io/v1/volumesnapshots", "apps/v1/statefulsets"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const { spec, status } = found.object;
    if (status?.phase !== "Pending" || (spec?.volumeName ?? "") !== "") return undefined;
    const { safety, because } = consequence(found.object, cluster);
    return {
      name: "delete-pending-claim",
      title: say`Delete the Pending ${nameOf(on)}`,
      safety,
      because: [...because, ...madeAnew(found.object, cluster)],
      commands: [{ argv: ["kubectl", "delete", "pvc", on.name, "-n", on.namespace ?? "default"] }],
      steps: [],
    };
  },
});

/** Else a person deletes it in vain. */
function madeAnew(claim: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const made = makerOf(claim, cluster);
  switch (made.by) {
    case "nobody":
      return [];
    case "set":
      return say` As long as its pod is there, ${nameOf(refOf(made.maker.set))} makes a claim that is gone anew at once, as its template says: change that, or scale it down first.`;
    case "pod":
      return say` It is for an ephemeral volume: as long as pod/${made.pod} is there, it is made anew at once, with the same spec. Delete the pod instead, or change where that comes from.`;
    case "unread":
      return say` Whether it is made anew at once could not be told: ${unreadPhrase(made.unread)}.`;
  }
}

/** A deleted source is kept by those that are to be filled from it, as long as they are Pending. */
function consequence(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): { readonly safety: Safety; readonly because: Phrase } {
  const source = sourceOf(claim, cluster);
  switch (source?.state) {
    case "found":
      return isTerminating(source.object)
        ? {
            safety: "risky",
            because: say`It never had a volume, but ${nameOf(refOf(source.object))}, which is being deleted, waits for it: when the claim is gone, that goes on, and its data may be destroyed. To keep that, look at it first: \`kubectl pvguard why\` tells how.`,
          }
        : harmless;
    case "unread":
      return {
        safety: "risky",
        because: say`It never had a volume. Whether what it is to be filled from is being deleted, and waits for it, could not be read.`,
      };
    case "absent":
    case undefined:
      return harmless;
  }
}

const harmless = {
  safety: "safe",
  because: say`It never had a volume, so there is no data to lose. Whoever waits for it goes on waiting until it is made again.`,
} as const;

function sourceOf(claim: PersistentVolumeClaim, cluster: Cluster) {
  const [source] = dataSourcesOf(claim);
  switch (source?.kind) {
    case "VolumeSnapshot":
      return cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", source.name, source.namespace);
    case "PersistentVolumeClaim":
      return cluster.get("v1/persistentvolumeclaims", source.name, source.namespace);
    default:
      return undefined;
  }
}
