import { hostsOf, namesakeOf, usableNodes } from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, nameOf, remedy } from "../../../engine/index.ts";
import {
  type Cluster,
  labelOf,
  type Node,
  type ObjectRef,
  type PersistentVolume,
  type Phrase,
  proof,
  type RemedyCall,
  refOf,
  say,
} from "../../../model/index.ts";
import type { PlacementReason } from "./reasons.ts";

const hostname = "kubernetes.io/hostname";

/**
 * That no node can mount the volume; nothing where one can.
 *
 * @param whenGone what helps besides where the machine is gone
 */
export function placementHolds(
  volume: PersistentVolume,
  cluster: Cluster,
  whenGone: readonly RemedyCall[],
): readonly FoundHold<PlacementReason | "CouldNotRead">[] {
  const usable = usableNodes(volume, cluster);
  switch (usable.nodes) {
    case "any":
    case "some":
      return [];
    case "unread":
      return [couldNotRead(usable.unread)];
    case "none":
      return [affinityHold(volume, usable.wanted, cluster, whenGone)];
  }
}

/**
 * No node matches: the machine is gone, a node of that name has another label, or no node is left where the disk is.
 */
function affinityHold(
  volume: PersistentVolume,
  wanted: string,
  cluster: Cluster,
  whenGone: readonly RemedyCall[],
): FoundHold<PlacementReason> {
  const hosts = hostsOf(volume);
  const evidence = [proof(volume, "spec.nodeAffinity", wanted)];
  const namesake = namesakeOf(volume, cluster);
  if (hosts.length > 0 && namesake === undefined) {
    return {
      reason: "NodesOfVolumeGone",
      holder: { missing: { apiVersion: "v1", kind: "Node", name: hosts[0] ?? "" } },
      message: say`${nameOf(volume)} is bound but unusable: only ${hosts.join(", ")}, which no longer ${hosts.length === 1 ? "exists" : "exist"}, could mount it`,
      evidence,
      remedies: [remedy("save-manifest", volume), ...whenGone],
      avoid: {
        step: say`consider the claim healthy because it is Bound`,
        because: say`no pod that uses it can start`,
      },
    };
  }
  const misnamed = namesake === undefined || labelledAsNamed(namesake) ? undefined : namesake;
  return {
    reason: "NoNodeMatchesVolume",
    holder: { person: "administrator" },
    message: say`${nameOf(volume)} is bound but unusable: it requires ${wanted}, which no node has${labelOfHost(misnamed)}`,
    evidence,
    remedies: misnamed === undefined ? [] : [relabel(refOf(misnamed), misnamed.metadata.name)],
    avoid: {
      step: say`remove the nodeAffinity of the volume`,
      because: say`the field cannot be changed, and the data stays where it is`,
    },
  };
}

function labelledAsNamed(node: Node): boolean {
  return labelOf(node, hostname) === node.metadata.name;
}

function labelOfHost(node: Node | undefined): Phrase {
  const label = node === undefined ? undefined : labelOf(node, hostname);
  return node === undefined || label === undefined ? [] : say`; ${nameOf(node)} has ${hostname}=${label}`;
}

function relabel(node: ObjectRef, value: string): RemedyCall {
  return remedy("relabel-node", node, { key: hostname, value });
}
