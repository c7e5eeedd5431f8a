import {
  type AnyController,
  type Cluster,
  type DataFate,
  type Fate,
  type KubeObject,
  type PersistentVolume,
  type Phrase,
  say,
  type Unread,
  type VolumeSnapshotContent,
} from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { subjectOf } from "./fate-subject.ts";
import { sameSnapshotToo, twinsToo } from "./fate-told.ts";
import { fateWithAnother, throughOther } from "./fate-with-another.ts";
import { ownFateOf } from "./own-fate.ts";
import { type Prediction, predictFrom } from "./predict.ts";
import { unreadPhrase } from "./words.ts";

/** What becomes of the data behind an object; `undefined` for kinds that have none. */
export function fateOf(
  object: KubeObject,
  cluster: Cluster,
  prediction: Prediction,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Fate | undefined {
  const subject = subjectOf(object, cluster);
  if (subject === undefined) return undefined;
  return "fate" in subject
    ? subject.fate
    : fateIn(subject.found, prediction, cluster, knowledge, controllers);
}

/** The same as things stand. */
export function fateAhead(
  object: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Fate | undefined {
  const prediction = predictFrom(object, cluster, knowledge, controllers);
  return fateOf(object, cluster, prediction, knowledge, controllers);
}

function fateIn(
  subject: PersistentVolume | VolumeSnapshotContent,
  prediction: Prediction,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Fate {
  const own = ownFateOf(subject, prediction, cluster);
  if (subject.kind === "VolumeSnapshotContent" && own.data === "destroyed")
    return withAlong(own, sameSnapshotToo(subject as VolumeSnapshotContent, cluster));
  if (subject.kind !== "PersistentVolume" || own.data === "already-gone") return own;
  const volume = subject as PersistentVolume;
  const through = throughOther(volume, cluster);
  if (own.data === "destroyed") return { ...withAlong(own, twinsToo(volume, cluster)), ...through };
  return fateWithAnother(volume, cluster, knowledge, controllers, prediction.end) ?? { ...own, ...through };
}

function withAlong(own: Fate, along: Phrase): Fate {
  return along.length === 0 ? own : { ...own, because: say`${own.because}${along}`, along };
}

const worst: readonly DataFate[] = [
  "destroyed",
  "exposed",
  "leaked",
  "already-gone",
  "unknown",
  "kept",
  "none",
];

export function gravest(fates: readonly Fate[]): readonly Fate[] {
  return [...fates].sort((a, b) => worst.indexOf(a.data) - worst.indexOf(b.data));
}

/** What would be worst; `undefined` where nothing is said of any data. */
export function gravestOf(all: readonly (DataFate | undefined)[]): DataFate | undefined {
  return worst.find((data) => all.includes(data));
}

/** Of data that may be there, behind what was not read. */
export function unseenFate(unread: Unread | undefined): readonly Fate[] {
  return unread === undefined ? [] : [{ data: "unknown", because: unreadPhrase(unread), unseen: "rest" }];
}
