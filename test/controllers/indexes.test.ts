import assert from "node:assert/strict";
import test from "node:test";
import {
  claimsByDataSource,
  dependentsByOwner,
  podsByClaim,
  volumesByClaim,
} from "../../src/controllers/index.ts";
import { keyOf } from "../../src/kubernetes/index.ts";
import { claim, ownedBy, pod, statefulSet, volume } from "../support/objects.ts";

test("keys of different parts differ, whatever the parts hold", () => {
  assert.notEqual(keyOf("a/b", "c"), keyOf("a", "b/c"));
  assert.notEqual(keyOf('a","b'), keyOf("a", "b"));
});

test("a pod answers to the claims it names and to those of its ephemeral volumes, once each", () => {
  const user = pod({ name: "web-0", claims: ["data", "data"], ephemeral: ["scratch"] });
  assert.deepEqual(podsByClaim.keys(user), [keyOf("shop", "data"), keyOf("shop", "web-0-scratch")]);
});

test("a pod that is not scheduled answers to its claims", () => {
  const waiting = pod({ nodeName: "", claims: ["data"] });
  assert.deepEqual(podsByClaim.keys(waiting), [keyOf("shop", "data")]);
});

test("a volume answers to the claim it is reserved for, with or without a uid", () => {
  const reserved = volume({ claimRef: { namespace: "shop", name: "data" } });
  assert.deepEqual(volumesByClaim.keys(reserved), [keyOf("shop", "data")]);
  assert.deepEqual(volumesByClaim.keys(volume()), []);
});

test("a claim answers to a data source in another namespace", () => {
  const restored = claim({
    spec: {
      dataSourceRef: {
        apiGroup: "snapshot.storage.k8s.io",
        kind: "VolumeSnapshot",
        name: "nightly",
        namespace: "vault",
      },
    },
  });
  const key = keyOf("VolumeSnapshot", "vault", "nightly");
  assert.deepEqual(claimsByDataSource.keys(restored), [key]);
});

test("a claim answers to its owner's uid, and the index of a kind is always the same", () => {
  const owned = claim({ ownerReferences: [ownedBy(statefulSet({ uid: "set-uid" }))] });
  assert.deepEqual(dependentsByOwner("v1/persistentvolumeclaims").keys(owned), ["set-uid"]);
  assert.equal(dependentsByOwner("v1/pods"), dependentsByOwner("v1/pods"));
});

test("the volumes of a pod with very many are looked at once, however often its claims are asked for", () => {
  const names = Array.from({ length: 300 }, (_, at) => `data-${at % 200}`);
  const { spec, ...rest } = pod({ claims: names });
  let looked = 0;
  const volumes = (spec?.volumes ?? []).map(({ name, persistentVolumeClaim }) => ({
    ...(name === undefined ? {} : { name }),
    get persistentVolumeClaim() {
      looked += 1;
      return persistentVolumeClaim;
    },
  }));
  const user = { ...rest, spec: { ...spec, volumes } };
  for (let times = 0; times < 300; times++) assert.equal(podsByClaim.keys(user).length, 200);
  assert.deepEqual(podsByClaim.keys(user).slice(0, 2), [keyOf("shop", "data-0"), keyOf("shop", "data-1")]);
  assert.ok(looked <= 600, `looked at ${looked} volumes`);
});
