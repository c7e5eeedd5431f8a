import type { Phrase } from "../../kubernetes/index.ts";
import { counted, flatten, nameKey, words } from "../../kubernetes/index.ts";
import type { Act, CommandLine, Consequence, Diagnosis, Fate, OfferedRemedy } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { indented, paragraph, sentence, styled, verbatim } from "../doc.ts";
import { followsPhrase, noStep, safeties } from "../labels.ts";
import { commandLine } from "../shell.ts";
import { inShort } from "./rows.ts";

/** The others are with `-o wide`. */
const mostSteps = 2;

/** Where there is no room, the second step has one line of commands or none, or is left out. */
export type SecondStep = "in full" | "in one line" | "named" | "left out";

/** More commands than this are counted, unless the count would take the place of the only one that is left out. */
const mostCommands = 3;
const fewCommands = 2;

/** What to do: what keeps the data first, then what ends the cause. */
export function stepBlocks(
  { remedies, verdict, advice, object, state, fate }: Diagnosis,
  second: SecondStep,
): readonly Block[] {
  const { category } = verdict;
  if (remedies.length === 0) {
    const told = category === "unknown" ? noStep.unknown : (advice ?? noStep[category]);
    return category === "healthy" ? [] : [paragraph(words(told))];
  }
  // Where there is room for one step alone, it is not the one after which the data can no longer be kept.
  const keeping =
    second === "left out" ? (keepingOf(remedies, fate) ?? keepingUnknown(remedies, fate)) : undefined;
  const first = keeping ?? firstOf(remedies);
  const most = second === "left out" ? 1 : mostSteps;
  const isSafe =
    state !== "Terminating" &&
    (fate?.data === "kept" || fate?.data === "none") &&
    first?.safety !== "loses-data" &&
    !keepsDisk(first);
  // Where no disk is lost, a step that keeps one would only stand in the way of the one that is proposed.
  const useful = remedies.filter(
    (remedy) => !isSafe || remedy === first || (remedy.safety !== "loses-data" && !keepsDisk(remedy)),
  );
  const shown = keeping === undefined ? chosenOf(useful, most) : [keeping];
  // Where data is lost, the step that keeps it is the one that must be at hand.
  const whole = shown.find((remedy) => remedy === keepingOf(remedies, fate)) ?? first;
  const left = remedies.length - shown.length;
  const more = left === 0 ? [] : [paragraph(words(`${counted(left, "more way")}: -o wide`))];
  return [
    ...shown.flatMap((remedy, position) =>
      remedyBlocks(remedy, object.namespace, remedy === whole ? "in full" : second, shown[position - 1]),
    ),
    ...more,
  ];
}

function keepingOf(remedies: readonly OfferedRemedy[], fate: Fate | undefined): OfferedRemedy | undefined {
  const { data } = fate ?? {};
  if (fate === undefined || (data !== "destroyed" && data !== "exposed")) return undefined;
  const { volume } = fate;
  // Of many disks no single one is named: what keeps them does nothing else.
  if (volume === undefined) return remedies.find(({ fix }) => fix?.acts.every(setsRetain));
  return remedies.find((remedy) => keeps(remedy, { ...fate, data }));
}

/** What becomes of the disk is not known: it may be deleted. */
function keepingUnknown(
  remedies: readonly OfferedRemedy[],
  fate: Fate | undefined,
): OfferedRemedy | undefined {
  if (fate?.data !== "unknown") return undefined;
  return remedies.find((remedy) => keepsDisk(remedy) && keepsRecord(remedy, fate));
}

function firstOf(remedies: readonly OfferedRemedy[]): OfferedRemedy | undefined {
  return remedies.find(({ primary }) => primary) ?? remedies[0];
}

/** The one that is proposed, and the first that does more than it does: in their order, what keeps the data first. */
function chosenOf(remedies: readonly OfferedRemedy[], most: number): readonly OfferedRemedy[] {
  const first = firstOf(remedies);
  if (first === undefined) return [];
  const done = new Set(first.commands.map((command) => commandLine(command)));
  const title = plain(first.title);
  // For each of two pods on one node the same can have to be done there.
  const others = remedies.filter(
    (remedy) =>
      remedy !== first &&
      plain(remedy.title) !== title &&
      (remedy.commands.length === 0 || remedy.commands.some((command) => !done.has(commandLine(command)))),
  );
  const chosen = new Set([first, ...others].slice(0, most));
  return remedies.filter((remedy) => chosen.has(remedy));
}

function plain(title: Phrase): string {
  return flatten(title, (data) => data);
}

