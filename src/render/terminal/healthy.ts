import {
  type Diagnosis,
  type IfDeleted,
  join,
  nameOf,
  type Phrase,
  type Report,
  say,
  words,
} from "../../model/index.ts";
import { apart, type Block, paragraph, section, sentence, styled, type Text } from "../doc.ts";
import type { RenderOptions } from "../renderer.ts";
import { dataBlocks, fateInSentence } from "./data.ts";
import { conditionOf, futureBlocks } from "./future.ts";
import { avoidBlocks, remedyBlocks } from "./remedies.ts";

/** One line for an object with which nothing is wrong, or the whole prediction for who asked for it. */
export function healthyBlocks(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
): readonly Block[] {
  const { object, state, ifDeleted, verdict } = diagnosis;
  const opening: Text = [
    ...styled("title", say`${nameOf(object)} is `),
    ...styled("good", say`${state}`),
    ...(verdict.reason === state ? [] : [...words(": "), ...verdict.summary]),
    ...words("."),
  ];
  const help = helpSections(diagnosis, options);
  if (ifDeleted === undefined) return apart([[paragraph(opening, 2)], ...help]);
  if (options.ifDeleted)
    return apart([[paragraph(opening, 2)], ...ifDeletedSections(diagnosis, report), ...help]);
  const proviso = words(report.unread.length === 0 ? "" : ", as far as could be read");
  const future = [...words(" If it were deleted now"), ...proviso, ...words(": "), ...prediction(ifDeleted)];
  return apart([[paragraph([...opening, ...future, ...words(".")], 2)], ...help]);
}

/** Of an object with which nothing is wrong, only where there is something to keep. */
function helpSections(diagnosis: Diagnosis, options: RenderOptions): readonly (readonly Block[])[] {
  if (diagnosis.remedies.length === 0) return [];
  return [
    section(words("What to do"), remedyBlocks(diagnosis, options)),
    section(words("Do not"), avoidBlocks(diagnosis.avoid, options)),
  ];
}

function prediction({ stays, goesWhen, decidedWhen, fate, fateComes }: IfDeleted): Text {
  const until = join(goesWhen.map(conditionOf), ", then until ");
  const waits = until.length === 0 ? [] : say` until ${until}`;
  const becomes = stays || until.length > 0 ? say`it stays Terminating${waits}` : words("it goes");
  if (fate === undefined) return becomes;
  switch (fateComes) {
    case "with it":
      return [...becomes, ...words("; "), ...decided(goesWhen, decidedWhen), ...fateInSentence(fate)];
    case "in any case":
      return [
        ...becomes,
        ...words("; in any case "),
        ...fateInSentence(fate),
        ...words(": "),
        ...fate.because,
      ];
  }
}

/** When it is decided over the data: before the object is gone, with it, or after it. */
function decided(until: readonly Phrase[], when: readonly Phrase[]): Text {
  const last = when.at(-1);
  if (when.length < until.length) return last === undefined ? words("at once ") : say`${last}, `;
  const later = when.slice(until.length);
  return later.length === 0 ? words("then ") : say`then, ${join(later, ", then ")}, `;
}

const labels: Record<IfDeleted["fateComes"], string> = {
  "with it": "The data then",
  "in any case": "The data in any case",
};

/** What would happen if it were deleted now, step by step. */
export function ifDeletedSections(
  { ifDeleted }: Diagnosis,
  { unread }: Report,
): readonly (readonly Block[])[] {
  if (ifDeleted === undefined) return [];
  const steps = futureBlocks(ifDeleted.next);
  const proviso = unread.length === 0 ? "" : "As far as could be read: ";
  const end = ifDeleted.stays ? "it stays Terminating, since something still holds it" : "then it is gone";
  return [
    section(words("If it were deleted now"), [...steps, paragraph(sentence(words(`${proviso}${end}.`)))]),
    dataBlocks(labels[ifDeleted.fateComes], ifDeleted.fate),
  ];
}
