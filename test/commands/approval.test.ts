import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { nodeFileSystem } from "../../src/changes/executor/node-file-system.ts";
import { keepApproval, takeApproval } from "../../src/commands/changing/approval.ts";

test("of two that take an approval at the same time, one gets it", async (context) => {
  const directory = mkdtempSync(join(tmpdir(), "pvguard-approval-"));
  context.after(() => rmSync(directory, { recursive: true }));
  const real = nodeFileSystem(process.getuid?.());
  // Each has looked at the file, and read it if it reads first, before the other goes on.
  const slowly = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    await new Promise((settle) => setTimeout(settle, 20));
    return done;
  };
  const files = {
    ...real,
    inspect: (path: string) => slowly(real.inspect(path)),
    read: (path: string) => slowly(real.read(path)),
  };
  const place = { files, directory, now: () => 0 };
  const digest = "a".repeat(64);
  await keepApproval({ digest, accepted: ["DataLoss"] }, place);
  const taken = await Promise.allSettled([takeApproval(digest, place), takeApproval(digest, place)]);
  const got = taken.flatMap((each) => (each.status === "fulfilled" && each.value ? [each.value] : []));
  assert.deepEqual(got, [{ digest, accepted: ["DataLoss"] }]);
  assert.deepEqual(readdirSync(join(directory, "approvals")), []);
  assert.equal(await takeApproval(digest, place), undefined);
});
