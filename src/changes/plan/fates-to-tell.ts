import { withDecisiveStep } from "../../analysis/disks/decisive-step.ts";
import { backingOf, isDiskRecord } from "../../analysis/disks/disks.ts";
import { byGravityOfData } from "../../analysis/disks/fate.ts";
import { partsOfNamespace } from "../../analysis/disks/fate-of-namespace.ts";
import type { Analysis, LostDisk, Timeline } from "../../analysis/index.ts";
import { isKeeping, isRetaining, lossesIn } from "../../analysis/index.ts";
import { sourceClaims } from "../../analysis/timeline/around.ts";
import { isNow, stepsToTell } from "../../analysis/timeline/steps.ts";
import type { Cluster } from "../../cluster/index.ts";
import type { Danger } from "../../define/index.ts";
import { acceptance, destruction, ifSo } from "../../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { distinct, nameKey, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { Acceptance, Act, ControllerStep, Fate } from "../../report/index.ts";

/** What a plan says of the data. */
interface FatesTold {
  readonly fate?: Fate;
  /** Of other data around it, which a plan that keeps some does not keep. */
  readonly otherFate?: Fate;
}

/** Of everything around a plan, and of all that is lost further away; the gravest first. */
export function fatesIn(timeline: Timeline, { cluster, fateOf }: Analysis): readonly Fate[] {
  const lost = lossesIn(timeline, cluster).flatMap(({ record }) => {
    const found = cluster.resolve(record);
    return found?.state === "found" ? [found.object] : [];
  });
  const all = distinct([...timeline.followed, ...lost], (object) => nameKey(refOf(object)));
  const own = all.flatMap((each) => timeline.outcomeOf(each)?.tell() ?? []);
  return byGravityOfData([
    ...own,
    ...sourceClaimsKept(timeline, cluster).flatMap((each) => fateOf(each) ?? []),
  ]);
}

/** The claims of snapshots that a plan keeps, where it changes nothing for them. */
export function sourceClaimsKept({ followed }: Timeline, cluster: Cluster): readonly KubeObject[] {
  const keys = new Set(followed.map((object) => nameKey(refOf(object))));
  return sourceClaims(followed, cluster).filter((claim) => !keys.has(nameKey(refOf(claim))));
}

/**
 * The gravest; of a plan that only keeps something, what becomes of that, and then what is lost all the same.
 *
 * @param fates of everything around it, the gravest first
 */
export function fatesToTell(fates: readonly Fate[], acts: readonly Act[]): FatesTold {
  const kept = acts.every(isKeeping) ? acts.filter(isRetaining).map(({ on }) => nameKey(on)) : [];
  const own = fates.find(({ volume }) => volume !== undefined && kept.includes(nameKey(volume)));
  const first = own ?? fates[0];
  if (first === undefined) return {};
  const otherFate = own && fates.find((other) => isLost(other) && !isSameData(other, own));
  return { fate: first, ...(otherFate === undefined ? {} : { otherFate }) };
}

/**
 * The steps of a plan. Where none of them brings the fate that it tells, the step that does comes after them: that of the worst
 * part of a namespace, or of another volume of the disk. A part that the acts are done to has its steps in the plan.
 */
export function stepsAround(
  timeline: Timeline,
  { fate, otherFate }: FatesTold,
  acts: readonly Act[],
  analysis: Analysis,
): readonly ControllerStep[] {
  const steps = stepsToTell(timeline);
  const namespace = timeline.followed.find(({ kind }) => kind === "Namespace");
  if (namespace === undefined || fate?.volume !== undefined)
    return [fate, otherFate].reduce((told, each) => withDecisiveStep(told, each, analysis), steps);
  const isBrought = (told: readonly ControllerStep[]) => told.some((step) => step.fate === fate?.data);
  const touched = acts.map(({ on }) => nameKey(on));
  const isTouched = (ref: ObjectRef | undefined) => ref !== undefined && touched.includes(nameKey(ref));
  return partsOfNamespace(namespace, analysis)
    .parts.filter((part) => part.fate.data === fate?.data)
    .filter((part) => !isTouched(part.object) && !isTouched(part.fate.volume))
    .reduce((told, part) => (isBrought(told) ? told : withDecisiveStep(told, part.fate, analysis)), steps);
}

function isLost({ data }: Fate): boolean {
  return data === "destroyed" || data === "exposed" || data === "leaked";
}

/** Two volumes can use the same disk. */
function isSameData(a: Fate, b: Fate): boolean {
  const isOne = a.volume !== undefined && b.volume !== undefined && nameKey(a.volume) === nameKey(b.volume);
  return (
    isOne || (a.volumeHandle !== undefined && a.volumeHandle === b.volumeHandle && a.driver === b.driver)
  );
}

