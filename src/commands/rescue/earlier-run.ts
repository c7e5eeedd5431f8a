import type { Named, Rescue } from "../../engine/rescue/index.ts";
import { type Phrase, say, words } from "../../model/index.ts";
import { accept, anew, dryRun } from "./flags.ts";
import { stillStopped } from "./perform.ts";
import { recordedRetain } from "./recorded.ts";
import type { Stage } from "./stage.ts";
import type { RescueState } from "./state.ts";

/** What an earlier run remembers of the rescue of an object. */
export interface Earlier {
  /** This run continues it. */
  readonly goesOn?: RescueState;
  /** This run is to begin again. Until it is confirmed the earlier one is kept. */
  readonly former?: RescueState;
}

export async function earlierRun(
  named: Named,
  { connected, bench, invocation, account }: Stage,
): Promise<Earlier> {
  const { flags } = invocation;
  const { store } = bench;
  const known = await store.find(connected.server, named);
  if (known === undefined) {
    for (const path of await store.illegible())
      account.note(
        say`Warning: cannot parse ${path}. If it belongs to this rescue, pvguard does not know what it scaled down, and will not scale it up again. The backups show the former number of replicas.`,
      );
    return {};
  }
  if (flags.isOn(anew)) return { former: known };
  const rescue = withAccepted(known.rescue, flags.texts(accept));
  const { safe, open } = recordedRetain(rescue, connected.server, await bench.recorded());
  for (const each of open) account.note(each);
  return { goesOn: { ...known, rescue: { ...rescue, safe } } };
}

function withAccepted(known: Rescue, accepted: readonly string[]): Rescue {
  return { ...known, accepted: [...new Set([...known.accepted, ...accepted])] };
}

/** There is nothing to begin again: what the earlier run has scaled down is reported, and not forgotten. */
export async function settled(former: RescueState, { bench, invocation }: Stage): Promise<readonly Phrase[]> {
  const left = stillStopped(former.rescue);
  if (left.length > 0)
    return [
      ...left,
      say`pvguard still knows about it: to finish the earlier rescue, run the same command without --${words(anew.name)}.`,
    ];
  if (invocation.flags.choice(dryRun) === "none") await bench.store.forget(former);
  return [];
}
