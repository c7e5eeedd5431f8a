/** What a planned step comes to for the object as it is now, and what is kept of it first. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Outside } from "../../../../src/changes/executor/outside.ts";
import { prepare } from "../../../../src/changes/executor/prepare.ts";
import { safeKeeping } from "../../../../src/changes/executor/run.ts";
import { writeFor } from "../../../../src/changes/index.ts";
import type { Client } from "../../../../src/connection/http/client.ts";
import { defaultLimits } from "../../../../src/connection/http/surroundings.ts";
import { rawObject } from "../../../../src/kubernetes/index.ts";
import type { Act, PlannedWrite } from "../../../../src/report/index.ts";
import { pathOf } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { testSurroundings } from "../support/edge.ts";
import { failure } from "../support/memory-disk.ts";
import { volume } from "../support/objects.ts";
import { item } from "../support/plans.ts";

const volumes = "v1/persistentvolumes";
const ref = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const name = "pv/disk";
const disk = (finalizers: readonly string[], metadata: object = {}, others: object = {}) =>
  JSON.stringify(volume(finalizers, { metadata: { resourceVersion: "7", ...metadata }, ...others }));
const alive = { deletionTimestamp: undefined };

/** A server that has these texts, and 404 for everything else that it knows. */
function worldOf(texts: Readonly<Record<string, string>>, surroundings = testSurroundings()): Outside {
  const answer = (code: number, body: string) => ({
    status: code,
    headers: { "content-type": "application/json" },
    bytes: Buffer.from(body),
  });
  const raw = async (path: string) => {
    const text = texts[path];
    if (text === "503") return answer(503, '{"kind":"Status","message":"later"}');
    const details = { name: path.split("/").at(-1) };
    return text === undefined
      ? answer(404, JSON.stringify({ kind: "Status", reason: "NotFound", details }))
      : answer(200, text);
  };
  // Nothing but whole objects is read here.
  const client = { line: { limits: defaultLimits }, raw } as Client;
  return { client, surroundings };
}

const at = pathOf(volumes, ref);
const drop: Act = { do: "drop-finalizer", on: ref, finalizer: "example.com/a" };
const edit: Act = { do: "edit", on: ref, edits: [{ op: "add", path: "/spec/y", value: 1 }] };
const remove: Act = { do: "delete", on: ref };
const create: Act = { do: "create", on: ref, manifest: '{"spec":{"x":1}}' };

function shown(act: Act, text: string): PlannedWrite {
  const read = rawObject(text);
  assert.ok(read !== undefined);
  const step = writeFor(act, read, volumes);
  assert.ok("do" in step);
  return { when: "now", step };
}

async function prepared(planned: PlannedWrite, text: string | undefined): Promise<string> {
  const found = await prepare(worldOf(text === undefined ? {} : { [at]: text }), planned);
  switch (found.go) {
    case "no":
      return `${found.end.status}: ${plain(found.end.detail)}`;
    case "write":
      return `${found.write.do} ${found.before === "absent" ? "absent" : found.before.resourceVersion}`;
  }
}

const held = disk(["example.com/a"]);
const newer = disk(["example.com/a"], { resourceVersion: "8", labels: { x: "y" } });
const later = (act: Act): PlannedWrite => ({ when: "later", act });

