import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import { distinct, flatten, nameKey, nameOf, say, shortNameOf, words } from "../kubernetes/index.ts";
import type { DataFate, Diagnosis, Hold, Holder, Report } from "../report/index.ts";
import { item, paragraph, sentence, styled } from "./doc.ts";
import { fateWords } from "./labels.ts";
import { present } from "./present.ts";
import type { RenderOptions } from "./renderer.ts";
import { holderName } from "./terminal/holds.ts";

/** What is different in the second of two reports on the same objects. */
export function changes(before: Report, after: Report): readonly Phrase[] {
  const find = (report: Report, ref: ObjectRef) =>
    report.diagnoses.find(({ object }) => nameKey(object) === nameKey(ref));
  // A part that is no longer told of may still exist: only what it holds is known to have changed.
  const gone = before.diagnoses.filter(
    ({ object, partOf }) => partOf === undefined && find(after, object) === undefined,
  );
  return [
    ...gone.map(({ object }) => say`${nameOf(object)} no longer exists`),
    ...after.diagnoses.flatMap((diagnosis) => {
      const earlier = find(before, diagnosis.object);
      return earlier === undefined ? newlyTold(diagnosis) : changesOf(earlier, diagnosis);
    }),
  ];
}

/** What holds a part is said of the whole, too. */
function newlyTold({ object, partOf, state, holds, verdict }: Diagnosis): readonly Phrase[] {
  if (partOf === undefined) return [say`${nameOf(object)} appeared: ${state}`];
  return holds.length > 0 ? [] : [say`${nameOf(object)} is ${state}: ${verdict.summary}`];
}

function changesOf(before: Diagnosis, after: Diagnosis): readonly Phrase[] {
  const name = nameOf(after.object);
  if (before.object.uid !== after.object.uid)
    return [
      say`${name} was replaced by a new object with the same name, which is ${after.state}: ${after.verdict.summary}`,
    ];
  return [
    ...(before.state === after.state ? [] : [say`${name} is now ${after.state} (was ${before.state})`]),
    ...endedHolds(before, after),
    ...newHolds(before, after),
    ...verdictChange(before, after),
    ...fateChange(before, after),
  ];
}

const identityOf = (holder: Holder) => {
  if ("object" in holder) return nameKey(holder.object);
  return "missing" in holder ? `missing ${nameKey(holder.missing)}` : JSON.stringify(holder);
};
const edgeOf = (hold: Hold) => JSON.stringify([nameKey(hold.held), hold.by]);
const keyOf = (hold: Hold) => JSON.stringify([edgeOf(hold), identityOf(hold.holder)]);
const isUnread = ({ holder }: Hold) => "unread" in holder;

/** What no longer holds. Where the second report could not look, nothing counts as ended. */
function endedHolds(before: Diagnosis, after: Diagnosis): readonly Phrase[] {
  const still = new Set(after.holds.map(keyOf));
  const blind = new Set(after.holds.filter(isUnread).map(edgeOf));
  const ended = before.holds.filter(
    (hold) => !isUnread(hold) && !still.has(keyOf(hold)) && !blind.has(edgeOf(hold)),
  );
  return distinct(
    ended.map((hold) => endOf(hold, after)),
    (phrase) => flatten(phrase, (data) => JSON.stringify(data)),
  );
}

/** Every finalizer of an object that is being deleted holds it, so one that holds no longer was removed. */
function endOf(hold: Hold, after: Diagnosis): Phrase {
  const held = nameOf(hold.held);
  const isItself = nameKey(hold.held) === nameKey(after.object) && after.state === "Terminating";
  const isEdgeGone = !after.holds.some((other) => edgeOf(other) === edgeOf(hold));
  if (isItself && isEdgeGone && "finalizer" in hold.by)
    return say`the finalizer ${hold.by.finalizer} was removed from ${held}`;
  return say`${holderName(hold.holder, undefined)} no longer holds ${held}`;
}

function newHolds(before: Diagnosis, after: Diagnosis): readonly Phrase[] {
  const reasons = new Map(before.holds.map((hold) => [keyOf(hold), hold.reason]));
  return after.holds.flatMap((hold) => {
    const reason = reasons.get(keyOf(hold));
    if (reason === undefined) return [say`${shortNameOf(hold.held)} is now held: ${hold.message}`];
    return reason === hold.reason ? [] : [hold.message];
  });
}

function verdictChange(before: Diagnosis, after: Diagnosis): readonly Phrase[] {
  const isSame =
    before.verdict.category === after.verdict.category && before.verdict.reason === after.verdict.reason;
  if (isSame) return [];
  const { category, reason, summary } = after.verdict;
  if (category === "healthy" && before.verdict.category === "healthy")
    return [say`${nameOf(after.object)}: ${summary}`];
  return [
    say`${nameOf(after.object)} is now ${words(category)} (${words(reason)}), was ${words(before.verdict.category)} (${words(before.verdict.reason)})`,
  ];
}

/** Where the first report could not look, it is no news that the data is not lost. */
function fateChange(before: Diagnosis, after: Diagnosis): readonly Phrase[] {
  if (before.fate === undefined || after.fate === undefined || before.fate.data === after.fate.data)
    return [];
  if (before.fate.unseen !== undefined && spared.includes(after.fate.data)) return [];
  // The claims were deleted: what becomes of their data has not changed.
  if (after.object.kind === "Namespace" && after.fate.data === "none") return [];
  return [
    say`the data of ${nameOf(after.object)}: ${words(fateWords(after.fate).short)} (before: ${words(fateWords(before.fate).short)}): ${after.fate.because}`,
  ];
}

const spared: readonly DataFate[] = ["kept", "none", "already-gone"];

/** One line for each change, with its time in front. Nothing when nothing changed. */
export function changesText(before: Report, after: Report, options: RenderOptions): string {
  return noteText(after.takenAt, changes(before, after), options);
}

/** One line for each of what happened at that time. */
export function noteText(at: string, phrases: readonly Phrase[], options: RenderOptions): string {
  const time = styled("aside", say`${at} `);
  return present(
    phrases.map((phrase) => item(time, [paragraph(sentence(phrase))])),
    options,
  );
}
