/** How a backup comes onto a disk, and what is said when a disk does not do its part. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { fileNameOf } from "../../../../src/changes/executor/backup.ts";
import type { FileSystem } from "../../../../src/changes/executor/index.ts";
import { FileProblem, listBackups, readBackup, saveBackup } from "../../../../src/changes/executor/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import type { MemoryDisk } from "../support/memory-disk.ts";
import { failure, memoryDisk } from "../support/memory-disk.ts";
import { raw } from "../support/plans.ts";

const object = raw({
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: "disk", uid: "u1", resourceVersion: "7" },
});
const file = "persistentvolume-disk-u1-v7.json";
const run = "/s/backups/run-1";
const made = `${run}/${file}`;
const sums = `${run}/SHA256SUMS`;

/** Each call, in order, and what is said when it fails. */
const steps: readonly (readonly [call: keyof FileSystem, path: string, said: string])[] = [
  ...["/s", "/s/backups", run].flatMap((path) => [
    ["inspect", path, "inspected"] as const,
    ["makeDirectory", path, "created"] as const,
    ["inspect", path, "inspected"] as const,
  ]),
  ["create", `${made}.tmp`, "written"],
  ["inspect", made, "inspected"],
  ["rename", made, "written"],
  ["syncDirectory", run, "saved"],
  ["read", made, "read back"],
  ["inspect", sums, "inspected"],
  ["append", sums, "written"],
  ["syncDirectory", run, "saved"],
  ["syncDirectory", "/s/backups", "saved"],
  ["syncDirectory", "/s", "saved"],
];

async function problemOf(work: Promise<unknown>): Promise<string> {
  const problem = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(problem instanceof FileProblem, String(problem));
  return plain(problem.phrase);
}

test("S12: every name that a backup made is on the disk before anything is sent", async () => {
  const disk = memoryDisk();
  const calls: string[] = [];
  disk.watch((call, path) => calls.push(`${call} ${path}`));
  await saveBackup(disk, "/s", "run-1", [object]);
  assert.deepEqual(
    calls,
    steps.map(([call, path]) => `${call} ${path}`),
  );
});

steps.forEach(([call, path, said], at) => {
  test(`F95: ${call} ${path} (${at}) fails: it is said what could not be done to what`, async () => {
    const disk = memoryDisk();
    let count = 0;
    disk.watch(() => {
      if (count++ === at) throw failure("EIO");
    });
    assert.equal(
      await problemOf(saveBackup(disk, "/s", "run-1", [object])),
      `${path} could not be ${said}: EIO`,
    );
  });
});

test("S12: what was saved is told, and stands in the list", async () => {
  const disk = memoryDisk();
  const sum = sha256(object.text);
  assert.deepEqual(await saveBackup(disk, "/s", "run-1", [object]), [{ path: made, object, sha256: sum }]);
  assert.equal(disk.text(made), object.text);
  assert.equal(disk.text(sums), `${sum}  ${file}\n`);
});

test("F97: nothing that is there is replaced", async () => {
  const disk = await withFiles({ [made]: "mine" });
  assert.equal(await problemOf(saveBackup(disk, "/s", "run-1", [object])), `${made} already exists`);
  assert.equal(disk.text(made), "mine");
});

test("S12: what comes back otherwise is no backup", async () => {
  const disk = { ...memoryDisk(), read: async () => Buffer.from("other") };
  assert.equal(
    await problemOf(saveBackup(disk, "/s", "run-1", [object])),
    `${made} was read back, and differs from what was written`,
  );
});

test("F95: what was half written is taken away again", async () => {
  const disk = memoryDisk();
  disk.watch((call) => {
    if (call === "rename") throw failure("ENOSPC");
  });
  await assert.rejects(saveBackup(disk, "/s", "run-1", [object]));
  assert.equal(disk.entries.has(`${made}.tmp`), false);
});

