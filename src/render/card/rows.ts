import type { Unread } from "../../cluster/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { distinct, flatten, join, say, withoutNamespace, words } from "../../kubernetes/index.ts";
import type { ControllerStep, Diagnosis, Fate, Report } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { item, paragraph, styled, styledLine, verbatim } from "../doc.ts";
import { copyPhrases, fateWords } from "../labels.ts";
import { askAbout, rescueOf } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { unreadName } from "../terminal/holds.ts";

/** As wide as the longest label, so that what is beside the labels stands in one column. */
const labelWidth = 12;

/** A label, and beside it what belongs to it. */
export function row(label: string, texts: readonly Text[]): readonly Block[] {
  return texts.map((text, position) =>
    item([{ words: `  ${position === 0 ? label : ""}`.padEnd(labelWidth) }], [paragraph(text, 2)]),
  );
}

/** About three lines. Of longer data, such as a driver's error, the first line and the last are told. */
const mostCharacters = 240;
const firstLine = 60;
const lastLines = 140;

/** For a reader who knows the namespace already, and without the middle of a long error. */
export function inShort(phrase: Phrase, namespace: string | undefined): Phrase {
  return withoutNamespace(phrase, namespace).map((part) =>
    "data" in part && part.data.length > mostCharacters ? { ...part, data: withoutMiddle(part.data) } : part,
  );
}

/** Parted between words, where there are any. */
function withoutMiddle(text: string): string {
  const head = text.slice(0, firstLine).replace(/(?<=\S)\s+\S*$/, "");
  const tail = text.slice(-lastLines).replace(/^\S*\s+(?=\S)/, "");
  return `${head} [\u2026] ${tail}`;
}

const noDisk = "there is no disk, so no data can be lost";
/** A step can free another volume or a snapshot. */
const otherDisk = "there is no disk here, but a step can lose other data";
const noCopy = "the snapshot has no content yet, so it is not a copy of the data";

/** The disk, and what becomes of it. */
export function dataRows({ fate, next, object, remedies }: Diagnosis): readonly Block[] {
  if (fate === undefined) return [];
  if (fate.data === "none") {
    const none = remedies.some(({ safety }) => safety === "loses-data") ? otherDisk : noDisk;
    return row("Data", [words(object.kind === "VolumeSnapshot" ? noCopy : none)]);
  }
  const { ahead, style } = fateWords(fate);
  const verdict = styled(style, words(ahead));
  const disk = isNamed(fate) ? diskOf(fate) : [];
  const text: Text =
    fate.data === "unknown"
      ? [...verdict, ...(disk.length === 0 ? [] : say` what happens to ${disk}`), ...say`: ${fate.because}`]
      : [...disk, ...words(disk.length === 0 ? "" : " "), ...verdict, ...conditionOf(fate, next)];
  return [
    ...row("Data", [inShort(text, object.namespace)]),
    ...row("Snapshots", copyRows(fate, object.namespace)),
  ];
}

/** More than this are counted. Those that can be used come first. */
const mostCopies = 2;

/** What is no copy, and looks like none, often stands above already, as what holds the claim. */
function copyRows({ copies = [] }: Fate, namespace: string | undefined): readonly Text[] {
  const all = copyPhrases(copies.filter(({ state }) => state !== "not-ready" && state !== "content-gone"));
  const left = all.length - mostCopies;
  const shown = all.slice(0, mostCopies).map((copy) => inShort(copy, namespace));
  return left <= 0 ? shown : [...shown, words(`and ${left} more: -o wide`)];
}

/** Where it is about many disks, the reason names them. */
function isNamed({ volume, volumeHandle }: Fate): boolean {
  return volume !== undefined || volumeHandle !== undefined;
}

/** `vol-0aa0 (ebs.csi.aws.com, 100Gi, policy Delete)`. */
export function diskOf({ volumeHandle, volume, driver, capacity, policy }: Fate): Phrase {
  const facts = [driver, capacity, policy === undefined ? undefined : `policy ${policy}`].filter(
    (fact) => fact !== undefined,
  );
  const ofVolume = volume === undefined ? words("the disk") : say`the disk of ${volume.name}`;
  const subject = volumeHandle === undefined ? ofVolume : say`${volumeHandle}`;
  return facts.length === 0 ? subject : say`${subject} (${facts.join(", ")})`;
}

