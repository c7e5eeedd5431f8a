import type { Unread } from "../../cluster/index.ts";
import type { Action } from "../../controllers/index.ts";
import { relativesOf, tiesOf } from "../../define/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { nameKey, refOf } from "../../kubernetes/index.ts";
import type { Act, Fate, Hold } from "../../report/index.ts";
import type { Analysis, Event, Outcome, Timeline } from "../analysis.ts";
import type { Disk } from "../disks/disks.ts";
import { outcomeBehind, outcomeOfDisk } from "../disks/fate.ts";
import { claimsGoingWith, deletedClaimsOf } from "../disks/freed-claims.ts";
import { recordsOf } from "../disks/records.ts";
import { imagine } from "../imagine.ts";
import type { TiesOf } from "../remembering.ts";
import { tiesToNoOther } from "../remembering.ts";
import { around, keepsOneOfMany, tiesOfSnapshot } from "./around.ts";
import { graceOf, staysFor } from "./pod-end.ts";
import type { RunStart } from "./run.ts";
import { rootsOfAll, runForward } from "./run.ts";
import type { Sandbox } from "./sandbox.ts";
import { createSandbox } from "./sandbox.ts";
import { unseenKey } from "./settle.ts";
import type { Prerequisite, TimedMove, TimedUnseen } from "./steps.ts";
import { stepsOf, waitsOf } from "./steps.ts";

/** What comes of an event, or of nothing but time. */
export function futureOf(
  of: KubeObject,
  event: Event | undefined,
  analysis: Analysis,
  reach?: "as after an event",
): Timeline {
  const volumes = volumeOf(of, analysis);
  // The disk of an attachment comes first, and has the same future as without the attachment.
  const run = { event, before: analysis, followed: [...volumes, of] };
  const roots = (object: KubeObject) => analysis.causesOf(object).rootHolds;
  if (event === undefined) {
    const ties = reach === undefined && of.kind.startsWith("VolumeSnapshot") ? tiesToNoOther : tiesOf;
    return new Run({ ...run, roots, analysis, ties });
  }
  if ("released" in event) {
    const { released } = event;
    return new Run({ ...run, followed: [of, ...volumes], start: { released }, roots, analysis });
  }
  if ("deleted" in event) {
    const first = event.by === "controller" ? [deletionOf(refOf(of))] : staysFor(of, analysis);
    const grace = first.length > 0 ? [] : graceOf(of, analysis);
    const before = [...first, ...grace];
    const going = claimsGoingWith(of, analysis.cluster);
    const actingToo = [...deletedClaimsOf(of, analysis.cluster), ...going].map(refOf);
    const followed = [...run.followed, ...going];
    const prepare = (sandbox: Sandbox) => sandbox.deleteObject(event.deleted);
    return new Run({
      ...run,
      followed,
      start: { actingToo, first: before },
      first,
      grace,
      analysis,
      prepare,
    });
  }
  const { done } = event;
  const then = analysis.over(edited(done, analysis));
  const isAlone = keepsOneOfMany(of, done, analysis.cluster);
  const { objects, unread } = around(
    [refOf(of), ...done.map(({ on }) => on)],
    then.cluster,
    isAlone ? tiesOfSnapshot : tiesOf,
  );
  const prepare = (sandbox: Sandbox) => {
    for (const act of done) imagine(act, sandbox);
  };
  return new Run({
    ...run,
    followed: objects,
    unread,
    analysis: then,
    prepare,
    ties: isAlone ? tiesToNoOther : tiesOf,
  });
}

/** An attachment comes and goes, and its volume has a future after it. */
function volumeOf(object: KubeObject, { cluster }: Analysis): readonly KubeObject[] {
  if (object.kind !== "VolumeAttachment") return [];
  return relativesOf(object, cluster).flatMap((volume) => ("object" in volume ? [volume.object] : []));
}

/** The cluster in which data is looked for: with what the acts change, and with what they delete. */
function edited(acts: readonly Act[], { cluster }: Analysis): Sandbox["cluster"] {
  const sandbox = createSandbox(cluster);
  for (const act of acts) if (act.do === "edit") imagine(act, sandbox);
  return sandbox.cluster;
}

function deletionOf(object: ObjectRef): Prerequisite {
  return { holder: { object }, by: "deletion" };
}

interface Parts extends Pick<Timeline, "event" | "before" | "followed"> {
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
  /** What must end before anything happens. */
  readonly first?: readonly Prerequisite[];
  /** What ends in a moment, and comes before anything else happens. */
  readonly grace?: readonly Prerequisite[];
  readonly unread?: readonly Unread[];
}

/** One that is run only as far as it is asked about. */
class Run implements Timeline {
  readonly event: Timeline["event"];
  readonly before: Analysis;
  readonly followed: Timeline["followed"];
  readonly #parts: Parts;
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

  constructor(parts: Parts) {
    this.event = parts.event;
    this.before = parts.before;
    this.followed = parts.followed;
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

  outcomeOf(object: KubeObject): Outcome | undefined {
    return outcomeBehind(object, this, this.#parts.analysis);
  }

  outcomeOfDisk(disk: Disk): Outcome {
    return outcomeOfDisk(disk, this, this.#parts.analysis);
  }

  stays(object: ObjectRef): boolean {
    const { first = [] } = this.#parts;
    return this.end.find(object) !== undefined || (first.length > 0 && this.moves.length === 0);
  }

  waitsFor(object: ObjectRef, fate: Fate | undefined): ReturnType<Timeline["waitsFor"]> {
    const { first = [], grace = [] } = this.#parts;
    const ends = this.stays(object) ? "stays" : "disappears";
    return waitsOf(object, ends, { steps: this.steps, first: [...first, ...grace] }, fate);
  }

  #begun(): Sandbox {
    if (this.#sandbox !== undefined) return this.#sandbox;
    const sandbox = createSandbox(this.before.cluster, this.#parts.ties);
    this.#parts.prepare?.(sandbox);
    this.#sandbox = sandbox;
    return sandbox;
  }

  #next(): TimedMove | undefined {
    this.#running ??= this.#run();
    const running = this.#running;
    const { value: step, missed } = this.before.cluster.noting(() => running.next());
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
    const { analysis, start = {}, roots } = this.#parts;
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
    for (const [at, object] of this.followed.entries()) {
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
      yield* runForward(this.#begun(), this.before, { ...own, ...known, ...earlier, missed, missedOf, cut });
    }
  }
}
