import type { FixReport } from "../../model/index.ts";
import { json, yaml } from "../machine.ts";
import type { Renderer } from "../renderer.ts";
import { planView } from "../views/plan.ts";

export const planJson: Renderer<FixReport> = {
  name: "json",
  summary: "for programs, as in the published schema; can be passed to `--plan`",
  render: (report) => json(planView(report)),
};

export const planYaml: Renderer<FixReport> = {
  name: "yaml",
  summary: "the same as YAML",
  render: (report) => yaml(planView(report)),
};