/**
 * What is lost once the steps are done and the controllers have acted. Each must be accepted by its name.
 *
 * @param asked whether that is asked of everything, or only of what is lost by the steps
 */
export function lossesToAccept(
  timeline: Course,
  asked: "all" | readonly Fate[],
  cluster: Cluster,
): readonly Acceptance[] {
  const isAsked = ({ record, data }: LostDisk) =>
    asked === "all" || asked.some((fate) => fate.data === data && isOf(fate, record));
  return lossesIn(timeline, cluster)
    .filter(isAsked)
    .map((loss) => acceptanceOf(loss, timeline, cluster));
}

/** What is lost that waited for what the steps change, and is not around the object. */
export function freedBySteps(lost: readonly Fate[]): readonly Fate[] {
  const because = say`what holds it ends with these steps`;
  return lost
    .filter(({ data }) => data === "destroyed" || data === "exposed")
    .map((fate) => (fate.because.length === 0 ? { ...fate, because } : fate));
}

/** What is lost in any case, by what no move around the steps tells: another volume of the disk, another part of the namespace, what waits for the object. */
export function lossesBeside(
  { followed }: Timeline,
  fates: readonly Fate[],
  analysis: Analysis,
): readonly Acceptance[] {
  const parts = followed.flatMap((object) =>
    object.kind === "Namespace" ? partsOfNamespace(object, analysis).parts.map(({ fate }) => fate) : [],
  );
  return [...fates, ...parts].flatMap((fate) => lossBeside(fate) ?? []);
}

function lossBeside({ data, onlyIf, volume, through, volumeHandle, because }: Fate): Acceptance | undefined {
  const record = through ?? volume;
  if (record === undefined) return undefined;
  switch (data) {
    case "destroyed": {
      const what = record.kind === "VolumeSnapshotContent" ? words("Snapshot") : words("Disk");
      const told = say`${what} ${volumeHandle ?? record.name} of ${nameOf(record)} ${words(onlyIf === undefined ? "will" : "may")} be deleted: ${because}. ${howToKeep(record)}`;
      return acceptance(destructionOf(record), told);
    }
    case "exposed":
      return exposure(record);
    default:
      return undefined;
  }
}

type Course = Pick<Timeline, "followed" | "moves" | "steps" | "end">;

function isOf({ volume }: Fate, record: ObjectRef): boolean {
  return volume !== undefined && nameKey(volume) === nameKey(record);
}

function acceptanceOf({ record, at }: LostDisk, { moves, steps }: Course, cluster: Cluster): Acceptance {
  const move = at === undefined ? undefined : moves[at];
  if (move === undefined || at === undefined) return leak(record, cluster);
  const { controller, action } = move;
  if (action.do !== "destroy-backend") return exposure(record);
  return acceptance(
    destructionOf(record),
    say`${has(controller, steps[at]?.when)} ${action.driver} ${destruction(action)} of ${nameOf(record)}, with all data on it${ifSo(action)}. ${howToKeep(record)}`,
  );
}

function exposure(record: ObjectRef): Acceptance {
  return acceptance(
    "DataExposed",
    say`${nameOf(record)} becomes available with its data, and any claim can bind to it.`,
  );
}

function destructionOf({ kind }: ObjectRef): Danger {
  return kind === "VolumeSnapshotContent" ? "SnapshotDestroyed" : "DataDestroyed";
}

function howToKeep({ kind, name }: ObjectRef): Phrase {
  const isSnapshot = kind === "VolumeSnapshotContent";
  return say`To keep the data, set the ${isSnapshot ? words("content") : words("volume")} to Retain first: kubectl pvguard fix ${isSnapshot ? words("volumesnapshotcontent") : words("pv")}/${name} --remedy ${isSnapshot ? "retain-snapshot" : "set-retain"}`;
}

/** What has to be released first may never be: the danger exists all the same. */
function has(controller: string, when: Phrase | undefined): Phrase {
  return when === undefined || isNow(when)
    ? say`${controller} then has`
    : say`Then, ${when}, ${controller} has`;
}

/** Its record is deleted, and what is behind it is not. */
function leak(record: ObjectRef, cluster: Cluster): Acceptance {
  const found = cluster.resolve(record);
  const handle =
    found?.state === "found" && isDiskRecord(found.object) ? backingOf(found.object).volumeHandle : undefined;
  return acceptance(
    record.kind === "VolumeSnapshotContent" ? "SnapshotLeaks" : "DiskLeaks",
    say`${nameOf(record)} is deleted but ${handle ?? words("what is behind it")} is not, and remains in the storage backend with no record of it.`,
  );
}
