import type { Api } from "../../test/cluster/support/api.ts";
import { when } from "../../test/cluster/support/eventually.ts";

/** The API server's cache hears of what was stored a little later. */
export async function untilServed(api: Api, pods: number): Promise<void> {
  await when(
    "all pods are served",
    () => podsServed(api),
    (count) => count >= pods,
    120,
  );
}

async function podsServed(api: Api): Promise<number> {
  const { body } = await api.send("GET", "/api/v1/pods?limit=1");
  const { items, metadata } = JSON.parse(body) as {
    readonly items: readonly unknown[];
    readonly metadata: { readonly remainingItemCount?: number };
  };
  return items.length + (metadata.remainingItemCount ?? 0);
}
