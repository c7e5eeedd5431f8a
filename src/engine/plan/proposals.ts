import { type AnyController, type KubeObject, type Snapshot, say, type Unread } from "../../model/index.ts";
import { createCluster } from "../cluster.ts";
import type { Knowledge } from "../define.ts";
import { unreadPhrase } from "../words.ts";
import { type Proposal, propose } from "./propose.ts";
import type { Wish } from "./wish.ts";

/** What would be done about some objects, and what would have been needed to say so. */
export interface Proposals {
  readonly takenAt: string;
  readonly proposals: readonly Proposal[];
  readonly unread: readonly Unread[];
  /** Input that was passed over: not empty means that the view is incomplete. */
  readonly skipped: readonly string[];
}

/** As a report on these objects: a caller that can read more collects what is unread, and asks again. */
export function proposals(
  objects: readonly KubeObject[],
  wish: Wish,
  snapshot: Snapshot,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Proposals {
  const unread = new Map<string, Unread>();
  let missed: Unread[] = [];
  const cluster = createCluster(snapshot, (missing) => {
    missed.push(missing);
    unread.set(JSON.stringify([missing.resource, missing.scope]), missing);
  });
  const proposed = (object: KubeObject) => {
    missed = [];
    return asFarAsRead(propose(object, wish, cluster, knowledge, controllers), missed);
  };
  return {
    takenAt: snapshot.takenAt,
    proposals: objects.map(proposed),
    unread: [...unread.values()],
    skipped: snapshot.skipped,
  };
}

/** Where not everything was read, it is not said that nothing is to be done. */
function asFarAsRead(proposal: Proposal, [unread]: readonly Unread[]): Proposal {
  if (proposal.state !== "nothing" || unread === undefined) return proposal;
  const because = say`as far as pvguard could read, ${proposal.because}; ${unreadPhrase(unread)}`;
  return { ...proposal, because };
}
