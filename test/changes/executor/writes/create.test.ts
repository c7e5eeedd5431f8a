import assert from "node:assert/strict";
import { test } from "node:test";
import type { Act } from "../../../../src/report/index.ts";
import type { JsonObject } from "../../../support/memory-server/index.ts";
import { testSurroundings } from "../support/edge.ts";
import { claim, claimPath, shop } from "../support/objects.ts";
import { item, plan } from "../support/plans.ts";
import { run, subject, troubled } from "../support/subject.ts";
import { onClaim } from "./acts.ts";

const fresh: JsonObject = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data", namespace: "shop" },
  spec: { volumeName: "disk", accessModes: ["ReadWriteOnce"] },
};

const { uid: _, ...unseenClaim } = onClaim;
const create: Act = { do: "create", on: unseenClaim, manifest: JSON.stringify(fresh) };

test("a creation is proved by the uid that the server gave", async (context) => {
  const it = await subject(context, [shop]);
  const [told] = await run(it, plan(item([{ when: "later", act: create }])));
  assert.deepEqual([told?.status, told?.detail], ["done", "It was created."]);
  assert.notEqual(await it.read(claimPath), "absent");
});

test("S15: what was created already is not created again", async (context) => {
  const it = await subject(context, [shop]);
  const made = plan(item([{ when: "later", act: create }]));
  await run(it, made);
  const [second] = await run(it, made);
  assert.deepEqual([second?.status, it.writes().length], ["already", 1]);
});

test("a creation where something else has the name is refused", async (context) => {
  const it = await subject(context, [shop, claim([], { deletionTimestamp: undefined })]);
  const [told] = await run(it, plan(item([{ when: "later", act: create }])));
  assert.deepEqual([told?.status, told?.detail], ["refused", "pvc/data (shop) already exists."]);
});

for (const [fate, end] of [
  ["lost-after", "done"],
  ["lost-before", "unproven"],
] as const) {
  test(`F83: a creation that is ${fate} is resolved by reading`, async (context) => {
    const it = await troubled(context, [shop], testSurroundings());
    it.trouble(() => fate);
    const [told] = await run(it, plan(item([{ when: "later", act: create }])));
    assert.equal(told?.status, end);
    assert.equal(
      it.middleman.seen.filter(({ method, url }) => method === "POST" && !/reviews$/.test(url)).length,
      1,
    );
  });
}
