import type { Cluster } from "../../cluster/index.ts";
import { isPodFinished, podsUsingVolume } from "../../controllers/index.ts";
import { firstAndMore } from "../../define/index.ts";
import { nodeAnswers } from "../../evidence/index.ts";
import type { PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { proof } from "../../report/index.ts";

interface Elsewhere {
  /** Follows a statement about the volume: ", while pod/a uses it on node/b"; empty where Kubernetes knows of no such pod. */
  readonly words: Phrase;
  readonly evidence: readonly Evidence[];
}

/** The pods that Kubernetes knows to use the volume on other nodes than this one. */
export function usersElsewhere(volume: PersistentVolume, node: string, cluster: Cluster): Elsewhere {
  const pods = podsUsingVolume(volume, cluster);
  const users = pods.read
    ? pods.items.filter((pod) => !isPodFinished(pod) && (pod.spec?.nodeName ?? node) !== node)
    : [];
  const [first] = users;
  if (first === undefined) return { words: [], evidence: [] };
  const where = first.spec?.nodeName ?? "?";
  const isSilent = nodeAnswers(where, cluster).is === "refuted";
  return {
    words: say`, while ${firstAndMore([first], users.length)} ${users.length === 1 ? say`uses` : say`use`} it on node/${where}${isSilent ? say`, which is not Ready` : []}`,
    evidence: [proof(first, "spec.nodeName", where)],
  };
}
