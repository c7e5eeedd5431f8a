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
  const verdict = styled(style, words(ahead));
  const disk = isNamed(fate) ? diskOf(fate) : [];
  const text: Text =
    fate.data === "unknown"
      ? [...verdict, ...(disk.length === 0 ? [] : say` what happens to ${disk}`), ...say`: ${fate.because}`]
      : [...disk, ...words(disk.length === 0 ? "" : " "), ...verdict, ...conditionOf(fate, next)];
  return row("Data", [inShort(text, object.namespace)]);
}

/** Where it is about many disks, the reason names them. */
function isNamed({ volume, volumeHandle }: Fate): boolean {
  return volume !== undefined || volumeHandle !== undefined;
}

/** `vol-0aa0 (ebs.csi.aws.com, 100Gi, policy Delete)`. */
export function diskOf({ volumeHandle, volume, driver, capacity, policy }: Fate): Phrase {
  const facts = [driver, capacity, policy === undefined ? undefined : `policy ${policy}`].filter(
    (fact) => fact !== undefined,
  );
  const ofVolume = volume === undefined ? words("the disk") : say`the disk of ${volume.name}`;
  const subject = volumeHandle === undefined ? ofVolume : say`${volumeHandle}`;
  return facts.length === 0 ? subject : say`${subject} (${facts.join(", ")})`;
}

/** When that happens, where a step of the controllers says so; otherwise why. */
function conditionOf(fate: Fate, next: readonly NextStep[]): Phrase {
  const step = next.find(({ fate: does }) => does === fate.data);
  const isOne = fate.volume !== undefined && fate.along === undefined;
  if (step === undefined || !isOne) return say`: ${fate.because}`;
  return flatten(step.when, (data) => data) === "now" ? words(" next") : say` ${step.when}`;
}
