import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const module = join(import.meta.dirname, "..", "src", "young-space.ts");

/** How much larger the room for young objects gets while far more than it holds stays alive, and what is printed besides. */
function growth(version: string): { readonly times: number; readonly errors: string } {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { keepYoungSpace } from ${JSON.stringify(module)};
    const size = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size;
    const before = size();
    keepYoungSpace(${JSON.stringify(version)});
    const kept = [];
    for (let count = 0; count < 1_000_000; count++) kept.push({ count });
    console.log(size() / before);
  `;
  const argv = ["--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  return { times: Number(stdout), errors: stderr };
}

test("young objects get no more room once it is kept", () => {
  const kept = growth(process.versions.node);
  assert.equal(kept.errors, "");
  assert.ok(kept.times < 1.5, `${kept.times} times as much`);
});

test("a version that this was not tried on is left alone", () => {
  const left = growth("99.0.0");
  assert.equal(left.errors, "");
  assert.ok(left.times > 1.9, `${left.times} times as much`);
});
