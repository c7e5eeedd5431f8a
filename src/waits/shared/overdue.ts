import { lastChange } from "../../engine/index.ts";
import type { Cluster, KubeObject, PersistentVolume } from "../../model/index.ts";
import { instant } from "../../model/index.ts";

/** Seconds that a binding may take: the PV controller looks at every claim each 15 seconds, one after the other. */
const patience = 300;

/**
 * Have all of these been as they are for so long that the PV controller must have seen them together? An object that does
 * not say when it last changed proves nothing.
 */
export function isOverdue(objects: readonly KubeObject[], cluster: Cluster): boolean {
  const changes = objects.map(changedAt);
  return changes.every((at) => at !== undefined && cluster.now - at > patience * 1000);
}

function changedAt(object: KubeObject): number | undefined {
  const noted = instant(lastChange(object));
  if (object.kind !== "PersistentVolume") return noted;
  const phase = instant((object as PersistentVolume).status?.lastPhaseTransitionTime);
  return noted === undefined || phase === undefined ? noted : Math.max(noted, phase);
}
