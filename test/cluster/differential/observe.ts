import type { Reading, Snapshot } from "../../../src/cluster/index.ts";
import type { Resource } from "../../../src/kubernetes/index.ts";
import { kinds } from "../../../src/kubernetes/index.ts";
import { decode } from "../../../src/reading/decode/index.ts";
import type { Api } from "../support/api.ts";
import { Refused } from "../support/api.ts";

/** Everything that the models look at, as it is in a real cluster now. */
export async function observe(api: Api): Promise<Snapshot> {
  const readings = await Promise.all(kinds.map(({ resource }) => reading(api, resource)));
  return {
    takenAt: new Date().toISOString(),
    clock: "live",
    source: "a real cluster",
    readings,
    skipped: [],
  };
}

async function reading(api: Api, resource: Resource): Promise<Reading> {
  const scope = { of: "cluster" } as const;
  try {
    const items = (await api.list(resource)).map((item) => {
      const decoded = decode(resource, item);
      if (!decoded.ok) throw new Error(`${resource} ${item.metadata.name}: ${decoded.reason}`);
      return decoded.object;
    });
    return { read: true, resource, scope, items };
  } catch (error) {
    if (error instanceof Refused && error.status === 404)
      return { read: false, resource, scope, reason: "NotServed" };
    throw error;
  }
}
