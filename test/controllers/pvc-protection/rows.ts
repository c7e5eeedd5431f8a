import assert from "node:assert/strict";
import test from "node:test";
import { finalizerNames, pvcProtectionController } from "../../../src/controllers/index.ts";
import type { PersistentVolumeClaim, Pod } from "../../../src/kubernetes/index.ts";
import type { ClaimFacts } from "../../support/objects.ts";
import { claim, pod } from "../../support/objects.ts";
import type { FinalizerAction } from "../decisions/finalizer-action.ts";
import { finalizerAction } from "../decisions/finalizer-action.ts";

const finalizers = [finalizerNames.pvcProtection];
export const bare = (facts: ClaimFacts = {}) => claim(facts);
export const live = () => claim({ finalizers });
export const dying = (facts: ClaimFacts = {}) => claim({ finalizers, deletionTimestamp: true, ...facts });
export const user = pod({ name: "user", claims: ["data"] });
export const unrelated = pod({ name: "unrelated", claims: ["other"] });

export interface Row {
  readonly name: string;
  readonly claims: readonly PersistentVolumeClaim[];
  /** Everything that a live LIST returns, whatever the informer's cache holds. */
  readonly pods?: readonly Pod[];
  /** For each claim. */
  readonly action: readonly FinalizerAction[];
}

export function runTable(title: string, rows: readonly Row[]): void {
  test(title, async (t) => {
    for (const { name, claims, pods = [], action } of rows) {
      await t.test(name, () => {
        assert.deepEqual(
          claims.map((each) => finalizerAction(pvcProtectionController, each, pods)),
          action,
        );
      });
    }
  });
}
