/** Upstream's own objects, with every field set, in both encodings and of several versions. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { groupOf, kindOf, metadataShape } from "../../../src/model/index.ts";
import { readerOf } from "../../../src/sources/decode/shape.ts";
import { readFields } from "../../../src/sources/protobuf/decode.ts";
import { openEnvelope } from "../../../src/sources/protobuf/envelope.ts";
import { type BuiltIn, builtIn } from "../../../src/sources/protobuf/kinds/index.ts";
import { Cursor } from "../../../src/sources/protobuf/wire/cursor.ts";
import { kubernetesVersions } from "../../cluster/versions.ts";
import { goModule } from "../../support/go-module.ts";

/** Kubernetes v1.36.3 publishes its API as v0.36.3. */
const version = kubernetesVersions[0].replace(/^v1\./, "v0.");
const upstream = await goModule("k8s.io/api", version);
const skip = upstream.state === "missing" ? upstream.because : false;

/** kube-aggregator has no such files. */
const without: readonly BuiltIn[] = ["apiregistration.k8s.io/v1/apiservices"];

for (const resource of Object.keys(builtIn) as BuiltIn[]) {
  if (without.includes(resource)) continue;
  test(`upstream's ${resource} says the same in both encodings`, { skip }, () => {
    assert.ok(upstream.state === "here");
    const folder = join(upstream.folder, "testdata");
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name, fileOf(resource)))
      .filter((file) => existsSync(`${file}.pb`));
    assert.ok(files.some((file) => file.includes("/HEAD/")));
    for (const file of files) {
      const read = fromProtobuf(resource, readFileSync(`${file}.pb`));
      assert.deepStrictEqual(read, fromJson(resource, readFileSync(`${file}.json`, "utf8")), file);
      assertWhole(kindOf(resource).fields, read, file);
    }
  });
}

function fileOf(resource: BuiltIn): string {
  const apiVersion = resource.slice(0, resource.lastIndexOf("/"));
  const group = groupOf(apiVersion) || "core";
  return `${group}.${apiVersion.slice(apiVersion.lastIndexOf("/") + 1)}.${kindOf(resource).kind}`;
}

function fromProtobuf(resource: BuiltIn, file: Buffer): unknown {
  const { from, to } = openEnvelope(new Cursor(file));
  return readFields(resource, file.subarray(from, to));
}

function fromJson(resource: BuiltIn, file: string): unknown {
  return readerOf({ metadata: metadataShape, ...kindOf(resource).fields })(JSON.parse(file), []);
}

/** Upstream sets every field: one that is missing here has a wrong number. */
function assertWhole(shape: object, value: unknown, where: string): void {
  for (const [name, inside] of Object.entries(shape)) {
    const values = Array.isArray(value) ? value : [value];
    const found: unknown = (values[0] as Readonly<Record<string, unknown>> | undefined)?.[name];
    if (name === "*") continue;
    assert.notEqual(found, undefined, `${where} ${name}`);
    if (typeof inside !== "object") continue;
    const item: unknown = Array.isArray(inside) ? inside[0] : inside;
    if (typeof item === "object" && item !== null) assertWhole(item, found, `${where} ${name}`);
  }
}
