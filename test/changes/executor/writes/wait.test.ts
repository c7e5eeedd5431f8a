import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { JsonObject } from "../../../support/memory-server/index.ts";
import { testEdge } from "../support/edge.ts";
import { claim, claimPath, shop } from "../support/objects.ts";
import { item, plan } from "../support/plans.ts";
import type { Subject } from "../support/subject.ts";
import { run, subject } from "../support/subject.ts";
import { onClaim, patched } from "./acts.ts";

/** A wait for the claim, while this happens to it. */
async function waited(
  context: TestContext,
  until: "Gone" | "Bound" | "Available" | "Released" | "Unprotected",
  objects: readonly JsonObject[],
  happens: (it: Subject) => Promise<unknown> = async () => {},
) {
  const edge = testEdge();
  const it = await subject(context, [shop, ...objects], {
    ...edge,
    async sleep(milliseconds, signal) {
      await happens(it);
      await edge.sleep(milliseconds, signal);
    },
  });
  const [told] = await run(
    it,
    plan(item([{ when: "now", step: { do: "wait", on: onClaim, until, seconds: 5 } }])),
  );
  return `${told?.status}: ${told?.detail}`;
}

const named = "pvc/data (shop)";
const held = claim(["kubernetes.io/pvc-protection"]);
const finish = (it: Subject) => patched(it, claimPath, { metadata: { finalizers: null } });

test("a wait ends when the object is gone", async (context) => {
  assert.equal(await waited(context, "Gone", [held], finish), `done: ${named} no longer exists.`);
});

test("a wait for its end is over when another one has the name", async (context) => {
  assert.equal(
    await waited(context, "Gone", [{ ...held, metadata: { ...(held.metadata as object), uid: "c2" } }]),
    `done: ${named} no longer exists.`,
  );
});

test("a wait that takes too long is not proven, and says how to look", async (context) => {
  assert.equal(await waited(context, "Gone", [held]), `unproven: ${named} still exists. Waited 5 seconds.`);
});

test("a wait for a phase ends when it comes", async (context) => {
  const bind = (it: Subject) => patched(it, `${claimPath}/status`, { status: { phase: "Bound" } });
  assert.equal(await waited(context, "Bound", [held], bind), `done: ${named} is Bound.`);
  assert.equal(
    await waited(context, "Bound", [held]),
    `unproven: ${named} is without a phase. Waited 5 seconds.`,
  );
});

test("a wait for a phase of what is gone never ends well", async (context) => {
  assert.equal(await waited(context, "Bound", [held], finish), `refused: ${named} no longer exists.`);
});

test("a wait for the end of protection", async (context) => {
  assert.equal(
    await waited(context, "Unprotected", [claim(["example.com/a"])]),
    `done: ${named} is no longer protected.`,
  );
  assert.equal(await waited(context, "Unprotected", [held], finish), `done: ${named} no longer exists.`);
  assert.equal(
    await waited(context, "Unprotected", [held]),
    `unproven: ${named} is still protected. Waited 5 seconds.`,
  );
});
