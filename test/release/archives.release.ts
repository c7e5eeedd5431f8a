/** The archives of a release: what is in them, and that each executable is one for its platform. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { executableName } from "../../build/release/platforms.ts";
import { readMachO } from "./mach-o.ts";
import { entriesOf, folder, released } from "./release.ts";

const mostBytes = 50_000_000;

/** ELF: e_machine. PE: IMAGE_FILE_HEADER.Machine. */
const elfMachines: Readonly<Record<string, number>> = { amd64: 62, arm64: 183 };
const peAmd64 = 0x8664;

const sums = new Map(
  readFileSync(join(folder, "checksums.txt"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("  ").reverse() as [string, string]),
);

for (const { platform, name, archive, executable } of released) {
  test(`${name}: the archive is small enough, and has the sum that is published`, () => {
    assert.ok(statSync(archive).size <= mostBytes, `${statSync(archive).size} bytes`);
    assert.equal(
      sums.get(basename(archive)),
      createHash("sha256").update(readFileSync(archive)).digest("hex"),
    );
  });

  test(`${name}: the archive holds the executable and the licences, and nothing else`, async () => {
    const entries = await entriesOf(archive);
    const wanted = ["LICENSE", "THIRD_PARTY_NOTICES", executableName(platform)];
    assert.deepEqual(entries.map((entry) => entry.name).sort(), wanted);
    for (const entry of entries) {
      assert.equal(entry.runs, entry.name === executableName(platform), entry.name);
      assert.ok(entry.size > 1000, entry.name);
    }
  });

  test(`${name}: the executable is one for this platform`, () => {
    const file = readFileSync(executable);
    switch (platform.os) {
      case "linux":
        assert.equal(file.toString("latin1", 0, 4), "\x7fELF");
        assert.equal(file.readUInt16LE(18), elfMachines[platform.arch]);
        return;
      case "windows": {
        const header = file.readUInt32LE(0x3c);
        assert.equal(file.toString("latin1", header, header + 4), "PE\0\0");
        assert.equal(file.readUInt16LE(header + 4), peAmd64);
        return;
      }
      case "darwin": {
        const { processor, segments, signature } = readMachO(file);
        assert.equal(processor, platform.arch);
        assert.ok(segments.some((segment) => segment.name === "NODE_SEA"));
        const { pages = 0, ...rest } = signature ?? {};
        assert.ok(pages > 1000);
        const limit = signature?.limit ?? 0;
        assert.deepEqual(rest, { identifier: "kubectl-pvguard", kind: "ad hoc", limit, wrong: 0 });
        assert.equal(limit % 16, 0, "the signature is aligned");
        const last = segments.at(-1);
        assert.equal(last?.name, "__LINKEDIT");
        assert.ok(
          limit > (last?.from ?? 0) && (last?.to ?? 0) === file.length,
          "the signature is at the end",
        );
      }
    }
  });
}

test("a signature is no longer right when a byte of the code changes", (t) => {
  const mac = released.find(({ platform }) => platform.os === "darwin");
  if (mac === undefined) return t.skip("there is no executable for macOS in this release");
  const file = readFileSync(mac.executable);
  file[5_000_000] = (file[5_000_000] ?? 0) ^ 1;
  assert.equal(readMachO(file).signature?.wrong, 1);
});
