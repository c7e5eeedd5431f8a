import type { Renderer } from "./renderer.ts";
import { reportJson, reportNames, reportYaml } from "./report-formats.ts";
import { text, wide } from "./terminal/report.ts";
import { publishedReport } from "./views/report-schema.ts";

export { shown, whole } from "./escape.ts";
export { plainOptions, type Renderer, type RenderOptions } from "./renderer.ts";

/** Every format of a report, by its name for `-o`. The first is the one without `-o`. */
export const renderers: readonly Renderer[] = [text, wide, reportJson, reportYaml, reportNames];

/** Every published JSON Schema, by its file name below `docs/schema`. */
export const schemas = { "report.v1alpha1.json": publishedReport };
