import { whenReleased } from "../../define/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { distinct, join, nameKey, nameOf, say, words } from "../../kubernetes/index.ts";
import type { ControllerStep, Fate, Holder, IfDeleted } from "../../report/index.ts";
import type { Move, Unseen } from "./settle.ts";
import { stepOf } from "./settle.ts";

/** What must end before a step is taken, and whether it has to be deleted for that. */
export interface Prerequisite {
  readonly holder: Holder;
  readonly by: "deletion" | "itself";
  /** In other words than those of its holder. */
  readonly when?: Phrase;
}

/** A move with all that must end before it; none, where it comes by itself. One list for all that comes after the same. */
export interface TimedMove extends Move {
  readonly after: readonly Prerequisite[];
  /** With what the moves before it came after. */
  readonly allAfter: readonly Prerequisite[];
}

/** With all that must end before it matters. */
export interface TimedUnseen extends Unseen {
  readonly after: readonly Prerequisite[];
}

/** As a person reads them. What comes after a move that its controller puts off is put off as well. */
export function stepsOf(moves: readonly TimedMove[]): readonly ControllerStep[] {
  const known = new Map<readonly Prerequisite[], Wait>();
  const detached = onlyDestruction(moves) === undefined ? undefined : forcedDetach(moves);
  return moves.map((each) => {
    // What ends first may end before a forced detach: the disk is deleted after both.
    const isAfterBoth = each.action.do === "destroy-backend" && detached !== undefined;
    const move = isAfterBoth && each.after.length > 0 ? { ...each, delay: detached } : each;
    const before = known.get(move.after) ?? { when: whenEnded(move.after) };
    const wait = isPutOff(move, before)
      ? { when: andThen(whenEnded(move.after), move.delay), delay: move.delay }
      : before;
    known.set(move.after, wait);
    return stepOf(each, wait.when);
  });
}

/** Those that a controller gives a finalizer, by key: they stay until it is removed, and their disks with them. */
export function claimsGiven(moves: readonly Move[]): ReadonlySet<string> {
  const given = moves.filter(
    ({ action }) => action.do === "add-finalizer" && action.object.kind === "PersistentVolumeClaim",
  );
  return new Set(given.map(({ action }) => nameKey(action.object)));
}

function onlyDestruction(moves: readonly TimedMove[]): TimedMove | undefined {
  const [first, ...more] = moves.filter(({ action }) => action.do === "destroy-backend");
  return more.length === 0 ? first : undefined;
}

/** The time that a forced detach takes before anything has to end for it. */
function forcedDetach(moves: readonly TimedMove[]): Phrase | undefined {
  return moves.find(({ after, action }) => after.length === 0 && action.object.kind === "VolumeAttachment")
    ?.delay;
}

interface Course {
  readonly moves: readonly TimedMove[];
  readonly steps: readonly ControllerStep[];
}

/** Those that a person is told. A claim that only comes right by assumption has no volume, and is found Pending again. */
export function stepsToTell({ moves, steps }: Course): readonly ControllerStep[] {
  const isTold = ({ action }: Move) => action.do !== "set-phase" || action.phase !== "Pending";
  return moves.every(isTold) ? steps : steps.filter((_, at) => moves[at] !== undefined && isTold(moves[at]));
}

interface Wait {
  readonly when: Phrase;
  readonly delay?: Phrase;
}

function isPutOff(move: Move, before: Wait): move is TimedMove & { readonly delay: Phrase } {
  return move.delay !== undefined && move.delay !== before.delay;
}

const then = words(", and then ");

function andThen(when: Phrase, delay: Phrase): Phrase {
  return isNow(when) ? delay : say`${when}${then}${delay}`;
}

/** Of what is told one after the other, only what is new: not once more what the one before has said. */
function withoutRepeating(all: readonly Phrase[]): readonly Phrase[] {
  return all.map((when, at) => {
    const start = [...(all[at - 1] ?? []), ...then];
    const repeats = at > 0 && JSON.stringify(when.slice(0, start.length)) === JSON.stringify(start);
    return repeats ? when.slice(start.length) : when;
  });
}

