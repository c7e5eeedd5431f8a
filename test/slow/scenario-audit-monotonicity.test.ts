/** In every scenario: hiding any one kind makes no finding go in silence, and no finding certain that was not there. */
import { join } from "node:path";
import { test } from "node:test";
import type { Reading, Snapshot } from "../../src/cluster/index.ts";
import type { Resource } from "../../src/kubernetes/index.ts";
import { kinds } from "../../src/kubernetes/index.ts";
import { nodeFiles, readInputs } from "../../src/reading/files/index.ts";
import { assertNothingUnsaid, auditedWhole } from "../support/blindness.ts";
import { scenarios } from "../support/scenario.ts";

function without(snapshot: Snapshot, resource: Resource): Snapshot {
  const others = snapshot.readings.filter((reading) => reading.resource !== resource);
  const hidden: Reading = { read: false, resource, scope: { of: "cluster" }, reason: "Forbidden" };
  return { ...snapshot, readings: [...others, hidden] };
}

async function* noInput(): AsyncGenerator<Uint8Array> {}

for (const { name, folder } of scenarios()) {
  test(name, async () => {
    const input = [join(folder, "cluster.yaml")];
    const snapshot = await readInputs(input, nodeFiles(noInput()), { now: Date.now() });
    const whole = auditedWhole(snapshot);
    for (const { resource } of kinds) {
      assertNothingUnsaid(whole, auditedWhole(without(snapshot, resource)), resource);
    }
  });
}
