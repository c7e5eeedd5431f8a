import type { Comparison, EarlierFinding } from "../../report/index.ts";
import { choice, count, from, list, record, text } from "./schema.ts";
import { objectSchema } from "./shared.ts";

const earlierSchema = record<EarlierFinding>("A finding of the earlier report.", {
  code: text("As in `PVG101`."),
  object: from(({ subject }) => subject, objectSchema),
  severity: choice("How serious it was.", ["error", "warning", "note"]),
});

export const comparisonSchema = record<Comparison>(
  "The differences from an earlier report. `findings` then contains only new findings.",
  {
    baseline: text("The file of the earlier report."),
    takenAt: text("The time of the state that it describes.", "date-time"),
    known: count("Number of findings that the earlier report contains, too."),
    solved: list("Findings of the earlier report that are no longer found.", earlierSchema),
    unsure: list("No longer found, but the rule could not check everything.", earlierSchema),
  },
);
