import { distinct, type KubeObject, type Snapshot, type Unread } from "../model/index.ts";

/** What takes long, step by step: the caller can do something else between two of them. */
export type Steps<T> = Generator<undefined, T>;

/** What is said of each of some objects, in their order, and what was not read for it. */
export interface Told<T> {
  readonly each: readonly T[];
  readonly unread: readonly Unread[];
}

/** What was asked for and not read. `overlooked`: it need not be read. */
export type Miss = (unread: Unread, account: "wanted" | "overlooked") => void;

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
  teller: (snapshot: Snapshot, miss: Miss) => (object: KubeObject) => T,
): (snapshot: Snapshot) => Steps<Told<T>> {
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
      const value = tell(object);
      known[position] = { value, missed, wanted: distinct(wanted, unreadKey) };
      yield;
    }
    return {
      each: known.map(({ value }) => value),
      unread: distinct(
        known.flatMap((word) => word.wanted),
        unreadKey,
      ),
    };
  };
}

/** All steps at once. */
export function allOf<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function unreadKey({ resource, scope }: Unread): string {
  return JSON.stringify([resource, scope]);
}
