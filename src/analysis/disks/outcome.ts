import type { KubeObject } from "../../kubernetes/index.ts";
import { nameKey, refOf } from "../../kubernetes/index.ts";
import type { Analysis, Outcome, Timeline } from "../analysis.ts";
import type { Disk } from "./disks.ts";
import { outcomeOfNamespace } from "./namespace.ts";
import { recordsOf } from "./records.ts";

/** What becomes of the data behind an object that a timeline follows; `undefined` for kinds that have none. */
export function outcomeBehind(
  object: KubeObject,
  timeline: Timeline,
  analysis: Analysis,
): Outcome | undefined {
  if (object.kind === "Namespace") return outcomeOfNamespace(object, timeline, analysis);
  const [disk] = analysis.disksOf(object);
  if (disk === undefined) return undefined;
  if (timeline.event === undefined) return asThingsGo(object, disk, timeline, analysis);
  return timeline.outcomeOfDisk(disk);
}

/** Of a disk there is one future, whichever of the objects around it is asked about: that of its records. */
function asThingsGo(object: KubeObject, disk: Disk, timeline: Timeline, analysis: Analysis): Outcome {
  if ("fate" in disk) return timeline.outcomeOfDisk(disk);
  const key = nameKey(refOf(object));
  const isRecord = recordsOf(disk.record, analysis.cluster).some((each) => nameKey(refOf(each)) === key);
  return isRecord ? timeline.outcomeOfDisk(disk) : analysis.future(disk.record).outcomeOfDisk(disk);
}
