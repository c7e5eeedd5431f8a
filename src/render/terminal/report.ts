import { type Report, words } from "../../model/index.ts";
import { apart, type Block, section } from "../doc.ts";
import { present } from "../present.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { diagnosisBlocks } from "./diagnosis.ts";
import { headerBlocks } from "./header.ts";
import { unreadBlocks } from "./unread.ts";

function reportBlocks(report: Report, options: RenderOptions): readonly Block[] {
  return apart([
    headerBlocks(report, options),
    ...report.diagnoses.map((diagnosis) => diagnosisBlocks(diagnosis, report, options)),
    section(words("Not read"), unreadBlocks(report.unread)),
  ]);
}

export const wide: Renderer = {
  name: "wide",
  summary: "for people, the whole account with its evidence",
  render: (report, options) => present(reportBlocks(report, { ...options, wide: true }), options),
};
