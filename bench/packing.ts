/**
 * How long it takes to pack the lists of a stored cluster, and to make every object again:
 * `tsx bench/packing.ts FOLDER [RESOURCE…]`, with a folder that `npm run bench` has made. Nothing else should be running.
 */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { apiVersionOf, kindOf, kinds } from "../src/kubernetes/index.ts";
import type { BuiltIn } from "../src/object-store/index.ts";
import { isBuiltIn, PackedItems } from "../src/object-store/index.ts";
import type { Catalog } from "./store/catalog.ts";

const perPage = 500;
const [folder = "", ...asked]: readonly string[] = process.argv.slice(2);
const { Kinds } = JSON.parse(readFileSync(join(folder, "catalog.json"), "utf8")) as Catalog;

const sums = { count: 0, packing: 0, making: 0, bytes: 0 };
for (const { Resource: name, File: file } of Kinds) {
  const resource = builtInNamed(name);
  if (resource === undefined || (asked.length > 0 && !asked.includes(name))) continue;
  const result = measure(resource, join(folder, file));
  if (result.count < 1000) continue;
  print(resource, result);
  for (const name of ["count", "packing", "making", "bytes"] as const) sums[name] += result[name];
}
print("all", sums);

function builtInNamed(name: string): BuiltIn | undefined {
  const resource = kinds.find((kind) => kind.resource === name)?.resource;
  return resource !== undefined && isBuiltIn(resource) ? resource : undefined;
}

function measure(resource: BuiltIn, base: string): typeof sums {
  const { kind } = kindOf(resource);
  const apiVersion = apiVersionOf(resource);
  const items = new PackedItems(resource, { apiVersion, kind });
  let packing = 0;
  for (const page of pagesOf(base)) {
    packing += spentOn(() => {
      const draft = items.draft();
      draft?.add(page);
      if (draft !== undefined) items.take(draft);
    });
  }
  const making = spentOn(() => {
    for (let position = 0; position < items.length; position++) items.at(position);
  });
  return { count: items.length, packing, making, bytes: items.bytes };
}

/** Milliseconds of the processor, of all threads: other processes do not change it much. */
function spentOn(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The messages of some items, each with its tag and its length before it, in bytes that are overwritten with those of the
 * next ones.
 */
function* pagesOf(base: string): Iterable<Buffer> {
  const lines = readFileSync(`${base}.index`, "latin1").trimEnd().split("\n");
  const lengths = lines.map((line) => Number(line.split("\t")[2] ?? 0));
  const file = openSync(`${base}.pb`, "r");
  let bytes = Buffer.alloc(0);
  for (let begin = 0; begin < lengths.length; begin += perPage) {
    const some = lengths.slice(begin, begin + perPage);
    const length = some.reduce((sum, each) => sum + each, 0);
    if (length > bytes.length) bytes = Buffer.allocUnsafeSlow(length * 2);
    readSync(file, bytes, 0, length, null);
    yield bytes.subarray(0, length);
  }
  closeSync(file);
}

function print(name: string, { count, packing, making, bytes }: typeof sums): void {
  const micros = (milliseconds: number) => ((milliseconds * 1000) / count).toFixed(2).padStart(6);
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
  process.stdout.write(
    `${name.padEnd(38)} ${String(count).padStart(6)}  packed ${micros(packing)} µs (${seconds(packing)} s)  made ${micros(making)} µs (${seconds(making)} s)  ${(bytes / count).toFixed(0)} B each\n`,
  );
}
