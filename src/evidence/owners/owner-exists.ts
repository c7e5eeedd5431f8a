import type { Cluster } from "../../cluster/index.ts";
import { ownerEnd } from "../../controllers/index.ts";
import type { KubeObject, OwnerReference } from "../../kubernetes/index.ts";
import { proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * Does the owner of an object exist, with the uid of the reference? An object of that name with another uid is another one, and
 * the garbage collector counts the owner as gone. Of a kind that is not read it is possible.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go isDangling, 1.36.
 */
export function ownerExists(reference: OwnerReference, dependent: KubeObject, cluster: Cluster): Answer {
  const path = `metadata.ownerReferences[${reference.kind ?? "?"}/${reference.name ?? "?"}].uid`;
  const found = ownerEnd(reference, dependent, cluster);
  switch (found.end) {
    case "unread":
      return notLooked(found.unread);
    case "gone":
      return weigh([], [refutation(dependent, path, found.namesake ?? reference.uid)]);
    case "going":
      return weigh([proof(found.object, "metadata.uid", reference.uid)]);
    case "stays":
      return weigh([proof(dependent, path, reference.uid)]);
    case "not looked up":
    case "not served":
      return weigh([]);
  }
}
