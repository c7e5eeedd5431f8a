import type { Action } from "../../controllers/index.ts";
import { relativesOf, tiesOf } from "../../define/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { isTerminating, nameKey, refOf } from "../../kubernetes/index.ts";
import type { Act, Fate } from "../../report/index.ts";
import type { Analysis, Event, Outcome, Timeline } from "../analysis.ts";
import type { Disk } from "../disks/disks.ts";
import { outcomeBehind, outcomeOfDisk } from "../disks/fate.ts";
import { claimsGoingWith, deletedClaimsOf } from "../disks/freed-claims.ts";
import { imagine } from "../imagine.ts";
import { tiesToNoOther } from "../remembering.ts";
import { around, keepsOneOfMany, tiesOfSnapshot } from "./around.ts";
import type { Course, CourseParts } from "./course.ts";
import { courseOf } from "./course.ts";
import { graceOf, staysFor } from "./pod-end.ts";
import type { Sandbox } from "./sandbox.ts";
import { createSandbox } from "./sandbox.ts";
import type { Prerequisite } from "./steps.ts";
import { waitsOf } from "./steps.ts";

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
    // What is being deleted already is not changed by it.
    const isSame = isTerminating(of) && nameKey(refOf(of)) === nameKey(event.deleted);
    if (isSame && before.length === 0 && actingToo.length === 0)
      return new Run({ ...run, roots, analysis, ties: tiesOf });
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

interface Parts extends CourseParts {
  /** What must end before anything happens. */
  readonly first?: readonly Prerequisite[];
  /** What ends in a moment, and comes before anything else happens. */
  readonly grace?: readonly Prerequisite[];
}

/** A course, as it is seen from the objects that are followed. */
class Run implements Timeline {
  readonly event: Timeline["event"];
  readonly before: Analysis;
  readonly followed: Timeline["followed"];
  readonly #parts: Parts;
  #begun: Course | undefined;

  constructor(parts: Parts) {
    this.event = parts.event;
    this.before = parts.before;
    this.followed = parts.followed;
    this.#parts = parts;
  }

  get #course(): Course {
    this.#begun ??= courseOf(this.#parts);
    return this.#begun;
  }

  get moves(): Timeline["moves"] {
    return this.#course.moves;
  }

  get steps(): Timeline["steps"] {
    return this.#course.steps;
  }

  get end(): Timeline["end"] {
    return this.#course.end;
  }

  get unread(): Timeline["unread"] {
    return this.#course.unread;
  }

  get unseen(): Timeline["unseen"] {
    return this.#course.unseen;
  }

  get isCut(): boolean {
    return this.#course.isCut;
  }

  get hasMissed(): boolean {
    return this.#begun?.hasMissed === true;
  }

  first(object: ObjectRef, does: (action: Action) => boolean): number | undefined {
    return this.#course.first(object, does);
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
}