const rows: readonly (readonly [string, PlannedWrite, string | undefined, string])[] = [
  ["as it was shown", shown(drop, held), held, "replace 7"],
  [
    "a removal, and the object changed since",
    shown(drop, held),
    newer,
    `refused: ${name} has changed since the plan was made (resourceVersion changed from 7 to 8: metadata.labels was added). Nothing was sent.`,
  ],
  [
    "a deletion, and the object changed since",
    shown(remove, disk([], alive)),
    disk([], { ...alive, resourceVersion: "8" }),
    `refused: ${name} has changed since the plan was made (resourceVersion changed from 7 to 8). Nothing was sent.`,
  ],
  ["a removal made now, whatever the version", later(drop), newer, "replace 8"],
  ["a deletion of what is gone", later(remove), undefined, `already: ${name} no longer exists.`],
  ["a removal of what is gone", later(drop), undefined, `already: ${name} no longer exists.`],
  ["an edit of what is gone", later(edit), undefined, `refused: ${name} no longer exists.`],
  [
    "a removal from another object",
    later(drop),
    disk(["example.com/a"], { uid: "u2" }),
    `already: ${name} no longer exists: a different object now has this name.`,
  ],
  [
    "an edit of another object",
    later(edit),
    disk([], { uid: "u2" }),
    `refused: ${name} no longer exists: a different object now has this name.`,
  ],
  [
    "a removal that somebody else made",
    later(drop),
    disk([]),
    `already: The finalizer example.com/a of ${name} has already been removed. Another client removed it.`,
  ],
  ["a deletion that somebody else began", later(remove), held, `already: ${name} is already being deleted.`],
  [
    "a removal from an object that lives",
    later(drop),
    disk(["example.com/a"], alive),
    `refused: ${name} is not being deleted, so its finalizers are kept. Delete it first.`,
  ],
  ["an edit that is so", later(edit), disk([], {}, { spec: { y: 1 } }), `already: ${name} needs no change.`],
  [
    "an edit of a field that changed",
    later(edit),
    disk([], {}, { spec: { y: 2 } }),
    `refused: /spec/y of ${name} has changed since the plan was made.`,
  ],
  ["a creation", later(create), undefined, "create absent"],
  [
    "a creation of what is there",
    later(create),
    disk([], {}, { spec: { x: 1 } }),
    `already: ${name} already exists.`,
  ],
  [
    "a creation of something else",
    later(create),
    disk([], {}, { spec: { x: 2 } }),
    `refused: ${name} already exists.`,
  ],
  [
    "a kind that nobody knows",
    later({ ...remove, on: { ...ref, kind: "Disk" } }),
    undefined,
    "refused: pvguard does not know the kind of disk/disk.",
  ],
  [
    "an object that cannot be read",
    later(drop),
    "503",
    `refused: ${name} could not be read: ${name} could not be read: The server failed (503): later. Nothing was sent.`,
  ],
];

for (const [what, planned, text, expected] of rows)
  test(`S3: ${what}: ${expected.slice(0, 50)}`, async () =>
    assert.equal(await prepared(planned, text), expected));

describe("S12: what is kept before anything is sent", () => {
  const attachment = { apiVersion: "storage.k8s.io/v1", kind: "VolumeAttachment", name: "csi-1", uid: "a1" };
  const about = item([later(drop)], { related: [attachment] });

  test("is told, and not kept twice", async () => {
    const surroundings = testSurroundings();
    const keeping = safeKeeping(worldOf({ [at]: held }, surroundings), "run-1");
    assert.equal(await keeping.saveFor(about), undefined);
    assert.equal(await keeping.saveFor(about), undefined);
    const read = rawObject(held);
    assert.ok(read !== undefined);
    assert.equal(await keeping.save(read), undefined);
    assert.deepEqual(
      keeping.saved.map(({ object }) => object.text),
      [held],
    );
    assert.deepEqual(
      surroundings.events,
      keeping.saved.map((saved) => ({ told: "saved", saved })),
    );
  });

  test("is all of it: what cannot be read is refused", async () => {
    const texts = { [at]: held, [pathOf("storage.k8s.io/v1/volumeattachments", attachment)]: "503" };
    const said = await safeKeeping(worldOf(texts), "run-1").saveFor(about);
    assert.equal(
      plain(said ?? []),
      "Could not back up volumeattachment/csi-1: volumeattachment/csi-1 could not be read: The server failed (503): later. Nothing was sent.",
    );
  });

  test("is on the disk: where it is full, that is said", async () => {
    const surroundings = testSurroundings();
    surroundings.files.watch((call) => {
      if (call === "create") throw failure("ENOSPC");
    });
    const said = plain(
      (await safeKeeping(worldOf({ [at]: held }, surroundings), "run-1").saveFor(about)) ?? [],
    );
    assert.match(said, /^Could not write the backup: .*: no space left on device\. Nothing was sent\.$/);
  });

  test("a fault of pvguard is not taken for a full disk", async () => {
    const surroundings = testSurroundings();
    const tell = () => {
      throw new TypeError("odd");
    };
    const keeping = safeKeeping(worldOf({ [at]: held }, { ...surroundings, tell }), "run-1");
    await assert.rejects(keeping.saveFor(about), TypeError);
  });
});
