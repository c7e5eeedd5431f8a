import { type FixReport, nameOf, type Refusal, say, words } from "../../model/index.ts";
import { apart, type Block, indented, paragraph, section, sentence, styled, verbatim } from "../doc.ts";
import { present } from "../present.ts";
import type { Renderer } from "../renderer.ts";
import { itemSections } from "./item.ts";

/** The plan for people. */
export const planText: Renderer<FixReport> = {
  name: "text",
  summary: "for people",
  render: (report, options) => present(apart(sections(report)), options),
};

function sections(report: FixReport): readonly (readonly Block[])[] {
  const { plan, refusals, idle } = report;
  return [
    plan.items.length === 0 ? [] : header(report),
    ...plan.items.flatMap((item, position) => itemSections(item, position, report)),
    plan.items.length === 0 ? [] : risks(report),
    ...refusals.map(refusalBlocks),
    idle.length === 0 ? [] : [...idle.map(({ because }) => paragraph(say`Nothing to do: ${because}.`, 2))],
    plan.items.length === 0 ? [] : [ending(report)],
  ];
}

function header({ plan }: FixReport): readonly Block[] {
  if (plan.input !== undefined) {
    const made = say`Plan made from ${plan.input}. The cluster may have changed since`;
    return [paragraph(styled("aside", sentence(made)), 2)];
  }
  const context = plan.context === undefined ? [] : say`, context ${plan.context}`;
  const user = plan.user === undefined ? [] : say`, as ${plan.user}`;
  return [paragraph(styled("aside", say`Plan for ${plan.server}${context}${user}`), 2)];
}

/** What it takes to carry the plan out. */
function ending({ plan, digest }: FixReport): Block {
  return plan.input === undefined
    ? verbatim(styled("aside", say`Digest of this plan: ${digest}`))
    : paragraph(words("Nothing can be changed through a file. To do it, run fix against the cluster."), 2);
}

/** What no check can close, said openly. */
export const residualRisks: readonly string[] = [
  "Between the last look and the write somebody can bind a pod by hand; the kubelet then still refuses to start it on a claim that is being deleted.",
  "A node that nobody hears of may still have the volume mounted. The API cannot see that.",
];

function risks({ plan }: FixReport): readonly Block[] {
  const isHarmless = plan.items.every(({ safety }) => safety === "safe");
  return isHarmless
    ? []
    : section(
        words("What cannot be ruled out"),
        residualRisks.map((risk) => paragraph(words(`- ${risk}`), 2)),
      );
}

function refusalBlocks({ reason, object, message, instead }: Refusal): readonly Block[] {
  return [
    paragraph([...styled("bad", words("Refused")), ...say`: ${nameOf(object)} (${reason})`], 2),
    indented([
      paragraph(sentence(message)),
      ...(instead === undefined || instead.length === 0 ? [] : [paragraph(sentence(instead))]),
    ]),
  ];
}