/** When that happens, where a step of the controllers says so; otherwise why. */
function conditionOf(fate: Fate, next: readonly ControllerStep[]): Phrase {
  const at = next.findIndex(({ fate: does }) => does === fate.data);
  const isOne = fate.volume !== undefined && fate.along === undefined;
  if (at < 0 || !isOne) return say`: ${fate.because}`;
  const conditions = conditionsOf(next.slice(0, at + 1));
  const when = conditions.length === 0 ? words("next") : join(conditions, " and ");
  return say` ${when}${ifSo(fate)}`;
}

/** What no object tells, where the reason does not say it. */
function ifSo({ onlyIf }: Fate): Phrase {
  return onlyIf === undefined ? [] : say`, if ${onlyIf}`;
}

/** What must happen before the last of these steps, each once: the steps before it can wait for more than it does. */
function conditionsOf(steps: readonly ControllerStep[]): readonly Phrase[] {
  const plain = (when: Phrase) => flatten(when, (data) => data);
  const all = distinct(
    steps.map(({ when }) => when).filter((when) => plain(when) !== "now"),
    plain,
  );
  return all.filter((when) => !all.some((other) => other !== when && plain(other).includes(plain(when))));
}

/** What people try, and what it would cost. */
export function warningBlocks({ avoid, object }: Diagnosis, most: number): readonly Block[] {
  return avoid.slice(0, most).map(({ step, because }) => {
    const text = inShort(say`${step}: ${because}`, object.namespace);
    return paragraph([...styled("careful", words("Do not ")), ...text], 2);
  });
}

/** More than this are counted. */
const mostUnread = 3;

/** What could not be read, and that it matters: before anybody does what the steps say. */
export function unreadBlocks(unread: readonly Unread[]): readonly Block[] {
  if (unread.length === 0) return [];
  const names = unread
    .slice(0, mostUnread)
    .map((missing) => say`${unreadName(missing)} (${words(reasons[missing.reason])})`);
  const left = unread.length - names.length;
  const more = left === 0 ? [] : words(`, and ${left} more`);
  const list = say`Not read: ${join(names, ", ")}${more}. It could change this answer: -o wide`;
  return [styledLine("careful", list)];
}

const reasons: Record<Unread["reason"], string> = {
  Forbidden: "forbidden",
  NotServed: "not served",
  Unavailable: "reading failed",
  NotCollected: "not in the input",
  NotJudged: "pvguard failed",
  LeftToChance: "a controller picks one of several",
};

/** Where to go from here. */
export function nextBlocks(
  diagnosis: Diagnosis,
  { clock }: Pick<Report, "clock">,
  options: RenderOptions,
): readonly Block[] {
  const { verdict, roots, remedies } = diagnosis;
  const fix = remedies.some(({ primary, fix: does }) => primary && does !== undefined)
    ? askAbout(diagnosis.object, "fix", options)
    : undefined;
  const rescue = rescueOf(diagnosis, options.reach);
  const reason = roots.find((root) => root.reason === verdict.reason)?.reason ?? roots[0]?.reason;
  const details = reason === undefined ? "-o wide" : `-o wide, kubectl pvguard explain ${reason}`;
  const lines = [
    ...(fix === undefined
      ? []
      : [`${clock === "live" ? "pvguard can do the first step:" : "On the cluster:"} ${fix}`]),
    ...(rescue === undefined ? [] : [`Deleted by mistake? ${rescue}`]),
    `Details: ${details}`,
  ];
  return lines.map((line) => verbatim([{ words: line, style: "aside" }]));
}

/** How people call several of a kind. */
export const many: Readonly<Record<string, string>> = {
  Namespace: "namespaces",
  PersistentVolume: "volumes",
  PersistentVolumeClaim: "claims",
  Pod: "pods",
  VolumeAttachment: "attachments",
  VolumeSnapshot: "snapshots",
  VolumeSnapshotContent: "snapshot contents",
};
