import type { Cluster } from "../../cluster/index.ts";
import { hostsOf, isPodFinished, podsUsingAttachment } from "../../controllers/index.ts";
import type { KubeObject, Node, PersistentVolume, Phrase, VolumeAttachment } from "../../kubernetes/index.ts";
import { instant, say } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { sameMachine } from "../attachment/records.ts";

/**
 * Was the node replaced by another machine of the same name? A node that is younger than what was made for it suggests that.
 * The same machine can also have joined the cluster again.
 */
export function nodeReplaced(node: Node, object: KubeObject): Answer {
  const made = instant(node.metadata.creationTimestamp);
  const older = instant(object.metadata.creationTimestamp);
  if (made === undefined || older === undefined) return weigh([]);
  return made > older
    ? weigh([createdAt(node), createdAt(object)])
    : weigh([], [refutation(node, "metadata.creationTimestamp", node.metadata.creationTimestamp)]);
}

const createdAt = (object: KubeObject): Evidence =>
  hint(object, "metadata.creationTimestamp", object.metadata.creationTimestamp);

/** Is the node younger than what was made for it? */
export function isReplaced(node: Node, object: KubeObject): boolean {
  return nodeReplaced(node, object).is === "likely";
}

/**
 * A machine that joined the cluster again has a Node that is younger than its attachments, and the ID by which the driver knew it
 * before. Where it cannot be compared, the age alone decides.
 */
function byAge(attachment: VolumeAttachment, node: Node, cluster: Cluster): Answer {
  const replaced = nodeReplaced(node, attachment);
  const same = replaced.is === "likely" ? sameMachine(attachment, node, cluster) : weigh([]);
  if (same.is === "unread" || replaced.is !== "likely") return replaced;
  return weigh([...replaced.for, ...same.against], same.for.map(asRefutation));
}

/**
 * What is detached when the attachment is deleted: the attacher takes the ID from the CSINode, which is that of the current machine.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go getNodeID, v4.12.
 */
export function detachesFromWrongMachine(
  attachment: VolumeAttachment,
  node: Node,
  cluster: Cluster,
): { readonly words: Phrase; readonly evidence: readonly Evidence[] } {
  const same = sameMachine(attachment, node, cluster);
  if (same.is === "unread" || same.ids === undefined) return { words: [], evidence: [] };
  const { before, now } = same.ids;
  return {
    words: say`; it was attached to the machine ${before}, but the external-attacher now asks to detach it from ${now}`,
    evidence: same.against,
  };
}

const asRefutation = (each: Evidence): Evidence => ({ ...each, verdict: "refutes" });

/** Is it likely that an attachment which is being deleted belongs to an earlier machine of that name? */
export function isLeftByMachine(attachment: VolumeAttachment, node: Node, cluster: Cluster): boolean {
  return byAge(attachment, node, cluster).is === "likely";
}

/** The same of an attachment: a pod that runs there with the volume shows that it is attached to this machine. */
export function nodeOfAttachmentReplaced(attachment: VolumeAttachment, node: Node, cluster: Cluster): Answer {
  const replaced = byAge(attachment, node, cluster);
  if (replaced.is !== "likely") return replaced;
  const pods = podsUsingAttachment(attachment, cluster);
  if (!pods.read) return notLooked(pods.unread);
  const running = pods.items.find((pod) => !isPodFinished(pod) && pod.status?.phase === "Running");
  return weigh(replaced.for, running === undefined ? [] : [refutation(running, "status.phase", "Running")]);
}

/** The same of the one machine that a volume is tied to. */
export function hostReplaced(volume: PersistentVolume, cluster: Cluster): Answer<{ readonly node?: Node }> {
  const [host, ...more] = hostsOf(volume);
  if (host === undefined || more.length > 0) return weigh([]);
  const node = cluster.get("v1/nodes", host);
  switch (node.state) {
    case "unread":
      return notLooked(node.unread);
    case "absent":
      return weigh([]);
    case "found":
      return ofHost(node.object, volume);
  }
}

function ofHost(node: Node, volume: PersistentVolume): Answer<{ readonly node?: Node }> {
  const replaced = nodeReplaced(node, volume);
  return replaced.is === "likely" ? { ...replaced, node } : replaced;
}

/** The node that has the name of the volume's host and is another machine, where that is likely. */
export function replacedHost(volume: PersistentVolume, cluster: Cluster): Node | undefined {
  const answer = hostReplaced(volume, cluster);
  return answer.is === "unread" ? undefined : answer.node;
}
