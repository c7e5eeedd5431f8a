import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { nodeFileSystem } from "../../../src/changes/executor/index.ts";
import type { RescueState } from "../../../src/commands/rescue/store.ts";
import { rescueStore, stateIn, stateText } from "../../../src/commands/rescue/store.ts";
import { claimNamed } from "../../../src/controllers/index.ts";
import { begun, deploymentUsing, ofClaim, ofVolume, pair } from "../../changes/rescue/situation.ts";

function state(): RescueState {
  const rescue = begun(ofClaim(), [...pair({ claim: "deleted" }), ...deploymentUsing("data")]);
  assert.ok("pairs" in rescue);
  return { version: 1, server: "https://one/", digest: "d", rescue };
}

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "pvguard-store-"));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return join(path, "state");
}

test("a rescue is found again by its claim and by its volume, on its own server only, until it is forgotten", async (context) => {
  const path = folder(context);
  const store = rescueStore(nodeFileSystem(process.getuid?.()), path);
  const kept = state();
  assert.equal(await store.find(kept.server, ofClaim()), undefined);
  await store.save(kept);
  await store.save({ ...kept, rescue: { ...kept.rescue, safe: ["pv-data"] } });
  assert.deepEqual((await store.find(kept.server, ofClaim()))?.rescue.safe, ["pv-data"]);
  assert.equal((await store.find(kept.server, ofVolume()))?.digest, "d");
  assert.equal(await store.find("https://another/", ofClaim()), undefined);
  assert.equal(await store.find(kept.server, claimNamed("bank", "data")), undefined);
  const [file, ...others] = readdirSync(join(path, "rescues"));
  assert.deepEqual(others, []);
  assert.equal(statSync(join(path, "rescues", file ?? "")).mode & 0o777, 0o600);
  assert.equal(statSync(join(path, "rescues")).mode & 0o777, 0o700);
  await store.forget(kept);
  assert.equal(await store.find(kept.server, ofClaim()), undefined);
});

test("a file that tells nothing is named, and hides no other", async (context) => {
  const path = folder(context);
  const store = rescueStore(nodeFileSystem(process.getuid?.()), path);
  assert.deepEqual(await store.illegible(), []);
  await store.save(state());
  const torn = join(path, "rescues", "shop-other-1.json");
  writeFileSync(torn, stateText(state()).slice(0, 40));
  assert.deepEqual(await store.illegible(), [torn]);
  assert.equal((await store.find(state().server, ofClaim()))?.digest, "d");
});

test("half a file, another version and another shape are no state", async (context) => {
  const text = stateText(state());
  assert.deepEqual(stateIn(text), state());
  assert.equal(stateIn(text.slice(0, text.length / 2)), undefined);
  assert.equal(stateIn(text.replace('"version": 1', '"version": 2')), undefined);
  for (const field of ["server", "digest", "rescue"]) {
    const { [field]: _gone, ...rest } = JSON.parse(text);
    assert.equal(stateIn(JSON.stringify(rest)), undefined, field);
  }
  for (const field of ["namespace", "pairs", "stopped", "safe", "accepted"]) {
    const whole = JSON.parse(text);
    const { [field]: _gone, ...rescue } = whole.rescue;
    assert.equal(stateIn(JSON.stringify({ ...whole, rescue })), undefined, field);
    assert.equal(
      stateIn(JSON.stringify({ ...whole, rescue: { ...rescue, [field]: [7] } })),
      undefined,
      field,
    );
  }
  const path = folder(context);
  const store = rescueStore(nodeFileSystem(process.getuid?.()), path);
  await store.save(state());
  writeFileSync(join(path, "rescues", "other.json"), "{");
  assert.equal((await store.find("https://one/", ofClaim()))?.digest, "d");
});

test("S12: a folder that others could write to is not used", async (context) => {
  const path = folder(context);
  mkdirSync(join(path, "rescues"), { recursive: true, mode: 0o700 });
  chmodSync(join(path, "rescues"), 0o777);
  const store = rescueStore(nodeFileSystem(process.getuid?.()), path);
  await assert.rejects(store.save(state()), /not a directory that only you can write to/);
});

test("S12: on a full disk the old state stays as it was, and the rescue hears of it", async (context) => {
  const path = folder(context);
  const disk = nodeFileSystem(process.getuid?.());
  await rescueStore(disk, path).save(state());
  const full = { ...disk, create: () => Promise.reject(new Error("ENOSPC: no space left on device")) };
  const later = { ...state(), digest: "later" };
  await assert.rejects(rescueStore(full, path).save(later), /no space left/);
  assert.equal((await rescueStore(disk, path).find("https://one/", ofClaim()))?.digest, "d");
});
