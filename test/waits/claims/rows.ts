import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { diagnosisOf } from "../../support/diagnose.ts";

type Row = readonly [name: string, objects: readonly [KubeObject, ...KubeObject[]], root: string];

export function play(rows: readonly Row[]): void {
  for (const [name, objects, root] of rows) {
    test(name, () => {
      const { verdict } = diagnosisOf(objects);
      assert.equal(`${verdict.reason} ${verdict.category}`, root);
    });
  }
}

export const marked = { "pv.kubernetes.io/bind-completed": "yes" };
export const hour = "2026-11-20T10:00:00Z";
