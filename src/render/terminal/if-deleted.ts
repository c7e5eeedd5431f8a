import { type Diagnosis, type IfDeleted, type Report, words } from "../../model/index.ts";
import { type Block, paragraph, section, sentence } from "../doc.ts";
import { dataBlocks } from "./data.ts";
import { futureBlocks } from "./future.ts";

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
  const end = ifDeleted.stays
    ? "it stays Terminating, because something still holds it"
    : "then it no longer exists";
  return [
    section(words("If it were deleted now"), [...steps, paragraph(sentence(words(`${proviso}${end}.`)))]),
    dataBlocks(labels[ifDeleted.fateComes], ifDeleted.fate),
  ];
}
