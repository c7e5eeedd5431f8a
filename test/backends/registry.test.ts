/** What must hold of each storage backend whose disks are compared. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  backendNamed,
  clusterBackends,
  fileBackends,
  isBackendOf,
  isOfCluster,
} from "../../src/backends/index.ts";
import { kindOf } from "../../src/kubernetes/index.ts";

const all = [...fileBackends, ...clusterBackends];

test("each backend has a name of its own, and is found by it", () => {
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  for (const backend of all) assert.equal(backendNamed(backend.name), backend);
  assert.equal(backendNamed("none"), undefined);
});

test("each names the sources of its handle and its fields: repository, path and version", () => {
  for (const { name, sources } of all)
    for (const source of sources)
      assert.match(
        source,
        /^[\w.-]+\/[\w.-]+(?:#\d+$| \S+.*, (?:as vendored in )?(?:v\d|commit [0-9a-f]{7}))/,
        `${name}: ${source}`,
      );
});

test("no driver has two backends of one sort: a disk would be compared twice", () => {
  for (const backends of [fileBackends, clusterBackends]) {
    const drivers = backends.flatMap((backend) => backend.drivers);
    assert.equal(new Set(drivers).size, drivers.length);
    for (const driver of drivers)
      assert.equal(backends.filter((backend) => isBackendOf(backend, driver)).length, 1, driver);
  }
});

test("the records of a backend in the cluster are of a kind that a cluster need not serve", () => {
  for (const { resource } of clusterBackends) assert.equal(kindOf(resource).presence, "optional", resource);
  assert.ok(clusterBackends.every(isOfCluster));
  assert.ok(!fileBackends.some(isOfCluster));
});

test("no backend takes what is no list: a report, a snapshot, a list of objects, or an empty one", () => {
  const others = [undefined, null, 1, "", [], {}, [[]], [null], { items: [] }, { kind: "List", items: [{}] }];
  for (const { name, recognises } of fileBackends)
    for (const document of others)
      assert.equal(recognises(document), false, `${name}: ${JSON.stringify(document)}`);
});

test("every file of the room is a backend, or what backends are made of", () => {
  const helpers = ["backend", "fields", "index", "inventory", "places", "records"];
  const files = readdirSync(join(import.meta.dirname, "..", "..", "src", "backends"))
    .map((file) => file.replace(/\.ts$/, ""))
    .filter((file) => !helpers.includes(file) && !/-(?:group|handle)$/.test(file));
  assert.equal(files.length, all.length, files.join(", "));
});
