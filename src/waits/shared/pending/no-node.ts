import type { Cluster } from "../../../cluster/index.ts";
import type { ClaimFacts, Room } from "../../../controllers/index.ts";
import {
  claimsOfPod,
  findMatchingVolumes,
  isEnough,
  nodesOfClass,
  parseQuantity,
  provisioningOf,
  readableSize,
  roomsOfClass,
  storageClassNameOf,
  usableNodes,
  wantedNodes,
} from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { isOverdue } from "../../../define/index.ts";
import type { Placing } from "../../../evidence/index.ts";
import { saidOf, saysNoRoom, saysNoVolume } from "../../../evidence/index.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  Pod,
  StorageClass,
} from "../../../kubernetes/index.ts";
import { join, nameOf, refOf, say, words } from "../../../kubernetes/index.ts";
import { recreateClaim, restartSidecar } from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";
import type { SchedulingReason } from "./reasons.ts";

type SchedulingHold = FoundHold<SchedulingReason>;

/** What the scheduler says of a pod that uses the claim. */
export interface Unplaced {
  readonly claim: PersistentVolumeClaim;
  readonly pod: Pod;
  readonly placing: Extract<Placing, { is: "refused" }>;
}

/** What the claim asks for besides, and of whom. */
interface Request extends Unplaced {
  readonly storageClass: StorageClass;
  readonly driver: string;
  readonly wanted: string;
}

/**
 * What the claim's driver says of its room, when the scheduler says of nodes that they have too little. Nothing is known
 * where another claim of the pod is meant.
 *
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go hasEnoughCapacity, 1.36.
 */
export function noRoom(
  { claim, pod, placing }: Unplaced,
  { storageClass }: ClaimFacts,
  cluster: Cluster,
): SchedulingHold | undefined {
  const wanted = claim.spec?.resources?.requests?.storage;
  if (storageClass === undefined || wanted === undefined || !saysNoRoom(placing.message)) return undefined;
  const driver = storageClass.provisioner ?? "";
  const registered = cluster.get("storage.k8s.io/v1/csidrivers", driver);
  if (registered.state !== "found" || registered.object.spec?.storageCapacity !== true) return undefined;
  const read = roomsOfClass(storageClass.metadata.name, cluster);
  if (!read.read) return undefined;
  const request = { claim, pod, placing, storageClass, driver, wanted };
  const [most] = read.rooms;
  if (most === undefined)
    return isOverdue([claim, storageClass], cluster) ? notPublished(request) : undefined;
  const enough = read.rooms.filter(({ largest }) => isEnough(largest, wanted));
  return enough.length > 0 ? elsewhere(request, enough) : tooSmall(request, most);
}

function notPublished({ claim, pod, placing, storageClass, driver }: Request): SchedulingHold {
  return {
    reason: "StorageCapacityNotPublished",
    holder: { controller: `csi-provisioner of ${driver}` },
    message: say`${nameOf(pod)} uses the claim, and the scheduler treats every node as full, because ${driver} does not publish where it has room for ${nameOf(storageClass)}: no CSIStorageCapacity of that class names nodes and a size`,
    evidence: [saidOf(pod, placing)],
    remedies: [restartSidecar(claim, { controller: "csi-provisioner", driver })],
  };
}

