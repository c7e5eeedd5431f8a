import assert from "node:assert/strict";
import { test } from "node:test";
import { podsUsingVolume } from "../../src/controllers/index.ts";
import type { PersistentVolumeClaim, Pod } from "../../src/kubernetes/index.ts";
import { claim, ownedBy, pod, volume } from "../support/objects.ts";
import { clusterOf } from "./decisions/decide.ts";

function usersOf(claimName: string, of: PersistentVolumeClaim | undefined, ...pods: readonly Pod[]) {
  const disk = volume({ claimRef: { namespace: "shop", name: claimName, uid: "u" } });
  const found = podsUsingVolume(disk, clusterOf([...pods, ...(of === undefined ? [] : [of])]));
  return found.read ? found.items.map(({ metadata }) => metadata.name) : "unread";
}

const namesIt = pod({ name: "reader", claims: ["data"] });
const withScratch = pod({ name: "web-0", ephemeral: ["scratch"] });
const scratch = (facts: Parameters<typeof claim>[0] = {}) => claim({ name: "web-0-scratch", ...facts });

test("pods that name the claim use the volume, whether the claim is there or not", () => {
  assert.deepEqual(usersOf("data", claim({ volumeName: "pv-data" }), namesIt), ["reader"]);
  assert.deepEqual(usersOf("data", undefined, namesIt), ["reader"]);
});

test("a claim that is bound to another volume brings no users", () => {
  assert.deepEqual(usersOf("data", claim({ volumeName: "pv-other" }), namesIt), []);
});

test("an ephemeral volume counts when the claim is the pod's own, or nobody knows", () => {
  const own = scratch({ volumeName: "pv-data", ownerReferences: [ownedBy(withScratch)] });
  assert.deepEqual(usersOf("web-0-scratch", own, withScratch), ["web-0"]);
  assert.deepEqual(usersOf("web-0-scratch", scratch({ volumeName: "pv-data" }), withScratch), []);
  assert.deepEqual(usersOf("web-0-scratch", undefined, withScratch), ["web-0"]);
});
