import type { Cluster, Listed } from "../cluster/index.ts";
import { eventsOf, eventTime, latestEvent } from "../controllers/index.ts";
import type { Event, KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { refOf } from "../kubernetes/index.ts";
import { hint } from "../report/index.ts";
import type { Answer } from "./answer.ts";
import { notLooked, weigh } from "./answer.ts";

/** What a controller, a driver or the kubelet tries, and tells of by events about an object. */
type Attempt = keyof typeof reasons;

/** The reasons of the events by which a failure is told, and who emits them. */
const reasons = {
  // kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation;
  // kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go deleteVolumeOperation, 1.36.
  "delete-disk": ["VolumeFailedDelete"],
  // The same, doDeleteVolume and recycleVolumeOperation.
  reclaim: ["VolumeFailedDelete", "VolumeFailedRecycle"],
  // kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go provisionClaimOperation.
  "create-disk": ["ProvisioningFailed"],
  // kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go deleteCSISnapshotOperation, v8.7.
  "delete-snapshot": ["SnapshotDeleteError"],
  // kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go, v8.7.
  "take-snapshot": [
    "SnapshotContentCreationFailed",
    "SnapshotCreationFailed",
    "SnapshotFinalizerError",
    "SnapshotStatusUpdateFailed",
    "ErrorPVCFinalizer",
  ],
  // kubernetes-csi/external-resizer pkg/controller/expand_and_recover.go, v2.2.
  expand: ["VolumeResizeFailed"],
  // The same, markControllerResizeInProgress; kubernetes/kubernetes pkg/controller/volume/expand/expand_controller.go, 1.36.
  "begin-expansion": ["Resizing", "ExternalExpanding"],
  // kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go, 1.36.
  mount: ["FailedMount", "FailedMapVolume", "FailedAttachVolume"],
  // The same repository, pkg/volume/volume_linux.go monitorProgress, from 1.32.
  "change-ownership": ["VolumePermissionChangeInProgress"],
  // The same repository, pkg/kubelet/events/event.go: told only once the volumes of the pod are mounted.
  "start-containers": [
    "FailedCreatePodSandBox",
    "Pulling",
    "Pulled",
    "BackOff",
    "ErrImageNeverPull",
    "InspectFailed",
    "Created",
    "Started",
  ],
  unmount: [
    "FailedKillPod",
    "FailedUnMount",
    "FailedUnmount",
    "FailedUnmountVolume",
    "FailedUnmountDevice",
    "FailedUnMapDevice",
    "FailedUnmapDevice",
  ],
  // kubernetes-csi/lib-volume-populator populator-machinery/controller.go.
  populate: [
    "PopulatorDataSourceNotFound",
    "PopulatorFailed",
    "PopulatorPVCPrimeCreationError",
    // kubevirt/containerized-data-importer pkg/controller/common/util.go, clone/planner.go, populators, v1.66.
    "CloneSourceInUse",
    "CloneValidationFailed",
    "CloneWithoutSource",
    "ErrIncompatiblePVC",
    "ErrClaimNotValid",
    "ErrStartingPod",
    "ErrExceededQuota",
    "ErrCreatingPVCPrime",
    "importFailed",
    "UploadFailed",
    // backube/volsync api/v1alpha1/events.go, v0.15.
    "VolSyncPopulatorError",
    "VolSyncPopulatorPVCCreationError",
    "VolSyncPopulatorReplicationDestinationMissing",
    "VolSyncPopulatorReplicationDestinationNoLatestImage",
  ],
  "find-data-source": ["PopulatorDataSourceNotFound", "VolSyncPopulatorReplicationDestinationMissing"],
  // kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36.
  "create-ephemeral-claim": ["FailedBinding"],
  // kubernetes/kubernetes pkg/scheduler/schedule_one.go handleSchedulingFailure, 1.36.
  schedule: ["FailedScheduling"],
} as const;

/** What is told of one attempt. */
export interface AttemptEvent {
  readonly reason: string;
  /** Whole, as it came. */
  readonly message: string;
  /** When it was last seen, and when first. */
  readonly at?: string;
  readonly firstAt?: string;
  /** Who says it: the component, as it calls itself. */
  readonly by: string;
}

/** Did the last attempt fail, and why? That nothing is told proves nothing: events are kept for an hour. */
export function lastFailure(
  about: KubeObject | ObjectRef,
  attempt: Attempt,
  cluster: Cluster,
): Answer<{ readonly told?: AttemptEvent }> {
  return lastTold(refOf(about), reasons[attempt], cluster);
}

/**
 * Has an attempt to create a disk begun?
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go provisionClaimOperation: "Provisioning".
 */
export function creationBegan(claim: KubeObject, cluster: Cluster): Answer<{ readonly told?: AttemptEvent }> {
  return lastTold(refOf(claim), ["Provisioning"], cluster);
}

/**
 * Has the node-cleanup controller seen that the node of a claim's volume is gone?
 * kubernetes-sigs/sig-storage-local-static-provisioner pkg/node-cleanup/controller/controller.go syncHandler, v2.9.
 */
export function nodeDeletionSeen(
  claim: ObjectRef,
  cluster: Cluster,
): Answer<{ readonly told?: AttemptEvent }> {
  return lastTold(claim, ["ReferencedNodeDeleted"], cluster);
}

/**
 * Was a Node deleted of late, and when? Its event is all that is left of it, and is kept for an hour.
 * kubernetes/kubernetes pkg/controller/nodelifecycle/node_lifecycle_controller.go monitorNodeHealth, 1.36.
 */
export function nodeRemoved(node: ObjectRef, cluster: Cluster): Answer<{ readonly told?: AttemptEvent }> {
  return lastTold(node, ["RemovingNode"], cluster);
}

function lastTold(
  about: ObjectRef,
  wanted: readonly string[],
  cluster: Cluster,
): Answer<{ readonly told?: AttemptEvent }> {
  const event = latestEvent(about, wanted, cluster);
  switch (event.state) {
    case "unread":
      return notLooked(event.unread);
    case "absent":
      return weigh([]);
    case "found": {
      const told = toldBy(event.object);
      return { ...weigh([hint(about, "event", told.message)]), told };
    }
  }
}

function toldBy(event: Event): AttemptEvent {
  const { reason = "", message = "", source, reportingComponent, firstTimestamp } = event;
  const at = eventTime(event);
  return {
    reason,
    message,
    by: source?.component ?? reportingComponent ?? "",
    ...(at === undefined ? {} : { at }),
    ...(firstTimestamp === undefined ? {} : { firstAt: firstTimestamp }),
  };
}

/** Every failure that is told of an attempt, the newest first. */
export function failuresOf(
  about: KubeObject | ObjectRef,
  attempt: Attempt,
  cluster: Cluster,
): Listed<AttemptEvent> {
  const events = eventsOf(refOf(about), reasons[attempt], cluster);
  return events.read ? { read: true, items: events.items.map(toldBy) } : events;
}

/** What is told, where anything is. */
export function toldIn(answer: Answer<{ readonly told?: AttemptEvent }>): AttemptEvent | undefined {
  return answer.is === "unread" ? undefined : answer.told;
}
