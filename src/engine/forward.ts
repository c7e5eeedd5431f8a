import {
  type Action,
  type AnyController,
  type KubeObject,
  kindNamed,
  type NextStep,
  nameKey,
  type ObjectRef,
  type Phrase,
  type Resource,
  refOf,
  type Unread,
} from "../model/index.ts";
import { relativesOf } from "./relatives.ts";
import { actionPhrase } from "./words.ts";
import type { World } from "./world.ts";

/** An action that a controller took while it was run forward. */
export interface Move {
  readonly controller: string;
  readonly action: Action;
  readonly because: Phrase;
}

/** What happened until no controller had anything left to do. */
export interface Settled {
  readonly moves: readonly Move[];
  /** Reads without which a controller's next move is not known. */
  readonly unread: readonly Unread[];
}

/** Says of an action that it cannot happen yet. */
export type HeldOff = (action: Action) => boolean;

/** Says that nothing is to be known after this action. */
export type Until = (action: Action) => boolean;

/** Real controllers can argue for ever; nothing that pvguard predicts takes more moves than this. */
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
  const actors = new Map<string, ObjectRef>();
  const done = new Set<string>();
  const moves: Move[] = [];
  const unread = new Map<string, Unread>();
  let isOver = false;
  for (const ref of start) actors.set(nameKey(ref), ref);
  for (const ref of start) enlistRelatives(ref);

  function enlist(ref: ObjectRef): void {
    const key = nameKey(ref);
    if (actors.has(key)) return;
    actors.set(key, ref);
    enlistRelatives(ref);
  }

  function enlistRelatives(ref: ObjectRef): void {
    const object = world.find(ref);
    for (const relative of object === undefined ? [] : relativesOf(object, world.cluster)) {
      if ("unread" in relative) miss(relative.unread);
      else enlist(refOf(relative.object));
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

  function runOnce(object: KubeObject, controller: AnyController): boolean {
    const decision = controller.decide(object, world.cluster);
    if (decision.decides === "unknown") miss(decision.unread);
    if (decision.decides !== "act") return false;
    const identity = JSON.stringify([controller.name, decision.actions]);
    if (done.has(identity) || decision.actions.some(isHeldOff)) return false;
    done.add(identity);
    for (const action of decision.actions) {
      world.apply(action);
      moves.push({ controller: controller.name, action, because: decision.because });
      enlist(action.object);
      isOver ||= until(action);
    }
    return true;
  }

  function round(): boolean {
    let moved = false;
    for (const ref of [...actors.values()]) {
      for (const controller of controllersOf(ref)) {
        const object = world.find(ref);
        if (object === undefined) break;
        moved = runOnce(object, controller) || moved;
        if (isOver || moves.length >= mostMoves) return false;
      }
    }
    return moved;
  }

  while (round());
  return { moves, unread: [...unread.values()] };
}

export function nextStep(move: Move, when: Phrase): NextStep {
  return { controller: move.controller, action: actionPhrase(move.action), object: move.action.object, when };
}