function elsewhere({ pod, placing, driver, wanted }: Request, rooms: readonly Room[]): SchedulingHold {
  return {
    reason: "NoNodeWithVolumeForPod",
    holder: { object: refOf(pod) },
    isRoot: true,
    message: say`${nameOf(pod)} uses the claim, but no node can both run that pod and provide room for its volumes: ${driver} has ${wanted} left only where ${listed(rooms)}. The scheduler says: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}

function tooSmall(
  { claim, pod, placing, storageClass, driver, wanted }: Request,
  most: Room,
): SchedulingHold {
  const left = readableSize(most.largest);
  return {
    reason: "StorageCapacityTooSmall",
    holder: { driver },
    message: say`${nameOf(pod)} uses the claim, but ${driver} publishes no room anywhere for the ${wanted} that the claim requests: the most that is left for ${nameOf(storageClass)} is ${left} (${placeOf(most)})`,
    evidence: [saidOf(pod, placing), proof(most.capacity, "capacity", most.largest)],
    remedies:
      parseQuantity(most.largest) === 0n
        ? []
        : [
            recreateClaim(claim, {
              change: `Request no more than is left (${left} at most) in spec.resources.requests.storage.`,
            }),
          ],
  };
}

const few = 3;

function listed(rooms: readonly Room[]): Phrase {
  const more = rooms.length - few;
  const shown = join(rooms.slice(0, few).map(placeOf), " or ");
  return more > 0 ? say`${shown}, or in ${more} more places` : shown;
}

/** The labels of the nodes on which a volume that is created there can be used. */
function placeOf({ capacity: { nodeTopology } }: Room): Phrase {
  const { matchLabels = {}, matchExpressions = [] } = nodeTopology ?? {};
  const parts = [
    ...Object.entries(matchLabels).map(([key, value]) => say`${key}=${value ?? ""}`),
    ...matchExpressions.map(
      ({ key = "", operator = "", values = [] }) => say`${key} ${operator} ${values.join(",")}`,
    ),
  ];
  return parts.length === 0 ? say`any node` : join(parts, " and ");
}

/**
 * Where the claim could have a volume, when the scheduler says of nodes that they have none for it: the class makes none,
 * or only in some places. Nothing is known where other claims of the pod may be meant.
 *
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go FindPodVolumes, checkVolumeProvisions,
 * 1.36.
 */
export function noNodeWithVolume(
  { claim, pod, placing }: Unplaced,
  { storageClass, volumes }: ClaimFacts,
  cluster: Cluster,
): FoundHold<SchedulingReason> | undefined {
  if (storageClass === undefined || !saysNoVolume(placing.message)) return undefined;
  const where =
    provisioningOf(storageClass).reason === "ProvisioningFailed"
      ? ofVolumes(findMatchingVolumes(claim, volumes, "immediate"), cluster)
      : ofClass(storageClass, cluster);
  if (where === undefined) return undefined;
  return {
    reason: "NoNodeWithVolumeForPod",
    holder: { object: refOf(pod) },
    isRoot: true,
    message: say`${nameOf(pod)} uses the claim, but no node can both run that pod and have a volume for ${forWhat(claim, pod, cluster)}: ${where}. The scheduler says: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}

/** Manually created volumes that the claim could be bound to: those that existed when the scheduler looked. */
function ofVolumes(volumes: readonly PersistentVolume[], cluster: Cluster): Phrase | undefined {
  const tied = volumes.filter((volume) => wantedNodes(volume) !== undefined);
  if (tied.length === 0 || tied.length < volumes.length || !isOverdue(volumes, cluster)) return undefined;
  const shown = tied.slice(0, few).map((volume) => tiedTo(volume, cluster));
  const more = tied.length - shown.length;
  return say`its StorageClass creates no volumes, and the volumes that fit it are tied to nodes (${join(shown, "; ")}${more === 0 ? [] : say`; ${more} more`})`;
}

function tiedTo(volume: PersistentVolume, cluster: Cluster): Phrase {
  const where = say`${nameOf(volume)}: ${wantedNodes(volume) ?? ""}`;
  return usableNodes(volume, cluster).nodes === "none" ? say`${where}, which no node has` : where;
}

function ofClass(storageClass: StorageClass, cluster: Cluster): Phrase | undefined {
  const allowed = nodesOfClass(storageClass, cluster);
  if (allowed.nodes === "any") return undefined;
  const where = say`${nameOf(storageClass)} creates volumes only where ${allowed.wanted}`;
  return allowed.nodes === "none" ? say`${where}, and no node matches that` : where;
}

/** Two claims of one pod can want the same volume. */
function forWhat(claim: PersistentVolumeClaim, pod: Pod, cluster: Cluster): Phrase {
  const pods = claimsOfPod(pod, cluster);
  const alike = (pods.read ? pods.claims : []).filter(
    ({ claim: each }) =>
      each !== "missing" &&
      each.status?.phase !== "Bound" &&
      storageClassNameOf(each) === storageClassNameOf(claim),
  );
  return words(alike.length > 1 ? "each of its claims" : "it");
}
