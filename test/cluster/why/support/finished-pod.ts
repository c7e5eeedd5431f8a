import type { TestContext } from "node:test";
import type { Api } from "../../support/api.ts";
import { newNode } from "../../support/node.ts";
import type { World } from "./world.ts";
import { claims, newWorld } from "./world.ts";

interface Held {
  readonly world: World;
  readonly volume: string;
}

/** A deleted claim `data` with its volume, held by the pod `import`, which has finished. */
export async function heldByFinishedPod(context: TestContext, api: Api): Promise<Held> {
  const world = await newWorld(context, api, await newNode(context, api));
  const volume = world.name("volume");
  await world.bound(volume);
  await world.pod("import", "data", { restartPolicy: "Never" });
  await world.podPhase("import", "Succeeded");
  await world.delete(claims, "data");
  return { world, volume };
}
