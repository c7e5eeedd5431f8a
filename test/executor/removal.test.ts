/** The removal of a finalizer, and everything that can come in between. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Act } from "../../src/model/index.ts";
import { volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import { run, subject } from "./support/subject.ts";

const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const drop: Act = { do: "drop-finalizer", on, finalizer: "example.com/a" };

test("S16: the last finalizer goes, and the object with it", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const made = plan(item([now(drop, await it.raw("v1/persistentvolumes"), "v1/persistentvolumes")]));
  assert.deepEqual(await run(it, made), [
    { status: "done", detail: "persistentvolume/disk is gone.", check: "" },
  ]);
  assert.equal(await it.read(volumePath), "absent");
  assert.deepEqual(it.writes(), [`PUT ${volumePath}?fieldManager=pvguard`]);
});
