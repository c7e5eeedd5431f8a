import { unreadPhrase } from "../../define/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { isTerminating, nameKey, refOf, words } from "../../kubernetes/index.ts";
import type { Fate } from "../../report/index.ts";
import type { Analysis, Outcome, Timeline } from "../analysis.ts";
import type { Disk } from "./disks.ts";
import { fateOfParts, partsOfNamespace } from "./parts.ts";
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

/** A namespace that stays keeps what is in it. */
function outcomeOfNamespace(
  namespace: KubeObject,
  { event }: Timeline,
  analysis: Analysis,
): Outcome | undefined {
  if (event === undefined && !isTerminating(namespace)) return undefined;
  const fate = fateOfNamespace(namespace, analysis);
  return { data: fate.data, tell: () => fate };
}

/** The data of a namespace is that of its claims and snapshots: its fate is the worst of theirs, once they are deleted. */
function fateOfNamespace(namespace: KubeObject, analysis: Analysis): Fate {
  const { parts, unread } = partsOfNamespace(namespace, analysis);
  if (unread !== undefined) return { data: "unknown", because: unreadPhrase(unread), unseen: "rest" };
  return (
    fateOfParts(parts) ?? {
      data: "none",
      because: words("the namespace contains no claims and no snapshots"),
    }
  );
}
