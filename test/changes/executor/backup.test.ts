/** What is kept on the disk before anything is sent, and what happens when it cannot be kept. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, normalize } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import fc from "fast-check";
import { fileNameOf } from "../../../src/changes/executor/backup.ts";
import {
  listBackups,
  nodeFileSystem,
  openJournal,
  readBackup,
  saveBackup,
} from "../../../src/changes/executor/index.ts";
import type { RawObject } from "../../../src/kubernetes/index.ts";
import { anyText } from "../../support/arbitrary-text.ts";
import { testSurroundings } from "./support/edge.ts";
import { memoryDisk } from "./support/memory-disk.ts";
import { volume } from "./support/objects.ts";
import { item, now, plan, raw } from "./support/plans.ts";
import { disk, drop, volumes } from "./support/saved-disk.ts";
import { run, subject } from "./support/subject.ts";

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "pvguard-backup-"));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const here = () => nodeFileSystem(process.getuid?.());

test("S12: what is saved is every byte that the server sent, and can be checked with sha256sum", async (context) => {
  const place = join(folder(context), "state");
  const [saved] = await saveBackup(here(), place, "run-1", [disk]);
  assert.equal(readFileSync(saved?.path ?? "", "utf8"), disk.text);
  const sum = createHash("sha256").update(disk.text).digest("hex");
  const sums = readFileSync(join(place, "backups/run-1/SHA256SUMS"), "utf8");
  assert.equal(sums, `${sum}  persistentvolume-disk-u1-v7.json\n`);
  const [folderOfRun] = await listBackups(here(), place);
  assert.deepEqual(await readBackup(here(), folderOfRun ?? ""), [{ state: "whole", ...saved }]);
});

for (const umask of [0o000, 0o022, 0o277]) {
  test(`A44: directories are 0700 and files 0600, with a umask of ${umask.toString(8)}`, async (context) => {
    const place = join(folder(context), "state");
    const before = process.umask(umask);
    context.after(() => process.umask(before));
    await saveBackup(here(), place, "run-1", [disk]);
    await (await openJournal(here(), place)).record({ time: "", event: "decision", write: "1" });
    process.umask(before);
    const modes = readdirSync(place, { recursive: true, encoding: "utf8" }).map((name) => {
      const found = statSync(join(place, name));
      return `${found.isDirectory() ? "directory" : "file"} ${(found.mode & 0o777).toString(8)}`;
    });
    assert.deepEqual([...new Set(modes)].sort(), ["directory 700", "file 600"]);
  });
}

test("A44: whatever the names are, the file is in its folder and has a name that every system takes", () => {
  const any = fc.oneof(
    anyText(),
    fc.constantFrom("../../x", "/etc/passwd", "..", "a\0b", "CON", "x".repeat(500), "é/\u202e"),
  );
  fc.assert(
    fc.property(any, any, any, any, (kind, name, uid, resourceVersion) => {
      const object: RawObject = { text: "", resourceVersion, ref: { apiVersion: "v1", kind, name, uid } };
      const file = fileNameOf(object);
      assert.match(file, /^[A-Za-z0-9._-]{1,240}$/);
      assert.equal(basename(file), file);
      assert.equal(dirname(normalize(join("/state/run", file))), "/state/run");
    }),
    { numRuns: 2000 },
  );
});

test("A47: a file that was edited, or is gone, is known", async (context) => {
  const place = join(folder(context), "state");
  const other = raw({ ...JSON.parse(disk.text), metadata: { ...JSON.parse(disk.text).metadata, uid: "u2" } });
  const [first, second] = await saveBackup(here(), place, "run-1", [disk, other]);
  writeFileSync(first?.path ?? "", disk.text.replace("Retain", "Delete"));
  rmSync(second?.path ?? "");
  const entries = await readBackup(here(), join(place, "backups/run-1"));
  assert.deepEqual(
    entries.map(({ state }) => state),
    ["edited", "missing"],
  );
});

function folderWithMode(mode: number): (place: string) => void {
  return (place) => {
    mkdirSync(place);
    chmodSync(place, mode);
  };
}

/** Another program was in the folder of the run before. */
function occupied(name: string, occupy: (path: string) => void): (place: string) => void {
  return (place) => {
    mkdirSync(join(place, "backups/run-1"), { recursive: true, mode: 0o700 });
    occupy(join(place, "backups/run-1", name));
  };
}

const elsewhere = (path: string) => symlinkSync("/dev/null", path);
const name = "persistentvolume-disk-u1-v7.json";

for (const [what, spoil, reason] of [
  [
    "a directory that others can write to",
    folderWithMode(0o777),
    /other users can write to \S+ \(mode "777"\)/,
  ],
  ["a directory of the group", folderWithMode(0o770), /other users can write to/],
  ["a link to a directory", (place: string) => symlinkSync(dirname(place), place), /is a symbolic link/],
  ["a file in its place", (place: string) => writeFileSync(place, ""), /is not a directory/],
  ["a file in the place of a backup", occupied(name, (path) => writeFileSync(path, "")), /already exists/],
  ["a link in the place of a backup", occupied(name, elsewhere), /already exists/],
  ["a link where it is written first", occupied(`${name}.tmp`, elsewhere), /with this name already exists/],
  ["a link in the place of the list", occupied("SHA256SUMS", elsewhere), /is a symbolic link/],
] as const) {
  test(`F97: ${what} is refused`, async (context) => {
    const place = join(folder(context), "state");
    spoil(place);
    await assert.rejects(saveBackup(here(), place, "run-1", [disk]), {
      name: "FileProblem",
      message: reason,
    });
  });
}

function openToAll(path: string): void {
  writeFileSync(path, "");
  chmodSync(path, 0o666);
}

for (const [what, spoil, reason] of [
  ["a link", elsewhere, /is a symbolic link/],
  ["a file that others can write to", openToAll, /other users can write to/],
] as const) {
  test(`F97: ${what} in the place of the journal is refused`, async (context) => {
    const place = folder(context);
    spoil(join(place, "journal.jsonl"));
    await assert.rejects(openJournal(here(), place), { name: "FileProblem", message: reason });
  });
}

test("F96: a place that cannot be made is refused before anything is sent", async (context) => {
  const file = join(folder(context), "file");
  writeFileSync(file, "");
  await assert.rejects(openJournal(here(), join(file, "state")), {
    name: "FileProblem",
    message: /could not be inspected|could not be created/,
  });
});

test("S12: bytes that come back otherwise are no backup", async (context) => {
  const place = memoryDisk();
  const it = await subject(
    context,
    [volume(["example.com/a"])],
    testSurroundings({ files: { ...place, read: async () => Buffer.from("other") } }),
  );
  const [told] = await run(it, plan(item([now(drop, await it.raw(volumes), volumes)])));
  assert.equal(told?.status, "refused");
  assert.match(told?.detail ?? "", /was read back, and differs from what was written/);
  assert.deepEqual(it.writes(), []);
});

test("S12: what belongs to an object is saved with it, and when that cannot be read nothing is sent", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const step = now(drop, await it.raw(volumes), volumes);
  const attachment = { apiVersion: "storage.k8s.io/v1", kind: "VolumeAttachment", name: "csi-1", uid: "x" };
  const [gone] = await run(it, plan(item([step], { related: [attachment] })));
  assert.equal(gone?.status, "done");
  const unread = { ...attachment, apiVersion: "storage.k8s.io/v1beta9" };
  const second = await subject(context, [volume(["example.com/a"])]);
  const [told] = await run(second, plan(item([step], { related: [unread] })));
  assert.equal(told?.status, "refused");
  assert.deepEqual(second.writes(), []);
});
