import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "../support/api.ts";

/** Waits until no claim and no volume changed for so many seconds. */
export async function rest(api: Api, seconds: number): Promise<void> {
  for (
    let last = "", since = performance.now();
    performance.now() - since < seconds * 1000;
    await sleep(250)
  ) {
    const now = await versions(api);
    if (now !== last) since = performance.now();
    last = now;
  }
}

async function versions(api: Api): Promise<string> {
  const objects = [
    ...(await api.list("v1/persistentvolumeclaims")),
    ...(await api.list("v1/persistentvolumes")),
  ];
  return JSON.stringify(objects.map(({ metadata }) => [metadata.uid, metadata.resourceVersion]));
}
