import assert from "node:assert/strict";
import { report } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import type { Diagnosis } from "../../src/report/index.ts";
import { snapshotOf } from "./snapshot.ts";

/** The diagnosis of the first object, in a cluster of all of them. */
export function diagnosisOf(
  objects: readonly [KubeObject, ...KubeObject[]],
  hidden: readonly Resource[] = [],
): Diagnosis {
  const { diagnoses } = report([objects[0]], snapshotOf(objects, hidden), knowledge);
  const [diagnosis] = diagnoses;
  assert.ok(diagnosis !== undefined);
  return diagnosis;
}

/** What is said of a diagnosis in one line each: reason and category of its roots. */
export function rootsOf(diagnosis: Diagnosis): readonly string[] {
  return diagnosis.roots.map(({ reason, category }) => `${reason} ${category}`);
}

/** Name and safety of each remedy, in order, without the one that is offered for every volume. */
export function remediesOf(diagnosis: Diagnosis): readonly string[] {
  return diagnosis.remedies
    .filter(({ name }) => name !== "set-retain")
    .map(({ name, safety }) => `${name} ${safety}`);
}

/** All words of a diagnosis, for what must or must not be said. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return `${value} `;
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).filter(([name]) => name !== "is");
    return parts.map(([, part]) => textOf(part)).join("");
  }
  return "";
}
