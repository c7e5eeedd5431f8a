import type { Cluster, Unread } from "../cluster/index.ts";
import { boundClaims, changingClaims, live } from "../cluster/index.ts";
import {
  byName,
  claimsByBond,
  claimsByVolume,
  isEnough,
  usableNodes,
  volumesByBond,
} from "../controllers/index.ts";
import type { RuleAnswer } from "../define/index.ts";
import { alike, defineRule, matches, matchesOne } from "../define/index.ts";
import type { PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating, workloadKinds } from "../kubernetes/index.ts";
import { diagnosedFinding, isTrouble } from "./shared/findings.ts";

const fitsNoNode = alike<"v1/persistentvolumes">({
  name: "volumes that fit no node",
  on: ["v1/persistentvolumes"],
  paths: [
    ["spec", "nodeAffinity", "required"],
    ["spec", "awsElasticBlockStore"],
    ["spec", "gcePersistentDisk"],
    ["spec", "cinder"],
    ["spec", "vsphereVolume"],
  ],
  isSuspect: (volume, cluster) => ["none", "unread"].includes(usableNodes(volume, cluster).nodes),
});

export default defineRule({
  code: "PVG402",
  name: "claim-unusable",
  title: "A claim is Bound but cannot be used as intended",
  on: ["v1/persistentvolumeclaims"],
  only: [
    live,
    boundClaims,
    {
      either: [
        matches(claimsByBond, "none", volumesByBond),
        changingClaims,
        matchesOne(claimsByVolume, byName("v1/persistentvolumes"), fitsNoNode),
      ],
    },
  ],
  needs: [
    "v1/persistentvolumes",
    "v1/nodes",
    "v1/events",
    "v1/pods",
    "storage.k8s.io/v1/storageclasses",
    "coordination.k8s.io/v1/leases",
    ...workloadKinds,
    "batch/v1/cronjobs",
  ],
  what: "A claim is Bound, but its volume object does not exist, belongs to another claim, fits no existing node, or cannot be expanded as requested.",
  why: "Bound only means that the claim and the volume were matched once. No pod starts on a volume that no node can mount. A volume that is not expanded can still be used with its old size.",
  whatToDo: "Look at its cause: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkBoundClaims, 1.36",
    "kubernetes/kubernetes#78756",
    "kubernetes/kubernetes#81020",
  ],
  check(claim, context): RuleAnswer {
    if (claim.status?.phase !== "Bound" || isTerminating(claim)) return [];
    const sign = suspicion(claim, context.cluster);
    if (typeof sign === "object") return sign;
    if (sign === "none") return [];
    return diagnosedFinding(claim, context, { by: ["unusable"], wanted: isTrouble });
  },
});

/** Does it need a diagnosis? Nearly all claims do not. */
function suspicion(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): "none" | "some" | { readonly unread: Unread } {
  const name = claim.spec?.volumeName ?? "";
  if (name === "") return "none";
  const volume = cluster.get("v1/persistentvolumes", name);
  if (volume.state === "unread") return { unread: volume.unread };
  if (volume.state === "absent" || volume.object.spec?.claimRef?.uid !== claim.metadata.uid) return "some";
  const usable = usableNodes(volume.object, cluster);
  if (usable.nodes === "unread") return { unread: usable.unread };
  return usable.nodes === "none" || isGrowing(claim) ? "some" : "none";
}

function isGrowing({ spec, status }: PersistentVolumeClaim): boolean {
  const given = status?.capacity?.storage;
  const isSmaller = given !== undefined && !isEnough(given, spec?.resources?.requests?.storage);
  return isSmaller || (status?.conditions ?? []).some(({ type }) => type !== "Unused");
}
