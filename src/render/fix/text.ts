import type { Phrase } from "../../kubernetes/index.ts";
import { nameOf, say, words } from "../../kubernetes/index.ts";
import type {
  Acceptance,
  FixReport,
  Plan,
  PlanItem,
  PlannedWrite,
  Refusal,
  WriteResult,
} from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import {
  apart,
  bullet,
  indented,
  item,
  paragraph,
  section,
  sentence,
  styled,
  styledLine,
  verbatim,
} from "../doc.ts";
import { labelled } from "../labels.ts";
import { forPeople } from "../present.ts";
import { commandLine } from "../shell.ts";
import { dataBlocks, futureBlocks } from "../terminal/future.ts";
import { changes, guards, isLastRemoval, requestLine, stepTitle } from "./step.ts";

/** The plan for people. */
export const planText = forPeople<FixReport>("text", "for people", (report) => apart(sections(report)));

function sections(report: FixReport): readonly (readonly Block[])[] {
  const { plan, refusals, idle } = report;
  return [
    plan.items.length === 0 ? [] : [sceneBlock(report.plan)],
    ...plan.items.flatMap((item, position) => itemSections(item, position, report)),
    plan.items.length === 0 ? [] : risks(report),
    ...refusals.map((refusal) => refusalBlocks(refusal, "Refused")),
    idle.map(({ because }) => paragraph(say`Nothing to do: ${because}.`, 2)),
    plan.items.length === 0 ? [] : [ending(report)],
  ];
}

/** Which cluster a plan is for, and who carries it out; or the files that it was made from. */
export function sceneBlock(scene: Pick<Plan, "server" | "input" | "context" | "user">): Block {
  if (scene.input !== undefined) {
    const made = say`Plan made from ${scene.input}. The cluster may have changed since`;
    return styledLine("aside", sentence(made));
  }
  const context = scene.context === undefined ? [] : say`, context ${scene.context}`;
  const user = scene.user === undefined ? [] : say`, as ${scene.user}`;
  return styledLine("aside", say`Plan for ${scene.server}${context}${user}`);
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
  const left = isHarmless ? [] : residualRisks;
  return section(
    words("Risks that remain"),
    left.map((risk) => bullet(words(risk))),
  );
}

export function refusalBlocks(
  { reason, object, message, instead = [] }: Refusal,
  heading: "Refused" | "The plan stops here",
): readonly Block[] {
  return [
    paragraph([...styled("bad", words(heading)), ...say`: ${nameOf(object)} (${reason})`], 2),
    indented([paragraph(sentence(message)), ...(instead.length === 0 ? [] : [paragraph(sentence(instead))])]),
  ];
}

/** One item: what is done, why, how, what happens then, and what must be accepted. */
function itemSections(
  planItem: PlanItem,
  position: number,
  report: FixReport,
): readonly (readonly Block[])[] {
  const title = labelled(planItem.safety, planItem.title);
  return [
    [paragraph(title, 2), indented([paragraph(sentence(planItem.why))])],
    section(
      words("Steps"),
      planItem.steps.map((step, at) => stepBlock(step, at + 1, saidOf(step, position, report))),
    ),
    section(words("With kubectl (without these checks)"), commandBlocks(planItem)),
    section(words("What happens next"), futureBlocks(planItem.next)),
    dataBlocks(
      planItem.fate?.volume?.kind === "VolumeSnapshotContent" ? "The snapshot" : "The data",
      planItem.fate,
    ),
    dataBlocks("Other data that this plan does not keep", planItem.otherFate),
    section(
      words("Cannot be undone"),
      planItem.cannotUndo.map((each) => bullet(sentence(each))),
    ),
    section(words("Dangers that you must accept by name"), acceptBlocks(planItem.accept, report.accepted)),
  ];
}

function saidOf(
  step: PlannedWrite,
  position: number,
  { previews, outcomes }: FixReport,
): readonly WriteResult[] {
  return [...previews, ...outcomes].filter((said) => said.item === position && said.step === step);
}

function stepBlock(step: PlannedWrite, number: number, said: readonly WriteResult[]): Block {
  return item(
    [{ words: `${number}. ` }],
    [
      paragraph(stepTitle(step), 2),
      ...requestBlocks(step),
      ...(isLastRemoval(step) ? [paragraph(styled("careful", words(lastRemoval)))] : []),
      ...said.map(({ status, detail }) => paragraph(say`${words(saidWords[status])}${detail}`, 2)),
    ],
  );
}

const lastRemoval =
  "This is the last finalizer, so the object will be deleted. The server's response does not say so.";

const saidWords: Record<WriteResult["status"], string> = {
  allowed: "",
  impossible: "The server could not be asked in advance: ",
  unknown: "It is unknown what the server would do: ",
  done: "Done. ",
  already: "Nothing to change. ",
  refused: "Refused: ",
  unproven: "NOT CONFIRMED: ",
  interrupted: "Interrupted: ",
};

function requestBlocks(step: PlannedWrite): readonly Block[] {
  const line = step.when === "now" ? [requestLine(step.step)] : [];
  const guard = guards(step);
  return [
    ...line.map((text) => indented([verbatim(styled("command", text))])),
    ...changes(step).map((text) => indented([verbatim(text)])),
    ...(guard.length === 0 ? [] : [paragraph(styled("aside", guard))]),
  ];
}

function commandBlocks({ commands = [], first = [], byHand = [] }: PlanItem): readonly Block[] {
  const lines = commands.flatMap((command) => {
    const line = commandLine(command);
    return line === undefined ? [] : [verbatim([{ words: `$ ${line}`, style: "command" }])];
  });
  if (lines.length === 0) return [];
  const bullets = (steps: readonly Phrase[]) => steps.map((step) => bullet(sentence(step)));
  return [...bullets(first), ...lines, ...bullets(byHand)];
}

function acceptBlocks(accept: readonly Acceptance[], accepted: readonly string[]): readonly Block[] {
  return accept.map(({ name, because }) => {
    const isAccepted = accepted.includes(name);
    const mark: Text = isAccepted
      ? styled("aside", words(" (accepted)"))
      : styled("bad", words(" (not accepted)"));
    return bullet([...styled("command", say`--accept ${name}`), ...mark], [paragraph(sentence(because))]);
  });
}
