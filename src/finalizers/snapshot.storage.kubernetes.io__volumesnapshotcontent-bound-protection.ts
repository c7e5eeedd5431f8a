import type { Cluster } from "../cluster/index.ts";
import {
  claimsFilledFrom,
  finalizerNames,
  shouldDeleteContent,
  snapshotSecretOf,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, isFresh } from "../define/index.ts";
import type { Answer } from "../evidence/index.ts";
import {
  driverInstalled,
  evidenceAgainst,
  lastFailure,
  snapshotDeletionError,
  wantsSourceClaim,
  withMeaning,
} from "../evidence/index.ts";
import type { Phrase, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { join, nameOf, refOf, say } from "../kubernetes/index.ts";
import { reinstallDriver, repairDriver, restartSidecar, restoreMissing } from "../remedies/index.ts";
import { hint, proof } from "../report/index.ts";
import type { ContentHold } from "./shared/snapshot-content.ts";
import {
  contentReasons,
  driverOf,
  dropCall,
  handleOf,
  notReadyToGo,
  strip,
  taskOf,
} from "./shared/snapshot-content.ts";

export default defineFinalizer({
  finalizer: finalizerNames.contentBound,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  owner: "csi-snapshotter",
  needs: [
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "v1/events",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    "v1/persistentvolumeclaims",
  ],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, shouldDelete, v8.6",
    "kubernetes-csi/external-snapshotter#1112",
    "alibaba/open-local#184",
  ],
  addedWhen: "The content is bound to a VolumeSnapshot.",
  releasedWhen:
    "The content is being deleted, and the snapshot-controller has annotated it as being deleted. With policy Delete, the driver has also deleted the snapshot.",
  ifForced: "With policy Delete, the snapshot remains in the storage backend with no record of it.",
  manualRemoval: {
    safety: "loses-data",
    check: "The storage backend shows that the snapshot no longer exists, or its handle is written down.",
  },
  since: "external-snapshotter 2.0",
  reasons: contentReasons,
  holds(content, cluster) {
    if (!shouldDeleteContent(content)) return notReadyToGo(content, cluster);
    return deleting(content, cluster);
  },
  idle: (content) => [restartSidecar(content, { controller: "csi-snapshotter", driver: driverOf(content) })],
});

/** Nothing stands between the driver's sidecar and its task. `undefined`: it was asked a moment ago. */
function deleting(content: VolumeSnapshotContent, cluster: Cluster): ContentHold | undefined {
  const ref = refOf(content);
  const driver = driverOf(content);
  const installed = driverInstalled(driver, cluster);
  if (installed.is === "unread") return couldNotRead(installed.unread);
  const failure = lastFailure(ref, "delete-snapshot", cluster);
  if (installed.is === "refuted") return notInstalled(content, installed);
  if (failure.is !== "unread" && failure.told !== undefined)
    return failing(content, failure.told.message, cluster);
  if (isFresh(content, cluster.now)) {
    return failure.is === "unread" ? couldNotRead(failure.unread) : undefined;
  }
  return {
    reason: "SidecarNotActing",
    holder: { controller: `csi-snapshotter of ${driver}` },
    message: say`csi-snapshotter of ${driver} must ${taskOf(content)}, but has not done so`,
    evidence: evidenceOf(content),
    remedies:
      failure.is !== "unread"
        ? [restartSidecar(ref, { controller: "csi-snapshotter", driver }), dropCall(content)]
        : [],
    avoid: strip(content),
  };
}

function evidenceOf(content: VolumeSnapshotContent) {
  return [
    proof(content, "spec.deletionPolicy", content.spec?.deletionPolicy),
    proof(content, "status.snapshotHandle", handleOf(content)),
  ];
}

