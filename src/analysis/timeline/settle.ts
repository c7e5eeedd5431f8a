import type { Unread } from "../../cluster/index.ts";
import type { Action, AnyController, Decision } from "../../controllers/index.ts";
import { actionPhrase, deletionOfGone } from "../../define/index.ts";
import type { ObjectRef, Phrase, Resource } from "../../kubernetes/index.ts";
import { kindNamed } from "../../kubernetes/index.ts";
import type { NextStep } from "../../report/index.ts";
import { isDataGone } from "../disks/known-already.ts";
import type { Neighbour } from "../remembering.ts";
import { neighbour } from "../remembering.ts";
import type { World } from "./sandbox.ts";

/** An action that a controller took while it was run forward. */
export interface Move {
  readonly controller: string;
  readonly action: Action;
  /** It comes by itself, but not before that. */
  readonly delay?: Phrase;
  /** There is evidence that the data to be destroyed is gone already. */
  readonly data?: "gone";
}

/** One that was made, with what tells it from all others. */
export interface Made extends Move {
  readonly identity: string;
}

export function made(move: Move): Made {
  return { ...move, identity: JSON.stringify([move.controller, move.action]) };
}

/** What happened until no controller had anything left to do. */
interface Settled {
  readonly moves: readonly Made[];
  /** Reads without which a controller's next move is not known. */
  readonly unread: readonly Unread[];
}

/** What is done at once comes before what its controller does only after a while. */
type Turn = "at once" | "after a while";

function delayed(delay: Phrase | undefined): Pick<Move, "delay"> {
  return delay === undefined ? {} : { delay };
}

/** Says of an action that it cannot happen yet. */
export type HeldOff = (action: Action) => boolean;

/** Says that nothing is to be known after this action. */
export type Until = (action: Action) => boolean;

/** Real controllers can undo each other's work without end; no prediction takes more moves than this. */
const mostMoves = 200;

/**
 * Runs the controllers of every object near `start` until they rest, carrying their actions out in `world`. Those of
 * `start` have their turns first, in the order in which they are given.
 */
export function settle(
  world: World,
  controllers: readonly AnyController[],
  start: readonly ObjectRef[],
  isHeldOff: HeldOff = () => false,
  until: Until = () => false,
): Settled {
  const byKind = new Map<Resource | undefined, readonly AnyController[]>();
  const actors = new Map<string, Neighbour>();
  const done = new Set<string>();
  const moves: Made[] = [];
  const unread = new Map<string, Unread>();
  let isOver = false;
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
    for (const near of world.near(actor)) {
      if ("unread" in near) miss(near.unread);
      else enlist(near);
    }
  }

  function miss(missing: Unread): void {
    unread.set(JSON.stringify(missing), missing);
  }

  function controllersOf({ apiVersion, kind }: ObjectRef): readonly AnyController[] {
    const resource = kindNamed(apiVersion, kind)?.resource;
    const known = byKind.get(resource) ?? controllers.filter(({ on }) => on === resource);
    byKind.set(resource, known);
    return known;
  }

  function runOnce(decision: Decision, controller: AnyController, turn: Turn): boolean {
    if (decision.decides === "unknown") miss(decision.unread);
    if (decision.decides !== "act") return false;
    const { actions, delay } = decision;
    if (actions.some(isHeldOff)) return false;
    const next = actions.map((action) =>
      made({ controller: controller.name, action, ...delayed(delay), ...goneBefore(action) }),
    );
    const identity = next.map((move) => move.identity).join();
    if (done.has(identity)) return false;
    if (delay !== undefined && turn === "at once") {
      isPutOff = true;
      return false;
    }
    done.add(identity);
    for (const move of next) {
      world.apply(move.action);
      moves.push(move);
      enlist(neighbour(move.action.object));
      isOver ||= until(move.action);
    }
    return true;
  }

  function goneBefore(action: Action): Pick<Move, "data"> {
    const object = action.do === "destroy-backend" ? world.find(action.object) : undefined;
    return object !== undefined && isDataGone(object, world.cluster) ? { data: "gone" } : {};
  }

  function isAtEnd(): boolean {
    return isOver || moves.length >= mostMoves;
  }

  function round(turn: Turn): boolean {
    isPutOff = false;
    let moved = false;
    for (const actor of [...actors.values()]) {
      for (const controller of controllersOf(actor.ref)) {
        const decision = world.decision(controller, actor);
        if (decision === undefined) break;
        moved = runOnce(decision, controller, turn) || moved;
        if (isAtEnd()) return false;
      }
    }
    return moved;
  }

  while (round("at once") || (isPutOff && !isAtEnd() && round("after a while")));
  return { moves, unread: [...unread.values()] };
}

export function nextStep({ controller, action, data }: Move, when: Phrase): NextStep {
  if (action.do === "destroy-backend" && data === "gone")
    return { controller, action: deletionOfGone(action), object: action.object, when };
  const step = { controller, action: actionPhrase(action), object: action.object, when };
  if (action.do === "destroy-backend") return { ...step, fate: "destroyed" };
  return action.do === "clear-claim-ref" && action.part === "whole" ? { ...step, fate: "exposed" } : step;
}
