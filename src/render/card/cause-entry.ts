import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { join, nameKey, nameOf, say, secondsSince, withoutNamespace, words } from "../../kubernetes/index.ts";
import type { Finding } from "../../report/index.ts";
import { bytesOfAll } from "../../report/index.ts";
import { gibibytes, humanDuration } from "../amounts.ts";
import type { Block } from "../doc.ts";
import { item, paragraph, styled, verbatim } from "../doc.ts";
import type { Group } from "../group.ts";
import { notedMessage } from "../labels.ts";
import { argumentsFor, explained, ownCommand } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { inSentence } from "./headline.ts";
import { inShort } from "./rows.ts";

/** Findings that one action or one decision ends, the worst first. */
type CauseGroup = Group<Finding>;

/** Wider names stand on a line of their own. */
const nameWidth = 24;

/** One trouble: what is behind it, what it does, and the command that leads out or explains. */
export function entryBlocks(group: CauseGroup, now: number, options: RenderOptions): readonly Block[] {
  const [worst] = group;
  const name = nameOfCause(group);
  const command = commandFor(group, options);
  const content: readonly Block[] = [
    paragraph(summaryOf(group, now)),
    ...(command === undefined ? [] : [verbatim([{ words: command, style: "command" }])]),
  ];
  const marker = (text: string) => [{ words: text }];
  const length = name.reduce((sum, part) => sum + ("words" in part ? part.words : part.data).length, 0);
  const indent = " ".repeat(nameWidth);
  if (length + 3 > nameWidth || worst.message.length === 0)
    return [item(marker("  "), [paragraph(styled("title", name))]), item(marker(indent), content)];
  const pad = " ".repeat(nameWidth - 2 - length);
  return [item([...marker("  "), ...styled("title", name), ...marker(pad)], content)];
}

/** How people call several of a kind. */
const many: Readonly<Record<string, string>> = {
  Namespace: "namespaces",
  PersistentVolume: "volumes",
  PersistentVolumeClaim: "claims",
  Pod: "pods",
  VolumeAttachment: "attachments",
  VolumeSnapshot: "snapshots",
  VolumeSnapshotContent: "snapshot contents",
};

function nameOfCause(group: CauseGroup): Phrase {
  const [{ cause, subject, title }] = group;
  if (cause.name !== undefined) return cause.name;
  const subjects = subjectsOf(group);
  if (subjects.length === 1) return nameOf(subject);
  const kinds = new Set(subjects.map(({ kind }) => kind));
  return words(
    kinds.size === 1
      ? `${subjects.length} ${many[subject.kind] ?? "objects"}`
      : `${subjects.length} objects: ${title}`,
  );
}

function subjectsOf(group: CauseGroup): readonly ObjectRef[] {
  return [...new Map(group.map(({ subject }) => [nameKey(subject), subject])).values()];
}

/** More than this are counted. */
const mostNamed = 3;

function summaryOf(group: CauseGroup, now: number): Phrase {
  const [worst] = group;
  const { cause, title } = worst;
  const namespace = cause.object?.namespace ?? worst.subject.namespace;
  const others = subjectsOf(group).filter(
    (ref) => cause.object === undefined || nameKey(ref) !== nameKey(cause.object),
  );
  const named = others.slice(0, mostNamed).map((ref) => withoutNamespace(nameOf(ref), namespace));
  const list = join(named, ", ");
  const left = others.length - named.length;
  const all = left === 0 ? list : say`${list} and ${left} more`;
  const extent = extentOf(group, now);
  const told = inShort(notedMessage(worst), namespace);
  const isMany = cause.name === undefined && others.length > 1;
  // Of many that are to be cleaned up the rule says what they have in common.
  const what = isMany ? words(inSentence(title)) : told;
  const isOwn = others.length === 0 || (cause.name === undefined && others.length === 1);
  // A loss ahead is that of one object.
  const subjects =
    worst.code.startsWith("PVG2") && !isMany ? withoutNamespace(nameOf(worst.subject), namespace) : all;
  return isOwn ? say`${what}${extent}` : say`${subjects}${extent}: ${isMany ? what : reasonOf(group, told)}`;
}

/** The reason in a few words. A loss ahead is told whole: the disk, and when it is lost. */
function reasonOf([{ code, cause, note }]: CauseGroup, told: Phrase): Phrase {
  return cause.title === undefined || note !== undefined || code.startsWith("PVG2")
    ? told
    : words(inSentence(cause.title));
}

/** ` (2d3h, 300 GiB)`: since when, and how much the disks hold, each counted once. */
function extentOf(group: CauseGroup, now: number): Phrase {
  const ages = group.flatMap(({ since }) => secondsSince(since, now) ?? []);
  const bytes = bytesOfAll(group);
  const parts = [
    ...(ages.length === 0 ? [] : [humanDuration(Math.max(...ages))]),
    ...(bytes === 0 ? [] : [`${gibibytes(bytes)} GiB`]),
  ];
  return words(parts.length === 0 ? "" : ` (${parts.join(", ")})`);
}

function commandFor(group: CauseGroup, { reach }: RenderOptions): string | undefined {
  const [{ code, subject, cause }] = group;
  const isMany = cause.name === undefined && subjectsOf(group).length > 1;
  if (isMany) return ownCommand(["audit", "--rules", code, "-o", "wide"], reach);
  const isExplained = explained.has(subject.kind) || subject.kind === "Namespace";
  return ownCommand(isExplained ? ["why", ...argumentsFor(subject)] : ["explain", code], reach);
}
