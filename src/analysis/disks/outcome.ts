import { relativesOf } from "../../define/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import type { DataFate } from "../../report/index.ts";
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
    const data = "object" in volume ? analysis.dataOf(volume.object) : undefined;
    return "object" in volume && data !== undefined ? [outcomeOfVolume(volume.object, data, analysis)] : [];
  });
  return byGravityOfData([own, ...others])[0] ?? own;
}

function outcomeOfVolume(volume: KubeObject, data: DataFate, analysis: Analysis): Outcome {
  return { data, of: "its volume", tell: () => analysis.fateOf(volume) ?? { data, because: [] } };
}
