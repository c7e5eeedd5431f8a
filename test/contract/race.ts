/**
 * Taking the last finalizer while a rival finishes the object and creates another one of that name. The server deletes
 * in a second step, by name, with the preconditions of the request: a PUT has the uid, a PATCH has none.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Stored } from "./answer.ts";
import { claim } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { jsonPatch, mergePatch, newName } from "./subject.ts";

interface Outcome {
  readonly writer: Answer;
  /** Whether the rival created a new object, and whether it is still there. */
  readonly rival: "kept" | "lost" | "not created";
}

type Write = (subject: Subject, path: string, object: Stored) => Promise<Answer>;

const put: Write = (subject, path, object) =>
  subject.ask("PUT", path, { body: { ...object, metadata: { ...object.metadata, finalizers: [] } } });

const guardedMergePatch: Write = (subject, path, { metadata: { uid, resourceVersion } }) =>
  subject.patch(path, mergePatch, { metadata: { uid, resourceVersion, finalizers: null } });

const testedJsonPatch: Write = (subject, path, { metadata: { uid, resourceVersion, finalizers = [] } }) =>
  subject.patch(path, jsonPatch, [
    { op: "test", path: "/metadata/uid", value: uid },
    { op: "test", path: "/metadata/resourceVersion", value: resourceVersion },
    { op: "test", path: "/metadata/finalizers/0", value: finalizers[0] },
    { op: "remove", path: "/metadata/finalizers/0" },
  ]);

async function race(subject: Subject, write: Write): Promise<Outcome> {
  const name = newName("raced");
  const collection = subject.inside("persistentvolumeclaims");
  const path = `${collection}/${name}`;
  await subject.made(collection, claim(name));
  const dying = await subject.deleted(path);
  let created: string | undefined;
  const rival = async (): Promise<void> => {
    if ((await put(subject, path, dying)).code !== 200) return;
    const answer = await subject.ask("POST", collection, { body: claim(name) });
    if (answer.code === 201) created = answer.object.metadata.uid;
  };
  const writer = await writeAgainst(subject, () => write(subject, path, dying), rival);
  const found = await subject.get(path);
  const isThere = found.code === 200 && found.object.metadata.uid === created;
  return { writer, rival: created === undefined ? "not created" : isThere ? "kept" : "lost" };
}

async function writeAgainst(
  { server }: Subject,
  write: () => Promise<Answer>,
  rival: () => Promise<void>,
): Promise<Answer> {
  if (server.race.decidedBy === "chance") return (await Promise.all([write(), rival()]))[0];
  server.race.next(rival);
  return await write();
}

/** Enough for a loss to be likely, by a writer that can cause one; and enough for one to have come, all but surely. */
const rounds = { likely: 200, allButSure: 3000 };

/** Races at one time, where chance decides: a server with more to do is late with one thing or another more often. */
const abreast = 8;

/** One race where the order is given; else so many, or until one ends so. */
async function races(
  subject: Subject,
  write: Write,
  most: number,
  until: (outcome: Outcome) => boolean,
): Promise<Outcome[]> {
  if (subject.server.race.decidedBy === "order") return [await race(subject, write)];
  const outcomes: Outcome[] = [];
  while (outcomes.length < most && !outcomes.some(until)) {
    const some = Array.from({ length: abreast }, () => race(subject, write));
    outcomes.push(...(await Promise.all(some)));
  }
  return outcomes;
}

export function raceTests(subject: Subject): void {
  test("race: PUT never deletes the object of a rival, and says that it did not", async () => {
    const outcomes = await races(subject, put, rounds.likely, ({ rival }) => rival === "lost");
    assert.ok(
      outcomes.every(({ rival }) => rival !== "lost"),
      "a rival's object was deleted",
    );
    const kept = outcomes.filter(({ rival }) => rival === "kept");
    assert.ok(kept.length > 0, "no rival was fast enough");
    for (const { writer } of kept) assert.ok([200, 404, 409].includes(writer.code), writer.text);
    if (subject.server.race.decidedBy === "order") assert.equal(kept[0]?.writer.code, 409);
  });

  for (const [name, write] of [
    ["a merge patch with uid and version", guardedMergePatch],
    ["a JSON Patch that tests uid, version and finalizer", testedJsonPatch],
  ] as const) {
    test(`race: ${name} can delete the object of a rival, and answers 200`, async () => {
      const outcomes = await races(subject, write, rounds.allButSure, ({ rival }) => rival === "lost");
      const lost = outcomes.find(({ rival }) => rival === "lost");
      assert.equal(lost?.writer.code, 200, `not in ${outcomes.length} races`);
    });
  }
}
