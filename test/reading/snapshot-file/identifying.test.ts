/**
 * What a redacted snapshot still has of the names, ids, hosts and addresses of its cluster, in every scenario, and whether
 * its diagnosis is still the same.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { report } from "../../../src/analysis/index.ts";
import type { Snapshot } from "../../../src/cluster/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { isRecord } from "../../../src/kubernetes/index.ts";
import { redacted, writeSnapshot } from "../../../src/reading/snapshot-file/index.ts";
import { shareOf } from "../../support/runs.ts";
import { scenarios } from "../../support/scenario.ts";
import { readFiles } from "../files/reading.ts";

const forms: Readonly<Record<string, RegExp>> = {
  uids: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
  addresses: /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
  urls: /\bhttps?:\/\/[^\s"',)]+/g,
  "cloud accounts": /\barn:[^\s"']+|(?<=account\D{0,9})\d{12}\b/g,
  "mail addresses": /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
};

const handles = new Set("volumeHandle snapshotHandle volumeID providerID server path nodeID".split(" "));

/** Software, not a cluster. */
const namedByOthers = new Set(["CSIDriver", "APIService", "Lease"]);

/** Names that anybody's cluster has, or that are words of Kubernetes: the files have these words anyway. */
const identifiesNobody =
  /^(?:\/|default|kube-system|block|events|batch|nfs|rbd|ebs|openebs|longhorn|trident|ceph|local|local-path|data|app|(?:[a-z]+-)?[a-z]+-\d{1,4})$/;

test("what identifies a cluster is counted in every redacted scenario: nothing is left", async () => {
  const left = new Map<string, string[]>();
  let looked = 0;
  for (const { name, folder } of shareOf(scenarios(), 10)) {
    const text = readFileSync(join(folder, "cluster.yaml"), "utf8");
    const snapshot = await readFiles({ "cluster.yaml": text });
    const shared = writeSnapshot(redacted(snapshot));
    for (const [what, values] of identifying(snapshot, text))
      for (const value of values) {
        looked += 1;
        if (isIn(shared, value)) left.set(what, [...(left.get(what) ?? []), `${name}: ${value}`]);
      }
  }
  assert.deepEqual(Object.fromEntries(left), {});
  assert.ok(looked > 200, `${looked} were looked for`);
});

test("the diagnosis of each redacted scenario has the shape of that of the scenario", async () => {
  const differ: string[] = [];
  for (const { name, folder } of shareOf(scenarios(), 36)) {
    const snapshot = await readFiles({ "cluster.yaml": readFileSync(join(folder, "cluster.yaml"), "utf8") });
    const again = await readFiles({ "shared.yaml": writeSnapshot(redacted(snapshot)) });
    const [before, after] = [shapeOf(snapshot), shapeOf(again)];
    differ.push(...before.filter((shape, at) => shape !== after[at]).map((shape) => `${name}: ${shape}`));
  }
  assert.deepEqual(differ, []);
});

const explained = new Set(["PersistentVolumeClaim", "PersistentVolume", "Pod", "VolumeAttachment"]);

/** Without order: objects and roots are in the order of their names. */
function shapeOf(snapshot: Snapshot): readonly string[] {
  const objects = objectsOf(snapshot).filter(({ kind }) => explained.has(kind));
  return report(objects, snapshot, knowledge)
    .diagnoses.map(({ object, verdict, roots, fate }) =>
      [
        object.kind,
        verdict.category,
        verdict.reason,
        fate?.data,
        ...roots.map(({ reason }) => reason).sort(),
      ].join(" "),
    )
    .sort();
}

function objectsOf({ readings }: Snapshot): readonly KubeObject[] {
  return readings.flatMap((reading): readonly KubeObject[] => (reading.read ? [...reading.items] : []));
}

function* identifying(snapshot: Snapshot, text: string): Generator<readonly [string, readonly string[]]> {
  const objects = objectsOf(snapshot);
  const names = objects.filter(({ kind }) => !namedByOthers.has(kind)).map(({ metadata }) => metadata.name);
  const namespaces = objects.flatMap(({ metadata }) => metadata.namespace ?? []);
  const telling = [...names, ...namespaces, ...texts(objects)].filter((each) => !identifiesNobody.test(each));
  yield ["names and handles", [...new Set(telling)]];
  for (const [what, form] of Object.entries(forms)) yield [what, text.match(form) ?? []];
}

/** Everything that identifies something outside of Kubernetes. */
function* texts(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const entry of value) yield* texts(entry);
  else if (isRecord(value))
    for (const [key, inner] of Object.entries(value))
      if (typeof inner !== "string") yield* texts(inner);
      else if (handles.has(key) && inner !== "") yield inner;
}

/** As a whole word. */
function isIn(text: string, value: string): boolean {
  if (!text.includes(value)) return false;
  const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-])`).test(text);
}
