import type { Demand } from "../../cluster/index.ts";
import { demandKey } from "../asking/widen.ts";
import type { Readings, Source } from "../sources/source.ts";
import { noReadings } from "../sources/source.ts";

/** What was read from some moment on, for all that are asked about in the next moments. */
interface Window {
  readonly source: Source;
  /** When it was opened, in milliseconds. */
  readonly since: number;
  users: number;
  /** `retired`: no other question gets it. */
  state: "open" | "retired";
}

/** A source for one question. */
export interface Borrowed {
  readonly source: Source;
  /** `shared`: some of what it answers may have been read before the question came. */
  readonly is: "fresh" | "shared";
  /** Nothing of what it answers was read before that, in milliseconds. */
  readonly since: number;
  giveBack(): void;
}

interface Making {
  open(): Promise<Source>;
  now(): number;
  /** In milliseconds. */
  readonly maxAge: number;
}

/**
 * Many deletions come at once: of a namespace's claims, or of a manifest's objects. Those that come within `maxAge` share what
 * was read, so that no answer rests on anything older than that. Objects that are named are always read again.
 */
export function windows({ open, now, maxAge }: Making) {
  let current: { readonly since: number; readonly window: Promise<Window> } | undefined;

  async function begin(): Promise<Window> {
    const since = now();
    return { source: remembering(await open()), since, users: 0, state: "open" };
  }

  function borrow(window: Window, is: Borrowed["is"]): Borrowed {
    window.users += 1;
    let isBack = false;
    return {
      source: window.source,
      is,
      since: window.since,
      giveBack() {
        if (isBack) return;
        isBack = true;
        window.users -= 1;
        closeIfDone(window);
      },
    };
  }

  function retire(old: typeof current): void {
    void old?.window
      .then((window) => {
        window.state = "retired";
        closeIfDone(window);
      })
      // Who asked for it was told.
      .catch(() => {});
  }

  return {
    /** One of its own, of which nothing was read before. */
    async fresh(): Promise<Borrowed> {
      const window = await begin();
      window.state = "retired";
      return borrow(window, "fresh");
    },
    async shared(): Promise<Borrowed> {
      const at = now();
      if (maxAge === 0) return await this.fresh();
      const age = at - (current?.since ?? Number.NEGATIVE_INFINITY);
      // If the clock was set back, its age is unknown.
      if (current !== undefined && age >= 0 && age < maxAge) return borrow(await current.window, "shared");
      retire(current);
      const mine = { since: at, window: begin() };
      current = mine;
      try {
        return borrow(await mine.window, "fresh");
      } catch (problem) {
        if (current === mine) current = undefined;
        throw problem;
      }
    },
    close(): void {
      retire(current);
      current = undefined;
    },
  };
}

function closeIfDone({ users, state, source }: Window): void {
  if (users === 0 && state === "retired") source.close();
}

/** Asks for each list once. What could not be read is asked for again. */
function remembering(source: Source): Source {
  const known = new Map<string, Promise<Readings>>();
  return {
    ...source,
    async collect(demands, pods) {
      const fresh = demands.filter((demand) => !known.has(demandKey(demand)));
      const asked = fresh.length === 0 ? Promise.resolve(noReadings) : source.collect(fresh, pods);
      for (const demand of fresh) remember(demand, asked, known);
      const before = demands.filter((demand) => !fresh.includes(demand));
      const old = await Promise.all(before.map((demand) => known.get(demandKey(demand)) ?? noReadings));
      const all = [await asked, ...old];
      return {
        readings: all.flatMap(({ readings }) => readings),
        skipped: [...new Set(all.flatMap(({ skipped }) => skipped))],
      };
    },
  };
}

function remember(demand: Demand, asked: Promise<Readings>, known: Map<string, Promise<Readings>>): void {
  const key = demandKey(demand);
  const own = asked.then(({ readings, skipped }) => {
    const mine = readings.filter((reading) => demandKey(reading) === key);
    // What came in another form, or not at all, is asked for again.
    if (mine.length === 0 || mine.some(({ read }) => !read)) known.delete(key);
    return { readings: mine, skipped };
  });
  own.catch(() => known.delete(key));
  known.set(key, own);
}
