import { type Diagnosis, type IfDeleted, nameOf, type ObjectRef, say, words } from "../../model/index.ts";
import { apart, type Block, paragraph, section, styled, type Text } from "../doc.ts";
import type { RenderOptions } from "../renderer.ts";
import { dataBlocks, fateInSentence } from "./data.ts";
import { firstCondition, futureBlocks } from "./future.ts";

/** One line for an object with which nothing is wrong, or the whole prediction for who asked for it. */
export function healthyBlocks(diagnosis: Diagnosis, options: RenderOptions): readonly Block[] {
  const { object, state, ifDeleted } = diagnosis;
  const opening: Text = [
    ...styled("title", say`${nameOf(object)} is `),
    ...styled("good", say`${state}`),
    ...words("."),
  ];
  if (ifDeleted === undefined) return [paragraph(opening, 2)];
  if (options.ifDeleted) return apart([[paragraph(opening, 2)], ...ifDeletedSections(diagnosis)]);
  return [
    paragraph(
      [...opening, ...words(" If it were deleted now: "), ...prediction(object, ifDeleted), ...words(".")],
      2,
    ),
  ];
}

function prediction({ kind }: ObjectRef, { next, stays, fate }: IfDeleted): Text {
  const condition = firstCondition(next);
  const until = condition === undefined ? [] : say` until ${condition}`;
  const becomes =
    stays || condition !== undefined ? say`it stays Terminating${until}` : words("it goes at once");
  if (fate === undefined || (stays && condition === undefined)) return becomes;
  const isData = kind !== "VolumeAttachment";
  return isData ? [...becomes, ...words("; then "), ...fateInSentence(fate)] : becomes;
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
