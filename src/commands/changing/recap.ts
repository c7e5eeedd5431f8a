import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Fate, Plan, PlanItem } from "../../report/index.ts";

/** More than this of what cannot be undone stands in the plan above. */
const mostKept = 2;

/** The last lines before the question: where it is done, what is done, and what is lost by it. */
export function recapOf(plan: Plan): readonly Phrase[] {
  const user = plan.user === undefined ? [] : say` as ${plan.user}`;
  const context = plan.context === undefined ? [] : say` (context ${plan.context})`;
  return [
    say`\nAbout to change ${plan.server}${context}${user}:`,
    ...plan.items.flatMap((item, position) => [say`  ${position + 1}. ${item.title}`, ...costsOf(item)]),
  ];
}

/** What comes of one step, where that is not harmless. */
export function costsOf({ safety, fate, otherFate, cannotUndo }: PlanItem): readonly Phrase[] {
  if (safety === "safe") return [];
  return [
    ...[fate, otherFate].flatMap((each) => (each === undefined ? [] : outcomeOf(each))),
    ...cannotUndo.slice(0, mostKept).map((each) => say`     ${each}`),
  ];
}

function diskOf({ volumeHandle, volume }: Fate): Phrase {
  const kind = words(volume?.kind === "VolumeSnapshotContent" ? "snapshot" : "disk");
  if (volumeHandle !== undefined) return say`${kind} ${volumeHandle}`;
  return volume === undefined ? say`the ${kind}` : say`the ${kind} of ${volume.name}`;
}

function outcomeOf(fate: Fate): readonly Phrase[] {
  const { data, onlyIf } = fate;
  const disk = diskOf(fate);
  switch (data) {
    case "destroyed":
      if (onlyIf !== undefined) return [say`     After that ${disk} MAY BE DELETED: it is if ${onlyIf}.`];
      return [say`     After that ${disk} is DELETED, with all data on it.`];
    case "exposed":
      return [say`     After that another claim can get ${disk}, with the data on it.`];
    case "leaked":
      return [say`     After that ${disk} is left in the storage backend with no record of it.`];
    case "unknown":
      return [say`     It is unknown what happens to ${disk}: ${fate.because}`];
    case "kept":
    case "already-gone":
    case "none":
      return [];
  }
}
