import { type Diagnosis, type Report, words } from "../../model/index.ts";
import { healthyLines } from "../card/healthy.ts";
import { apart, type Block, section } from "../doc.ts";
import type { RenderOptions } from "../renderer.ts";
import { ifDeletedSections } from "./if-deleted.ts";
import { avoidBlocks, remedyBlocks } from "./remedies.ts";

/** Of an object with which nothing is wrong: the same lines as its card, and everything that can be done to keep it. */
export function healthyBlocks(
  diagnosis: Diagnosis,
  report: Report,
  options: RenderOptions,
): readonly Block[] {
  const hasHelp = diagnosis.remedies.length > 0;
  return apart([
    healthyLines(diagnosis, report, options),
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report) : []),
    hasHelp ? section(words("What to do"), remedyBlocks(diagnosis)) : [],
    hasHelp ? section(words("Do not"), avoidBlocks(diagnosis.avoid)) : [],
  ]);
}