const now = words("now");

export function isNow(when: Phrase): boolean {
  return JSON.stringify(when) === JSON.stringify(now);
}

/** More conditions than this are counted: thousands of pods can name one claim. */
const mostNamed = 8;

/** The condition of what comes after these. */
function whenEnded(prerequisites: readonly Prerequisite[]): Phrase {
  if (prerequisites.length === 0) return now;
  const deleted = distinct(prerequisites.map(deletedFirst).filter((name) => name !== undefined));
  const others = prerequisites.filter((each) => deletedFirst(each) === undefined);
  const all = distinct(others.map(({ holder, by, when }) => when ?? whenReleased(holder, by)));
  const most = Math.max(0, mostNamed - deleted.length);
  const left = deleted.slice(mostNamed).length + all.slice(most).length;
  const named = [...whenDeleted(deleted.slice(0, mostNamed)), ...all.slice(0, most)];
  return join(left > 0 ? [...named, say`when ${left} more conditions are met`] : named, " and ");
}

/** What has to be deleted first, where the words are no others. */
function deletedFirst({ holder, by, when }: Prerequisite): Phrase | undefined {
  if (when !== undefined || !("object" in holder)) return undefined;
  return by === "deletion" || holder.object.kind === "Pod" ? nameOf(holder.object) : undefined;
}

/** `when pod/a, pod/b and pod/c are deleted`. */
function whenDeleted(names: readonly Phrase[]): readonly Phrase[] {
  const last = names.at(-1);
  if (last === undefined) return [];
  if (names.length === 1) return [say`when ${last} is deleted`];
  return [say`when ${join(names.slice(0, -1), ", ")} and ${last} are deleted`];
}

/** The condition of a move with those of the moves before it, where there are more of these. */
export function afterAll(move: TimedMove | undefined): Phrase | undefined {
  if (move === undefined || move.allAfter.length <= move.after.length || move.delay !== undefined)
    return undefined;
  return whenEnded(move.allAfter);
}

interface Awaiting {
  readonly steps: readonly ControllerStep[];
  /** What must end before any of them. */
  readonly first: readonly Prerequisite[];
}

/**
 * What a deleted object and its data wait for, one after the other. Where no step decides over the data, that is decided
 * when the object is deleted.
 */
export function waitsOf(
  ref: ObjectRef,
  ends: "stays" | "disappears",
  { steps, first }: Awaiting,
  fate: Fate | undefined,
): Pick<IfDeleted, "goesWhen" | "decidedWhen"> {
  const before = first.length === 0 ? [] : [whenEnded(first)];
  const upTo = (at: number, isWaitedFor: (step: ControllerStep) => boolean) => {
    const own = steps.slice(0, at + 1).filter(isWaitedFor);
    const all = distinct([...before, ...own.map(({ when }) => when)].filter((when) => !isNow(when)));
    return withoutRepeating(all.filter((when) => !all.some((other) => isLastOf(when, other))));
  };
  // A claim is deleted whatever its volume is attached to.
  const isOwn = ({ object }: ControllerStep) =>
    ref.kind !== "PersistentVolumeClaim" || object.kind !== "VolumeAttachment";
  const last = steps.findLastIndex(({ object }) => nameKey(object) === nameKey(ref));
  const goesWhen = ends === "stays" ? [] : upTo(last, isOwn);
  const decisive = steps.findIndex((step) => step.fate !== undefined && step.fate === fate?.data);
  return { goesWhen, decidedWhen: decisive < 0 ? goesWhen : upTo(decisive, () => true) };
}

/** Is it what the other condition ends with? */
function isLastOf(when: Phrase, other: Phrase): boolean {
  const end = [...then, ...when];
  return other.length > end.length && JSON.stringify(other.slice(-end.length)) === JSON.stringify(end);
}
