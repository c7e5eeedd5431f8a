import type { Cluster, Fact, Unread } from "../cluster/index.ts";
import { claimsWithMoreFinalizers, everywhere } from "../cluster/index.ts";
import type { DriverPresence } from "../controllers/index.ts";
import {
  annotationNames,
  attachDriver,
  attacherFinalizer,
  attacherPresence,
  finalizerNames,
  provisionerOf,
  provisionerPresence,
} from "../controllers/index.ts";
import type { RuleAnswer, RuleFinding } from "../define/index.ts";
import { alike, defineRule } from "../define/index.ts";
import type { KubeObject, PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { diskKinds, join, say, words } from "../kubernetes/index.ts";
import { reinstallDriver } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { isOlderThan, sizeOf } from "./shared/findings.ts";

/** Is the controller that removes this finalizer in the cluster at all? `not-told`: nothing says so, either way. */
type OwnerPresence =
  | { readonly owner: "there" | "not-told" }
  | { readonly owner: "absent"; readonly because: Phrase; readonly driver?: string }
  | { readonly owner: "unread"; readonly unread: Unread };

type DiskKind = (typeof diskKinds)[number];

/** What comes with the API group of its own kinds, by the beginning of its finalizers. */
const groups: readonly (readonly [prefix: string, group: string, owner: string])[] = [
  ["replication.storage.openshift.io/", "replication.storage.openshift.io", "csi-addons"],
  ["volumereplicationgroups.ramendr.openshift.io/", "ramendr.openshift.io", "Ramen"],
  ["cns.vmware.com/", "cns.vmware.com", "the vSphere syncer"],
  ["topolvm.", "topolvm.", "TopoLVM"],
  ["cdi.kubevirt.io/", "cdi.kubevirt.io", "CDI"],
  ["replication.storage.dell.com/", "replication.storage.dell.com", "Dell CSM replication"],
  ["velero.io/", "velero.io", "Velero"],
  ["argocd.argoproj.io/", "argoproj.io", "Argo CD"],
];

const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";

const finalizersWithoutOwner = alike<DiskKind>({
  name: "objects with a finalizer whose owner may be missing",
  on: diskKinds.filter((kind) => kind !== "v1/persistentvolumes"),
  paths: [["metadata", "finalizers"]],
  isSuspect: mayLackOwner,
});

/** That of the provisioner belongs to the provisioner that created the volume. */
const finalizersOfVolumesWithoutOwner = alike<"v1/persistentvolumes">({
  name: "volumes with a finalizer whose owner may be missing",
  on: ["v1/persistentvolumes"],
  paths: [
    ["metadata", "finalizers"],
    ["metadata", "annotations", annotationNames.migratedTo],
    ["metadata", "annotations", annotationNames.provisionedBy],
    ["spec", "csi", "driver"],
  ],
  isSuspect: mayLackOwner,
});

function mayLackOwner(object: KubeObject, cluster: Cluster): boolean {
  return (object.metadata.finalizers ?? []).some((finalizer) => {
    const { owner } = ownerOfFinalizer(object, finalizer, cluster);
    return owner === "absent" || owner === "unread" || isOfNameless(object, finalizer);
  });
}

/** Volumes of a driver without a name are like those of no driver. */
function isOfNameless(object: KubeObject, finalizer: string): boolean {
  if (finalizer !== finalizerNames.externalProvisioner || object.kind !== "PersistentVolume") return false;
  return object.spec?.csi?.driver === undefined;
}

function ownerOfFinalizer(object: KubeObject, finalizer: string, cluster: Cluster): OwnerPresence {
  if (finalizer.startsWith(finalizerNames.attacherPrefix)) {
    return ofDriver(attacherPresence([finalizer], cluster), () => attacherOf(object, finalizer));
  }
  if (finalizer === finalizerNames.externalProvisioner && object.kind === "PersistentVolume") {
    return ofProvisioner(object, cluster);
  }
  if (finalizer.startsWith("snapshot.storage.kubernetes.io/")) return ofSnapshots(cluster);
  const group = groups.find(([prefix]) => finalizer.startsWith(prefix));
  return group === undefined ? { owner: "not-told" } : ofGroup(group, cluster);
}

/** A finalizer has the driver's name with other letters for the dots, so that it is looked up where it stands in full. */
function attacherOf(object: KubeObject, finalizer: string): string | undefined {
  const driver = attacherNamed(object);
  return driver !== undefined && attacherFinalizer(driver) === finalizer ? driver : undefined;
}

function attacherNamed(object: KubeObject): string | undefined {
  if (object.kind === "PersistentVolume") return attachDriver(object);
  return object.kind === "VolumeAttachment" ? object.spec?.attacher : undefined;
}

function ofProvisioner(volume: PersistentVolume, cluster: Cluster): OwnerPresence {
  const presence = provisionerPresence(volume, cluster);
  if (presence.presence === "not-told") return { owner: "not-told" };
  return ofDriver(presence, () => provisionerOf(volume)?.name ?? "");
}

function ofDriver(presence: DriverPresence, driverOf: () => string | undefined): OwnerPresence {
  switch (presence.presence) {
    case "unread":
      return { owner: "unread", unread: presence.unread };
    case "installed":
    case "no-nodes":
      return { owner: "there" };
    case "absent": {
      const driver = driverOf();
      return driver === undefined
        ? { owner: "absent", because: words("no installed driver has it") }
        : { owner: "absent", driver, because: say`no driver named ${driver} is installed` };
    }
  }
}

/** If the kind is not served, no controller handles snapshots. */
function ofSnapshots(cluster: Cluster): OwnerPresence {
  switch (cluster.serves(snapshots)) {
    case "yes":
      return { owner: "there" };
    case "no":
      return {
        owner: "absent",
        because: say`this cluster does not serve VolumeSnapshots: the snapshot-controller is missing`,
      };
    case "not-known": {
      const listed = cluster.list(snapshots, everywhere);
      return listed.read ? { owner: "there" } : { owner: "unread", unread: listed.unread };
    }
  }
}

function ofGroup([, group, owner]: (typeof groups)[number], cluster: Cluster): OwnerPresence {
  const service = cluster.fact(serviceOfGroup, group);
  if (typeof service !== "string") return { owner: "unread", unread: service };
  return service === "absent"
    ? { owner: "absent", because: say`this cluster does not serve the API group of ${owner}` }
    : { owner: service };
}

/** Every API group, also of custom resources, has an APIService. Key: how its name begins. */
const serviceOfGroup: Fact<"there" | "not-told" | "absent" | Unread> = {
  name: "service-of-group",
  from: ["apiregistration.k8s.io/v1/apiservices"],
  workOut(group, cluster) {
    const services = cluster.list("apiregistration.k8s.io/v1/apiservices", everywhere);
    if (!services.read) return services.unread;
    // A list without the groups of Kubernetes itself is not the list of a server.
    if (services.items.length < 2) return "not-told";
    const isThere = services.items.some(({ spec }) => (spec?.group ?? "").startsWith(group));
    return isThere ? "there" : "absent";
  },
};

const driversNotRead = { unread: "storage.k8s.io/v1/csidrivers" } as const;

export default defineRule({
  code: "PVG313",
  name: "finalizer-without-owner",
  title: "The owner of a finalizer is not in the cluster",
  confidence: "likely",
  on: diskKinds,
  only: [
    claimsWithMoreFinalizers,
    { either: [driversNotRead, finalizersWithoutOwner] },
    { either: [driversNotRead, finalizersOfVolumesWithoutOwner] },
  ],
  needs: [
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "apiregistration.k8s.io/v1/apiservices",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
  ],
  what: "An object has a finalizer of a CSI driver that is not installed, or of a component whose API group is not served.",
  why: "The driver was uninstalled before its volumes. Once an object like this is deleted, it stays Terminating permanently, and its disk or snapshot remains in the storage backend too.",
  whatToDo:
    "Install the driver again, delete its volumes in order, and only then uninstall it. If that is impossible, you must write down every handle first: see `kubectl pvguard why pv/NAME`.",
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/util.go GetFinalizerName, v4.12",
    "rook/rook#2746",
    "kubernetes/kubernetes#69697",
  ],
  check(object, { cluster, olderThan }): RuleAnswer {
    const finalizers = object.metadata.finalizers ?? [];
    if (finalizers.length === 0 || !isOlderThan(object, olderThan, cluster.now)) return [];
    const absent: Absent[] = [];
    let unread: Unread | undefined;
    for (const finalizer of finalizers) {
      const seen = ownerOfFinalizer(object, finalizer, cluster);
      if (seen.owner === "absent") absent.push({ ...seen, finalizer });
      if (seen.owner === "unread") unread ??= seen.unread;
    }
    const findings = absent.length === 0 ? [] : [finding(object, absent)];
    return unread === undefined ? findings : { unread, findings };
  },
});

type Absent = Extract<OwnerPresence, { owner: "absent" }> & { readonly finalizer: string };

function finding(object: KubeObject, absent: readonly Absent[]): RuleFinding {
  const drivers = new Set(absent.flatMap(({ driver }) => driver ?? []));
  return {
    message: say`no controller in this cluster removes ${join(
      absent.map(({ finalizer, because }) => say`${finalizer} (${because})`),
      " and ",
    )}`,
    evidence: absent.map(({ finalizer }) => proof(object, "metadata.finalizers", finalizer)),
    ...sizeOf(object),
    remedies: [...drivers].map((driver) => reinstallDriver(object, { driver })),
  };
}
