import type { Cluster, Unread } from "../cluster/index.ts";
import { claimsWithMoreFinalizers } from "../cluster/index.ts";
import { annotationNames, finalizerNames } from "../controllers/index.ts";
import type { RuleAnswer, RuleFinding } from "../define/index.ts";
import { alike, defineRule } from "../define/index.ts";
import { finalizerOwner } from "../evidence/index.ts";
import type { KubeObject, Phrase } from "../kubernetes/index.ts";
import { diskKinds, join, say } from "../kubernetes/index.ts";
import { reinstallDriver } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { isOlderThan, sizeOf } from "./shared/findings.ts";

type DiskKind = (typeof diskKinds)[number];

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
    const { is } = finalizerOwner(object, finalizer, cluster);
    return is === "refuted" || is === "unread" || isOfNameless(object, finalizer);
  });
}

/** Volumes of a driver without a name are like those of no driver. */
function isOfNameless(object: KubeObject, finalizer: string): boolean {
  if (finalizer !== finalizerNames.externalProvisioner || object.kind !== "PersistentVolume") return false;
  return object.spec?.csi?.driver === undefined;
}

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
      const owner = finalizerOwner(object, finalizer, cluster);
      if (owner.is === "refuted") absent.push({ finalizer, because: owner.because, driver: owner.driver });
      if (owner.is === "unread") unread ??= owner.unread;
    }
    const findings = absent.length === 0 ? [] : [finding(object, absent)];
    return unread === undefined ? findings : { unread, findings };
  },
});

interface Absent {
  readonly finalizer: string;
  readonly because: Phrase;
  readonly driver: string | undefined;
}

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
