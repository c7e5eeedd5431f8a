/** `why` asks the live cluster for what it needs, and says what it says of the same objects in a file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bothWays } from "./both-ways.ts";

const questions = [
  ["a01-finished-job-pod", ["pvc/data", "-n", "app"]],
  ["f04-node-gone", ["pod/web-5f-2", "-n", "app"]],
  ["n01-no-snapshot-is-left", ["pvc/data", "-n", "app"]],
  ["p04-stray-foreground-deletion", ["pv/pvc-356"]],
  ["t27-pods-forbidden", ["pvc/data", "-n", "app"]],
  ["n01-snapshot-api-removed", ["pvc/data", "-n", "app"]],
  ["operator-owner-goes", ["pvc/ledger-1", "-n", "pg"]],
  ["operator-owner-is-another", ["pvc/ledger-1", "-n", "pg"]],
  ["operator-owner-says-why", ["pvc/ledger-1", "-n", "pg"]],
  ["gitops-flux-set-template", ["sts/ledger", "-n", "shop"]],
  ["gitops-argo-set-template", ["sts/ledger", "-n", "shop"]],
  ["operator-owns-the-claim", ["pvc/ledger-1", "-n", "pg"]],
] as const;

for (const [scenario, target] of questions) {
  test(`${scenario}: live and offline say the same`, async (context) => {
    const { live, offline, requests } = await bothWays(context, scenario, target);
    assert.deepEqual(live, offline);
    assert.ok(requests.length > 1);
    assert.ok(requests.every((request) => request.startsWith("GET ")));
  });
}
