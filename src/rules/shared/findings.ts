import type { Cluster, Listed, Unread } from "../../cluster/index.ts";
import { deleted } from "../../cluster/index.ts";
import {
  attachmentsNaming,
  diskKeyOf,
  nodeNamed,
  storageClassNameOf,
  wholeQuantity,
} from "../../controllers/index.ts";
import type {
  AnyRuleEntry,
  AuditContext,
  GeneralReason,
  RuleAnswer,
  RuleFinding,
} from "../../define/index.ts";
import { defineRule, stateSince } from "../../define/index.ts";
import { refuserKinds } from "../../evidence/index.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  Resource,
  VolumeAttachment,
} from "../../kubernetes/index.ts";
import { isTerminating, say, secondsSince, workloadKinds } from "../../kubernetes/index.ts";
import type { DataFate, Evidence, Hold, Severity, SizedDisk, Verdict } from "../../report/index.ts";

/** What a rule takes from what holds an object. */
interface Wanted {
  /** The entries whose holds are looked at: waits, or finalizers. */
  readonly by: readonly string[];
  wanted(hold: Hold): boolean;
  more?(hold: Hold): Partial<RuleFinding>;
}

/**
 * A finding from what the diagnosis of an object says of itself: its first hold that is wanted. What could not be read
 * may have hidden one.
 */
export function diagnosedFinding(
  object: KubeObject,
  context: AuditContext,
  { by: entries, wanted, more }: Wanted,
): RuleAnswer {
  const own = context
    .ownHolds(object)
    .filter(({ by }) => entries.includes("wait" in by ? by.wait : by.finalizer));
  const found = own.find((hold) => hold.category !== "unknown" && wanted(hold));
  if (found !== undefined) {
    return [{ ...findingFrom(found, stateSince(object)), ...sizeOf(object), ...more?.(found) }];
  }
  const unread = unreadIn(own);
  return unread === undefined ? [] : { unread };
}

function findingFrom(hold: Hold, since: string | undefined): RuleFinding {
  const { message, reason, holder, evidence, remedies } = hold;
  const told = { message, reason, holder, evidence, remedies, holds: [hold] };
  return { ...told, ...(since === undefined ? {} : { since }) };
}

/** A person must act, or a controller does not act. */
export function isTrouble({ category }: Hold): boolean {
  return category === "blocked" || category === "stuck";
}

/** The first thing that these holds could not read, if any. */
export function unreadIn(holds: readonly Hold[]): Unread | undefined {
  for (const { holder } of holds) if ("unread" in holder) return holder.unread;
  return undefined;
}

/** Behind all attachments to a node that was deleted is that node: the pods that wait for them are told with it. */
export function behindAttachment({ spec }: VolumeAttachment, { reason }: Hold): Partial<RuleFinding> {
  return reason === "AttachmentNodeGone" ? { holder: { missing: nodeNamed(spec?.nodeName ?? "") } } : {};
}

type Size = Pick<RuleFinding, "disks" | "storageClass">;

/** The disk that a claim or a volume takes up, and of which class; of other kinds nothing. */
export function sizeOf(object: KubeObject): Size {
  switch (object.kind) {
    case "PersistentVolumeClaim":
      return sizeOfClaim(object);
    case "PersistentVolume":
      return sizeOfVolume(object);
    default:
      return {};
  }
}

/** What it got. As long as it has no volume, what it asks for takes up nothing. */
function sizeOfClaim(claim: PersistentVolumeClaim): Size {
  const capacity = claim.status?.capacity?.storage ?? claim.spec?.resources?.requests?.storage;
  const volume = claim.status?.phase === "Pending" ? "" : (claim.spec?.volumeName ?? "");
  return size({ volume }, capacity, storageClassNameOf(claim));
}

function sizeOfVolume(volume: PersistentVolume): Size {
  const key = diskKeyOf(volume);
  const disk = { volume: volume.metadata.name, ...(key === undefined ? {} : { key }) };
  return size(disk, volume.spec?.capacity?.storage, storageClassNameOf(volume));
}

function size(disk: Omit<SizedDisk, "bytes">, capacity: string | undefined, storageClass: string): Size {
  const bytes = disk.volume === "" ? undefined : wholeQuantity(capacity);
  return {
    ...(bytes === undefined ? {} : { disks: [{ ...disk, bytes }] }),
    ...(storageClass === "" ? {} : { storageClass }),
  };
}

