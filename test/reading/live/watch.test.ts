import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { LiveCluster, Sighting } from "../../../src/reading/live/index.ts";
import { failureOf } from "../../support/fault-server/client.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { item, list } from "../../support/fault-server/objects.ts";
import { reset, status } from "../../support/fault-server/reactions.ts";
import type { Reaction } from "../../support/fault-server/server.ts";

const path = "/api/v1/namespaces/shop/persistentvolumeclaims";
const target = { name: "data", namespace: "shop" };

function claim(phase: string, resourceVersion = "11"): object {
  const { metadata } = item("data", "shop") as { metadata: object };
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { ...metadata, resourceVersion },
    status: { phase },
  };
}

const event = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`;
const bookmark = (resourceVersion: string) =>
  event("BOOKMARK", { kind: "PersistentVolumeClaim", apiVersion: "v1", metadata: { resourceVersion } });

/** A watch that says these lines, and then ends or stays. */
function watching(lines: readonly string[], then: "end" | "stay" | "break" = "end"): Reaction {
  return (_, response, wire) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.flushHeaders();
    for (const line of lines) response.write(line);
    if (then === "end") response.end();
    if (then === "break") setTimeout(() => wire.destroy(), 10);
  };
}

/** Answers looking and watching apart; each has its own turns, of which the last one stays. */
function scripted(looks: readonly Reaction[], watches: readonly Reaction[]): Reaction {
  const turns = { look: 0, watch: 0 };
  return (request, response, wire) => {
    const use = request.url?.includes("watch=1") ? "watch" : "look";
    const script = use === "watch" ? watches : looks;
    script[Math.min(turns[use]++, script.length - 1)]?.(request, response, wire);
  };
}

const present = (phase: string) => list("PersistentVolumeClaim", [claim(phase)]);
const absent = list("PersistentVolumeClaim", []);

/** The first so many sightings: the phase, or that it is absent. */
async function sightings(cluster: LiveCluster, count: number): Promise<readonly string[]> {
  const stop = new AbortController();
  const seen: string[] = [];
  for await (const sighting of cluster.watch("v1/persistentvolumeclaims", target, stop.signal)) {
    seen.push(nameOf(sighting));
    if (seen.length === count) stop.abort();
  }
  return seen;
}

function nameOf(sighting: Sighting<"v1/persistentvolumeclaims">): string {
  return sighting.seen === "present" ? (sighting.object.status?.phase ?? "") : sighting.seen;
}

async function open(t: TestContext, looks: readonly Reaction[], watches: readonly Reaction[]) {
  return await openScripted(t, { [path]: scripted(looks, watches) });
}

test("an object is seen as it is, and each time that it changes", async (t) => {
  const { cluster, asked } = await open(
    t,
    [present("Pending")],
    [
      watching(
        [
          event("MODIFIED", claim("Bound")),
          bookmark("19"),
          event("DELETED", claim("Bound")),
          event("ADDED", claim("Pending")),
        ],
        "stay",
      ),
    ],
  );
  assert.deepEqual(await sightings(cluster, 4), ["Pending", "Bound", "absent", "Pending"]);
  assert.deepEqual(
    asked(),
    [
      `${path}?fieldSelector=metadata.name=data&watch=1&resourceVersion=10&allowWatchBookmarks=true&timeoutSeconds=300`,
    ].toSpliced(0, 0, `${path}?fieldSelector=metadata.name=data`),
  );
});

test("an object that is not there yet is waited for", async (t) => {
  const { cluster } = await open(t, [absent], [watching([event("ADDED", claim("Pending"))], "stay")]);
  assert.deepEqual(await sightings(cluster, 2), ["absent", "Pending"]);
});

for (const end of ["end", "break"] as const) {
  test(`F66 a watch that ${end}s is taken up where a bookmark left it`, async (t) => {
    const { cluster, asked } = await open(
      t,
      [present("Pending")],
      [
        watching([bookmark("42")], end),
        watching([event("MODIFIED", claim("Bound", "43"))], end),
        watching([event("MODIFIED", claim("Lost", "44"))], "stay"),
      ],
    );
    assert.deepEqual(await sightings(cluster, 3), ["Pending", "Bound", "Lost"]);
    const revisions = asked().flatMap((url) => /resourceVersion=(\d+)/.exec(url)?.[1] ?? []);
    assert.deepEqual(revisions, ["10", "42", "43"]);
  });
}

for (const [how, reaction] of [
  ["as an answer", status(410, "Expired", "too old")],
  [
    "as an event",
    watching([event("ERROR", { kind: "Status", code: 410, reason: "Expired", message: "too old" })]),
  ],
] as const) {
  test(`F66 410 ${how} leads to another look`, async (t) => {
    const { cluster, asked } = await open(t, [present("Pending"), absent], [reaction, watching([], "stay")]);
    assert.deepEqual(await sightings(cluster, 2), ["Pending", "absent"]);
    assert.equal(asked().filter((url) => !url.includes("watch=1")).length, 2);
  });
}

test("F66 an event of another error, or half a line, is a broken watch and no sighting", async (t) => {
  const { cluster } = await open(
    t,
    [present("Pending")],
    [
      watching([event("ERROR", { kind: "Status", code: 500, reason: "InternalError", message: "oops" })]),
      watching([event("MODIFIED", claim("Bound")).slice(0, 60)]),
      watching(["not json\n"]),
      watching([event("MODIFIED", claim("Bound"))], "stay"),
    ],
  );
  assert.deepEqual(await sightings(cluster, 2), ["Pending", "Bound"]);
});

test("F66 a watch that can never be had ends with the reason, not silently", async (t) => {
  const { cluster, outside } = await open(t, [present("Pending")], [reset]);
  const failure = await failureOf(sightings(cluster, 2));
  assert.equal(failure.kind, "broken");
  assert.equal(outside.waits.length, 8);
  assert.ok(outside.waits.every((wait) => wait <= 30_000));
});

test("a watch that is forbidden ends at once", async (t) => {
  const { cluster } = await open(t, [present("Pending")], [status(403, "Forbidden", "you may not watch")]);
  assert.equal(
    (await failureOf(sightings(cluster, 2))).line,
    "Error from server (Forbidden): you may not watch",
  );
});

test("an object that is malformed is seen as that", async (t) => {
  const { cluster } = await open(
    t,
    [present("Pending")],
    [watching([event("MODIFIED", { metadata: { name: "data" } })], "stay")],
  );
  assert.deepEqual(await sightings(cluster, 2), ["Pending", "unreadable"]);
});
