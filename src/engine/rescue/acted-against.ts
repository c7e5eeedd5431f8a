import { applierOf, claimNamed, claimNamesOf } from "../../controllers/index.ts";
import {
  type Cluster,
  join,
  nameOf,
  type Phrase,
  refOf,
  type StatefulSet,
  say,
  words,
} from "../../model/index.ts";
import { replicasOf } from "./replicas.ts";
import type { Next, Rescue, Stopped } from "./rescue.ts";
import { refusal } from "./seen.ts";
import type { Scalable } from "./workload.ts";

/** Who may set back what is changed in a workload; one that controls it is another matter: it surely does. */
export function settingBack(workload: Scalable): Phrase | undefined {
  const [owner] = workload.metadata.ownerReferences ?? [];
  return applierOf(workload) ?? (owner && say`${owner.kind ?? ""}/${owner.name ?? ""}`);
}

export function mayStartAgain(workload: Scalable): Phrase {
  const who = settingBack(workload);
  return who === undefined
    ? []
    : say` ${who} may start it again. Prevent that before you begin: if it is started again, the rescue stops there.`;
}

/** With `whenScaled: Delete` in force: the claims of the pods that stop, but for those that are brought back. */
export function droppedClaims(
  workload: Scalable,
  { during }: Stopped,
  { pairs, namespace }: Rescue,
  cluster: Cluster,
): readonly string[] {
  const { spec } = workload as StatefulSet;
  if (spec?.persistentVolumeClaimRetentionPolicy?.whenScaled !== "Delete") return [];
  const known = new Set(pairs.map(({ claim }) => claim.name));
  const first = (spec.ordinals?.start ?? 0) + during;
  const pods = Math.min(replicasOf(workload) - during, 1000);
  return Array.from({ length: pods }, (_, position) =>
    claimNamesOf(workload as StatefulSet, first + position),
  )
    .flat()
    .filter((name) => !known.has(name))
    .filter((name) => cluster.get("v1/persistentvolumeclaims", name, namespace.name).state !== "absent");
}

/** So many are named. */
const most = 3;

export function wouldBeDeleted(names: readonly string[], { namespace }: Rescue): Phrase {
  const named = names.slice(0, most).map((name) => nameOf(claimNamed(namespace.name, name)));
  const more = names.length > most ? [say`${names.length - most} more claims`] : [];
  return say`${join([...named, ...more], ", ")} would be deleted`;
}

/** Where the write that keeps the claims may be set back while the pods stop. */
export function keepFirst(workload: Scalable, who: Phrase, dropped: readonly string[], rescue: Rescue): Next {
  const ref = refOf(workload);
  return {
    next: "person",
    stage: "stop",
    refusal: refusal(
      "ClaimsGoWithPods",
      ref,
      say`${nameOf(ref)} has whenScaled: Delete and must be scaled down. If ${who} sets Delete again while the pods stop, ${wouldBeDeleted(dropped, rescue)} with them.`,
      words("Set whenScaled to Retain in its manifest first. Then run the same command again."),
    ),
  };
}
