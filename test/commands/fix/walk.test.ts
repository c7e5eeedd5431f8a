/** `fix` without an object at a terminal: goes through the causes, one question each. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, apiPod, apiVolume, heldClaim } from "../../support/fix/objects.ts";
import { session } from "../../support/fix/session.ts";

const noColor = { NO_COLOR: "1" };
const fix = ["fix", "-n", "app"];
const released = apiVolume(
  "left",
  { deleted: "yes", finalizers: ["kubernetes.io/pv-protection", "example.com/made-up"] },
  { policy: "Retain", phase: "Released", claim: "gone" },
);

test("one question for each cause; more shows the whole plan of it, yes does it", async (context) => {
  const { run, writes } = await session(context, heldClaim);
  const { out, err, code } = await run(fix, { types: ["m", "YES"], env: noColor });
  assert.match(out, /^1 of 1 {2}\[safe\] Delete pod\/import\n/);
  assert.match(out, /DELETE \/api\/v1\/namespaces\/app\/pods\/import/, "shown by more");
  assert.match(out, /Done: Delete pod\/import/);
  assert.match(out, /Summary: 1 done\.\n$/, out);
  assert.equal(err.match(/Do this\?/g)?.length, 2);
  assert.deepEqual(writes(), ["DELETE /api/v1/namespaces/app/pods/import"]);
  assert.equal(code, 0);
});

for (const types of [["n"], ["no"], [""], ["what?"]]) {
  test(`no step is made for ${JSON.stringify(types[0])}`, async (context) => {
    const { run, writes } = await session(context, heldClaim);
    const { out, code } = await run(fix, { types, env: noColor });
    assert.match(out, /Summary: 1 declined\.\n$/);
    assert.deepEqual(writes(), []);
    assert.equal(code, 0);
  });
}

test("stop, or the end of the input, leaves the rest unasked", async (context) => {
  for (const types of [["s"], []]) {
    const { run, writes } = await session(context, [...heldClaim, released]);
    const { out } = await run(["fix", "-A"], { types, env: noColor });
    assert.match(out, /Summary: \d not asked about\./);
    assert.deepEqual(writes(), []);
  }
});

test("two causes are two questions: one is declined, and the other is done", async (context) => {
  const second = [
    apiClaim("logs", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection"] }),
    { ...apiPod("export", "Succeeded"), spec: podOn("logs") },
  ];
  const { run, writes } = await session(context, [...heldClaim, ...second]);
  const { out } = await run(fix, { types: ["n", "y"], env: noColor });
  assert.match(out, /1 of 2 /);
  assert.match(out, /2 of 2 /);
  assert.match(out, /Summary: 1 done, 1 declined\./);
  assert.equal(writes().length, 1);
});

test("--max bounds how many are done", async (context) => {
  const second = [
    apiClaim("logs", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection"] }),
    { ...apiPod("export", "Succeeded"), spec: podOn("logs") },
  ];
  const { run, writes } = await session(context, [...heldClaim, ...second]);
  const { out } = await run([...fix, "--max", "1"], { types: ["y", "y"], env: noColor });
  assert.match(out, /Summary: 1 done, 1 not asked about\./);
  assert.equal(writes().length, 1);
});

test("at a terminal one line says where the backup is; the journal's lines come with -v", async (context) => {
  const { run } = await session(context, heldClaim);
  const { err } = await run(fix, { types: ["y"], env: noColor });
  assert.equal(err.match(/^.*Backup: .*\/backups\/\S+$/gm)?.length, 1, err);
  assert.doesNotMatch(err, /audit:|Saved/);
  const { run: again } = await session(context, heldClaim);
  assert.match(
    (await again([...fix, "-v=1"], { types: ["y"], env: noColor })).err,
    /audit: .* sending DELETE/,
  );
});

function podOn(claim: string) {
  return {
    nodeName: "n1",
    volumes: [{ name: "v", persistentVolumeClaim: { claimName: claim } }],
    containers: [{ name: "c", image: "i" }],
  };
}
