import { setTimeout as sleep } from "node:timers/promises";
import type { Resource } from "../../../src/kubernetes/index.ts";
import type { Api } from "../support/api.ts";
import { stateOf } from "./state.ts";

/** Waits until nothing that is compared has changed for so many seconds. Errors in a status may still be rewritten. */
export async function rest(api: Api, resources: readonly Resource[], seconds: number): Promise<void> {
  const states = new Map<string | undefined, string>();
  let since = performance.now();
  const stops = await Promise.all(
    resources.map((resource) =>
      api.watch(resource, (type, object) => {
        const { uid } = object.metadata;
        const state = type === "DELETED" ? "gone" : stateOf(object);
        if (states.get(uid) === state) return;
        states.set(uid, state);
        since = performance.now();
      }),
    ),
  );
  for (let left = seconds; left > 0; left = seconds - (performance.now() - since) / 1000) {
    await sleep(left * 1000);
  }
  for (const stop of stops) stop();
}
