import { type Diagnosis, type IfDeleted, nameOf, type Report, say, words } from "../../model/index.ts";
import { apart, type Block, paragraph, section, sentence, styled, type Text } from "../doc.ts";
import type { RenderOptions } from "../renderer.ts";
import { dataBlocks, fateInSentence } from "./data.ts";
import { firstCondition, futureBlocks } from "./future.ts";
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

function prediction({ next, stays, fate }: IfDeleted): Text {
  const condition = firstCondition(next);
  if (condition === undefined && stays) return words("it stays Terminating");
  const becomes = condition === undefined ? words("it goes") : say`it stays Terminating until ${condition}`;
  return fate === undefined ? becomes : [...becomes, ...words("; then "), ...fateInSentence(fate)];
}

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
    dataBlocks("The data then", ifDeleted.fate),
  ];
}
