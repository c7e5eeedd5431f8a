import { type Diagnosis, type IfDeleted, nameOf, type Report, say, words } from "../../model/index.ts";
import { apart, type Block, paragraph, section, styled, type Text } from "../doc.ts";
import type { RenderOptions } from "../renderer.ts";
import { dataBlocks, fateInSentence } from "./data.ts";
import { firstCondition, futureBlocks } from "./future.ts";

/** One line for an object with which nothing is wrong, or the whole prediction for who asked for it. */
export function healthyBlocks(
  diagnosis: Diagnosis,
  { unread }: Report,
  options: RenderOptions,
): readonly Block[] {
  const { object, state, ifDeleted } = diagnosis;
  const opening: Text = [
    ...styled("title", say`${nameOf(object)} is `),
    ...styled("good", say`${state}`),
    ...words("."),
  ];
  if (ifDeleted === undefined) return [paragraph(opening, 2)];
  if (options.ifDeleted) return apart([[paragraph(opening, 2)], ...ifDeletedSections(diagnosis)]);
  const proviso = words(unread.length === 0 ? "" : ", as far as could be read");
  const future = [...words(" If it were deleted now"), ...proviso, ...words(": "), ...prediction(ifDeleted)];
  return [paragraph([...opening, ...future, ...words(".")], 2)];
}

function prediction({ next, stays, fate }: IfDeleted): Text {
  const condition = firstCondition(next);
  if (condition === undefined && stays) return words("it stays Terminating");
  const becomes = condition === undefined ? words("it goes") : say`it stays Terminating until ${condition}`;
  return fate === undefined ? becomes : [...becomes, ...words("; then "), ...fateInSentence(fate)];
}

/** What would happen if it were deleted now, step by step. */
export function ifDeletedSections({ ifDeleted }: Diagnosis): readonly (readonly Block[])[] {
  if (ifDeleted === undefined) return [];
  const steps = futureBlocks(ifDeleted.next);
  const end = ifDeleted.stays
    ? "It stays Terminating: nothing here removes what holds it."
    : "Then it is gone.";
  return [
    section(words("If it were deleted now"), [...steps, paragraph(words(end))]),
    dataBlocks("The data then", ifDeleted.fate),
  ];
}
