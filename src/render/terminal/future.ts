import { type NextStep, type Phrase, say, words } from "../../model/index.ts";
import { type Block, item, paragraph, sentence, styled, type Text } from "../doc.ts";
import { runs } from "../group.ts";

/** What the controllers do, in order. What one controller does at one time, one thing after the other, is one step. */
export function futureBlocks(steps: readonly NextStep[]): readonly Block[] {
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

function stepText(run: readonly NextStep[], before: NextStep | undefined): Text {
  const [first] = run;
  if (first === undefined) return [];
  const isSameTime = before !== undefined && JSON.stringify(before.when) === JSON.stringify(first.when);
  const opening = isSameTime ? words("then ") : say`${withoutWhen(first.when, 1)}: `;
  return [...sentence(opening), ...say`${first.controller} `, ...actionsOf(run)];
}

/** More actions of one controller than this are counted: it can have thousands of objects to delete. */
const mostActions = 8;

function actionsOf(run: readonly NextStep[]): Text {
  const all = [...new Map(run.map((step) => [JSON.stringify(step.action), step])).values()];
  const more = all.length - mostActions;
  const first = [...all.filter(isAlarming), ...all.filter((step) => !isAlarming(step))];
  const chosen = new Set(first.slice(0, mostActions));
  const shown = all.filter((step) => chosen.has(step)).map(actionText);
  return separated(more > 0 ? [...shown, say`and ${more} more actions like these`] : shown, "; ");
}

function isAlarming({ fate }: NextStep): boolean {
  return fate !== undefined;
}

function actionText(step: NextStep): Text {
  return isAlarming(step) ? styled("bad", step.action) : step.action;
}

function separated(texts: readonly Text[], between: string): Text {
  return texts.flatMap((text, position) => (position === 0 ? text : [...words(between), ...text]));
}

/** A condition without the word in front: `pod/web-0 in namespace shop is gone`. */
export function conditionOf(when: Phrase): Phrase {
  return withoutWhen(when, 0);
}

/** `when a is gone and when b is gone`, with that word left out from one of its parts on. */
function withoutWhen(when: Phrase, from: number): Phrase {
  return when.map((part, position) =>
    "words" in part && position >= from ? { words: part.words.replaceAll(/\bwhen /g, "") } : part,
  );
}
