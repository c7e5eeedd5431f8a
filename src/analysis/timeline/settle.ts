import type { Unread } from "../../cluster/index.ts";
import type { Action, AnyController, Decision } from "../../controllers/index.ts";
import { actionPhrase, deletionOfGone } from "../../define/index.ts";
import type { ObjectRef, Phrase, Resource } from "../../kubernetes/index.ts";
import { kindNamed, nameKey } from "../../kubernetes/index.ts";
import type { ControllerStep } from "../../report/index.ts";
import { isDataGone } from "../disks/known-already.ts";
import type { Neighbour } from "../remembering.ts";
import { neighbour } from "../remembering.ts";
import type { Sandbox } from "./sandbox.ts";

/** What a controller does while it is run forward. */
export interface Move {
  readonly controller: string;
  readonly action: Action;
  /** It comes by itself, but not before that. */
  readonly delay?: Phrase;
  /** There is evidence that the data to be destroyed is gone already. */
  readonly data?: "gone";
}

/** The same action of the same controller. */
export function identityOf({ controller, action }: Move): string {
  return JSON.stringify([controller, action]);
}

/** What happened until no controller had anything left to do. */
interface Settled extends Rest {
  readonly moves: readonly Move[];
}

/** How an object goes on is not known: this was not read. */
export interface Unseen {
  readonly object: ObjectRef;
  readonly unread: Unread;
}

/** The same of the same object. */
export function unseenKey({ object, unread }: Unseen): string {
  return `${nameKey(object)} ${JSON.stringify(unread)}`;
}

/** What is not known of how it goes on. */
interface Rest {
  /** Where a controller's next move is not known. */
  readonly unseen: readonly Unseen[];
  /** The controllers were still at it when the prediction ended. */
  readonly isCut: boolean;
}

/** What is done at once comes before what its controller does only after a while. */
type Turn = "at once" | "after a while";

function delayed(delay: Phrase | undefined): Pick<Move, "delay"> {
  return delay === undefined ? {} : { delay };
}

/** Says of an action that it cannot happen yet. */
export type Prevented = (action: Action) => boolean;

/**
 * Real controllers can undo each other's work without end, and a chain can be as long as it likes; no prediction takes more
 * turns than this. In one turn, each of thousands of objects can move.
 */
const mostTurns = 200;

const nothing: readonly Move[] = [];

/** Controllers that were asked about all of some objects and those around them, and none of them acts. */
interface AtRest {
  readonly changes: number;
  readonly actors: ReadonlyMap<string, Neighbour>;
  readonly rest: Rest;
}

/** Of a sandbox, the last time: a future follows thousands of objects, one after the other, and the same are around each. */
const lastAtRest = new WeakMap<Sandbox, AtRest>();

type Acting = Extract<Decision, { readonly decides: "act" }>;

/** Runs the controllers until they rest, and nothing prevents them. */
export function settle(
  sandbox: Sandbox,
  controllers: readonly AnyController[],
  start: readonly ObjectRef[],
): Settled {
  const running = movesUntilRest(sandbox, controllers, start, () => false);
  const moves: Move[] = [];
  for (;;) {
    const next = running.next();
    if (next.done === true) return { moves, ...next.value };
    moves.push(next.value);
  }
}

/**
 * Runs the controllers of every object near `start` until they rest, carrying their actions out in the sandbox. Those of
 * `start` have their turns first, in the order in which they are given.
 *
 * @returns what is not known of how it goes on
 */
export function* movesUntilRest(
  sandbox: Sandbox,
  controllers: readonly AnyController[],
  start: readonly ObjectRef[],
  isPrevented: Prevented,
): Generator<Move, Rest> {
  const byKind = new Map<Resource | undefined, readonly AnyController[]>();
  const actors = new Map<string, Neighbour>();
  const done = new Set<string>();
  const unseen = new Map<string, Unseen>();
  const before = lastAtRest.get(sandbox);
  if (before?.changes === sandbox.changes && start.every((ref) => before.actors.has(nameKey(ref))))
    return before.rest;
  let count = 0;
  let turns = 0;
  let isActing = false;
  /** Decided, and not to be done as long as there is something to do at once. */
  let isPutOff = false;
  for (const each of start.map(neighbour)) if (!actors.has(each.key)) actors.set(each.key, each);
  for (const each of [...actors.values()]) enlistAround(each);

  function enlist(actor: Neighbour): void {
    if (actors.has(actor.key)) return;
    actors.set(actor.key, actor);
    enlistAround(actor);
  }

  function enlistAround(actor: Neighbour): void {
    for (const near of sandbox.near(actor)) {
      if ("unread" in near) miss(near.unread, actor);
      else enlist(near);
    }
  }

  function miss(unread: Unread, { key, ref }: Neighbour): void {
    unseen.set(`${key} ${JSON.stringify(unread)}`, { object: ref, unread });
  }

  function controllersOf({ apiVersion, kind }: ObjectRef): readonly AnyController[] {
    const resource = kindNamed(apiVersion, kind)?.resource;
    const known = byKind.get(resource) ?? controllers.filter(({ on }) => on === resource);
    byKind.set(resource, known);
    return known;
  }

  function act({ actions, delay }: Acting, controller: AnyController, turn: Turn): readonly Move[] {
    if (actions.some(isPrevented)) return nothing;
    const next = actions.map(
      (action): Move => ({ controller: controller.name, action, ...delayed(delay), ...goneBefore(action) }),
    );
    const identity = next.map(identityOf).join();
    if (done.has(identity)) return nothing;
    if (delay !== undefined && turn === "at once") {
      isPutOff = true;
      return nothing;
    }
    done.add(identity);
    for (const move of next) {
      sandbox.apply(move.action);
      enlist(neighbour(move.action.object));
      if (move.action.do === "bind") enlist(neighbour(move.action.volume));
    }
    count += next.length;
    return next;
  }

  function goneBefore(action: Action): Pick<Move, "data"> {
    const { base } = sandbox;
    const found = action.do === "destroy-backend" ? base.resolve(action.object) : undefined;
    return found?.state === "found" && isDataGone(found.object, base) ? { data: "gone" } : {};
  }

  for (let turn: Turn | undefined = "at once"; turn !== undefined; ) {
    if (turns === mostTurns) return { unseen: [...unseen.values()], isCut: true };
    turns += 1;
    const countBefore = count;
    isPutOff = false;
    for (const actor of [...actors.values()]) {
      for (const controller of controllersOf(actor.ref)) {
        const decision = sandbox.decision(controller, actor);
        if (decision === undefined) break;
        if (decision.decides === "unknown") miss(decision.unread, actor);
        if (decision.decides !== "act") continue;
        isActing = true;
        yield* act(decision, controller, turn);
      }
    }
    if (count > countBefore) turn = "at once";
    else turn = turn === "at once" && isPutOff ? "after a while" : undefined;
  }
  const rest: Rest = { unseen: [...unseen.values()], isCut: false };
  if (!isActing) lastAtRest.set(sandbox, { changes: sandbox.changes, actors, rest });
  return rest;
}

export function stepOf({ controller, action, data }: Move, when: Phrase): ControllerStep {
  if (action.do === "destroy-backend" && data === "gone")
    return { controller, action: deletionOfGone(action), object: action.object, when };
  const step = { controller, action: actionPhrase(action), object: action.object, when };
  if (action.do === "destroy-backend") return { ...step, fate: "destroyed" };
  return action.do === "clear-claim-ref" && action.part === "whole" ? { ...step, fate: "exposed" } : step;
}
