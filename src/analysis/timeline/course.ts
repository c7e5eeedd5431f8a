import type { Unread } from "../../cluster/index.ts";
import type { Action } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { nameKey, refOf } from "../../kubernetes/index.ts";
import type { Hold } from "../../report/index.ts";
import type { Analysis, Timeline } from "../analysis.ts";
import { recordsOf } from "../disks/records.ts";
import type { TiesOf } from "../remembering.ts";
import type { RunStart } from "./run.ts";
import { rootsOfAll, runForward } from "./run.ts";
import type { Sandbox } from "./sandbox.ts";
import { createSandbox } from "./sandbox.ts";
import { unseenKey } from "./settle.ts";
import type { TimedMove, TimedUnseen } from "./steps.ts";
import { stepsOf } from "./steps.ts";

/** What a course begins with. */
export interface CourseParts extends Pick<Timeline, "event" | "before" | "followed"> {
  /** Around the first object that is followed, and all that record the same disk. */
  readonly start?: Omit<RunStart, "subjects" | "roots">;
  /** What holds an object, where the cluster is as it was. */
  readonly roots?: (object: KubeObject) => readonly Hold[];
  /** About the cluster in which the data is looked for. */
  readonly analysis: Analysis;
  /** Leads to those whose controllers act too. */
  readonly ties?: TiesOf;
  /** Brings the event about. */
  readonly prepare?: (sandbox: Sandbox) => void;
  readonly unread?: readonly Unread[];
}

/** What happens in a timeline, run only as far as it is asked about. */
export class Course {
  readonly #parts: CourseParts;
  readonly #moves: TimedMove[] = [];
  /** Where the moves of an object are among them. */
  readonly #movesOf = new Map<string, number[]>();
  readonly #unread: Unread[];
  readonly #unseen = new Map<string, TimedUnseen>();
  #isCut = false;
  #hasMissed = false;
  #sandbox: Sandbox | undefined;
  #running: Generator<TimedMove, void> | undefined;
  #steps: Timeline["steps"] | undefined;

  constructor(parts: CourseParts) {
    this.#parts = parts;
    this.#unread = [...(parts.unread ?? [])];
  }

  get moves(): readonly TimedMove[] {
    while (this.#next() !== undefined);
    return this.#moves;
  }

  get steps(): Timeline["steps"] {
    this.#steps ??= stepsOf(this.moves);
    return this.#steps;
  }

  get end(): Sandbox {
    while (this.#next() !== undefined);
    return this.#begun();
  }

  get unread(): readonly Unread[] {
    while (this.#next() !== undefined);
    return this.#unread;
  }

  get unseen(): readonly TimedUnseen[] {
    while (this.#next() !== undefined);
    return [...this.#unseen.values()];
  }

  get isCut(): boolean {
    while (this.#next() !== undefined);
    return this.#isCut;
  }

  get hasMissed(): boolean {
    return this.#hasMissed;
  }

  first(object: ObjectRef, does: (action: Action) => boolean): number | undefined {
    const key = nameKey(object);
    const isIt = (at: number) => does((this.#moves[at] as TimedMove).action);
    const known = this.#movesOf.get(key)?.find(isIt);
    if (known !== undefined) return known;
    for (let move = this.#next(); move !== undefined; move = this.#next())
      if (nameKey(move.action.object) === key && does(move.action)) return this.#moves.length - 1;
    return undefined;
  }

  #begun(): Sandbox {
    if (this.#sandbox !== undefined) return this.#sandbox;
    const sandbox = createSandbox(this.#parts.before.cluster, this.#parts.ties);
    this.#parts.prepare?.(sandbox);
    this.#sandbox = sandbox;
    return sandbox;
  }

  #next(): TimedMove | undefined {
    this.#running ??= this.#run();
    const running = this.#running;
    const { value: step, missed } = this.#parts.before.cluster.noting(() => running.next());
    if (missed.length > 0) this.#hasMissed = true;
    const { done, value } = step;
    if (done === true) return undefined;
    const key = nameKey(value.action.object);
    const places = this.#movesOf.get(key);
    if (places === undefined) this.#movesOf.set(key, [this.#moves.length]);
    else places.push(this.#moves.length);
    this.#moves.push(value);
    return value;
  }

  *#run(): Generator<TimedMove, void> {
    const { before, followed, analysis, start = {}, roots } = this.#parts;
    const missed = (unread: Unread) => this.#unread.push(unread);
    const missedOf = (each: TimedUnseen) => {
      missed(each.unread);
      const key = unseenKey(each);
      if (!this.#unseen.has(key)) this.#unseen.set(key, each);
    };
    const cut = () => {
      this.#isCut = true;
    };
    const done = new Set<string>();
    const told = new Set<string>();
    for (const [at, object] of followed.entries()) {
      const { objects: records, unread } = recordsOf(object, analysis.cluster);
      if (unread !== undefined) missed(unread);
      const subjects = records.map(refOf);
      const identity = JSON.stringify(subjects);
      if (done.has(identity)) continue;
      done.add(identity);
      const known = roots === undefined || at > 0 ? {} : { roots: () => rootsOfAll(records, roots) };
      // What ended around one object comes before all that is then found around the next.
      const { after } = this.#moves.at(-1) ?? {};
      const earlier = after === undefined ? {} : { earlier: after };
      const own = { ...(at === 0 ? start : {}), subjects, told };
      yield* runForward(this.#begun(), before, { ...own, ...known, ...earlier, missed, missedOf, cut });
    }
  }
}

/** A course that begins with the cluster as it is, and around what: two with the same key are the same. */
interface Shared {
  readonly key: string;
  readonly ties: TiesOf | undefined;
  readonly course: Course;
}

/** The last ones of each account. */
const shared = new WeakMap<Analysis, Shared[]>();

/** So many: who asks about a claim asks about its volume next. */
const few = 4;

/** Around a claim and around its volume the same happens where an event changes nothing: that is run once. */
export function courseOf(parts: CourseParts): Course {
  const { start, prepare, before, followed, ties, analysis } = parts;
  if (start !== undefined || prepare !== undefined) return new Course(parts);
  const { value: records, missed } = before.cluster.noting(() =>
    followed.map((object) => recordsOf(object, analysis.cluster).objects.map(refOf).map(nameKey)),
  );
  if (missed.length > 0) return new Course(parts);
  const key = JSON.stringify(records);
  const last = shared.get(before) ?? [];
  shared.set(before, last);
  const same = last.find((each) => each.key === key && each.ties === ties);
  if (same !== undefined && !same.course.hasMissed) return same.course;
  const course = new Course(parts);
  last.unshift({ key, ties, course });
  if (last.length > few) last.pop();
  return course;
}