function notInstalled(content: VolumeSnapshotContent, installed: Answer): ContentHold {
  const driver = driverOf(content);
  return {
    reason: "SnapshotDriverNotInstalled",
    holder: { driver },
    message: say`${driver} is not installed, and only it can ${taskOf(content)}`,
    evidence: [...evidenceOf(content), ...evidenceAgainst(installed)],
    remedies: [reinstallDriver(content, { driver }), dropCall(content)],
    avoid: strip(content),
  };
}

function failing(content: VolumeSnapshotContent, message: string, cluster: Cluster): ContentHold {
  switch (snapshotDeletionError(message)) {
    case "driver":
      return failingDriver(content, message, cluster);
    case "not-recorded":
      return notRecorded(content, message);
    case "credentials":
      return withoutCredentials(content, message);
  }
}

/** The event does not say what the API server said. */
function notRecorded(content: VolumeSnapshotContent, message: string): ContentHold {
  const driver = driverOf(content);
  const handle = handleOf(content) ?? "";
  return {
    reason: "SnapshotDeletionNotRecorded",
    holder: { controller: `csi-snapshotter of ${driver}` },
    message: say`${driver} has deleted the snapshot ${handle}, but csi-snapshotter could not record that in the content: ${message}`,
    evidence: [...evidenceOf(content), hint(content, "event", message)],
  };
}

function withoutCredentials(content: VolumeSnapshotContent, message: string): ContentHold {
  const driver = driverOf(content);
  const secret = snapshotSecretOf(content);
  const named =
    secret === undefined ? [] : say` (for that it needs ${nameOf(secret)}, which the content names)`;
  return {
    reason: "SnapshotCredentialsMissing",
    holder: { controller: `csi-snapshotter of ${driver}` },
    message: say`csi-snapshotter of ${driver} cannot ask the driver to delete the snapshot${named}: ${message}`,
    evidence: [...evidenceOf(content), hint(content, "event", message)],
    remedies: [
      ...(secret === undefined
        ? []
        : [
            restoreMissing(content, {
              kind: "Secret",
              name: secret.name,
              namespace: secret.namespace ?? "",
            }),
          ]),
      dropCall(content),
    ],
    avoid: strip(content),
  };
}

function failingDriver(content: VolumeSnapshotContent, message: string, cluster: Cluster): ContentHold {
  const driver = driverOf(content);
  const isFault = wantsSourceClaim(message);
  const clones = madeFrom(content, cluster);
  return {
    reason: "BackendKeepsSnapshot",
    holder: { driver },
    message: isFault
      ? say`${driver} fails to delete the snapshot, because it looks for the source claim, which no longer exists; that is a bug in the driver: ${message}`
      : say`${withMeaning(say`${driver} fails to delete the snapshot`, message, driver)}${clones}`,
    evidence: [...evidenceOf(content), hint(content, "event", message)],
    remedies: [
      repairDriver(content, {
        driver,
        trouble: isFault ? "needs-source-claim" : "snapshot",
      }),
      dropCall(content),
    ],
    avoid: strip(content),
  };
}

/** More than this are counted. */
const mostNamed = 3;

/**
 * Claims that were filled from the snapshot and exist: many backends keep a snapshot while a clone depends on it. That is likely,
 * and not proven: others copy all of it at once. NetApp/trident#1134, ceph/ceph-csi docs/design/proposals/rbd-snap-clone.md.
 */
function madeFrom({ spec }: VolumeSnapshotContent, cluster: Cluster): Phrase {
  const { name, namespace } = spec?.volumeSnapshotRef ?? {};
  if (name === undefined || namespace === undefined) return [];
  const claims = claimsFilledFrom({ kind: "VolumeSnapshot", metadata: { name, namespace } }, cluster);
  if (!claims.read) return say`. Whether claims were created from the snapshot was not read`;
  if (claims.items.length === 0) return [];
  const left = claims.items.length - mostNamed;
  const named = join(claims.items.slice(0, mostNamed).map(nameOf), ", ");
  const all = left > 0 ? say`${named} and ${left} more` : named;
  return say`. Created from the snapshot: ${all}. Many storage backends keep a snapshot as long as a clone depends on it`;
}
