import type { Unread } from "../../cluster/index.ts";
import { claimsTakenAlong, isPodFinished } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef, Pod } from "../../kubernetes/index.ts";
import { refOf, timestamp } from "../../kubernetes/index.ts";
import type { Act } from "../../report/index.ts";
import type { Analysis, Event, Timeline } from "../analysis.ts";
import { outcomeOfDisk } from "../disks/fate.ts";
import { deletedClaimsOf } from "../disks/freed-claims.ts";
import { outcomeBehind } from "../disks/outcome.ts";
import { imagine } from "../imagine.ts";
import { around } from "./around.ts";
import { runForward } from "./run.ts";
import type { Sandbox } from "./sandbox.ts";
import { createSandbox } from "./sandbox.ts";
import type { Prerequisite, TimedMove } from "./steps.ts";
import { stepsOf, waitsOf } from "./steps.ts";

/** What comes of an event, or of nothing but time. */
export function futureOf(of: KubeObject, event: Event | undefined, analysis: Analysis): Timeline {
  const sandbox = createSandbox(analysis.cluster);
  const unread: Unread[] = [];
  const missed = (each: Unread) => unread.push(each);
  const ref = refOf(of);
  const { knowledge } = analysis;
  const roots = () => analysis.causesOf(of).rootHolds;
  if (event === undefined || "released" in event) {
    const released = event?.released ?? [];
    const running = runForward(ref, sandbox, knowledge, { roots, released, missed });
    return timelineOf({ event, before: analysis, followed: [of], sandbox, running, unread, analysis });
  }
  if ("deleted" in event) {
    const first = event.by === "controller" ? [deletionOf(ref)] : staysFor(of, analysis);
    sandbox.deleteObject(event.deleted);
    const besides = claimsThen(of, analysis).map(refOf);
    const running = runForward(ref, sandbox, knowledge, { besides, first, missed });
    return timelineOf({ event, before: analysis, followed: [of], sandbox, running, unread, analysis, first });
  }
  const { done } = event;
  for (const act of done) imagine(act, sandbox);
  const then = analysis.over(edited(done, analysis));
  const near = around([ref, ...done.map(({ on }) => on)], then.cluster);
  unread.push(...near.unread);
  const running = (function* () {
    for (const each of near.objects) yield* runForward(refOf(each), sandbox, knowledge, { missed });
  })();
  return timelineOf({
    event,
    before: analysis,
    followed: near.objects,
    sandbox,
    running,
    unread,
    analysis: then,
  });
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

/** A pod that was started disappears when its kubelet says so: what would keep that from happening if it were deleted now. */
function staysFor(object: KubeObject, { cluster, causesOf }: Analysis): readonly Prerequisite[] {
  if (object.kind !== "Pod" || isPodFinished(object as Pod)) return [];
  const metadata = { ...object.metadata, deletionTimestamp: timestamp(cluster.now) };
  return causesOf({ ...object, metadata })
    .rootHolds.filter(({ by, category }) => "wait" in by && category === "blocked")
    .map(({ holder }) => ({ holder, by: "itself" }));
}

/** Claims that go on when this pod is gone, and those that are deleted with it. */
export function claimsThen(object: KubeObject, { cluster }: Analysis): readonly KubeObject[] {
  if (object.kind !== "Pod") return [];
  return [...deletedClaimsOf(object, cluster), ...claimsTakenAlong(object as Pod, cluster).claims];
}

interface Parts extends Pick<Timeline, "event" | "before" | "followed"> {
  readonly sandbox: Sandbox;
  readonly running: Generator<TimedMove, void>;
  /** Filled while it is run. */
  readonly unread: readonly Unread[];
  /** About the cluster in which the data is looked for. */
  readonly analysis: Analysis;
  /** What must end before anything happens. */
  readonly first?: readonly Prerequisite[];
}

/** One that is run only as far as it is asked about. */
function timelineOf({ sandbox, running, unread, analysis, first = [], ...about }: Parts): Timeline {
  const moves: TimedMove[] = [];
  let steps: Timeline["steps"] | undefined;

  function next(): TimedMove | undefined {
    const { done, value } = running.next();
    if (done === true) return undefined;
    moves.push(value);
    return value;
  }

  function all(): readonly TimedMove[] {
    while (next() !== undefined);
    return moves;
  }

  const timeline: Timeline = {
    ...about,
    get moves() {
      return all();
    },
    get steps() {
      steps ??= stepsOf(all());
      return steps;
    },
    get end() {
      all();
      return sandbox;
    },
    get unread() {
      all();
      return unread;
    },
    first(does) {
      const known = moves.findIndex(({ action }) => does(action));
      if (known >= 0) return known;
      for (let move = next(); move !== undefined; move = next())
        if (does(move.action)) return moves.length - 1;
      return undefined;
    },
    outcomeOf: (object) => outcomeBehind(object, timeline, analysis),
    outcomeOfDisk: (disk) => outcomeOfDisk(disk, timeline, analysis),
    stays: (object) =>
      timeline.end.find(object) !== undefined || (first.length > 0 && timeline.moves.length === 0),
    waitsFor(object, fate) {
      const ends = timeline.stays(object) ? "stays" : "disappears";
      return waitsOf(object, ends, { steps: timeline.steps, first }, fate);
    },
  };
  return timeline;
}
