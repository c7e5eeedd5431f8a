import { json, jsonPieces, yaml } from "./machine.ts";
import { nameLines } from "./name-line.ts";
import type { Renderer } from "./renderer.ts";
import { reportView } from "./views/report.ts";

export { brief } from "./terminal/brief.ts";

export const reportJson: Renderer = {
  name: "json",
  summary: "for programs, by the published schema",
  render: (report) => json(reportView(report)),
  pieces: (report) => jsonPieces(reportView(report)),
};

export const reportYaml: Renderer = {
  name: "yaml",
  summary: "the same as YAML",
  render: (report) => yaml(reportView(report)),
};

export const reportNames: Renderer = {
  name: "name",
  summary: "the objects alone, one a line",
  render: ({ diagnoses }) => nameLines(diagnoses.map(({ object }) => object)),
};
