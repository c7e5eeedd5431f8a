import type { AuditReport } from "../../model/index.ts";
import { json, jsonPieces, yaml } from "../machine.ts";
import { nameLines } from "../name-line.ts";
import type { Renderer } from "../renderer.ts";
import { auditStream, auditView } from "../views/audit.ts";

export const auditJson: Renderer<AuditReport> = {
  name: "json",
  summary: "for programs, as in the published schema",
  render: (report) => json(auditView(report)),
  pieces: (report) => jsonPieces(auditStream(report)),
};

export const auditYaml: Renderer<AuditReport> = {
  name: "yaml",
  summary: "the same as YAML",
  render: (report) => yaml(auditView(report)),
};

export const auditNames: Renderer<AuditReport> = {
  name: "name",
  summary: "the objects with findings, one per line",
  render: ({ findings }) => nameLines(findings.map(({ subject }) => subject)),
};
