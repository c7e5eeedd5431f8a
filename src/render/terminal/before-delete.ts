import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, join, nameOf, say, words } from "../../kubernetes/index.ts";
import type { DataFate, DeletedObject, DeletionReport, Fate, Loss, NotJudged } from "../../report/index.ts";
import { losses, soleFateOf } from "../../report/index.ts";
import { diskOf } from "../card/rows.ts";
import type { Block, Text } from "../doc.ts";
import { apart, bullet, indented, item, paragraph, section, sentence, styled, styledLine } from "../doc.ts";
import { copyPhrases } from "../labels.ts";
import type { Style } from "../line.ts";
import { forPeople } from "../present.ts";
import { askAbout } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { beforeBlocks } from "./deletion.ts";
import { headerAndClock } from "./header.ts";
import { unreadBlocks } from "./unread.ts";

interface LossWords {
  readonly style: Style;
  /** Before the name of an object. */
  readonly label: string;
  /** Of all of them. */
  readonly headline: string;
}

const told: Record<Loss, LossWords> = {
  data: { style: "bad", label: "lost", headline: "Data would be lost. Do not delete this yet." },
  record: {
    style: "careful",
    label: "left behind",
    headline:
      "A disk would be left behind in the storage backend with no record of it. Do not delete this yet.",
  },
  unknown: {
    style: "careful",
    label: "unknown",
    headline: "It is unknown whether data would be lost. Do not delete this yet.",
  },
  nothing: { style: "good", label: "kept", headline: "No data would be lost." },
};

/** More disks of one object, and more objects about which nothing is wrong, than this are counted. */
const mostDisks = 5;
const mostKept = 10;
const mostSteps = 3;

function deletionBlocks(report: DeletionReport, options: RenderOptions): readonly Block[] {
  const [header, clock] = headerAndClock(report, options);
  const objects = [...report.objects].sort((a, b) => losses.indexOf(a.loses) - losses.indexOf(b.loses));
  const bad = objects.filter(({ loses }) => loses !== "nothing");
  const kept = objects.filter(({ loses }) => loses === "nothing");
  const shown = options.wide ? kept : kept.slice(0, mostKept);
  const left = kept.length - shown.length;
  const { headline, style } = told[report.loses];
  return apart([
    header,
    [styledLine(style, words(headline))],
    [
      ...[...bad, ...shown].flatMap((each) => objectBlocks(each, options)),
      ...(left === 0 ? [] : [paragraph(words(`and ${left} more with nothing to lose`))]),
      ...notJudgedBlocks(report.notJudged),
    ],
    section(words("Before you delete"), stepBlocks(bad, options)),
    section(words("Not read"), unreadBlocks(report.unread)),
    [...whereNext(bad[0] ?? objects[0], options), ...clock],
  ]);
}

function objectBlocks(deleted: DeletedObject, { wide }: RenderOptions): readonly Block[] {
  const { object, loses, because, comes, fates, decidedWhen } = deleted;
  const { label, style } = told[loses];
  const already = comes === "in any case" && loses !== "nothing" ? words("also without this deletion: ") : [];
  const sole = soleFateOf(deleted);
  const isConditional = decidedWhen.length > 0 && loses !== "nothing" && !saysWhen(because);
  const line = [
    ...styled(style, words(`[${label}]`)),
    ...say` ${nameOf(object)}: `,
    ...already,
    ...(sole === undefined ? [] : say`${diskOf(sole)}: `),
    ...because,
    ...(isConditional && fates.length < 2 ? say` (${join(decidedWhen, ", then ")})` : []),
  ];
  const others =
    sole !== undefined ? [] : fates.filter((fate) => flatText(fate.because) !== flatText(because));
  const risky = others.filter(({ data }) => wide || !harmless.includes(data));
  const shown = risky.slice(0, wide ? risky.length : mostDisks);
  const left = risky.length - shown.length;
  const copies = copyPhrases(fates.flatMap((fate) => fate.copies ?? []).slice(0, mostDisks));
  const below = [
    ...shown.map((fate) => bullet(fateText(fate))),
    ...(left === 0 ? [] : [paragraph(words(`and ${left} more: -o wide`))]),
    ...copies.map((copy) => bullet(sentence(copy))),
  ];
  return [paragraph(line, 2), ...(below.length === 0 ? [] : [indented(below)])];
}

