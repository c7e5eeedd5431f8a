/** What is only ours, and how a disk's refusal is told. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { orFileProblem, privateFile, privateFolder } from "../../../../src/changes/executor/file-system.ts";
import type { Inspected } from "../../../../src/changes/executor/index.ts";
import { FileProblem } from "../../../../src/changes/executor/index.ts";
import { codeOf } from "../../../../src/connection/io-reason.ts";
import { say } from "../../../../src/kubernetes/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { failure, memoryDisk } from "../support/memory-disk.ts";

async function saidOf(work: Promise<unknown>): Promise<string> {
  try {
    return String(await work);
  } catch (problem) {
    return problem instanceof FileProblem ? plain(problem.phrase) : `thrown: ${problem}`;
  }
}

const ours = { mode: 0o700, owned: "by-us" } as const;
const open = "other users can write to /s";

const found: readonly (readonly [Inspected, asFolder: string, asFile: string])[] = [
  [{ is: "directory", ...ours }, "undefined", "/s is not a file"],
  [{ is: "file", ...ours }, "/s is not a directory", "file"],
  [{ is: "other", ...ours }, "/s is not a directory", "/s is not a file"],
  [
    { is: "link", ...ours },
    "/s is a symbolic link, and pvguard does not follow it",
    "/s is a symbolic link, and pvguard does not follow it",
  ],
  [{ is: "directory", ...ours, owned: "by-another" }, "/s belongs to another user", "/s is not a file"],
  [{ is: "file", ...ours, owned: "by-another" }, "/s is not a directory", "/s belongs to another user"],
  [{ is: "directory", owned: "unknown" }, "undefined", "/s is not a file"],
  [
    { is: "directory", mode: 0o720, owned: "by-us" },
    `${open} (mode 720): run chmod go-w on it`,
    "/s is not a file",
  ],
  [
    { is: "file", mode: 0o602, owned: "unknown" },
    "/s is not a directory",
    `${open} (mode 602): run chmod go-w on it`,
  ],
  [{ is: "directory", mode: 0o755, owned: "by-us" }, "undefined", "/s is not a file"],
];

describe("F97: what was there before must be ours alone", () => {
  for (const [inspected, asFolder, asFile] of found)
    test(JSON.stringify(inspected), async () => {
      const disk = { ...memoryDisk(), inspect: async () => inspected };
      assert.equal(await saidOf(privateFolder(disk, "/s")), asFolder);
      assert.equal(await saidOf(privateFile(disk, "/s")), asFile);
    });

  test("a file that is missing", async () => {
    assert.equal(await saidOf(privateFile(memoryDisk(), "/s")), "missing");
  });

  for (const [call, said] of [
    ["inspect", "inspected"],
    ["makeDirectory", "created"],
  ] as const)
    test(`${call} fails`, async () => {
      const disk = memoryDisk();
      disk.watch((made) => {
        if (made === call) throw failure("EIO");
      });
      assert.equal(await saidOf(privateFolder(disk, "/s")), `/s could not be ${said}: EIO`);
    });

  test("a file cannot be looked at", async () => {
    const disk = memoryDisk();
    disk.watch(() => {
      throw failure("EIO");
    });
    assert.equal(await saidOf(privateFile(disk, "/s")), "/s could not be inspected: EIO");
  });

  test("a folder that is not there once it was made", async () => {
    const disk = { ...memoryDisk(), makeDirectory: async () => {} };
    assert.equal(await saidOf(privateFolder(disk, "/s")), "/s is not a directory");
  });
});

describe("F95, F96: a disk's refusal in plain words", () => {
  for (const [code, words] of [
    ["EACCES", "permission denied"],
    ["EDQUOT", "disk quota exceeded"],
    ["EEXIST", "a file with this name already exists"],
    ["EISDIR", "is a directory"],
    ["ELOOP", "is a symbolic link"],
    ["ENOENT", "no such file or directory"],
    ["ENOSPC", "no space left on device"],
    ["ENOTDIR", "a part of the path is not a directory"],
    ["EPERM", "operation not permitted"],
    ["EROFS", "the file system is read-only"],
    ["EIO", "EIO"],
  ] as const)
    test(code, async () => {
      assert.equal(
        await saidOf(orFileProblem("created", "/s", Promise.reject(failure(code)))),
        `/s could not be created: ${words}`,
      );
    });

  test("what has no code is told by its message, and what is no error by its text", () => {
    assert.equal(codeOf(failure("EIO")), "EIO");
    assert.equal(codeOf(new Error("odd")), "odd");
    assert.equal(codeOf("odd"), "odd");
    assert.equal(codeOf(Object.assign(new Error("odd"), { code: 7 })), "7");
  });

  test("a problem that is told already is told once", async () => {
    const problem = new FileProblem(say`${"/s"} is full`);
    assert.equal(problem.name, "FileProblem");
    assert.equal(problem.message, '"/s" is full');
    await assert.rejects(
      orFileProblem("made", "/x", Promise.reject(problem)),
      (thrown) => thrown === problem,
    );
  });

  test("what works is handed on", async () =>
    assert.equal(await orFileProblem("created", "/s", Promise.resolve(7)), 7));
});
