import type { BlockerList } from "../../model/index.ts";
import { json, yaml } from "../machine.ts";
import { nameLines } from "../name-line.ts";
import type { Renderer } from "../renderer.ts";
import { blockersView } from "../views/blockers.ts";

export const blockersJson: Renderer<BlockerList> = {
  name: "json",
  summary: "for programs, as in the published schema",
  render: (list) => json(blockersView(list)),
};

export const blockersYaml: Renderer<BlockerList> = {
  name: "yaml",
  summary: "the same as YAML",
  render: (list) => yaml(blockersView(list)),
};

/** Only the objects that hold: a person would pass them to the next command. */
export const blockersNames: Renderer<BlockerList> = {
  name: "name",
  summary: "the objects that block the deletion, one per line",
  render: ({ subjects }) =>
    nameLines(
      subjects.flatMap(({ blockers }) =>
        blockers.filter(({ counts }) => counts === "yes").map(({ object }) => object),
      ),
    ),
};