/** Of a namespace or a workload, its own line counts these. */
const harmless: readonly DataFate[] = ["kept", "none", "already-gone"];

/** The reason of one disk begins with when it comes. */
function saysWhen(because: Phrase): boolean {
  const [first] = because;
  return first !== undefined && "words" in first && /^(?:when|at once|within|after) ?/.test(first.words);
}

function flatText(phrase: Phrase): string {
  return flatten(phrase, (data) => data);
}

function fateText(fate: Fate): Text {
  return say`${diskOf(fate)}: ${fate.because}`;
}

function notJudgedBlocks(notJudged: readonly NotJudged[]): readonly Block[] {
  const strange = notJudged.filter(({ why }) => why !== "without-data");
  const others = notJudged.length - strange.length;
  return [
    ...strange.map((each) =>
      paragraph(
        [...styled("careful", words("[unknown] ")), ...say`${nameOf(each.object)}: ${reasonOf(each)}`],
        2,
      ),
    ),
    ...(others === 0
      ? []
      : [
          item(
            [],
            [
              paragraph(
                words(
                  others === 1
                    ? "1 object of a kind with no disk"
                    : `${others} objects of kinds with no disk`,
                ),
              ),
            ],
          ),
        ]),
    ...(notJudged.some(({ object, why }) => object.kind === "Secret" && why === "without-data")
      ? [paragraph(keyOfDisk, 2)]
      : []),
  ];
}

/** More users of a Secret are counted. */
const mostUsers = 3;

function reasonOf(notJudged: NotJudged): Phrase {
  switch (notJudged.why) {
    case "without-data":
      return words("there is no disk behind it");
    case "record-of-disk":
      return words(recordOfDisk);
    case "unknown-kind":
      return words(unknownKind);
    case "users-not-read":
      return words(usersNotRead);
    case "needed-by-driver": {
      const shown = notJudged.neededBy.slice(0, mostUsers).map(nameOf);
      const left = notJudged.neededBy.length - shown.length;
      const users = left === 0 ? join(shown, ", ") : say`${join(shown, ", ")} and ${left} more`;
      return say`the driver gets it with requests about ${users}. Without it, the driver may not be able to attach, mount or delete what is behind them. Data that is encrypted with it cannot be read.`;
    }
  }
}

const usersNotRead =
  "the volumes or the snapshots could not be read, so it is unknown whether a driver needs it, or encrypts a disk with it.";
const unknownKind =
  "pvguard does not know this kind. Its controller may delete claims, volumes or snapshots with it.";
const recordOfDisk =
  "it is the record of a disk in the storage backend. Its controller may delete the disk with it.";

/** Its content is not read, and whether a driver encrypts with it, a class says only in its parameters. */
const keyOfDisk = words(
  "A Secret is among them: if a driver encrypts disks with it, their data cannot be read without it.",
);

/** What keeps the data of each; the same step is told once. */
function stepBlocks(bad: readonly DeletedObject[], { wide }: RenderOptions): readonly Block[] {
  const seen = new Set<string>();
  const steps = bad.flatMap(({ before, object }) =>
    before.flatMap((remedy) => {
      const key = JSON.stringify([remedy.name, remedy.title]);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ remedy, namespace: object.namespace }];
    }),
  );
  const shown = wide ? steps : steps.slice(0, mostSteps);
  const left = steps.length - shown.length;
  return [
    ...shown.flatMap(({ remedy, namespace }) => beforeBlocks([remedy], namespace, wide)),
    ...(left === 0 ? [] : [paragraph(words(`and ${left} more steps: -o wide`))]),
  ];
}

function whereNext(first: DeletedObject | undefined, options: RenderOptions): readonly Block[] {
  const why = first === undefined ? undefined : askAbout(first.object, "why", options);
  if (why === undefined) return [];
  return [styledLine("aside", words(`Step by step: ${why} --if-deleted`))];
}

export const deletionText = forPeople("text", "for people", deletionBlocks);

export const deletionWide = forPeople<DeletionReport>(
  "wide",
  "with each disk and each step",
  (report, options) => deletionBlocks(report, { ...options, wide: true }),
);
