import {
  type Act,
  type AnyController,
  type Cluster,
  type Fate,
  nameKey,
  nameOf,
  say,
} from "../../model/index.ts";
import type { Knowledge } from "../define.ts";
import { isKeeping, isRetaining } from "./keeping.ts";
import { withoutPromise } from "./without-promise.ts";

/** What a plan says of the data. */
interface FatesTold {
  readonly fate?: Fate;
  /** Of other data around it, which a plan that keeps some does not keep. */
  readonly otherFate?: Fate;
}

/**
 * The gravest; of a plan that only keeps something, what becomes of that, and then what is lost all the same.
 *
 * @param fates of everything around it, the gravest first
 */
export function fatesToTell(
  fates: readonly Fate[],
  acts: readonly Act[],
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): FatesTold {
  const kept = acts.every(isKeeping) ? acts.filter(isRetaining).map(({ on }) => nameKey(on)) : [];
  const own = fates.find(({ volume }) => volume !== undefined && kept.includes(nameKey(volume)));
  const first = own ?? fates[0];
  if (first === undefined) return {};
  const fate = opened(withoutPromise(first, acts, cluster, knowledge, controllers), acts);
  const otherFate = own && fates.find((other) => isLost(other) && !isSameData(other, own));
  return { fate, ...(otherFate === undefined ? {} : { otherFate }) };
}

/** The PV controller opens no volume then: the plan itself does. */
function opened(fate: Fate, acts: readonly Act[]): Fate {
  const { volume } = fate;
  if (volume === undefined || fate.data !== "kept") return fate;
  const isOpened = acts.some((act) => act.do === "edit" && opens(act) && nameKey(act.on) === nameKey(volume));
  return isOpened
    ? {
        ...fate,
        data: "exposed",
        because: say`${nameOf(volume)} is then available with its data, and any claim can bind to it`,
      }
    : fate;
}

function opens({ edits }: Extract<Act, { readonly do: "edit" }>): boolean {
  return edits.some(({ op, path }) => op === "remove" && path === "/spec/claimRef");
}

function isLost({ data }: Fate): boolean {
  return data === "destroyed" || data === "exposed" || data === "leaked";
}

/** Two volumes can use the same disk. */
function isSameData(a: Fate, b: Fate): boolean {
  const isOne = a.volume !== undefined && b.volume !== undefined && nameKey(a.volume) === nameKey(b.volume);
  return (
    isOne || (a.volumeHandle !== undefined && a.volumeHandle === b.volumeHandle && a.driver === b.driver)
  );
}
