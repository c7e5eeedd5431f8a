import {
  type Acceptance,
  type FixReport,
  type Phrase,
  type PlanItem,
  type PlannedStep,
  type StepSaid,
  say,
  words,
} from "../../model/index.ts";
import { commandLine } from "../command-line.ts";
import {
  type Block,
  indented,
  item,
  paragraph,
  section,
  sentence,
  styled,
  type Text,
  verbatim,
} from "../doc.ts";
import { safeties } from "../safeties.ts";
import { dataBlocks } from "../terminal/data.ts";
import { futureBlocks } from "../terminal/future.ts";
import { changes, guards, isLastRemoval, isWrite, requestLine, stepTitle } from "./step.ts";

/** One item: what is done, why, how, what happens then, and what must be accepted. */
export function itemSections(
  planItem: PlanItem,
  position: number,
  report: FixReport,
): readonly (readonly Block[])[] {
  const { name, style } = safeties[planItem.safety];
  const title = [...styled(style, words(name)), ...words(" "), ...styled("title", planItem.title)];
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

function saidOf(step: PlannedStep, position: number, { previews, outcomes }: FixReport): readonly StepSaid[] {
  return [...previews, ...outcomes].filter((said) => said.item === position && said.step === step);
}

function stepBlock(step: PlannedStep, number: number, said: readonly StepSaid[]): Block {
  return item(
    [{ words: `${number}. ` }],
    [
      paragraph(stepTitle(step), 2),
      ...requestBlocks(step),
      ...(isLastRemoval(step)
        ? [
            paragraph(
              styled(
                "careful",
                words(
                  "This is the last finalizer, so the object will be deleted. The server's response does not say so.",
                ),
              ),
            ),
          ]
        : []),
      ...said.map(({ status, detail }) => paragraph(say`${words(saidWords[status])}${detail}`, 2)),
    ],
  );
}

const saidWords: Record<StepSaid["status"], string> = {
  allowed: "",
  impossible: "The server could not be asked in advance: ",
  unknown: "It is unknown what the server would do: ",
  done: "Done. ",
  already: "Nothing to change. ",
  refused: "Refused: ",
  unproven: "NOT CONFIRMED: ",
  interrupted: "Interrupted: ",
};

function requestBlocks(step: PlannedStep): readonly Block[] {
  const line = step.when === "now" && isWrite(step.step) ? [requestLine(step.step)] : [];
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
    return item(
      [{ words: "- " }],
      [paragraph([...styled("command", say`--accept ${name}`), ...mark]), paragraph(sentence(because))],
    );
  });
}

function bullet(text: Text): Block {
  return item([{ words: "- " }], [paragraph(text)]);
}