/** Did this happen at least so many seconds ago? What has no date counts as old. */
export function isOld(since: string | undefined, seconds: number, now: number): boolean {
  const age = secondsSince(since, now);
  return age === undefined || age >= seconds;
}

export function isOlderThan(object: KubeObject, seconds: number, now: number): boolean {
  return isOld(object.metadata.creationTimestamp, seconds, now);
}

/** A rule about objects of one kind that stay Terminating. */
export function heldRule(
  about: Pick<AnyRuleEntry, "code" | "name" | "title" | "on" | "what" | "why" | "whatToDo" | "sources">,
): AnyRuleEntry {
  return defineRule({ ...about, only: [deleted], needs: chainNeeds, check: heldFinding });
}

/** A finding about an object that has been Terminating for long enough: its root cause in one line. */
export function heldFinding(object: KubeObject, context: AuditContext): RuleAnswer {
  if (!isTerminating(object) || !isOld(stateSince(object), context.olderThan, context.cluster.now)) return [];
  const finding = { ...rootFinding(object, context), ...sizeOf(object) };
  const { holds, unread: missed } = context.explain(object);
  const { category, reason } = context.verdict(object);
  // The general cause is what is left where nothing more is known: what was not read can tell it.
  const isGeneral = reason === ("ControllerNotActing" satisfies GeneralReason);
  const behind = isGeneral ? missed.find((each) => failed.includes(each.reason)) : undefined;
  if (behind !== undefined) return { unread: behind, findings: [finding] };
  const unread = unreadIn(holds);
  return category === "unknown" && unread !== undefined
    ? { unread, findings: [{ ...finding, confidence: "unknown" }] }
    : [finding];
}

/** It exists, and was not shown. */
const failed: readonly Unread["reason"][] = ["Forbidden", "Unavailable"];

/** What a diagnosis says of its root cause. */
function rootFinding(object: KubeObject, context: AuditContext): RuleFinding {
  const { since, holds } = context.explain(object);
  const verdict = context.verdict(object);
  const data = context.dataOf(object);
  const roots = holds.filter(({ reason }) => reason === verdict.reason);
  return {
    message: say`${verdict.summary}`,
    ...(since === undefined ? {} : { since }),
    reason: verdict.reason,
    ...(roots[0] === undefined ? {} : { holder: roots[0].holder }),
    severity: severityOf(verdict, data),
    ...(data === undefined ? {} : { data }),
    evidence: evidenceOf(roots),
    holds,
    remedies: verdict.category === "unknown" ? [] : roots.flatMap(({ remedies }) => remedies),
  };
}

/** What thousands of holds rest on can be one list for all of them. */
function evidenceOf(holds: readonly Hold[]): readonly Evidence[] {
  return [...new Set(holds.map(({ evidence }) => evidence))].flat();
}

/** What resolves without action is worth knowing. If data is lost then, that is worse, and worst where a person resolves it. */
function severityOf({ category }: Verdict, data: DataFate | undefined): Severity {
  switch (category) {
    case "healthy":
    case "waiting":
      return data === "destroyed" ? "warning" : "note";
    case "blocked":
    case "stuck":
      return data === "destroyed" ? "error" : "warning";
    case "unknown":
      return "warning";
  }
}

/** Everything that a chain of causes can lead to, from whatever object it starts. */
export const chainNeeds: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "v1/pods",
  "v1/nodes",
  "v1/events",
  "storage.k8s.io/v1/volumeattachments",
  "storage.k8s.io/v1/storageclasses",
  "storage.k8s.io/v1/csidrivers",
  "storage.k8s.io/v1/csinodes",
  "storage.k8s.io/v1/csistoragecapacities",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
  ...workloadKinds,
  "apiregistration.k8s.io/v1/apiservices",
  "coordination.k8s.io/v1/leases",
  ...refuserKinds,
];

/** The attachments that name a volume: several rules ask, so once. */
export function attachmentsOf(volume: PersistentVolume, cluster: Cluster): Listed<VolumeAttachment> {
  return attachmentsNaming(volume.metadata.name, cluster);
}
