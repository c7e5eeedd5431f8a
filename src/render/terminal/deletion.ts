import type { Phrase } from "../../kubernetes/index.ts";
import { counted, join, nameOf, say, withoutNamespace, words } from "../../kubernetes/index.ts";
import type { Affected, DataFate, Diagnosis, Effect, Limit, MarkedRemedy } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { bullet, indented, paragraph, section, sentence, styled, verbatim } from "../doc.ts";
import { grouped } from "../group.ts";
import { labelled } from "../labels.ts";
import type { RenderOptions } from "../renderer.ts";
import { commandLine } from "../shell.ts";
import { unreadName } from "./holds.ts";

/** What a deletion means for others, and what to do before it. */
export function consequenceSections(
  { ifDeleted, object }: Diagnosis,
  { wide }: Pick<RenderOptions, "wide">,
): readonly (readonly Block[])[] {
  const { affected = [], limits = [], before = [], unread = [] } = ifDeleted ?? {};
  // What is in a namespace is deleted with it, and told of as its data.
  const told = object.kind === "Namespace" ? affected.filter(({ effect }) => effect !== "deleted") : affected;
  const missing = unread.map((each) =>
    bullet(
      styled("careful", say`it is unknown what else depends on it: ${unreadName(each)} could not be read`),
    ),
  );
  return [
    section(words("What depends on it"), [...effectBlocks(told, object.namespace, wide), ...missing]),
    section(words("No longer possible then"), limits.map(limitBlock)),
    section(words("Before you delete it"), beforeBlocks(before, object.namespace, wide)),
  ];
}

const effects: Record<Effect, string> = {
  deleted: "deleted too",
  blocked: "blocked",
  waits: "waiting",
  continues: "not changed",
  unknown: "unknown",
};

/** Gravest first. */
const order: readonly Effect[] = ["deleted", "blocked", "unknown", "waits", "continues"];

/** What loses data comes before all else. */
function placeOf({ effect, fate, fateComes }: Affected): number {
  const isLoss = fate !== undefined && fatesOfData[fate.data] !== undefined && fateComes !== "in any case";
  return order.indexOf(effect) - (isLoss ? order.length : 0);
}

/** More names, and more groups, than this are counted. */
const mostNames = 5;
const mostGroups = 8;

function effectBlocks(
  affected: readonly Affected[],
  namespace: string | undefined,
  isWide: boolean,
): readonly Block[] {
  const groups = [
    ...grouped(affected, ({ effect, reason, object, fate, fateComes, message }) =>
      JSON.stringify([effect, reason, object.kind, fate?.data, fateComes, withoutData(message)]),
    ),
  ].sort(([a], [b]) => placeOf(a) - placeOf(b));
  const shown = isWide ? groups : groups.slice(0, mostGroups);
  const left = groups.slice(shown.length).reduce((sum, group) => sum + group.length, 0);
  return [
    ...shown.map((group) => bullet(withoutNamespace(tellGroup(group, isWide), namespace))),
    ...(left === 0 ? [] : [paragraph(words(`and ${counted(left, "more object")}: -o wide`))]),
  ];
}

/** Two that differ only in names are told together. */
function withoutData(message: Phrase): string {
  return message.map((part) => ("words" in part ? part.words : "\u0000")).join("");
}

function tellGroup(group: readonly [Affected, ...Affected[]], isWide: boolean): Text {
  const [first] = group;
  const most = isWide ? 40 : mostNames;
  const names = group.slice(0, most).map(({ object }) => nameOf(object));
  const left = group.length - names.length;
  const all = join([...names, ...(left === 0 ? [] : [words(`${left} more`)])], ", ");
  const isSame = group.every(({ message }) => JSON.stringify(message) === JSON.stringify(first.message));
  const message = isSame ? first.message : say`as ${nameOf(first.object)}: ${first.message}`;
  const data = first.fate === undefined ? [] : dataOf(first.fate.data, first.fateComes);
  return [
    ...styled(styleOf(first.effect), words(effects[first.effect])),
    ...words(": "),
    ...all,
    ...data,
    ...words(". "),
    ...sentence(message),
  ];
}

function styleOf(effect: Effect) {
  return effect === "continues" ? "good" : effect === "deleted" ? "bad" : "careful";
}

