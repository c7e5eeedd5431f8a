/** Upstream's own objects, with every field set, in both encodings and of several versions. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { groupOf, kindOf, wholeShapeOf } from "../../src/kubernetes/index.ts";
import { PackedItems } from "../../src/object-store/index.ts";
import { openEnvelope } from "../../src/object-store/protobuf/answer.ts";
import { Cursor, delimited as wireDelimited } from "../../src/object-store/protobuf/cursor.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { readerOf } from "../../src/reading/decode/shape.ts";
import { kubernetesVersions } from "../cluster/versions.ts";
import { addMessage } from "../support/add-message.ts";
import { goModule } from "../support/go-module.ts";
import { readFields } from "../support/protobuf/plain-reader.ts";
import { delimited } from "../support/protobuf/writer.ts";

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
      const bytes = readFileSync(`${file}.pb`);
      const read = fromProtobuf(resource, bytes);
      const expected = fromJson(resource, readFileSync(`${file}.json`, "utf8"));
      assert.deepStrictEqual(read, expected, file);
      assert.deepStrictEqual(packed(resource, bytes), inList(resource, expected), file);
      assertWhole(kindOf(resource).fields, read, file);
    }
  });
}

function fileOf(resource: BuiltIn): string {
  const apiVersion = resource.slice(0, resource.lastIndexOf("/"));
  const group = groupOf(apiVersion) || "core";
  return `${group}.${apiVersion.slice(apiVersion.lastIndexOf("/") + 1)}.${kindOf(resource).kind}`;
}

function typeOf(resource: BuiltIn) {
  return { apiVersion: resource.slice(0, resource.lastIndexOf("/")), kind: kindOf(resource).kind };
}

function inList(resource: BuiltIn, read: { readonly metadata: object }): object {
  const { namespace, ...metadata } = read.metadata as { readonly namespace?: string };
  const own = kindOf(resource).namespaced ? { namespace } : {};
  return { ...typeOf(resource), ...read, metadata: { ...metadata, ...own } };
}

/** As a list keeps it, and makes it again. */
function packed(resource: BuiltIn, file: Buffer): unknown {
  const { from, to } = openEnvelope(new Cursor(file));
  const message = Buffer.from(file.subarray(from, to));
  const items = new PackedItems(resource, typeOf(resource));
  assert.equal(addMessage(items, inPlace(resource, message)), "taken");
  return items.at(0);
}

/** Upstream sets a namespace everywhere; a list that belongs to none would not be taken with it. */
function inPlace(resource: BuiltIn, message: Buffer): Buffer {
  if (kindOf(resource).namespaced) return message;
  const withoutNamespace = (metadata: Buffer) => fieldsOf(metadata).filter(({ number }) => number !== 3);
  return joined(
    fieldsOf(message).map((field) =>
      field.number === 1 ? { number: 1, bytes: delimited(1, joined(withoutNamespace(field.value))) } : field,
    ),
  );
}

function joined(fields: readonly { readonly bytes: Buffer }[]): Buffer {
  return Buffer.concat(fields.map(({ bytes }) => bytes));
}

function fieldsOf(message: Buffer) {
  const cursor = new Cursor(message);
  const fields: { readonly number: number; readonly bytes: Buffer; readonly value: Buffer }[] = [];
  while (cursor.at < message.length) {
    const begin = cursor.at;
    const tag = cursor.uint32(message.length);
    const value = new Cursor(message);
    value.at = cursor.at;
    if ((tag & 7) === wireDelimited) value.delimited(message.length);
    cursor.skip(tag & 7, message.length);
    const bytes = message.subarray(begin, cursor.at);
    fields.push({ number: tag >>> 3, bytes, value: message.subarray(value.at, cursor.at) });
  }
  return fields;
}

function fromProtobuf(resource: BuiltIn, file: Buffer): unknown {
  const { from, to } = openEnvelope(new Cursor(file));
  return readFields(resource, file.subarray(from, to));
}

function fromJson(resource: BuiltIn, file: string): { readonly metadata: object } {
  return readerOf(wholeShapeOf(kindOf(resource)))(JSON.parse(file), []) as {
    readonly metadata: object;
  };
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
