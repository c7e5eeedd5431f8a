import { hostsOf } from "../../../controllers/index.ts";
import { type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  labelOf,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  type RemedyCall,
  refOf,
  say,
} from "../../../model/index.ts";
import type { UnusableReason } from "./reasons.ts";

const hostname = "kubernetes.io/hostname";

/** No node matches: either the machine is gone, or a node of that name has another label. */
export function affinityHold(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  wanted: readonly string[],
  cluster: Cluster,
): FoundHold<UnusableReason> {
  const on = refOf(volume);
  const hosts = hostsOf(volume);
  const evidence = [proof(on, "spec.nodeAffinity", wanted.join(" and "))];
  const namesake = hosts.map((host) => cluster.get("v1/nodes", host)).find(({ state }) => state === "found");
  if (hosts.length > 0 && namesake === undefined) {
    return {
      reason: "NodesOfVolumeGone",
      holder: { missing: { apiVersion: "v1", kind: "Node", name: hosts[0] ?? "" } },
      message: say`Bound, but unusable: only ${hosts.join(", ")} could mount ${nameOf(on)}, and it is gone`,
      evidence,
      remedies: [
        { remedy: "save-manifest", on },
        { remedy: "delete-claim", on: refOf(claim), using: { lost: hosts.join(", ") } },
      ],
      avoid: [
        { step: say`taking it for fine because it is Bound`, because: say`no pod that uses it can start` },
      ],
    };
  }
  const label = namesake?.state === "found" ? labelOf(namesake.object, hostname) : undefined;
  const has = label === undefined ? [] : say`; node/${hosts[0] ?? ""} has ${hostname}=${label}`;
  return {
    reason: "NoNodeMatchesVolume",
    holder: { person: "administrator" },
    message: say`Bound, but unusable: no node has ${wanted.join(" and ")}, which ${nameOf(on)} asks for${has}`,
    evidence,
    remedies: namesake?.state === "found" ? [relabel(refOf(namesake.object), hosts[0] ?? "")] : [],
    avoid: [
      {
        step: say`removing the nodeAffinity of the volume`,
        because: say`the field cannot be changed, and local data is where it is`,
      },
    ],
  };
}

function relabel(node: ObjectRef, value: string): RemedyCall {
  return { remedy: "relabel-node", on: node, using: { key: hostname, value } };
}
