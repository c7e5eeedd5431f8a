import { unreadPhrase } from "../../define/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { isTerminating, words } from "../../kubernetes/index.ts";
import type { Fate } from "../../report/index.ts";
import type { Analysis, Outcome, Timeline } from "../analysis.ts";
import { fateOfParts, partsOfNamespace } from "./parts.ts";

/** A namespace that stays keeps what is in it. */
export function outcomeOfNamespace(
  namespace: KubeObject,
  { event }: Timeline,
  analysis: Analysis,
): Outcome | undefined {
  if (event === undefined && !isTerminating(namespace)) return undefined;
  const fate = fateOfNamespace(namespace, analysis);
  return { data: fate.data, tell: () => fate };
}

/** The data of a namespace is that of its claims and snapshots: its fate is the worst of theirs, once they are deleted. */
function fateOfNamespace(namespace: KubeObject, analysis: Analysis): Fate {
  const { parts, unread } = partsOfNamespace(namespace, analysis);
  if (unread !== undefined) return { data: "unknown", because: unreadPhrase(unread), unseen: "rest" };
  return (
    fateOfParts(parts) ?? {
      data: "none",
      because: words("the namespace contains no claims and no snapshots"),
    }
  );
}
