import type { Unread } from "../../cluster/index.ts";
import type { Knowledge } from "../../define/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { distinct } from "../../kubernetes/index.ts";
import type { Hold } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";
import { causesOf, goesOnByItself } from "../causes.ts";
import { awaitedBy, holdKey, isAwaited, isBesideDisk, preventedBy, Withheld } from "./holds-ahead.ts";
import { conditionsOf } from "./prerequisites.ts";
import { besideClaims, besideLive, goingWithHolder, relativesNow } from "./relatives-now.ts";
import { endRoot, goesWithNamespace, podsFirst, recovers, succeeding } from "./release.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Move, Prevented } from "./settle.ts";
import { identityOf, movesUntilRest } from "./settle.ts";
import type { Prerequisite, TimedMove, TimedUnseen } from "./steps.ts";

/** How the controllers are run forward around one object, or around all that record one disk. */
export interface RunStart {
  /** What holds these ends, in the order in which they are given. */
  readonly subjects: readonly ObjectRef[];
  /** The root causes in the cluster as it is, where they are known. */
  readonly roots?: () => readonly Hold[];
  /** Whose controllers act too, after the object has disappeared. */
  readonly actingToo?: readonly ObjectRef[];
  /** What must end before any of it. */
  readonly first?: readonly Prerequisite[];
  /** What has ended before, around another object. */
  readonly earlier?: readonly Prerequisite[];
  /** What has ended already, whatever the cluster still shows. */
  readonly released?: readonly Hold[];
}

/** Hears what a run could not see. */
interface Misses {
  /** This was not read, and could change it. */
  missed(unread: Unread): void;
  /** The same of one object. */
  missedOf(each: TimedUnseen): void;
  /** It was run only so far, and could go on. */
  cut(): void;
}

/** How many times root causes end one after the other: pod, then attachment, then volume … */
const mostEnds = 8;

/**
 * Runs the controllers forward from the sandbox as it is; each time they rest, ends the root causes of the subjects and
 * runs them again, until nothing more moves.
 *
 * @param before the account of the cluster before anything happens in the sandbox
 * @param told what has happened already. It is told once.
 */
