import type { Cluster } from "../../cluster/index.ts";
import { controllerManagerRuns } from "../../evidence/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { checkController } from "../../remedies/index.ts";
import type { RemedyCall } from "../../report/index.ts";

/** What comes first where kube-controller-manager no longer renews its lease: then nothing else makes its controllers act. */
export function startManager(object: KubeObject, cluster: Cluster): readonly RemedyCall[] {
  const runs = controllerManagerRuns(cluster);
  const isStopped = runs.is !== "unread" && runs.is !== "proven" && runs.against.length > 0;
  return isStopped ? [checkController(object, { controller: "kube-controller-manager" })] : [];
}
