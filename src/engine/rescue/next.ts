import { type Cluster, isTerminating, nameOf, refOf, say, words } from "../../model/index.ts";
import { bringBack, obstacle } from "./pair.ts";
import { letPodsGo } from "./pods.ts";
import { vanished } from "./proven.ts";
import { object, recording } from "./recording.ts";
import { type Next, type Rescue, startOver } from "./rescue.ts";
import { retain } from "./retain.ts";
import { start, stop } from "./scale.ts";
import { refuse } from "./seen.ts";
import { isLoose, isRestored, look, type Sighting } from "./sighting.ts";

/**
 * The next step of a rescue, from what is to be rescued and the cluster as it is now. Nothing else is remembered, so
 * that a rescue that broke off continues where it was. First every disk is made safe; then all users stop; then the pairs
 * are brought back one after the other; then the users start.
 */
export function nextStep(rescue: Rescue, base: Cluster): Next {
  const { cluster, unread } = recording(base);
  const next = decided(rescue, cluster);
  const [first, ...more] = unread;
  return first === undefined ? next : { next: "unknown", unread: [first, ...more] };
}

function decided(rescue: Rescue, cluster: Cluster): Next {
  const sightings = rescue.pairs.map((pair) => look(pair, rescue, cluster));
  const open = sightings.filter((sighting) => !isRestored(sighting));
  const first = <T>(ask: (sighting: Sighting) => T | undefined): T | undefined => {
    for (const sighting of open) {
      const answer = ask(sighting);
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
  const loose = open.filter(isLoose);
  return (
    mostUrgent(open.flatMap(keep)) ??
    first((sighting) => vanished(sighting, rescue)) ??
    first((sighting) => obstacle(sighting, rescue)) ??
    (open.length === 0 ? undefined : namespaceGone(rescue, cluster)) ??
    (loose.length === 0 ? undefined : stop(rescue, cluster)) ??
    first((sighting) => (loose.includes(sighting) ? letPodsGo(sighting, rescue, cluster) : undefined)) ??
    first((sighting) => bringBack(sighting, rescue)) ??
    start(rescue, cluster) ?? { next: "done" }
  );
}

function keep({ volume }: Sighting): readonly Next[] {
  const next = volume === undefined || volume.which === "foreign" ? undefined : retain(volume.object);
  return next === undefined ? [] : [next];
}

/** What can be saved comes before what cannot. */
function mostUrgent(steps: readonly Next[]): Next | undefined {
  return steps.find(({ next }) => next === "act") ?? steps[0];
}

function namespaceGone({ namespace }: Rescue, cluster: Cluster): Next | undefined {
  const ref = { apiVersion: "v1", kind: "Namespace", name: namespace.name };
  const found = object(cluster.get("v1/namespaces", namespace.name));
  if (found === undefined || found.metadata.uid !== namespace.uid)
    return refuse(
      "NamespaceGone",
      ref,
      say`${nameOf(ref)} is not the namespace in which the rescue began.`,
      say`When the namespace is as you want it, begin again from the volume: kubectl pvguard rescue pv/NAME ${startOver}`,
    );
  if (!isTerminating(found)) return undefined;
  return refuse(
    "NamespaceBeingDeleted",
    refOf(found),
    say`${nameOf(refOf(found))} is being deleted, so no claim can be created in it.`,
    words(
      "Create the namespace again after it is deleted. The volume is set to Retain, so its disk is kept. A rescue of the volume can then bring the claim back.",
    ),
  );
}
