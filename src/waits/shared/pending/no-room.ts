import {
  type ClaimWorld,
  isEnough,
  type Placing,
  type Room,
  readableSize,
  roomsOfClass,
  saysNoRoom,
} from "../../../controllers/index.ts";
import { type FoundHold, nameOf, remedy } from "../../../engine/index.ts";
import {
  type Cluster,
  join,
  type PersistentVolumeClaim,
  type Phrase,
  type Pod,
  proof,
  refOf,
  type StorageClass,
  say,
} from "../../../model/index.ts";
import { isOverdue } from "../overdue.ts";
import { saidOf } from "../placing.ts";
import type { SchedulingReason } from "./scheduling-reasons.ts";

type Refused = Extract<Placing, { is: "refused" }>;
type Held = FoundHold<SchedulingReason>;

/** What the claim asks for, of whom, and what the scheduler says of the pod that uses it. */
interface Request {
  readonly claim: PersistentVolumeClaim;
  readonly pod: Pod;
  readonly placing: Refused;
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
  claim: PersistentVolumeClaim,
  pod: Pod,
  placing: Refused,
  { storageClass }: ClaimWorld,
  cluster: Cluster,
): Held | undefined {
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

function notPublished({ claim, pod, placing, storageClass, driver }: Request): Held {
  return {
    reason: "StorageCapacityNotPublished",
    holder: { controller: `csi-provisioner of ${driver}` },
    message: say`${nameOf(pod)} uses the claim, and the scheduler treats every node as full, because ${driver} does not publish where it has room for ${nameOf(storageClass)}: no CSIStorageCapacity of that class names nodes and a size`,
    evidence: [saidOf(pod, placing)],
    remedies: [remedy("restart-sidecar", claim, { controller: "csi-provisioner", driver })],
  };
}

function elsewhere({ pod, placing, driver, wanted }: Request, rooms: readonly Room[]): Held {
  return {
    reason: "NoNodeWithVolumeForPod",
    holder: { object: refOf(pod) },
    isRoot: true,
    message: say`${nameOf(pod)} uses the claim, but no node can both run that pod and provide room for its volumes: ${driver} has ${wanted} left only where ${listed(rooms)}. The scheduler says: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}

function tooSmall({ claim, pod, placing, storageClass, driver, wanted }: Request, most: Room): Held {
  const left = readableSize(most.largest);
  return {
    reason: "StorageCapacityTooSmall",
    holder: { driver },
    message: say`${nameOf(pod)} uses the claim, but ${driver} has no room anywhere for the ${wanted} that the claim requests: the most that is left for ${nameOf(storageClass)} is ${left} (${placeOf(most)})`,
    evidence: [saidOf(pod, placing), proof(most.capacity, "capacity", most.largest)],
    remedies: [
      remedy("recreate-claim", claim, {
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
