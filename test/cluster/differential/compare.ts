import fc from "fast-check";
import type { Api } from "../support/api.ts";
import { gone } from "../support/eventually.ts";
import { type Disagreement, disagreement } from "./disagreement.ts";
import type { Ground } from "./ground.ts";
import { observe } from "./observe.ts";
import { plant } from "./plant.ts";
import { objectsIn, predictions } from "./predict.ts";
import { rest } from "./rest.ts";
import type { Situation } from "./situation.ts";

export const seed = Number(process.env.PVGUARD_E2E_SEED ?? 1);
export const runs = Number(process.env.PVGUARD_E2E_RUNS ?? 150);

const kinds = ["PersistentVolumeClaim", "PersistentVolume", "VolumeAttachment"];

/** When its claim has gone, the controllers have begun to work. */
const sentinel: Situation = {
  volume: undefined,
  claim: {
    volumeName: "none",
    phase: "Pending",
    annotations: [],
    finalizers: ["kubernetes.io/pvc-protection"],
    fate: "deleted",
  },
  pod: "none",
  attachment: undefined,
};

/** Plants situations, predicts their ends, lets the real controllers run until they rest, and compares. */
export async function compare(
  api: Api,
  situations: fc.Arbitrary<Situation>,
  ground: Ground,
  modelled: readonly string[],
  startControllers: () => Promise<void>,
): Promise<readonly Disagreement[]> {
  const drawn = fc.sample(situations, { seed, numRuns: runs });
  await Promise.all(drawn.map((situation, position) => plant(api, situation, `s${position}`, ground)));
  await plant(api, sentinel, "sentinel", ground);
  const predicted = predictions(await observe(api), kinds, modelled);
  await startControllers();
  await gone("the sentinel", () =>
    api.get("v1/persistentvolumeclaims", { name: "data", namespace: "sentinel" }),
  );
  await rest(api, 8);
  const now = objectsIn(await observe(api), kinds);
  return predicted.flatMap((prediction) => disagreement(prediction, now) ?? []);
}