function remedyBlocks(
  remedy: OfferedRemedy,
  namespace: string | undefined,
  told: SecondStep,
  before: OfferedRemedy | undefined,
): readonly Block[] {
  const { name, style } = safeties[remedy.safety];
  const title: Text = styled("title", inShort(remedy.title, namespace));
  return [
    { block: "labelled", text: title, label: styled(style, words(name)) },
    indented([
      ...costs(remedy, namespace, before),
      ...(told === "in full" ? actions(remedy, namespace) : []),
      ...(told === "in one line" ? inOneLine(remedy) : []),
    ]),
  ];
}

/** What is lost by it: the label alone does not say what. */
function costs(
  remedy: OfferedRemedy,
  namespace: string | undefined,
  before: OfferedRemedy | undefined,
): readonly Block[] {
  if (remedy.follows !== undefined) {
    const told = followsPhrase(
      remedy.follows,
      keeps(before, remedy.follows) ? "unless you did the step above" : undefined,
    );
    return [paragraph(styled("bad", inShort(told, namespace)))];
  }
  return remedy.safety === "safe" ? [] : [paragraph(sentence(inShort(remedy.because, namespace)))];
}

/** Only Retain on the very volume whose disk is deleted, and where no other volume of the disk can have it deleted. */
function keeps(step: OfferedRemedy | undefined, told: Consequence): boolean {
  return told.through === undefined && keepsRecord(step, told);
}

function keepsRecord(step: OfferedRemedy | undefined, data: Pick<Fate, "volume"> | undefined): boolean {
  const volume = data?.volume;
  if (volume === undefined) return false;
  return (step?.fix?.acts ?? []).some((act) => setsRetain(act) && nameKey(act.on) === nameKey(volume));
}

function keepsDisk(step: OfferedRemedy | undefined): boolean {
  return step?.fix?.acts.every(setsRetain) === true;
}

function setsRetain(act: Act): boolean {
  return (
    act.do === "edit" &&
    act.edits.some((edit) => retaining.has(edit.path) && "value" in edit && edit.value === "Retain")
  );
}

const retaining: ReadonlySet<string> = new Set([
  "/spec/persistentVolumeReclaimPolicy",
  "/spec/deletionPolicy",
]);

function actions(remedy: OfferedRemedy, namespace: string | undefined): readonly Block[] {
  const before = remedy.first ?? [];
  const isInvolved = before.length > 1;
  const { commands } = remedy;
  const shown = commands.length > mostCommands ? commands.slice(0, fewCommands) : commands;
  const more = remedy.commands.length - shown.length;
  // What fix does whole needs nothing after its commands: the steps are advice.
  const isPart = !isInvolved && shown.length > 0 && remedy.steps.length > 0 && remedy.fix === undefined;
  const shownSteps = remedy.commands.length === 0 ? remedy.steps.slice(0, 1) : [];
  const hidden =
    (isInvolved ? before.length - 1 + remedy.commands.length : 0) + remedy.steps.length - shownSteps.length;
  return [
    ...before.slice(0, 1).map((phrase) => line(phrase, namespace)),
    ...(isPart
      ? [paragraph(words("Only a part of this step. Read all of it before you begin: -o wide"))]
      : []),
    ...(isInvolved ? [] : shown.flatMap(commandBlock)),
    ...(isInvolved || more === 0 ? [] : [paragraph(words(`and ${counted(more, "more command")}: -o wide`))]),
    ...shownSteps.map((phrase) => line(phrase, namespace)),
    ...(hidden > 0 && (isInvolved || remedy.commands.length === 0)
      ? [paragraph(words("The other parts of this step: -o wide"))]
      : []),
  ];
}

/** A command that fits into one line is all there is to do; more is with `-o wide`. */
function inOneLine({ first = [], commands, steps, fix }: OfferedRemedy): readonly Block[] {
  const [command, ...others] = commands;
  if (command === undefined) return [];
  const text = commandLine(command);
  const isWhole = first.length === 0 && others.length === 0 && (steps.length === 0 || fix !== undefined);
  return isWhole && text !== undefined && text.length <= shortCommand
    ? [verbatim([{ words: text, style: "command" }])]
    : [paragraph(words("Its commands: -o wide"))];
}

function line(phrase: Phrase, namespace: string | undefined): Block {
  return paragraph(sentence(inShort(phrase, namespace)));
}

/** Fits into 80 columns behind the indentation. */
const shortCommand = 78;

/** A longer command is no help to read. */
const longestCommand = 400;

function commandBlock(command: CommandLine): readonly Block[] {
  const text = commandLine(command);
  return text === undefined || text.length > longestCommand
    ? [paragraph(words("The command is too long for here: -o wide"))]
    : [verbatim([{ words: text, style: "command" }])];
}
