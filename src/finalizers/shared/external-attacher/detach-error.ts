/** What a driver's refusal to detach is about, as far as its words tell. */
export type DetachTrouble = "rights-in-kubernetes" | "rights-in-storage" | "not-found" | "other";

const signs: readonly (readonly [DetachTrouble, RegExp])[] = [
  ["rights-in-kubernetes", /is forbidden: User|cannot (get|list|patch|update) resource/i],
  [
    "rights-in-storage",
    /Unauthorized|AccessDenied|not authorized|PermissionDenied|permission denied|\b40[13]\b/i,
  ],
  [
    "not-found",
    /not ?found|wasn't found|does ?n[o']t exist|no such|not an active Virtual Machine|could not be found/i,
  ],
];

/**
 * The driver has detached the volume, and then the attacher could not remove its finalizer.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiDetach, v4.13.
 */
export function isDetached(detachError: string): boolean {
  return detachError.startsWith("could not mark as detached: ");
}

export function troubleIn(detachError: string): DetachTrouble {
  return signs.find(([, sign]) => sign.test(detachError))?.[0] ?? "other";
}
