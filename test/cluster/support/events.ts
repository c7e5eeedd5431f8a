import type { Api } from "./api.ts";
import { when } from "./eventually.ts";

/** Waits for a Warning of this reason. Events of cluster-scoped objects are stored in the namespace `default`. */
export async function warned(api: Api, reason: string, name: string, namespace = "default"): Promise<void> {
  await when(
    `a Warning ${reason} on ${name}`,
    () => api.list("v1/events", namespace),
    (events) =>
      events.some(
        (event) => event.type === "Warning" && event.reason === reason && event.involvedObject?.name === name,
      ),
  );
}