test("F95: that it cannot be taken away either does not hide why", async () => {
  const disk = memoryDisk();
  disk.watch((call) => {
    if (call === "rename") throw failure("ENOSPC");
    if (call === "remove") throw failure("EIO");
  });
  assert.equal(
    await problemOf(saveBackup(disk, "/s", "run-1", [object])),
    `${made} could not be written: no space left on device`,
  );
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function withFiles(files: Readonly<Record<string, string>>): Promise<MemoryDisk> {
  const disk = memoryDisk();
  for (const [path, text] of Object.entries(files)) await disk.create(path, Buffer.from(text));
  return disk;
}

test("A47: of a list only the lines count that sha256sum would read", async () => {
  const sum = sha256(object.text);
  const lines = [
    `${sum}  whole.json`,
    `${sum}  missing.json`,
    `${sha256("x")}  edited.json`,
    `${sha256("{}")}  unreadable.json`,
    `x${sum}  before.json`,
    `${sum}  behind.json x`,
    `${sum} one-space.json`,
    `${sum}  ../outside.json`,
    "",
  ];
  const disk = await withFiles({
    [`${run}/whole.json`]: object.text,
    [`${run}/edited.json`]: object.text,
    [`${run}/unreadable.json`]: "{}",
    [sums]: lines.join("\n"),
  });
  assert.deepEqual(await readBackup(disk, run), [
    { state: "whole", path: `${run}/whole.json`, object, sha256: sum },
    { state: "missing", path: `${run}/missing.json` },
    { state: "edited", path: `${run}/edited.json`, object, sha256: sha256("x") },
    { state: "unreadable", path: `${run}/unreadable.json` },
  ]);
});

test("a backup that cannot be read is not taken for one that is gone", async () => {
  const disk = await withFiles({ [sums]: `${sha256("")}  ${file}\n` });
  disk.watch((call, path) => {
    if (call === "read" && path === made) throw failure("EACCES");
  });
  assert.equal(await problemOf(readBackup(disk, run)), `${made} could not be read: permission denied`);
  assert.equal(
    await problemOf(readBackup(memoryDisk(), run)),
    `${sums} could not be read: no such file or directory`,
  );
});

test("backups are listed by their names, newest last", async () => {
  const disk = memoryDisk();
  disk.watch((call) => assert.equal(call, "inspect", "a folder that is missing is not listed"));
  assert.deepEqual(await listBackups(disk, "/s"), []);
  disk.watch(() => {});
  for (const path of ["/s", "/s/backups"]) await disk.makeDirectory(path);
  for (const name of ["b", "c", "a"]) await disk.makeDirectory(`/s/backups/${name}`);
  assert.deepEqual(await listBackups(disk, "/s"), ["/s/backups/a", "/s/backups/b", "/s/backups/c"]);
  for (const [call, said] of [
    ["inspect", "inspected"],
    ["list", "read"],
  ] as const) {
    disk.watch((made) => {
      if (made === call) throw failure("EACCES");
    });
    assert.equal(
      await problemOf(listBackups(disk, "/s")),
      `/s/backups could not be ${said}: permission denied`,
    );
  }
});

test("a file's name is not longer than any system takes", () => {
  const x = (times: number) => "x".repeat(times);
  const ref = { apiVersion: "v1", kind: x(500), name: x(500), uid: x(500) };
  const expected = `${x(40)}-${x(80)}-${x(64)}-v${x(32)}.json`;
  assert.equal(fileNameOf({ text: "", ref, resourceVersion: x(500) }), expected);
});

test("a file's name keeps letters, digits, points, dashes and underlines, and nothing else", () => {
  const ref = { apiVersion: "v1", kind: "Volume Snapshot", name: "a/b_c-d.E", uid: "u:1" };
  assert.equal(
    fileNameOf({ text: "", ref, resourceVersion: "7\n8" }),
    "volume_snapshot-a_b_c-d.E-u_1-v7_8.json",
  );
});
