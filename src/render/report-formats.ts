import type { Report } from "../model/index.ts";
import { documentFormats, nameFormat } from "./machine.ts";
import { reportView } from "./views/report.ts";

export { brief } from "./terminal/brief.ts";

export const [reportJson, reportYaml] = documentFormats<Report>(
  reportView,
  "for programs, by the published schema",
);

export const reportNames = nameFormat<Report>("the objects alone, one a line", ({ diagnoses }) =>
  diagnoses.map(({ object }) => object),
);
