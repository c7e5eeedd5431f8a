import type { Pod } from "./kinds/pod.ts";
import type { KubeObject } from "./object.ts";

/**
 * Objects of a kind about which more is asked than about the others of that kind. Of these a store need not even make
 * the objects. Objects of other kinds are in every part.
 */
export type Part = "pods with claims";

export function isInPart(part: Part, object: KubeObject): boolean {
  switch (part) {
    case "pods with claims":
      return object.kind !== "Pod" || namesClaims(object as Pod);
  }
}

/** By name, or by an ephemeral volume, whose claim has the pod's name. */
function namesClaims({ spec }: Pod): boolean {
  return (spec?.volumes ?? []).some(
    ({ persistentVolumeClaim, ephemeral }) => persistentVolumeClaim !== undefined || ephemeral !== undefined,
  );
}
