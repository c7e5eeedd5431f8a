import type { Distribution, GuardAnswer, GuardFacts } from "../../render/index.ts";

/** What is counted of one answer. Times are milliseconds. */
interface Counted extends GuardAnswer {
  readonly took: number;
  /** Of what it rests on; `undefined` if nothing was read for it. */
  readonly age: number | undefined;
}

interface Tally {
  count(answer: Counted): void;
  facts(): Pick<GuardFacts, "answers" | "seconds" | "age">;
}

/** All that can be answered: a counter that is there from the start shows the first increase, too. */
const all: readonly GuardAnswer[] = [
  { answer: "passed", judgement: "passed" },
  ...(["warned", "refused"] as const).flatMap((answer) =>
    (["loss", "unknown", "late"] as const).map((judgement) => ({ answer, judgement })),
  ),
];

/** In seconds. The API server waits for 10 s, as the manifests say, and for 30 s at most. */
const bounds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 8, 10, 20, 30];

/** What is known of the answers since the process began. */
export function tally(): Tally {
  const counts = new Map(all.map((each) => [keyOf(each), 0]));
  const seconds = distribution();
  const age = distribution();
  return {
    count(each) {
      const key = keyOf(each);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      seconds.add(each.took / 1000);
      if (each.age !== undefined) age.add(each.age / 1000);
    },
    facts: () => ({
      answers: all.map((each) => ({ ...each, count: counts.get(keyOf(each)) ?? 0 })),
      seconds: seconds.known(),
      age: age.known(),
    }),
  };
}

function keyOf({ answer, judgement }: GuardAnswer): string {
  return `${answer} ${judgement}`;
}

function distribution() {
  const counts = bounds.map(() => 0);
  let sum = 0;
  let count = 0;
  return {
    /** @param value in seconds. A clock that was set back makes none that is less than nothing. */
    add(value: number): void {
      const known = Math.max(value, 0);
      sum += known;
      count += 1;
      for (const [at, bound] of bounds.entries()) if (known <= bound) counts[at] = (counts[at] ?? 0) + 1;
    },
    known: (): Distribution => ({
      atMost: bounds.map((bound, at) => ({ seconds: bound, count: counts[at] ?? 0 })),
      sum,
      count,
    }),
  };
}
