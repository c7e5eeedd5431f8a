import assert from "node:assert/strict";
import type { Scope, Snapshot } from "../../../src/cluster/index.ts";
import type { Resource } from "../../../src/kubernetes/index.ts";
import type { ReadOptions } from "../../../src/reading/files/index.ts";
import { InputError, readInputs } from "../../../src/reading/files/index.ts";
import type { MemoryFiles } from "./memory-io.ts";
import { memoryIo } from "./memory-io.ts";

export const readAt = Date.parse("2026-11-20T12:00:00Z");

export function readFiles(files: MemoryFiles, options: Partial<ReadOptions> = {}): Promise<Snapshot> {
  return readPaths(Object.keys(files), files, options);
}

export function readPaths(
  paths: readonly string[],
  files: MemoryFiles,
  options: Partial<ReadOptions> = {},
): Promise<Snapshot> {
  return readInputs(paths, memoryIo(files), { now: readAt, ...options });
}

/** The message with which these files are refused. */
export async function refusal(files: MemoryFiles, options: Partial<ReadOptions> = {}): Promise<string> {
  const problem = await readFiles(files, options).then(
    () => assert.fail("it should be refused"),
    (reason: unknown) => reason,
  );
  assert.ok(problem instanceof InputError, String(problem));
  assert.ok(!problem.message.includes("\n"), "a refusal is one line");
  return problem.message;
}

/** What was read of a kind: each scope with the names found in it, or why it was not read. */
export function readingsOf(snapshot: Snapshot, resource: Resource): readonly string[] {
  return snapshot.readings
    .filter((reading) => reading.resource === resource)
    .map((reading) => {
      const outcome = reading.read
        ? Array.from(reading.items, ({ metadata }) => metadata.name).join(" ")
        : reading.reason;
      return `${scopeName(reading.scope)}: ${outcome}`;
    });
}

function scopeName(scope: Scope): string {
  switch (scope.of) {
    case "cluster":
      return "all";
    case "namespace":
      return scope.namespace;
    case "object":
      return scope.namespace === undefined ? `=${scope.name}` : `=${scope.namespace}/${scope.name}`;
    case "about":
      return `about ${scope.kind} ${scope.namespace}/${scope.name}`;
  }
}

export function object(
  apiVersion: string,
  kind: string,
  name: string,
  namespace?: string,
  rest: object = {},
) {
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }), uid: `uid-${name}` };
  return { apiVersion, kind, metadata, ...rest };
}

export const pod = (name: string, namespace = "shop") => object("v1", "Pod", name, namespace);
export const claim = (name: string, namespace = "shop") =>
  object("v1", "PersistentVolumeClaim", name, namespace);
export const volume = (name: string) => object("v1", "PersistentVolume", name);

export function listOf(...items: readonly unknown[]): string {
  return JSON.stringify(
    { apiVersion: "v1", items, kind: "List", metadata: { resourceVersion: "" } },
    null,
    4,
  );
}

export function typedList(kind: string, ...items: readonly unknown[]): string {
  return JSON.stringify({ kind, apiVersion: "v1", metadata: { resourceVersion: "7" }, items });
}
