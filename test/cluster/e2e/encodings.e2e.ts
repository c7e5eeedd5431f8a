/** The API server's own answers in both encodings are the same to us, for every kind that it serves itself. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Resource } from "../../../src/kubernetes/index.ts";
import { pluralOf } from "../../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../../src/object-store/protobuf/kinds/index.ts";
import type { LiveCluster } from "../../../src/reading/live/index.ts";
import { openCluster } from "../../../src/reading/live/index.ts";
import { liveSurroundings } from "../../support/fault-server/surroundings.ts";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { eventually } from "../support/eventually.ts";
import { everyKind } from "../support/every-kind.ts";
import { collectionOf, resourceOf } from "../support/paths.ts";

/** Not of every version of Kubernetes. */
const young: readonly Resource[] = ["storage.k8s.io/v1/volumeattributesclasses"];
const resources = Object.keys(builtIn) as BuiltIn[];

let cluster: Cluster;
before(async () => {
  // Without controllers nothing changes between two questions.
  cluster = await startCluster({ controllers: [] });
  const api = cluster.api();
  for (const { object, status } of everyKind) {
    await api.create(object);
    if (status !== undefined) await api.patch(resourceOf(object), object.metadata, { status }, "/status");
  }
});
after(() => cluster.stop());

function open(encoding: "protobuf" | "json", more: object = {}): Promise<LiveCluster> {
  const outside = liveSurroundings(readFileSync(cluster.kubeconfigPath, "utf8"));
  return openCluster({}, outside, { encoding, ...more });
}

async function read(resource: Resource, encoding: "protobuf" | "json", chunkSize = 500) {
  const live = await open(encoding, { chunkSize });
  const { readings, skipped } = await live.collect([{ resource, scope: { of: "cluster" } }]);
  assert.equal(live.distrusted.size, 0);
  live.close();
  const whole = readings.map((reading) =>
    reading.read ? { ...reading, items: Array.from<unknown>(reading.items) } : reading,
  );
  return { readings: whole, skipped };
}

for (const resource of resources) {
  test(`${resource} are the same in both encodings`, async () => {
    // The API server itself renews leases and looks after its own APIServices.
    const [protobuf, json] = await eventually(`${resource} stay as they are for a moment`, async () => {
      const before = await read(resource, "json");
      const between = await read(resource, "protobuf", 2);
      const after = await read(resource, "json");
      return JSON.stringify(before) === JSON.stringify(after) ? [between, after] : undefined;
    });
    assert.deepStrictEqual(protobuf, json);
    assert.equal(JSON.stringify(protobuf), JSON.stringify(json));
    const [reading] = json.readings;
    if (!reading?.read) assert.ok(young.includes(resource), `${resource} was not read`);
    else if (!young.includes(resource)) assert.ok(reading.items.length > 0, `there are no ${resource}`);
  });
}

test("the answers are recorded", { skip: process.env.PVGUARD_RECORD === undefined }, async () => {
  const folder = join(import.meta.dirname, "../../fixtures/encodings");
  mkdirSync(folder, { recursive: true });
  for (const resource of resources.filter((each) => !young.includes(each))) {
    // Not the lease of the API server itself, which names the machine.
    const namespace = resource === "coordination.k8s.io/v1/leases" ? "kube-node-lease" : undefined;
    const path = collectionOf(resource, namespace);
    const api = cluster.api();
    const query = "?limit=25";
    const protobuf = await api.bytes(path + query, "application/vnd.kubernetes.protobuf");
    const json = await api.bytes(path + query, "application/json");
    writeFileSync(join(folder, `${pluralOf(resource)}.pb`), protobuf);
    writeFileSync(join(folder, `${pluralOf(resource)}.json`), json);
  }
});