export function* runForward(
  sandbox: Sandbox,
  before: Analysis,
  {
    subjects,
    roots,
    actingToo = [],
    first = [],
    earlier,
    released = [],
    told = new Set(),
    missed,
    missedOf,
    cut,
  }: RunStart & { readonly told?: Set<string> } & Misses,
): Generator<TimedMove, void> {
  const { knowledge } = before;
  const followed = [...subjects, ...actingToo, ...subjects.flatMap((ref) => relativesNow(ref, sandbox))];
  let known = roots === undefined ? undefined : { at: sandbox.changes, roots: roots() };
  let after: readonly Prerequisite[] = earlier ?? first;
  let allAfter = after;
  /** How many moves there are so far. */
  let count = 0;
  const withheld = new Withheld(sandbox, before);
  const over = new Set<string>();

  function rootsNow(): readonly Hold[] {
    if (known?.at !== sandbox.changes) {
      known = { at: sandbox.changes, roots: rootsIn(subjects, sandbox, knowledge) };
    }
    return known.roots;
  }

  /** Without warnings, and without those that a person has ended, though the cluster still shows them. */
  function open(): readonly Hold[] {
    const holding = rootsNow().filter((root) => !goesOnByItself(root, knowledge));
    return over.size === 0 ? holding : holding.filter((root) => !over.has(holdKey(root)));
  }

  /** Without those that go with their namespace. */
  function remaining(): readonly Hold[] {
    return open().filter((root) => !goesWithNamespace(root, sandbox));
  }

  /** @param ending what ends now, and prevents nothing */
  function prevented(holds: readonly Hold[], ending: readonly Hold[] = []): Prevented {
    const now = new Set(ending.map(holdKey));
    return preventedBy(holds.filter((hold) => now.size === 0 || !now.has(holdKey(hold))));
  }

  function* record(moves: Iterable<Move>): Generator<TimedMove, void> {
    for (const move of moves) {
      count += 1;
      told.add(identityOf(move));
      yield { ...move, after, allAfter };
    }
  }

  /** Returns whether anything moved. Two controllers that undo each other's work without end are told only once. */
  function* run(start: readonly ObjectRef[], isPrevented: Prevented): Generator<TimedMove, boolean> {
    const running = movesUntilRest(
      sandbox,
      knowledge.controllers,
      start,
      (action) => isPrevented(action) || withheld.has(action),
    );
    const already = count;
    const news = new Set<string>();
    let next = running.next();
    for (; next.done !== true; next = running.next()) {
      const identity = identityOf(next.value);
      if (told.has(identity) || (isEnd(next.value) && news.has(identity))) continue;
      news.add(identity);
      count += 1;
      yield { ...next.value, after, allAfter };
    }
    for (const identity of news) told.add(identity);
    for (const each of next.value.unseen) missedOf({ ...each, after: allAfter });
    if (next.value.isCut) cut();
    return count > already;
  }

  /** Makes these roots end: by the controllers that then move, or else by what only their owners can do. */
  function* end(
    ending: readonly Hold[],
    all: readonly Hold[],
    isPrevented: Prevented,
  ): Generator<TimedMove, "it moves" | "by their owners" | "nothing changes"> {
    const changesBefore = sandbox.changes;
    for (const root of ending) {
      withheld.releasedBy(root);
      if (isAwaited(root) && "object" in root.holder) followed.push(root.holder.object);
      followed.push(...goingWithHolder(root, sandbox));
    }
    const isOfNamespace = subjects.some(({ kind }) => kind === "Namespace");
    const besidePods = isOfNamespace ? ending.flatMap(({ held }) => besideLive(held, sandbox)) : [];
    const besideGone = besideClaims(ending, subjects, sandbox);
    yield* record(podsFirst(ending).flatMap((root) => endRoot(root, sandbox, knowledge)));
    followed.push(...besideGone());
    const moved = yield* run([...followed, ...ending.map(({ held }) => held), ...besidePods], isPrevented);
    // What was awaited is not among the holds: that it is being deleted is all that shows.
    const isBegun = ending.some(isAwaited) && sandbox.changes > changesBefore;
    if (moved || isBegun || hasChanged(all, remaining())) return "it moves";
    const hasSucceeded = yield* succeed(ending);
    const isRight = ending.filter((root) => recovers(root, subjects, sandbox)).length > 0;
    return hasSucceeded || isRight ? "by their owners" : "nothing changes";
  }

  /** What no model does, is done by its owners. Returns whether there was anything. */
  function* succeed(ending: readonly Hold[]): Generator<TimedMove, boolean> {
    const assumed = ending.flatMap(succeeding);
    for (const { action } of assumed) sandbox.apply(action);
    yield* record(assumed);
    return assumed.length > 0;
  }

  if (released.length > 0) {
    const keys = released.map(holdKey);
    const isPrevented = prevented(open(), released);
    const how = yield* end(released, open(), isPrevented);
    // Though something else moved, what no model does about these is done by their owners.
    const left = how === "it moves" ? rootsNow().filter((root) => keys.includes(holdKey(root))) : [];
    if ((yield* succeed(left)) || how !== "it moves") yield* run(followed, isPrevented);
    for (const key of keys) over.add(key);
  }

  /** That the others have ended changes nothing. */
  let isAtRest = false;
  /** That what is awaited has ended changes nothing either. */
  let isAwaitedOver = false;
  // What ended around another object is no condition any longer once something ends here.
  let countBefore = earlier === undefined ? 0 : -1;
  for (let ends = 0; ends < mostEnds; ends += 1) {
    const holding = open();
    for (const { holder } of holding) if ("unread" in holder) missed(holder.unread);
    yield* run(followed, prevented(holding));
    const all = remaining();
    const others = all.filter((root) => !isBesideDisk(root));
    // What the fate of a disk does not wait for ends only when nothing else is left.
    const isLeft = others.length > 0 && !isAtRest;
    const awaited = isLeft || isAwaitedOver ? [] : awaitedBy(subjects, sandbox, knowledge);
    const ending = isLeft ? others : awaited.length > 0 ? awaited : all;
    if (ending.length === 0) return;
    const now = conditionsOf(ending, sandbox);
    const hasMoved = count > countBefore;
    const waited = (all: readonly Prerequisite[]) => (awaited.length > 0 ? all.filter(isNoDecision) : all);
    allAfter = countBefore < 0 ? now : [...(hasMoved ? allAfter : waited(allAfter)), ...now];
    // Where nothing has moved since, what ended before is still a condition.
    after = hasMoved ? now : [...waited(after), ...now];
    countBefore = count;
    const isPrevented = prevented(all, ending);
    const how = yield* end(ending, all, isPrevented);
    if (how === "it moves") continue;
    if (how === "nothing changes") {
      if (isAtRest && awaited.length === 0) return;
      if (awaited.length > 0) isAwaitedOver = true;
      isAtRest = true;
    }
    yield* run(followed, isPrevented);
  }
  if (remaining().length > 0) cut();
}

/** While the object stays, it is done again: kubernetes/kubernetes pv_controller.go deleteVolumeOperation, 1.36. */
function isEnd({ action }: Move): boolean {
  return action.do === "destroy-backend" || action.do === "delete";
}

function rootsIn(
  subjects: readonly ObjectRef[],
  { find, cluster }: Sandbox,
  knowledge: Knowledge,
): readonly Hold[] {
  return rootsOfAll(
    subjects.flatMap((ref) => find(ref) ?? []),
    (object) => causesOf(object, { cluster, knowledge }).rootHolds,
  );
}

/** What holds several objects, each hold once. */
export function rootsOfAll(
  objects: readonly KubeObject[],
  rootsOf: (object: KubeObject) => readonly Hold[],
): readonly Hold[] {
  const [first, ...others] = objects.map(rootsOf);
  if (first === undefined || others.length === 0) return first ?? [];
  return distinct([first, ...others].flat(), holdKey);
}

/** What a person decides does not keep a controller from what it only waits to do. */
function isNoDecision({ holder }: Prerequisite): boolean {
  return !("person" in holder);
}

function hasChanged(before: readonly Hold[], after: readonly Hold[]): boolean {
  return before.map(holdKey).join() !== after.map(holdKey).join();
}
