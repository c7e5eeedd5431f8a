import type { Snapshot, Unread } from "../cluster/index.ts";
import { createCluster, isWantedOwner } from "../cluster/index.ts";
import type { Knowledge } from "../define/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { distinct } from "../kubernetes/index.ts";
import type { Report } from "../report/index.ts";
import { createAnalysis } from "./create-analysis.ts";
import { diagnosesOf } from "./diagnoses.ts";
import type { Interruptible } from "./interruptible.ts";
import { allOf, inOneStep } from "./interruptible.ts";
import { mayStayUnread } from "./overlooked.ts";

/**
 * Whether a reader sees each step of what would happen if a live object were deleted, or in one sentence how that
 * would end, or nothing of it: then it is not asked, which is most of the work where there are many objects.
 */
export type Foretold = "step by step" | "step by step where unhealthy" | "in a sentence" | "not at all";

const deletions = {
  "step by step": "told in full",
  "step by step where unhealthy": "told in full where unhealthy",
  "in a sentence": "told",
  "not at all": "untold",
} as const satisfies Record<Foretold, string>;

/**
 * Reports on some objects, from snapshots of which each has what the one before it had, and more. Its `unread` says what
 * would have been needed and was not read: a caller that can read more collects that, and asks again.
 */
export function reporter(
  objects: readonly KubeObject[],
  knowledge: Knowledge,
  foretold: Foretold,
): (snapshot: Snapshot) => Interruptible<Report> {
  const deletion = deletions[foretold];
  const diagnosesFrom = tellingEach(objects, (snapshot, miss) => {
    const over = (account: (unread: Unread) => Account) =>
      createAnalysis(
        createCluster(snapshot, (unread) => miss(unread, account(unread)), "asked for"),
        knowledge,
      );
    const analysis = over(() => "wanted");
    const ahead =
      foretold === "in a sentence" || foretold === "not at all"
        ? over((unread) => (mayStayUnread(unread) ? "overlooked" : "wanted"))
        : analysis;
    return (object) => inOneStep(diagnosesOf(object, analysis, { ahead, deletion }));
  });
  return function* (snapshot) {
    const { each, unread, owners } = yield* diagnosesFrom(snapshot);
    return { ...origin(snapshot), unread, owners, diagnoses: each.flat(), findings: [], silenced: [] };
  };
}

/** The report on some objects of a snapshot. */
export function report(
  objects: readonly KubeObject[],
  snapshot: Snapshot,
  knowledge: Knowledge,
  foretold: Foretold = "step by step",
): Report {
  return allOf(reporter(objects, knowledge, foretold)(snapshot));
}

/** What is said of each of some objects, in their order, and what was not read for it. */
interface Answers<T> {
  readonly each: readonly T[];
  readonly unread: readonly Unread[];
  /** Owners that can still be asked for, and are no gap: what is said without them says so. */
  readonly owners: readonly Unread[];
}

/** `overlooked`: it need not be read. */
type Account = "wanted" | "overlooked";

/** What was asked for and not read. */
export type Miss = (unread: Unread, account: Account) => void;

interface Word<T> {
  readonly value: T;
  readonly missed: "something" | "nothing";
  readonly wanted: readonly Unread[];
}

/**
 * Says something of each object, from snapshots of which each has what the one before it had, and more. Of an object for
 * which nothing was missed it stands; of the others it is said again.
 *
 * @param teller is made for each snapshot
 */
export function tellingEach<T>(
  objects: readonly KubeObject[],
  teller: (snapshot: Snapshot, miss: Miss) => (object: KubeObject) => Interruptible<T>,
): (snapshot: Snapshot) => Interruptible<Answers<T>> {
  const known: Word<T>[] = [];
  return function* (snapshot) {
    let missed: Word<T>["missed"] = "nothing";
    let wanted: Unread[] = [];
    const tell = teller(snapshot, (unread, account) => {
      missed = "something";
      if (account === "wanted") wanted.push(unread);
    });
    for (const [position, object] of objects.entries()) {
      if (known[position]?.missed === "nothing") continue;
      missed = "nothing";
      wanted = [];
      const value = yield* tell(object);
      known[position] = { value, missed, wanted: distinct(wanted, unreadKey) };
    }
    const all = distinct(
      known.flatMap((word) => word.wanted),
      unreadKey,
    );
    return {
      each: known.map(({ value }) => value),
      unread: all.filter((unread) => !isWantedOwner(unread)),
      owners: all.filter(isWantedOwner),
    };
  };
}

export function unreadKey({ resource, scope }: Unread): string {
  return JSON.stringify([resource, scope]);
}

/** What a report says of where it is from. */
export function origin({ takenAt, clock, source, cluster, skipped }: Snapshot) {
  return { takenAt, clock, source, ...(cluster === undefined ? {} : { cluster }), skipped };
}
