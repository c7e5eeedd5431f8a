import { setTimeout as sleep } from "node:timers/promises";
import { openExecutor } from "../../../../src/changes/executor/index.ts";
import type { Act } from "../../../../src/report/index.ts";
import { testSurroundings } from "../../../changes/executor/support/edge.ts";
import { item, now, plan } from "../../../changes/executor/support/plans.ts";
import { run } from "../../../changes/executor/support/subject.ts";
import type { StoredClaim } from "./claim.ts";
import { pathOf } from "./claim.ts";
import type { Ground } from "./ground.ts";

/** Removes a finalizer, and calls `go` right before it sends its write. Says what it believes became of it. */
export type Writer = (
  place: Ground,
  claim: StoredClaim,
  finalizer: string,
  go: () => void,
) => Promise<string>;

/** The executor, with its plan, its journal and its backup. */
export const executorWriter: Writer = async (place, claim, finalizer, go) => {
  const { name, uid } = claim.metadata;
  const surroundings = testSurroundings({
    now: () => Date.now(),
    sleep: (milliseconds, signal) =>
      sleep(milliseconds, undefined, { ...(signal && { signal }) }).catch(() => {}),
    tell: (event) => {
      if (event.told === "recorded" && event.line.event === "intent") go();
    },
  });
  const on = { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace: place.namespace, uid };
  const act: Act = { do: "drop-finalizer", on, finalizer };
  const executor = openExecutor(place.client, surroundings);
  const read = await executor.read("v1/persistentvolumeclaims", on);
  if (read.state !== "found") return `refused: ${read.state}`;
  const made = plan(item([now(act, read.raw, "v1/persistentvolumeclaims")]));
  const [end] = await run({ executor }, made);
  return `${end?.status}: ${end?.detail}`;
};

/** What other tools do: the patch has the version and the uid, which do not help when the last finalizer is removed. */
export const patchWriter: Writer = async (place, claim, finalizer, go) => {
  const { name, uid, resourceVersion, finalizers = [] } = claim.metadata;
  const rest = finalizers.filter((one) => one !== finalizer);
  const body = { metadata: { uid, resourceVersion, finalizers: rest } };
  go();
  const answer = await place.api.send("PATCH", pathOf(place, name), body, "application/merge-patch+json");
  return answer.status === 200 ? "done" : "refused";
};

/** By the place in the list, without looking whether it is still the same one. */
export const indexWriter: Writer = async (place, claim, finalizer, go) => {
  const { name, finalizers = [] } = claim.metadata;
  const body = [{ op: "remove", path: `/metadata/finalizers/${finalizers.indexOf(finalizer)}` }];
  go();
  const answer = await place.api.send("PATCH", pathOf(place, name), body, "application/json-patch+json");
  return answer.status === 200 ? "done" : "refused";
};
