import { diagnose } from "../../analysis/index.ts";
import type { Executor } from "../../changes/executor/index.ts";
import type { Beginning, Named, Outline, Rescue } from "../../changes/index.ts";
import { begin, completed, outline, toBeRead } from "../../changes/index.ts";
import type { Cluster, Snapshot, Unread } from "../../cluster/index.ts";
import { createCluster } from "../../cluster/index.ts";
import { knowledge } from "../../knowledge.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import { kindNamed, nameKey, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { DataFate, Refusal } from "../../report/index.ts";
import { collect } from "../collect.ts";
import { Failure } from "../failure.ts";
import type { Source } from "../source.ts";

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
      const planned = outline(rescue, createCluster(snapshot), knowledge.controllers);
      return { planned, unread: planned.end.next === "unknown" ? planned.end.unread : [] };
    },
    source.start(),
    source,
  );
  return made.planned;
}

interface Foreseen {
  /** Why it is not true that there is nothing to rescue; `undefined` where nothing takes the data. */
  readonly refusal: Refusal | undefined;
  readonly unread: readonly Unread[];
}

/**
 * What `why` foresees of an object that is not being deleted yet: it can be deleted with its namespace, its owner or its
 * StatefulSet. Nothing is to be brought back then, and its data is to be kept at once.
 */
export function foreseen(named: Named, snapshot: Snapshot): Foreseen {
  const unread: Unread[] = [];
  const cluster = createCluster(snapshot, (missing) => unread.push(missing));
  const object = objectOf(named, cluster);
  if (object === undefined) return { refusal: undefined, unread };
  const { fate, verdict } = diagnose(object, cluster, knowledge);
  const lost = fate && losses[fate.data];
  if (lost === undefined) return { refusal: undefined, unread };
  const volume = volumeOf(object);
  const refusal: Refusal = {
    reason: "NotDeletedYet",
    object: refOf(object),
    message: say`${nameOf(refOf(object))} is not being deleted yet, so there is nothing to rescue. But it will be deleted: ${verdict.summary}. ${words(lost)}`,
    instead:
      volume === undefined
        ? say`Set its volume to Retain now.`
        : say`Set the volume to Retain now: kubectl pvguard fix pv/${volume} --remedy set-retain`,
  };
  return { refusal, unread };
}

const losses: { readonly [F in DataFate]?: string } = {
  destroyed: "Its disk will then be deleted.",
  exposed: "Any claim can then take its data.",
  leaked: "Its disk will then remain in the storage backend, with no record of it.",
};

function objectOf(named: Named, cluster: Cluster): PersistentVolume | PersistentVolumeClaim | undefined {
  const found =
    named.kind === "claim"
      ? cluster.get("v1/persistentvolumeclaims", named.name, named.namespace)
      : cluster.get("v1/persistentvolumes", named.name);
  return found.state === "found" ? found.object : undefined;
}

function volumeOf(object: PersistentVolume | PersistentVolumeClaim): string | undefined {
  return object.kind === "PersistentVolume" ? object.metadata.name : object.spec?.volumeName;
}
