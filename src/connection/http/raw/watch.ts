import type { Phase } from "../failure.ts";
import { TimeLimit } from "../failure.ts";
import type { Limits } from "../surroundings.ts";

/** A request that is under way. */
export interface Watched {
  readonly signal: AbortSignal | undefined;
  /** So much time went by since the last time, or since it began. */
  passed(milliseconds: number): void;
  aborted(): void;
}

/** Milliseconds, or this part of the shortest limit if that is less. */
const longestTick = 250;
const part = 1 / 40;

/**
 * Looks after all requests that are under way, and keeps the process running as long as there is one. Each lasts a few
 * milliseconds, and timers and listeners of its own would be a good part of its cost: so there is one timer for all, and
 * one listener for each signal. A limit passes not too early, and two ticks too late at most. While this program itself is
 * at work and reads nothing, a tick can take longer: that is not held against the server.
 */
export class Watch {
  readonly #tick: number;
  readonly #underWay = new Set<Watched>();
  readonly #heard = new Map<AbortSignal, () => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ connect, handshake, headers, idle, request }: Limits) {
    const shortest = Math.min(connect, handshake, headers, idle, request);
    this.#tick = Math.max(1, Math.min(longestTick, shortest * part));
  }

  begin(request: Watched): void {
    this.#underWay.add(request);
    if (this.#underWay.size === 1) this.#wake();
    const { signal } = request;
    if (signal !== undefined && !this.#heard.has(signal)) this.#listen(signal);
  }

  end(request: Watched): void {
    const wasUnderWay = this.#underWay.delete(request);
    if (wasUnderWay && this.#underWay.size === 0) this.#timer?.unref();
  }

  /** No more requests come. Those that are under way are looked after as ever. */
  close(): void {
    if (this.#underWay.size > 0) return;
    for (const [signal, abort] of this.#heard) signal.removeEventListener("abort", abort);
    this.#heard.clear();
  }

  #wake(): void {
    this.#timer ??= setInterval(() => this.#pass(), this.#tick);
    this.#timer.ref();
  }

  #pass(): void {
    for (const each of this.#underWay) each.passed(this.#tick);
    if (this.#underWay.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #listen(signal: AbortSignal): void {
    const abort = () => {
      for (const each of this.#underWay) if (each.signal === signal) each.aborted();
    };
    this.#heard.set(signal, abort);
    signal.addEventListener("abort", abort, { once: true });
  }
}

/** The time limits of one request: one for the whole, and one for the step that it is in. */
export class Hourglass {
  readonly #whole: number;
  #phase: Phase = "connect";
  #step = Number.POSITIVE_INFINITY;
  #leftOfStep = Number.POSITIVE_INFINITY;
  #leftOfWhole: number;

  constructor(whole: number) {
    this.#whole = whole;
    this.#leftOfWhole = whole;
  }

  get phase(): Phase {
    return this.#phase;
  }

  enter(phase: Phase, milliseconds: number): void {
    this.#phase = phase;
    this.#step = milliseconds;
    this.#leftOfStep = milliseconds;
  }

  /** Something came: the step has its whole time again. */
  again(): void {
    this.#leftOfStep = this.#step;
  }

  /** Removes the limit of this step until the next step begins. */
  stop(): void {
    this.#leftOfStep = Number.POSITIVE_INFINITY;
  }

  /** So much time went by. The limit that passed with it, if one did. */
  pass(milliseconds: number): TimeLimit | undefined {
    this.#leftOfStep -= milliseconds;
    this.#leftOfWhole -= milliseconds;
    if (this.#leftOfWhole < 0) return new TimeLimit("request", this.#whole);
    return this.#leftOfStep < 0 ? new TimeLimit(this.#phase, this.#step) : undefined;
  }
}
