import type { Cluster } from "../../../cluster/index.ts";
import {
  hostsOf,
  isNodeReady,
  readyChangedAt,
  usableNodesUnless,
  wantedNodes,
} from "../../../controllers/index.ts";
import type { Placing } from "../../../evidence/index.ts";
import { saidOf } from "../../../evidence/index.ts";
import type { Node, PersistentVolume, Phrase, Pod } from "../../../kubernetes/index.ts";
import { join, labelOf, nameOf, refOf, say } from "../../../kubernetes/index.ts";
import { uncordonNode } from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold } from "./by-claim.ts";

export type RefusedPlacing = Extract<Placing, { is: "refused" }>;

/**
 * The nodes on which a volume can be used, none of which runs new pods now: not Ready, cordoned, or gone. The scheduler's words only
 * count nodes, and do not say which of them has the volume.
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go Filter, 1.36.
 */
export function nodesOutOfUse(
  pod: Pod,
  volume: PersistentVolume,
  placing: RefusedPlacing,
  cluster: Cluster,
): StartHold | undefined {
  const nodes = usableNodesUnless(volume, cluster, (node) => !isOutOfUse(node)) ?? [];
  // A cordoned node can be let run pods at once, so that it is named first.
  const node = nodes.find(isNodeReady) ?? nodes[0];
  if (node === undefined) return undefined;
  const place = placeOf(volume, node, cluster);
  if (place === undefined) return undefined;
  const others = nodes.filter((each) => each !== node).map((each) => say`${nameOf(each)} ${condition(each)}`);
  const rest = [...others, ...place.gone.map((name) => say`node/${name} no longer exists`)];
  return {
    reason: "NodeOfVolumeOutOfUse",
    holder: { object: refOf(node) },
    message: say`its ${nameOf(volume)} can be used ${place.only} ${condition(node)}${rest.length === 0 ? [] : say`; ${join(rest.slice(0, few), ", ")}${rest.length > few ? say`, and ${rest.length - few} more` : []}`}`,
    evidence: [
      proof(volume, "spec.nodeAffinity", place.affinity),
      proof(node, "status.conditions[Ready]", isNodeReady(node) ? "True" : "not True"),
      saidOf(pod, placing),
    ],
    remedies: isNodeReady(node) ? [uncordonNode(node)] : [],
    avoid: { step: say`delete the claim so that the pod starts elsewhere`, because: place.kept },
  };
}

interface Place {
  /** Ends before the state of the first node. */
  readonly only: Phrase;
  readonly gone: readonly string[];
  readonly affinity: string;
  /** Why the claim is not to be deleted. */
  readonly kept: Phrase;
}

/** A volume on the disks of machines names these; others name a zone, or another label of many nodes. */
function placeOf(volume: PersistentVolume, node: Node, cluster: Cluster): Place | undefined {
  const hosts = hostsOf(volume);
  if (hosts.length === 0) {
    const wanted = wantedNodes(volume) ?? "";
    return {
      only: say`only on nodes with ${wanted}, and none of these runs new pods: ${nameOf(node)}`,
      gone: [],
      affinity: wanted,
      kept: say`the new volume would be empty; the data stays where these nodes are`,
    };
  }
  const found = hosts.map((name) => ({ name, state: cluster.get("v1/nodes", name).state }));
  if (found.some(({ state }) => state === "unread")) return undefined;
  return {
    only:
      hosts.length === 1
        ? say`only on ${nameOf(node)}, and that node`
        : say`only on ${namesOf(hosts)}: ${nameOf(node)}`,
    gone: found.flatMap(({ name, state }) => (state === "absent" ? [name] : [])),
    affinity: node.metadata.name,
    kept: say`its data is on that machine, and comes back with it`,
  };
}

const few = 4;

function namesOf(names: readonly string[]): Phrase {
  const more = names.length - few;
  return say`${names.slice(0, few).join(", ")}${more > 0 ? say` and ${more} more` : []}`;
}

function isOutOfUse(node: Node): boolean {
  return !isNodeReady(node) || node.spec?.unschedulable === true;
}

function condition(node: Node): Phrase {
  if (isNodeReady(node)) return say`is cordoned: no new pod is placed there`;
  return say`has not been Ready since ${readyChangedAt(node) ?? "an unknown time"}`;
}

/**
 * The labels that the pod asks for and the machines of its volume lack, where none of them has all.
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go Filter, 1.36.
 */
export function selectorMisses(pod: Pod, volumes: readonly PersistentVolume[], cluster: Cluster): Phrase {
  const wanted = Object.entries(pod.spec?.nodeSelector ?? {});
  for (const volume of wanted.length === 0 ? [] : volumes) {
    const nodes = hostsOf(volume).flatMap((name) => {
      const found = cluster.get("v1/nodes", name);
      return found.state === "found" ? [found.object] : [];
    });
    const lacking = nodes.map((node) => ({
      node,
      labels: wanted
        .filter(([key, value]) => labelOf(node, key) !== value)
        .map(([key, value]) => `${key}=${value ?? ""}`),
    }));
    const [first] = lacking;
    if (first === undefined || !lacking.every(({ labels }) => labels.length > 0)) continue;
    return say`; ${nameOf(first.node)}, which has ${nameOf(volume)}, lacks ${first.labels.join(", ")}, which the pod's nodeSelector requires`;
  }
  return [];
}
