import { type Danger, type DangerFacts, dangers } from "../../engine/index.ts";
import type { Page } from "../../model/index.ts";
import { dangerTexts } from "./danger-texts.ts";

const costs: Record<DangerFacts["cost"], string> = {
  loss: "loss: data is lost or can be damaged",
  leak: "leak: no data is lost, but the disk or the snapshot remains in the storage backend, and Kubernetes has no record of it",
  risk: "risk: it may do no harm, but that cannot be ruled out",
};

/** One page for each danger that a person accepts by name and that is not the reason of a hold. */
export function dangerPages(): readonly Page[] {
  return (Object.keys(dangers) as readonly Danger[]).map(dangerPage);
}

function dangerPage(name: Danger): Page {
  const { cost, acceptedBy }: DangerFacts = dangers[name];
  const { title, what, why, whatToDo } = dangerTexts[name];
  return {
    name,
    kind: "danger",
    title,
    facts: [
      ["Means", costs[cost]],
      ["To accept it", `\`--accept ${name}\`, with ${acceptedBy.join(", ")}`],
    ],
    sections: [
      ["What", what],
      ["Why", why],
      ["What to do", whatToDo],
    ],
    sources: [],
  };
}
