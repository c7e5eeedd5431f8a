import {
  type Diagnosis,
  type Fate,
  flatten,
  type NextStep,
  type Phrase,
  say,
  words,
} from "../../model/index.ts";
import { type Block, styled, type Text } from "../doc.ts";
import { fates } from "../fates.ts";
import { inShort, row } from "./row.ts";

/** The disk, and what becomes of it. */
export function dataRows({ fate, next, object }: Diagnosis): readonly Block[] {
  if (fate === undefined) return [];
  if (fate.data === "none") return row("Data", [words("there is no disk, so no data can be lost")]);
  const { ahead, style } = fates[fate.data];
  const text: Text = [
    ...diskOf(fate),
    ...words(" "),
    ...styled(style, words(ahead)),
    ...conditionOf(fate, next),
  ];
  return row("Data", [inShort(text, object.namespace)]);
}

/** `vol-0aa0 (ebs.csi.aws.com, 100Gi, policy Delete)`. */
export function diskOf({ volumeHandle, volume, driver, capacity, policy }: Fate): Phrase {
  const name = volumeHandle ?? (volume === undefined ? undefined : `the disk of ${volume.name}`);
  const facts = [driver, capacity, policy === undefined ? undefined : `policy ${policy}`].filter(
    (fact) => fact !== undefined,
  );
  const subject = name === undefined ? words("the disk") : say`${name}`;
  return facts.length === 0 ? subject : say`${subject} (${facts.join(", ")})`;
}

/** When that happens, where a step of the controllers says so; otherwise why. */
function conditionOf(fate: Fate, next: readonly NextStep[]): Phrase {
  const step = next.find(({ fate: does }) => does === fate.data);
  const isOne = fate.volume !== undefined && fate.along === undefined;
  if (step === undefined || !isOne) return say`: ${fate.because}`;
  return flatten(step.when, (data) => data) === "now" ? words(" next") : say` ${step.when}`;
}
