import type { RescueReport } from "../../model/index.ts";
import { json, yaml } from "../machine.ts";
import type { Renderer } from "../renderer.ts";
import { rescueView } from "../views/rescue.ts";

export const rescueJson: Renderer<RescueReport> = {
  name: "json",
  summary: "for programs, as in the published schema",
  render: (report) => json(rescueView(report)),
};

export const rescueYaml: Renderer<RescueReport> = {
  name: "yaml",
  summary: "the same as YAML",
  render: (report) => yaml(rescueView(report)),
};
