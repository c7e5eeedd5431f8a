import { setTimeout as sleep } from "node:timers/promises";
import type { KubeObject } from "../../../src/model/index.ts";
import type { Api } from "../support/api.ts";
import { stateOf } from "./state.ts";

/** Waits until nothing that is compared changed for so many seconds. Errors in a status may still be written anew. */
export async function rest(api: Api, seconds: number): Promise<void> {
  for (
    let last = "", since = performance.now();
    performance.now() - since < seconds * 1000;
    await sleep(250)
  ) {
    const now = await states(api);
    if (now !== last) since = performance.now();
    last = now;
  }
}

async function states(api: Api): Promise<string> {
  const lists: readonly (readonly KubeObject[])[] = await Promise.all([
    api.list("v1/persistentvolumeclaims"),
    api.list("v1/persistentvolumes"),
    api.list("storage.k8s.io/v1/volumeattachments"),
  ]);
  return JSON.stringify(lists.flat().map((object) => [object.metadata.uid, stateOf(object)]));
}
