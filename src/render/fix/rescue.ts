import type { Phrase } from "../../kubernetes/index.ts";
import { nameOf, say, words } from "../../kubernetes/index.ts";
import type { RescuedPair, RescuePlan, RescueReport, RescueStep } from "../../report/index.ts";
import type { Block } from "../doc.ts";
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
import { present } from "../present.ts";
import type { RenderOptions } from "../renderer.ts";
import { refusalBlocks, sceneBlock } from "./text.ts";

/** The plan, as a person is to read it before they confirm it. */
export function rescueText(
  planned: RescuePlan,
  scene: RescueReport["scene"],
  options: RenderOptions,
): string {
  const [first] = planned.plan.items;
  return present(
    apart([
      [sceneBlock(scene)],
      [
        styledLine("title", first?.title ?? []),
        indented(planned.pairs.map((pair) => paragraph(pairLine(pair), 2))),
      ],
      section(words("Steps"), planned.steps.map(stepBlock)),
      planned.refusal === undefined ? [] : refusalBlocks(planned.refusal, "The plan stops here"),
      section(
        words("Cannot be undone"),
        planned.cannotUndo.map((each) => bullet(each)),
      ),
      [paragraph(words(staysRetained), 2)],
      [ending(planned, scene)],
    ]),
    options,
  );
}

/** What it takes to carry the plan out. */
function ending({ digest }: RescuePlan, { input }: RescueReport["scene"]): Block {
  return input === undefined
    ? // One word for a program that looks for it.
      verbatim(styled("aside", say`Digest of this plan: ${digest}`))
    : paragraph(
        words(
          "A plan from files cannot be carried out: run rescue against the cluster. Not checked: your permissions, webhooks, and earlier runs of rescue.",
        ),
        2,
      );
}

const staysRetained = "The volumes stay set to Retain afterwards.";

function pairLine({ claim, volume, disk }: RescuedPair): Phrase {
  const where =
    disk === undefined
      ? []
      : say` (disk ${disk.handle}, ${disk.driver}${disk.capacity === undefined ? [] : say`, ${disk.capacity}`})`;
  return say`${nameOf(claim)}, on ${nameOf(volume)}${where}`;
}

function stepBlock(step: RescueStep, position: number): Block {
  const { title, why, instead } = step;
  return item(
    [{ words: `${position + 1}. `.padStart(4) }],
    [
      paragraph(title, 2),
      paragraph(styled("aside", sentence(why)), 0),
      ...(instead === undefined ? [] : [paragraph(instead, 0)]),
      ...saidBlocks(step),
    ],
  );
}

function saidBlocks({ said, notYet }: RescueStep): readonly Block[] {
  if (said === undefined) return [];
  switch (said.status) {
    case "refused":
      return [paragraph([...styled("bad", words("Refused: ")), ...said.detail], 2)];
    case "impossible":
    case "unknown":
      return notYet === undefined
        ? [
            paragraph(
              [...styled("careful", words("It is unknown what the server would do: ")), ...said.detail],
              2,
            ),
          ]
        : [paragraph(say`The server cannot be asked yet. ${said.detail}`, 2)];
    case "allowed":
    case "done":
    case "already":
    case "unproven":
    case "interrupted":
      return [paragraph(sentence(said.detail), 2)];
  }
}
