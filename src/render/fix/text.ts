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
    : paragraph(
        words("A plan from files cannot be carried out. To change the cluster, run fix against it."),
        2,
      );
}

/** What no check can rule out. */
export const residualRisks: readonly string[] = [
  "Between the last check and the write, a person can assign a pod to a node manually. The kubelet still refuses to start that pod on a claim that is being deleted.",
  "An unreachable node may still have the volume mounted. The API cannot show that.",
];

function risks({ plan }: FixReport): readonly Block[] {
  const isHarmless = plan.items.every(({ safety }) => safety === "safe");
  return isHarmless
    ? []
    : section(
        words("Risks that remain"),
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
