/** In every scenario: hiding any one kind never makes a verdict safer, a remedy appear, or lost data look kept. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { report } from "../../src/analysis/index.ts";
import type { Reading, Snapshot } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { kindNamed, kinds, nameKey } from "../../src/kubernetes/index.ts";
import { nodeFiles, readInputs } from "../../src/reading/files/index.ts";
import type { Diagnosis, Report } from "../../src/report/index.ts";
import { appeared, isLeftOpen, isMeant, proposed } from "../support/meant.ts";
import { scenarios } from "../support/scenario.ts";

const subjects: readonly Resource[] = [
  "v1/pods",
  "v1/namespaces",
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "v1/pods",
  "storage.k8s.io/v1/volumeattachments",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
];
const safety = ["healthy", "waiting", "blocked"];
const losing: readonly string[] = ["destroyed", "leaked", "exposed"];
const reassuring: readonly string[] = ["kept", "none", "already-gone"];

const danger = ({ verdict }: Diagnosis) => {
  const place = safety.indexOf(verdict.category);
  return place < 0 ? safety.indexOf("blocked") : place;
};

function objectsIn({ readings }: Snapshot): readonly KubeObject[] {
  return readings.flatMap((reading) =>
    reading.read && subjects.includes(reading.resource) ? (reading.items as readonly KubeObject[]) : [],
  );
}

function without(snapshot: Snapshot, resource: Resource): Snapshot {
  const others = snapshot.readings.filter((reading) => reading.resource !== resource);
  const hidden: Reading = { read: false, resource, scope: { of: "cluster" }, reason: "Forbidden" };
  return { ...snapshot, readings: [...others, hidden] };
}

interface Diagnosed {
  readonly diagnosis: Diagnosis;
  readonly unread: Report["unread"];
}

function diagnosed(objects: readonly KubeObject[], snapshot: Snapshot): ReadonlyMap<string, Diagnosed> {
  const { diagnoses, unread } = report(objects, snapshot, knowledge);
  return new Map(diagnoses.map((diagnosis) => [nameKey(diagnosis.object), { diagnosis, unread }]));
}

async function* noInput(): AsyncGenerator<Uint8Array> {}

function compare(full: Diagnosis, { diagnosis: partial, unread }: Diagnosed, resource: Resource): void {
  if (isMeant(full, resource)) return;
  const about = `${full.object.kind} ${full.object.name} without ${resource}`;
  assert.ok(
    danger(partial) >= danger(full) || isLeftOpen(full, resource, unread),
    `${about}: ${full.verdict.reason} (${full.verdict.category}) became ${partial.verdict.reason} (${partial.verdict.category})`,
  );
  assert.deepEqual(appeared(full, partial), [], `${about}: remedies appeared`);
  assert.deepEqual(proposed(full, partial), [], `${about}: proposed for less reading`);
  if (!losing.includes(full.fate?.data ?? "")) return;
  assert.ok(
    !reassuring.includes(partial.fate?.data ?? ""),
    `${about}: ${full.fate?.data} became ${partial.fate?.data}`,
  );
}

for (const { name, folder } of scenarios()) {
  test(name, async () => {
    const snapshot = await readInputs([join(folder, "cluster.yaml")], nodeFiles(noInput()), {
      now: Date.now(),
    });
    const objects = objectsIn(snapshot);
    const full = diagnosed(objects, snapshot);
    for (const { resource } of kinds) {
      const visible = objects.filter(
        ({ apiVersion, kind }) => kindNamed(apiVersion, kind)?.resource !== resource,
      );
      for (const [key, partial] of diagnosed(visible, without(snapshot, resource))) {
        const whole = full.get(key);
        if (whole !== undefined) compare(whole.diagnosis, partial, resource);
      }
    }
  });
}
