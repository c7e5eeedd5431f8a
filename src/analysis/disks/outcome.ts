import { relativesOf } from "../../define/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import type { Analysis, Outcome, Timeline } from "../analysis.ts";
import { byGravityOfData } from "./fate.ts";
import { outcomeOfNamespace } from "./namespace.ts";

/** What becomes of the data behind an object that a timeline follows; `undefined` for kinds that have none. */
export function outcomeBehind(
  object: KubeObject,
  timeline: Timeline,
  analysis: Analysis,
): Outcome | undefined {
  if (object.kind === "Namespace") return outcomeOfNamespace(object, timeline, analysis);
  const [disk] = analysis.disksOf(object);
  const own = disk && timeline.outcomeOfDisk(disk);
  const isFollowed = timeline.event !== undefined && "done" in timeline.event;
  return object.kind === "VolumeAttachment" && own !== undefined && own.data !== "destroyed" && !isFollowed
    ? orThatOfVolume(object, own, analysis)
    : own;
}

/** An attachment comes and goes, and its volume has a future of its own. After acts it is followed itself. */
function orThatOfVolume(attachment: KubeObject, own: Outcome, analysis: Analysis): Outcome {
  const others = relativesOf(attachment, analysis.cluster).flatMap((volume) => {
    const other = "object" in volume ? analysis.outcomeOf(volume.object) : undefined;
    return other === undefined ? [] : [{ ...other, of: "its volume" } as const];
  });
  return byGravityOfData([own, ...others])[0] ?? own;
}
