import assert from "node:assert/strict";
import { test } from "node:test";
import type { Act } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { testSurroundings } from "../support/edge.ts";
import { status } from "../support/middleman.ts";
import { volume, volumePath } from "../support/objects.ts";
import { item, now, plan } from "../support/plans.ts";
import { run, subject, troubled } from "../support/subject.ts";
import { edit, living, onVolume, volumes } from "./acts.ts";

const claims = "v1/persistentvolumeclaims";

test("S10: a right is asked for by verb, kind and name, and no answer is a no", async (context) => {
  const it = await subject(context, [living]);
  assert.equal(await it.executor.ask({ verb: "update", resource: volumes, name: "disk" }), "allowed");
  const { executor, middleman } = await troubled(context, [], testSurroundings());
  middleman.decide(() => ({
    answer: {
      code: 201,
      headers: { "Content-Type": "application/json" },
      body: '{"status":{"allowed":false,"reason":"no role"}}',
    },
  }));
  const denied = await executor.ask({ verb: "update", resource: claims, namespace: "shop", name: "data" });
  assert.ok(denied !== "allowed");
  assert.equal(
    plain(denied.denied),
    "You may not update persistentvolumeclaims named data in namespace shop. no role",
  );
  const asked = JSON.parse(middleman.seen[0]?.body ?? "");
  assert.deepEqual(asked.spec, {
    resourceAttributes: {
      verb: "update",
      group: "",
      resource: "persistentvolumeclaims",
      namespace: "shop",
      name: "data",
    },
  });
  middleman.decide(() => "lost-before");
  assert.notEqual(await executor.ask({ verb: "update", resource: claims }), "allowed");
});

test("S11: a preview sends the same bytes, and stores nothing", async (context) => {
  const it = await troubled(context, [volume(["example.com/a"])], testSurroundings());
  const drop: Act = { do: "drop-finalizer", on: onVolume, finalizer: "example.com/a" };
  const step = now(drop, await it.raw(volumes), volumes);
  assert.ok(step.when === "now" && step.step.do === "replace");
  const preview = await it.executor.preview(step.step);
  assert.deepEqual(
    [preview.status, plain(preview.detail)],
    ["allowed", "The server would accept this. It is the last finalizer: pv/disk would then be deleted."],
  );
  assert.notEqual(await it.read(volumePath), "absent");
  await run(it, plan(item([step])));
  const puts = it.middleman.seen.filter(({ method }) => method === "PUT");
  assert.deepEqual(
    puts.map(({ url }) => url),
    [`${volumePath}?dryRun=All&fieldManager=pvguard`, `${volumePath}?fieldManager=pvguard`],
  );
  assert.equal(puts[0]?.body, puts[1]?.body);
});

for (const [what, answer, expected] of [
  [
    "F80: a webhook that cannot be asked without storing",
    status(400, "BadRequest", 'admission webhook "w" does not support dry run'),
    "impossible",
  ],
  [
    "S11: a webhook that refuses",
    status(403, undefined, 'admission webhook "w" denied the request: no'),
    "refused",
  ],
  [
    "S11: a webhook that is down",
    status(500, "InternalError", 'Internal error occurred: failed calling webhook "w": down'),
    "refused",
  ],
  ["S11: a server that fails", status(500, "InternalError", "etcd"), "unknown"],
] as const) {
  test(`${what} makes the preview ${expected}`, async (context) => {
    const it = await troubled(context, [living], testSurroundings());
    const step = now(edit, await it.raw(volumes), volumes);
    it.trouble(() => ({ answer }));
    assert.ok(step.when === "now" && step.step.do === "patch");
    assert.equal((await it.executor.preview(step.step)).status, expected);
  });
}