const fatesOfData: Partial<Record<DataFate, { readonly style: "bad" | "careful"; readonly words: string }>> =
  {
    destroyed: { style: "bad", words: "DATA LOST" },
    exposed: { style: "bad", words: "DATA OPEN TO ANOTHER CLAIM" },
    leaked: { style: "careful", words: "data left behind" },
    unknown: { style: "careful", words: "data unknown" },
  };

function dataOf(data: DataFate, comes: Affected["fateComes"]): Text {
  const told = fatesOfData[data];
  if (told === undefined) return [];
  const anyway = comes === "in any case" ? words(", also without this deletion") : [];
  return [...words(" ["), ...styled(told.style, words(told.words)), ...anyway, ...words("]")];
}

function limitBlock({ operations, message }: Limit): Block {
  return bullet([...words(`${operations.join(", ")}: `), ...message]);
}

/** More steps, and more commands of one, than this are counted. */
const mostSteps = 3;
const mostCommands = 3;

export function beforeBlocks(
  before: readonly MarkedRemedy[],
  namespace: string | undefined,
  isWide: boolean,
): readonly Block[] {
  const shown = isWide ? before : before.slice(0, mostSteps);
  const left = before.length - shown.length;
  return [
    ...shown.flatMap(({ safety, title, commands, steps }) => {
      const lines = commands.slice(0, isWide ? commands.length : mostCommands);
      const more = commands.length - lines.length;
      return [
        paragraph(withoutNamespace(labelled(safety, title), namespace), 2),
        indented([
          ...lines.flatMap((command) => {
            const line = commandLine(command);
            return line === undefined ? [] : [verbatim([{ words: line, style: "command" as const }])];
          }),
          ...(more === 0 ? [] : [paragraph(words(`and ${counted(more, "more command")}: -o wide`))]),
          ...(isWide ? steps.map((step) => bullet(sentence(step))) : []),
        ]),
      ];
    }),
    ...(left === 0 ? [] : [paragraph(words(`${counted(left, "more step")}: -o wide`))]),
  ];
}

/** Whether a namespace takes backups along: the first question about it. */
export function backupBlocks({ object, ifDeleted }: Diagnosis): readonly Block[] {
  const { affected, unread = [] } = ifDeleted ?? {};
  if (object.kind !== "Namespace" || affected === undefined) return [];
  const snapshots = affected.filter((each) => each.object.kind === "VolumeSnapshot");
  const retained = affected.filter(
    (each) => each.object.kind === "PersistentVolumeClaim" && each.fate?.data === "kept",
  );
  const missing = unread.find(({ resource }) => resource.endsWith("/volumesnapshots"));
  const told: readonly Phrase[] = [
    ...(missing === undefined ? [] : [say`unknown: ${unreadName(missing)} could not be read`]),
    ...(missing === undefined && snapshots.length === 0
      ? [words("the namespace contains no snapshots")]
      : []),
    ...endings.flatMap(({ data, says, style }) => {
      const those = snapshots.filter(({ fate }) => fate?.data === data);
      return those.length === 0 ? [] : [[...namesOf(those), ...words(": "), ...styled(style, words(says))]];
    }),
    ...(retained.length === 0
      ? []
      : [
          say`${namesOf(retained)}: the disk would be kept in the storage backend, by policy Retain, and the volume becomes Released`,
        ]),
  ];
  return section(
    words("Backups"),
    told.map((text) => bullet(withoutNamespace(text, object.name))),
  );
}

const endings = [
  { data: "destroyed", says: "the snapshot would be deleted in the storage backend too", style: "bad" },
  { data: "unknown", says: "the snapshot may be deleted in the storage backend", style: "careful" },
  {
    data: "leaked",
    says: "the snapshot would be left behind in the storage backend with no record",
    style: "careful",
  },
  { data: "already-gone", says: "the snapshot no longer exists in the storage backend", style: "careful" },
  {
    data: "kept",
    says: "the snapshot would be kept in the storage backend, by policy Retain",
    style: "good",
  },
  { data: "none", says: "no snapshot has been taken yet", style: "aside" },
] as const;

function namesOf(affected: readonly Affected[]): Phrase {
  const names = affected.slice(0, mostNames).map(({ object }) => nameOf(object));
  const left = affected.length - names.length;
  return join([...names, ...(left === 0 ? [] : [words(`${left} more`)])], ", ");
}
