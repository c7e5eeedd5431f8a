import type { Phrase } from "../../kubernetes/index.ts";
import { asSpoken, join, say, words } from "../../kubernetes/index.ts";
import type { ControllerStep, Diagnosis, Fate, IfDeleted, Report } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { item, paragraph, section, sentence, styled } from "../doc.ts";
import type { Group } from "../group.ts";
import { runs } from "../group.ts";
import { copyPhrases, fateWords } from "../labels.ts";
import type { RenderOptions } from "../renderer.ts";
import { backupBlocks, consequenceSections } from "./deletion.ts";

/** What the controllers do, in order. What one controller does at one time, one thing after the other, is one step. */
export function futureBlocks(steps: readonly ControllerStep[]): readonly Block[] {
  const merged = runs(steps, (step) => JSON.stringify([step.controller, step.when]));
  const items = merged.map((run, position) => ({ run, position, before: merged[position - 1]?.[0] }));
  const shown = items.filter(({ run, position }) => position < mostSteps || run.some(isAlarming));
  const rest = items.length - shown.length;
  return [
    ...shown.map(({ run, position, before }) =>
      item([{ words: `${position + 1}. ` }], [paragraph(stepText(run, before))]),
    ),
    ...(rest === 0 ? [] : [paragraph(say`and ${rest} more steps; \`-o json\` lists them`)]),
  ];
}

/** More steps than this are counted, but for those after which the data is lost, or another's. */
const mostSteps = 40;

function stepText(run: Group<ControllerStep>, before: ControllerStep | undefined): Text {
  const [first] = run;
  const isSameTime = before !== undefined && JSON.stringify(before.when) === JSON.stringify(first.when);
  const opening = isSameTime ? words("then ") : say`${withoutWhen(first.when, 1)}: `;
  return [...sentence(opening), ...say`${asSpoken(first.controller)} `, ...actionsOf(run)];
}

/** More actions of one controller than this are counted: it can have thousands of objects to delete. */
const mostActions = 8;

function actionsOf(run: readonly ControllerStep[]): Text {
  const all = [...new Map(run.map((step) => [JSON.stringify(step.action), step])).values()];
  const more = all.length - mostActions;
  const first = [...all.filter(isAlarming), ...all.filter((step) => !isAlarming(step))];
  const chosen = new Set(first.slice(0, mostActions));
  const shown = all.filter((step) => chosen.has(step)).map(actionText);
  return join(more > 0 ? [...shown, say`and ${more} more actions like these`] : shown, "; ");
}

function isAlarming({ fate }: ControllerStep): boolean {
  return fate !== undefined;
}

function actionText(step: ControllerStep): Text {
  return isAlarming(step) ? styled("bad", step.action) : step.action;
}

/** How long something stays: `until pod/web-0 in namespace shop is gone`, `for up to six minutes`. */
export function untilOf(when: Phrase): Phrase {
  const [first, ...rest] = when;
  if (first === undefined || !("words" in first) || first.words.startsWith("when "))
    return say`until ${withoutWhen(when, 0)}`;
  return [{ words: first.words.replace(/^within /, "for up to ").replace(/^after /, "for ") }, ...rest];
}

/** `when a is gone and when b is gone`, with that word left out from one of its parts on. */
function withoutWhen(when: Phrase, from: number): Phrase {
  return when.map((part, position) =>
    "words" in part && position >= from ? { words: part.words.replaceAll(/\bwhen /g, "") } : part,
  );
}

export function dataBlocks(label: string, fate: Fate | undefined): readonly Block[] {
  if (fate === undefined) return [];
  const { ahead, style } = fateWords(fate);
  const heading = [...words(`${label}: `), ...styled(style, words(ahead))];
  return section(heading, [
    paragraph(explanation(fate)),
    ...copyPhrases(fate.copies ?? []).map((copy) => paragraph(sentence(copy))),
  ]);
}

function explanation(fate: Fate): Text {
  const name = backendName(fate);
  return name.length === 0 ? sentence(fate.because) : [...name, ...words(": "), ...fate.because];
}

function backendName({ driver, volumeHandle }: Fate): Text {
  if (driver === undefined) return volumeHandle === undefined ? [] : say`${volumeHandle}`;
  return volumeHandle === undefined ? say`${driver}` : say`${driver} ${volumeHandle}`;
}

const labels: Record<IfDeleted["fateComes"], string> = {
  "with it": "The data then",
  "in any case": "The data in any case",
};

/** What would happen if it were deleted now, step by step. */
export function ifDeletedSections(
  diagnosis: Diagnosis,
  { unread }: Report,
  options: RenderOptions,
): readonly (readonly Block[])[] {
  const { ifDeleted } = diagnosis;
  if (ifDeleted === undefined) return [];
  const steps = futureBlocks(ifDeleted.next);
  const proviso = unread.length === 0 ? "" : "As far as could be read: ";
  const until = steps.length > 0 ? [] : join(ifDeleted.goesWhen.map(untilOf), ", then ");
  const isAwaited = !ifDeleted.stays && until.length > 0;
  const end = ifDeleted.stays
    ? "it stays Terminating, because something still holds it"
    : "then it no longer exists";
  const told = isAwaited ? say`it stays Terminating ${until}; ${words(end)}` : words(end);
  return [
    backupBlocks(diagnosis),
    section(words("If it were deleted now"), [...steps, paragraph(sentence(say`${words(proviso)}${told}.`))]),
    dataBlocks(labels[ifDeleted.fateComes], ifDeleted.fate),
    ...consequenceSections(diagnosis, options),
  ];
}
