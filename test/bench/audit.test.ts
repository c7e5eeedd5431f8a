/** What an audit of a whole generated cluster asks and finds, counted: nothing here depends on how fast it is. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { generate } from "../../bench/generator/cluster.ts";
import type { Expected } from "../../bench/generator/item.ts";
import { present } from "../../bench/generator/moment.ts";
import type { Manner } from "../../bench/in-process/server.ts";
import { servePages } from "../../bench/in-process/server.ts";
import type { Shelf } from "../../bench/in-process/shelf.ts";
import { shelves } from "../../bench/in-process/shelf.ts";
import { differences } from "../../bench/runner/findings.ts";
import { served } from "../../bench/store/discovery.ts";
import { runCli } from "../support/run-cli.ts";

/** Enough for everything that can be planted. */
const wishes = { pods: 180, distance: 7 };
const chunkSize = 50;
const inFlight = 4;

let cluster: { readonly all: readonly Shelf[]; readonly expected: readonly Expected[] } = {
  all: [],
  expected: [],
};

before(() => {
  const { items, expected } = generate(wishes);
  cluster = { all: shelves(items, served), expected };
});

async function audited(manner: Manner) {
  const server = await servePages(cluster.all, manner);
  try {
    const flags = ["--server", server.url, "--insecure-skip-tls-verify", `--chunk-size=${chunkSize}`];
    const { out, err, code } = await runCli(["audit", "-o", "json", "--fail-on=never", ...flags], present);
    assert.equal(code, 0, err);
    return { ...server.counted, report: out };
  } finally {
    await server.close();
  }
}

const manners: Readonly<Record<string, Manner>> = {
  "protobuf, whole": { framing: "whole" },
  "protobuf, gzip": { framing: "gzip" },
  "protobuf, chunked": { framing: "chunked" },
  "protobuf, a few bytes first": { framing: "split" },
  "JSON, whole": { framing: "whole", only: "json" },
  "JSON, a few bytes first": { framing: "split", only: "json" },
};

for (const [name, manner] of Object.entries(manners)) {
  test(`an audit finds what was planted, and reads each list once: ${name}`, async () => {
    const { report, lists, peak, others } = await audited(manner);
    assert.deepEqual(differences(report, cluster.expected), []);
    for (const [resource, read] of lists) {
      const { objects } = shelfOf(resource);
      const pages = Math.max(1, Math.ceil(objects.length / chunkSize));
      assert.deepEqual({ resource, ...read }, { resource, pages, bytes: bytesOf(objects, pages, manner) });
    }
    assert.ok(lists.has("v1/pods"));
    assert.equal(lists.has("v1/events"), false);
    assert.ok(peak <= inFlight, `${peak} requests at one time`);
    // What is reported is looked at once more, each object for itself; events are read of single objects.
    const events = others.filter((line) => line.includes("/events?fieldSelector="));
    const again = others.filter((line) => !events.includes(line));
    assert.deepEqual(again.map(nameIn).sort(), [...new Set(cluster.expected.map(lineOf))].sort());
    assert.ok(events.length < cluster.expected.length);
  });
}

test("everything that can be planted is planted", () => {
  const codes = new Set(cluster.expected.map(({ code }) => code));
  assert.equal(codes.size, 14);
});

function lineOf({ namespace = "", name }: Expected): string {
  return `GET ${namespace}/${name}`;
}

function nameIn(line: string): string {
  const [, method = "", namespace = "", name = ""] =
    /^(\w+) \S*?(?:namespaces\/([^/]+)\/)?[^/]+\/([^/]+)$/.exec(line) ?? [];
  return `${method} ${namespace}/${name}`;
}

function shelfOf(resource: string): Shelf {
  const found = cluster.all.find((each) => each.resource === resource);
  assert.ok(found !== undefined, resource);
  return found;
}

function bytesOf(objects: Shelf["objects"], pages: number, { only }: Manner): number {
  if (only === undefined) return objects.reduce((sum, { protobuf }) => sum + protobuf.length, 0);
  // Behind the last object of each page there is no comma.
  return objects.reduce((sum, { json }) => sum + json.length, 0) - (objects.length === 0 ? 0 : pages);
}
