import { createCluster } from "../../engine/index.ts";
import {
  type Beginning,
  begin,
  completed,
  type Named,
  type Outline,
  outline,
  type Rescue,
  toBeRead,
} from "../../engine/rescue/index.ts";
import type { Executor } from "../../executor/index.ts";
import { kindNamed, nameKey, type Phrase, type Refusal, say, type Unread } from "../../model/index.ts";
import { collect } from "../collect.ts";
import { expertise } from "../expertise.ts";
import { Failure } from "../failure.ts";
import type { Source } from "../source.ts";
import { foreseen } from "./foreseen.ts";

/** A rescue that can begin, or why there is none. `standing`: what is scaled down, and is not started again by it. */
type Begun =
  | { readonly state: "rescue"; readonly rescue: Rescue; readonly standing: readonly Phrase[] }
  | { readonly state: "nothing-to-do"; readonly because: Phrase; readonly standing: readonly Phrase[] }
  | { readonly state: "refused"; readonly refusal: Refusal }
  | { readonly state: "unknown"; readonly unread: readonly Unread[] };

/**
 * @param given the manifest of a volume that is gone, JSON text
 * @param former a rescue of the same object that is not to go on
 */
export async function beginning(
  named: Named,
  accepted: readonly string[],
  given: string | undefined,
  former: Rescue | undefined,
  source: Source,
  executor: Executor,
): Promise<Begun> {
  const { made } = await collect(
    (snapshot) => {
      const beginning = begin(named, accepted, createCluster(snapshot), former?.stopped);
      if (beginning.begin !== "nothing-to-do") return { beginning, unread: unreadFor(beginning) };
      const ahead = foreseen(named, snapshot);
      const refused: Beginning | undefined = ahead.refusal && { begin: "refuse", refusal: ahead.refusal };
      return { beginning: refused ?? beginning, unread: [...unreadFor(beginning), ...ahead.unread] };
    },
    source.start(),
    source,
  );
  return await wholeOf(made.beginning, given, executor);
}

function unreadFor(beginning: Beginning): readonly Unread[] {
  switch (beginning.begin) {
    case "unknown":
      return beginning.unread;
    case "rescue":
    case "nothing-to-do":
      return beginning.standing.unread;
    case "refuse":
      return [];
  }
}

async function wholeOf(beginning: Beginning, given: string | undefined, executor: Executor): Promise<Begun> {
  switch (beginning.begin) {
    case "nothing-to-do":
      return { state: "nothing-to-do", because: beginning.because, standing: beginning.standing.told };
    case "refuse":
      return { state: "refused", refusal: beginning.refusal };
    case "unknown":
      return { state: "unknown", unread: beginning.unread };
    case "rescue": {
      const rescue = completed(beginning.rescue, await textsOf(beginning.rescue, executor), given);
      return "reason" in rescue
        ? { state: "refused", refusal: rescue }
        : { state: "rescue", rescue, standing: beginning.standing.told };
    }
  }
}

/** Whole, as the server has them: what pvguard does not know must come back too. */
export async function textsOf(rescue: Rescue, executor: Executor): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const ref of toBeRead(rescue)) {
    const resource = kindNamed(ref.apiVersion, ref.kind)?.resource;
    if (resource === undefined) continue;
    const read = await executor.read(resource, ref);
    if (read.state === "unread") throw new Failure("unreadable", say`error: ${read.phrase}`);
    if (read.state === "found") texts.set(nameKey(ref), read.raw.text);
  }
  return texts;
}

/** What the controllers will do, as far as their models tell. */
export async function outlined(rescue: Rescue, source: Source): Promise<Outline> {
  const { made } = await collect(
    (snapshot) => {
      const planned = outline(rescue, createCluster(snapshot), expertise.controllers);
      return { planned, unread: planned.end.next === "unknown" ? planned.end.unread : [] };
    },
    source.start(),
    source,
  );
  return made.planned;
}
