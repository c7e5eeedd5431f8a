import type { Timeline } from "../../analysis/index.ts";
import { isKeeping, isRetaining } from "../../analysis/index.ts";
import type { Move } from "../../analysis/timeline/settle.ts";
import { isNow } from "../../analysis/timeline/steps.ts";
import { reclaimPolicyOf, volumeHandleOf } from "../../controllers/index.ts";
import { acceptance, destruction } from "../../define/index.ts";
import type { KubeObject, Phrase } from "../../kubernetes/index.ts";
import { nameKey, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { Acceptance, Act, Fate } from "../../report/index.ts";

/** What a plan says of the data. */
interface FatesTold {
  readonly fate?: Fate;
  /** Of other data around it, which a plan that keeps some does not keep. */
  readonly otherFate?: Fate;
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

type After = Pick<Timeline, "followed" | "moves" | "steps" | "end">;

/** What is lost once the steps are done and the controllers have acted. Each must be accepted by its name. */
export function lossesIn(timeline: After): readonly Acceptance[] {
  const { followed, moves, steps } = timeline;
  return [
    ...moves.flatMap((move, at) => lossBy(move, steps[at]?.when)),
    ...followed.flatMap((object) => leftBehind(object, timeline)),
  ];
}

function lossBy({ controller, action }: Move, when: Phrase | undefined): readonly Acceptance[] {
  if (action.do === "clear-claim-ref" && action.part === "whole")
    return [
      acceptance(
        "DataExposed",
        say`${nameOf(action.object)} becomes available with its data, and any claim can bind to it.`,
      ),
    ];
  if (action.do !== "destroy-backend") return [];
  const isSnapshot = action.object.kind === "VolumeSnapshotContent";
  return [
    acceptance(
      isSnapshot ? "SnapshotDestroyed" : "DataDestroyed",
      say`${has(controller, when)} ${action.driver} ${destruction(action)} of ${nameOf(action.object)}, with all data on it. To keep the data, set the ${isSnapshot ? words("content") : words("volume")} to Retain first: kubectl pvguard fix ${isSnapshot ? words("volumesnapshotcontent") : words("pv")}/${action.object.name} --remedy ${isSnapshot ? "retain-snapshot" : "set-retain"}`,
    ),
  ];
}

/** What has to be released first may never be: the danger exists all the same. */
function has(controller: string, when: Phrase | undefined): Phrase {
  return when === undefined || isNow(when)
    ? say`${controller} then has`
    : say`Then, ${when}, ${controller} has`;
}

/** Its record is deleted, and what is behind it is not. */
function leftBehind(object: KubeObject, { moves, end }: After): readonly Acceptance[] {
  const ref = refOf(object);
  if (end.find(ref) !== undefined) return [];
  const isDestroyed = moves.some(
    ({ action }) => action.do === "destroy-backend" && nameKey(action.object) === nameKey(ref),
  );
  if (isDestroyed) return [];
  switch (object.kind) {
    case "PersistentVolume": {
      const handle = volumeHandleOf(object);
      if (reclaimPolicyOf(object) !== "Delete" || handle === undefined) return [];
      return [
        acceptance(
          "DiskLeaks",
          say`${nameOf(ref)} is deleted but ${handle} is not, and remains in the storage backend with no record of it.`,
        ),
      ];
    }
    case "VolumeSnapshotContent": {
      const { spec, status } = object;
      if (spec?.deletionPolicy !== "Delete" || status?.snapshotHandle === undefined) return [];
      return [
        acceptance(
          "SnapshotLeaks",
          say`${nameOf(ref)} is deleted but ${status.snapshotHandle} is not, and remains in the storage backend with no record of it.`,
        ),
      ];
    }
    default:
      return [];
  }
}
