import type { Knowledge } from "../../define/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { isTerminating, refOf, say } from "../../kubernetes/index.ts";
import type { Hold } from "../../report/index.ts";
import { causesOf } from "../causes.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * What still keeps a controller from deleting the disk of a Released volume, where no hold tells of it: the attachments that
 * name the volume, the pods that use it. They only delay that.
 */
export function awaitedBy(
  subjects: readonly ObjectRef[],
  { find, cluster }: Sandbox,
  knowledge: Knowledge,
): readonly Hold[] {
  const ofVolumes = knowledge.controllers.filter(({ on }) => on === "v1/persistentvolumes");
  return subjects.flatMap((ref) => {
    const volume = find(ref);
    if (volume?.kind !== "PersistentVolume" || volume.status?.phase !== "Released") return [];
    const decisions = ofVolumes.map(({ decide }) => decide(volume, cluster));
    const awaited = decisions.flatMap((decision) => (decision.decides === "wait" ? decision.on : []));
    return awaited.flatMap((on) => {
      const object = find(on);
      if (object === undefined || !delaying.includes(object.kind)) return [];
      const { rootHolds } = causesOf(object, { cluster, knowledge });
      return isTerminating(object) && rootHolds.length > 0 ? rootHolds : [waitFor(object, ref)];
    });
  });
}

const delaying: readonly string[] = ["VolumeAttachment", "Pod"];

const wait = "awaited";

/** Is it such a hold? */
export function isAwaited({ by }: Hold): boolean {
  return "wait" in by && by.wait === wait;
}

function waitFor(object: KubeObject, held: ObjectRef): Hold {
  return {
    held,
    by: { wait },
    holder: { object: refOf(object) },
    reason: "Awaited",
    category: "waiting",
    message: say`the deletion of the disk waits for it`,
    evidence: [],
    remedies: [],
    avoid: [],
  };
}
