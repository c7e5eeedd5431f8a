import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { listOf, pod, readFiles, readingsOf, refusal, typedList, volume } from "./reading.ts";
import type { TarFile } from "./tar.ts";
import { tarGz, tarOf } from "./tar.ts";

const bundle: readonly TarFile[] = [
  { name: "b/cluster-resources/", flag: "5" },
  { name: "b/cluster-resources/pods/shop.json", content: typedList("PodList", pod("web")) },
  { name: "b/cluster-resources/pvs.json", content: typedList("PersistentVolumeList", volume("a")) },
  { name: "b/logs/big.log", content: "x".repeat(5000) },
];

test("an archive is read like the folder it holds", async () => {
  for (const archive of [tarGz(bundle), tarOf(bundle)]) {
    const snapshot = await readFiles({ "b.tar.gz": archive });
    assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["shop: web", "all: NotCollected"]);
    assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: a"]);
  }
});

test("a compressed manifest is read too", async () => {
  const snapshot = await readFiles({ "-": gzipSync(listOf(pod("web"))) });
  assert.deepEqual(readingsOf(snapshot, "v1/pods")[0], "shop: web");
});

test("long names of GNU tar and pax are understood", async () => {
  const long = `${"d".repeat(120)}/cluster-resources/pvs.json`;
  const record = ` path=${long}\n`;
  const pax = `${record.length + 3}${record}`;
  const content = typedList("PersistentVolumeList", volume("a"));
  for (const name of [
    { name: "././@LongLink", flag: "L", content: `${long}\0` },
    { name: "PaxHeader", flag: "x", content: pax },
  ]) {
    const snapshot = await readFiles({ "b.tar": tarOf([name, { name: "short", content }]) });
    assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: a"]);
  }
});

test("an entry that points out of the archive refuses the archive", async () => {
  for (const name of [
    "../etc/a.yaml",
    "a/../../b.yaml",
    "/etc/a.yaml",
    "C:\\a.yaml",
    "a\\..\\b.yaml",
    "\\\\h\\s",
  ]) {
    assert.match(await refusal({ "b.tar": tarOf([{ name, content: "a: 1" }]) }), /points out of the archive/);
  }
});

test("links are never followed", async () => {
  const link = { name: "b/cluster-resources/pvs.json", flag: "2" };
  const snapshot = await readFiles({ "b.tgz": tarGz([...bundle.slice(0, 2), link]) });
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: NotCollected"]);
  assert.match(snapshot.skipped.join(), /pvs.json was skipped, because it is a link/);
});

test("what inflates far beyond its size is refused", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
  assert.match(await refusal({ "b.gz": bomb }), /inflates to more than 200 times its size/);
});

test("a broken or cut archive is refused", async () => {
  const whole = tarGz(bundle);
  for (const cut of [20, 100, whole.length - 9]) {
    assert.match(await refusal({ "b.tgz": whole.subarray(0, cut) }), /gzip data is corrupt or cut off/);
  }
  const tar = tarOf(bundle);
  for (let cut = 512; cut <= tar.length - 1024; cut += 294)
    assert.match(await refusal({ "b.tar": tar.subarray(0, cut) }), /tar archive is cut off/, `${cut}`);
  for (let cut = 512; cut <= tar.length - 1024; cut += 512)
    assert.match(await refusal({ "b.tar": tar.subarray(0, cut) }), /tar archive is cut off/, `${cut}`);
  assert.match(
    await refusal({ "b.tar": tarOf([{ name: "a.yaml", size: 0o77777777777 }]) }),
    /larger than|cut off/,
  );
  const changed = Buffer.from(tar);
  changed[3] = 0x41;
  assert.match(await refusal({ "b.tar": changed }), /tar archive is corrupt/);
  assert.match(await refusal({ "b.zip": "PK\u0003\u0004xxxx" }), /zip archive: unpack it/);
});

test("an archive of too many files is refused", async () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ name: `${at}.yaml`, content: "" }));
  assert.match(await refusal({ "b.tar": tarOf(many) }, { limits: { files: 10 } }), /more than 10 files/);
});
