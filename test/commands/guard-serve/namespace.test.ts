/** What the webhook reads to judge a namespace: all of it at once, since an answer that lacks something is made for nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Source } from "../../../src/commands/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, namespaceObject, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { memorySource } from "../support/memory-source.ts";
import { guarded } from "./guarded.ts";

const shop = namespaceObject({ name: "shop" });

function pair(at: number, policy: "Delete" | "Retain"): readonly KubeObject[] {
  const finalizers = ["kubernetes.io/pvc-protection"];
  const own = claim({
    name: `data-${at}`,
    uid: `data-${at}`,
    phase: "Bound",
    volumeName: `pv-${at}`,
    finalizers,
  });
  const csi = { driver: "ebs.csi.aws.com", volumeHandle: `vol-${at}` };
  const claimRef = claimRefTo(own);
  return [
    own,
    volume({
      name: `pv-${at}`,
      policy,
      phase: "Bound",
      spec: { ...ebs, csi },
      claimRef,
      finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
      annotations: { "pv.kubernetes.io/provisioned-by": csi.driver },
    }),
  ];
}

for (const policy of ["Delete", "Retain"] as const)
  test(`a namespace whose volumes have the policy ${policy} is judged from one look at the lists`, async () => {
    const objects = [shop, ...Array.from({ length: 5 }, (_, at) => pair(at, policy)).flat()];
    let looks = 0;
    const open = (): Source => {
      const source = memorySource(snapshotOf(objects), "default");
      return {
        ...source,
        collect: async (...asked) => {
          looks += 1;
          return await source.collect(...asked);
        },
      };
    };
    await guarded(["--mode=deny"], open, async ({ deletion }) => {
      assert.equal((await deletion(shop)).allowed, policy === "Retain");
      assert.equal(looks, 1);
    });
  });

const many = [shop, ...Array.from({ length: 200 }, (_, at) => pair(at, "Delete")).flat()];
const ofMany = () => memorySource(snapshotOf(many), "default");

test("others have their turn while a large namespace is judged", async () => {
  let rests = 0;
  const rest = async () => {
    rests += 1;
  };
  await guarded(
    ["--mode=deny"],
    ofMany,
    async ({ deletion }) => {
      assert.equal((await deletion(shop)).allowed, false);
      assert.ok(rests >= 10, `${rests}`);
    },
    { rest },
  );
});

test("a namespace that takes too long is not judged to its end", async () => {
  let rests = 0;
  let timeOut = () => {};
  const pause = () =>
    new Promise<void>((settle) => {
      timeOut = settle;
    });
  const rest = async () => {
    rests += 1;
    timeOut();
    await new Promise((settle) => setImmediate(settle));
  };
  await guarded(
    ["--mode=deny"],
    ofMany,
    async ({ deletion }) => {
      const { allowed, warnings } = await deletion(shop);
      assert.equal(allowed, true);
      assert.match(warnings?.join() ?? "", /cannot tell whether data is lost .*: it took too long/);
      await new Promise((settle) => setTimeout(settle, 200));
      assert.ok(rests <= 2, `${rests}`);
    },
    { pause, rest },
  );
});
